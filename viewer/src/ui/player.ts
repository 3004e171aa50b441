// Which frame is shown, and when the next one is due.

export const SPEEDS = [0.125, 0.25, 0.5, 1, 2, 4];

export class Player {
  frames: number[] = [];
  playing = false;
  loop = true;
  speed = 1;
  private index = 0;
  private due = 0; // frames that have become due, less than one while playing in time

  constructor(public rate: number) {}

  get frame(): number | undefined {
    return this.frames[this.index];
  }
  get last(): number | undefined {
    return this.frames.at(-1);
  }
  get atEnd(): boolean {
    return this.index >= this.frames.length - 1;
  }

  // Frames may come and go; what is shown stays as near as it can.
  setFrames(frames: number[]): void {
    const shown = this.frame;
    this.frames = frames;
    this.index = 0;
    if (shown !== undefined) this.seek(shown);
  }

  // The last frame that is not after the given one.
  seek(frame: number): void {
    const after = this.frames.findIndex((one) => one > frame);
    this.index = Math.max(0, (after < 0 ? this.frames.length : after) - 1);
    this.due = 0;
  }

  step(count: number): void {
    this.playing = false;
    this.index = Math.min(Math.max(0, this.frames.length - 1), Math.max(0, this.index + count));
  }

  toggle(): void {
    this.playing = !this.playing && this.frames.length > 1;
    this.due = 0;
    if (this.playing && this.atEnd) this.index = 0;
  }

  // The frames that come next when playing goes on.
  upcoming(count: number): number[] {
    const found: number[] = [];
    for (let k = 1; k <= count && k < this.frames.length; ++k) {
      const next = this.index + k;
      if (next < this.frames.length) found.push(this.frames[next]);
      else if (this.loop) found.push(this.frames[next % this.frames.length]);
    }
    return found;
  }

  // True when another frame is to be shown. A frame that is not ready is waited for; time does not pile up.
  advance(seconds: number, ready: (frame: number) => boolean): boolean {
    if (!this.playing) return false;
    this.due = Math.min(2, this.due + seconds * this.rate * this.speed);
    const before = this.index;
    while (this.due >= 1) {
      const [next] = this.upcoming(1);
      if (next === undefined) {
        this.playing = false;
        break;
      }
      if (!ready(next)) {
        this.due = 1;
        break;
      }
      this.index = (this.index + 1) % this.frames.length;
      this.due -= 1;
    }
    return this.index !== before;
  }
}
