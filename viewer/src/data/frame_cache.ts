// Values within a budget of bytes: what was used longest ago leaves first.
export class FrameCache<Value> {
  private readonly entries = new Map<string, { value: Value; bytes: number }>();
  private used = 0;

  // `left` is told what leaves.
  constructor(private readonly budget: number, private readonly left: (value: Value) => void = () => undefined) {}

  get bytes(): number {
    return this.used;
  }

  bytesOf = (key: string): number => this.entries.get(key)?.bytes ?? 0;
  peek = (key: string): Value | undefined => this.entries.get(key)?.value;
  has = (key: string): boolean => this.entries.has(key);

  get(key: string): Value | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry.value;
  }

  // The newest entry stays even when it alone is above the budget.
  set(key: string, value: Value, bytes: number): void {
    this.delete(key);
    this.entries.set(key, { value, bytes });
    this.used += bytes;
    for (const oldest of this.entries.keys()) {
      if (this.used <= this.budget || oldest === key) return;
      this.delete(oldest);
    }
  }

  private delete(key: string): void {
    const entry = this.entries.get(key);
    if (!entry) return;
    this.used -= entry.bytes;
    this.entries.delete(key);
    this.left(entry.value);
  }
}
