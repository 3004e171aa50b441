// Decoded frames: those in memory, those on their way, those that failed.
import type { PackedFrame } from "../decode/pack";
import { arraysOf, bytesOfFrame } from "../decode/pack";
import { release } from "../decode/release";
import type { Progress } from "../decode/incoming";
import type { FileBytes, Row } from "../decode/messages";
import type { Decoders } from "./decoders";
import { FrameCache } from "./frame_cache";
import type { SequenceKind } from "./run";
import type { Source } from "./source";

export interface WantedFrame {
  kind: SequenceKind;
  address: string; // of the file
  attribute: string;
  edges: boolean;
  layBy?: string; // the column by which paint lies on a mesh
  particles: string[]; // addresses of the frame's particle files, for kernels
}

const BUDGET = 96 * 2 ** 20; // bytes of decoded frames: six of a million particles

const keyOf = ({ address, attribute, edges }: WantedFrame): string => [address, attribute, edges].join("\n");

export function sumOf(parts: Progress[]): Progress {
  const known = parts.every((part) => part.total > 0);
  const sum = (of: (part: Progress) => number): number => parts.reduce((total, part) => total + of(part), 0);
  return { loaded: sum((part) => part.loaded), total: known ? sum((part) => part.total) : 0 };
}

export class FrameStore {
  private readonly cache = new FrameCache<PackedFrame>(BUDGET, (frame) => this.letGo(frame));
  private shown = new Set<PackedFrame>();
  private readonly loading = new Map<string, Promise<PackedFrame>>();
  private readonly failures = new Map<string, string>(); // by address
  private readonly progress = new Map<string, Progress>(); // of those on their way

  // `tell` hears that more bytes of a frame have come.
  constructor(private readonly source: Source, private readonly decoders: Decoders, private readonly tell: () => void) {}

  get bytes(): number {
    return this.cache.bytes;
  }
  get pending(): number {
    return this.loading.size;
  }

  // How many frames of this size may be loaded before they are due, so that they do not drive one another out.
  roomFor = (bytes: number): number => Math.max(1, Math.floor(BUDGET / 2 / Math.max(1, bytes)));
  bytesOf = (wanted: WantedFrame): number => this.cache.bytesOf(keyOf(wanted));
  // There, on its way, or failed.
  isKnown = (wanted: WantedFrame): boolean => this.has(wanted) || this.loading.has(keyOf(wanted)) || this.failures.has(wanted.address);

  has = (wanted: WantedFrame): boolean => this.cache.has(keyOf(wanted));
  // Without counting as used.
  peek = (wanted: WantedFrame): PackedFrame | undefined => this.cache.peek(keyOf(wanted));
  get = (wanted: WantedFrame): PackedFrame | undefined => this.cache.get(keyOf(wanted));
  failure = (address: string): string | undefined => this.failures.get(address);

  // A failed frame is tried again when somebody asks for it after `forgetFailures`.
  forgetFailures = (): void => this.failures.clear();

  // What is on the picture is still read after it has left the cache, for picking.
  setShown(frames: PackedFrame[]): void {
    this.shown = new Set(frames);
  }

  // The bytes of several frames together; a total of 0 where one is not known yet.
  progressOf(frames: WantedFrame[]): Progress {
    const coming = frames.filter((wanted) => this.loading.has(keyOf(wanted))).map((wanted) => this.progress.get(keyOf(wanted)));
    return sumOf(coming.map((progress) => progress ?? { loaded: 0, total: 0 }));
  }

  load(wanted: WantedFrame): Promise<PackedFrame> {
    const key = keyOf(wanted);
    const there = this.cache.get(key);
    if (there) return Promise.resolve(there);
    const failure = this.failures.get(wanted.address);
    if (failure) return Promise.reject(new Error(failure));
    const started = this.loading.get(key);
    if (started) return started;
    const loading = this.decode(wanted, key).finally(() => {
      this.loading.delete(key);
      this.progress.delete(key);
    });
    this.loading.set(key, loading);
    return loading;
  }

  async row(address: string, row: number): Promise<Row[]> {
    return this.decoders.row(await this.source.file(address), row);
  }

  private letGo(frame: PackedFrame): void {
    if (!this.shown.has(frame)) release(...arraysOf(frame));
  }

  private fileOf = ({ kind, address, attribute }: WantedFrame): Promise<FileBytes> =>
    kind === "particles" || kind === "whitewater" ? this.source.particles(address, attribute) : this.source.file(address);

  private async decode(wanted: WantedFrame, key: string): Promise<PackedFrame> {
    try {
      const { kind, attribute, edges, layBy } = wanted;
      const particles = await Promise.all(wanted.particles.map(this.source.file));
      const frame = await this.decoders.frame(await this.fileOf(wanted), { kind, attribute, edges, layBy, particles }, (progress) => {
        this.progress.set(key, progress);
        this.tell();
      });
      this.cache.set(key, frame, bytesOfFrame(frame));
      return frame;
    } catch (error) {
      this.failures.set(wanted.address, (error as Error).message);
      throw error;
    }
  }
}
