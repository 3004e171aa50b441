// The bytes of a file while they come: what is asked for is waited for.
import { DecodeError } from "./byte_reader";
import { release } from "./release";

export interface Progress {
  loaded: number; // bytes
  total: number; // 0: not known
}

// A chunk is used up when it has been taken.
export class Incoming {
  private readonly chunks: Uint8Array[] = []; // not yet taken
  private held = 0;
  private loaded = 0;

  constructor(private readonly next: () => Promise<Uint8Array | undefined>, readonly total: number, private readonly tell: (progress: Progress) => void) {}

  // The next bytes, which stay; fewer where the file ends.
  async peek(count: number): Promise<Uint8Array> {
    await this.wait(count);
    return this.copy(Math.min(count, this.held), false);
  }

  // How many of the next bytes there are.
  async left(count: number): Promise<number> {
    await this.wait(count);
    return Math.min(count, this.held);
  }

  async take(count: number): Promise<Uint8Array<ArrayBuffer>> {
    await this.wait(count);
    if (this.held < count) throw new DecodeError(`byte ${this.loaded}: the file ends here, ${count - this.held} more bytes are needed`);
    return this.copy(count, true);
  }

  async rest(): Promise<Uint8Array<ArrayBuffer>> {
    await this.wait(Infinity);
    return this.copy(this.held, true);
  }

  private async wait(count: number): Promise<void> {
    while (this.held < count) {
      const chunk = await this.next();
      if (!chunk) return;
      this.chunks.push(chunk);
      this.held += chunk.length;
      this.loaded += chunk.length;
      this.tell({ loaded: this.loaded, total: this.total });
    }
  }

  private copy(count: number, taken: boolean): Uint8Array<ArrayBuffer> {
    const out = new Uint8Array(count);
    let used = 0, whole = 0;
    for (const chunk of this.chunks) {
      if (used + chunk.length > count) break;
      out.set(chunk, used);
      used += chunk.length;
      ++whole;
    }
    const cut = count - used;
    if (cut > 0) out.set(this.chunks[whole].subarray(0, cut), used);
    if (!taken) return out;
    release(...this.chunks.splice(0, whole));
    if (cut > 0) this.chunks[0] = this.chunks[0].subarray(cut);
    this.held -= count;
    return out;
  }
}

// Only what changes the percentage; without a known length only that something comes.
export function seldom(tell: (progress: Progress) => void): (progress: Progress) => void {
  let last = -1;
  return (progress) => {
    const percent = progress.total > 0 ? Math.floor((100 * progress.loaded) / progress.total) : 0;
    if (percent !== last) tell(progress);
    last = percent;
  };
}
