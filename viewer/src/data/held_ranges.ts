// The range of the colours while frames change: it widens to what has been seen of an attribute and never narrows, so that a
// colour means the same number from frame to frame.
import type { Range } from "../decode/pack";

export const joined = (a: Range | undefined, b: Range | undefined): Range | undefined =>
  a && b ? { low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) } : (a ?? b);

export class HeldRanges {
  private readonly ranges = new Map<string, Range>(); // by attribute
  private readonly frames = new Map<string, Set<number>>(); // that are in it

  include(attribute: string, frame: number, range: Range | undefined): Range | undefined {
    const held = joined(this.ranges.get(attribute), range);
    if (held) this.ranges.set(attribute, held);
    this.frames.set(attribute, (this.frames.get(attribute) ?? new Set()).add(frame));
    return held;
  }

  of = (attribute: string): Range | undefined => this.ranges.get(attribute);
  has = (attribute: string, frame: number): boolean => this.frames.get(attribute)?.has(frame) ?? false;

  // What is shown has become something else.
  clear(): void {
    this.ranges.clear();
    this.frames.clear();
  }
}
