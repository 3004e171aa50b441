// The numbers that the ends of the colour bar stand for.
import type { PlannedFrame } from "./data/frame_plan";
import type { FrameStore } from "./data/frame_store";
import { HeldRanges, joined } from "./data/held_ranges";
import type { Range } from "./decode/pack";
import { colouredRange } from "./draw/coloured_range";
import type { Settings, SettingsStore } from "./settings";

// What decides which values there are, besides the attribute.
const shownIn = ({ particles, surface, matter, hidden, look, particleLook }: Readonly<Settings>): string =>
  JSON.stringify([particles, surface, matter, hidden, look, particleLook]);

export class ColourRange {
  private readonly held = new HeldRanges();
  private heldFor = "";
  private looking = false; // through all frames

  constructor(private readonly store: FrameStore, private readonly settings: SettingsStore, private readonly plan: (frame: number) => PlannedFrame[]) {}

  // Of a frame whose files are loaded; nothing when nothing in it is coloured.
  of(frame: number): Range | undefined {
    const { attribute, rangeOf, fixedRange } = this.settings.value;
    if (this.heldFor !== shownIn(this.settings.value)) this.held.clear();
    this.heldFor = shownIn(this.settings.value);
    const own = this.valuesOf(frame);
    const held = this.held.include(attribute, frame, own);
    return own && (rangeOf === "fixed" ? (fixedRange ?? own) : rangeOf === "frame" ? own : held);
  }

  // Loads every frame once, in the background, so that the range is that of all of them. True when it may have changed.
  async lookThrough(frames: () => number[]): Promise<boolean> {
    if (this.looking) return false;
    this.looking = true;
    let loaded = 0;
    for (let frame = this.nextOf(frames()); frame !== undefined; frame = this.nextOf(frames()), ++loaded) {
      const before = this.keyOf();
      await Promise.allSettled(this.plan(frame).map(({ wanted }) => wanted && this.store.load(wanted)));
      if (before === this.keyOf()) this.held.include(this.settings.value.attribute, frame, this.valuesOf(frame));
    }
    this.looking = false;
    return loaded > 0;
  }

  private keyOf = (): string => this.settings.value.attribute + shownIn(this.settings.value);

  private nextOf(frames: number[]): number | undefined {
    const { attribute, rangeOf } = this.settings.value;
    return rangeOf === "all" ? frames.find((frame) => !this.held.has(attribute, frame)) : undefined;
  }

  private valuesOf(frame: number): Range | undefined {
    const ranges = this.plan(frame).map(({ sequence, wanted }) => {
      const packed = wanted && this.store.peek(wanted);
      return packed && colouredRange(sequence, packed, this.settings.value);
    });
    return ranges.reduce(joined, undefined);
  }
}
