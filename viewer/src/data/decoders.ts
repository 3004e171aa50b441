// The decoding workers, which help one another with large files.
import type { Progress } from "../decode/incoming";
import type { DecodeReply, DecodeRequest, Drawing, FileBytes, Introduction, Letter, Row, WorkerMessage } from "../decode/messages";
import type { PackedFrame } from "../decode/pack";
import DecodeWorker from "../decode/worker?worker&inline";

const MOST_WORKERS = 4;

type Question<R = DecodeRequest> = R extends DecodeRequest ? Omit<R, "id"> : never;

interface Waiting {
  worker: number;
  done: (reply: DecodeReply) => void;
  fail: (error: Error) => void;
  tell: (progress: Progress) => void;
}

export class Decoders {
  readonly decodeTimes: number[] = []; // of the last frames, in milliseconds
  private readonly workers: Worker[];
  private readonly waiting = new Map<number, Waiting>();
  private next = 0;

  constructor() {
    const count = Math.max(1, Math.min(MOST_WORKERS, navigator.hardwareConcurrency || 2));
    this.workers = Array.from({ length: count }, () => new DecodeWorker());
    this.workers.forEach((worker, k) => {
      worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => ("letter" in data ? this.handOn(k, data) : this.receive(data));
      worker.postMessage({ helpers: [...this.workers.keys()].filter((other) => other !== k) } satisfies Introduction);
    });
  }

  get count(): number {
    return this.workers.length;
  }

  async frame(file: FileBytes, drawing: Drawing, tell: (progress: Progress) => void = () => undefined): Promise<PackedFrame> {
    const reply = await this.ask({ file, wanted: "frame", ...drawing }, tell);
    if (!("frame" in reply)) throw new Error("a worker gave no frame");
    this.decodeTimes.push(reply.milliseconds);
    if (this.decodeTimes.length > 100) this.decodeTimes.shift();
    return reply.frame;
  }

  async row(file: FileBytes, row: number): Promise<Row[]> {
    const reply = await this.ask({ file, wanted: "row", row }, () => undefined);
    return "row" in reply ? reply.row : [];
  }

  private handOn(from: number, { worker, letter, buffers }: Letter): void {
    this.workers[worker].postMessage({ worker: from, letter, buffers } satisfies Letter, buffers);
  }

  // The one with the fewest files to read.
  private idlest(): number {
    const files = this.workers.map(() => 0);
    for (const { worker } of this.waiting.values()) ++files[worker];
    return files.indexOf(Math.min(...files));
  }

  private ask(question: Question, tell: Waiting["tell"]): Promise<DecodeReply> {
    const id = this.next++;
    const worker = this.idlest();
    return new Promise((done, fail) => {
      this.waiting.set(id, { worker, done, fail, tell });
      this.workers[worker].postMessage({ ...question, id });
    });
  }

  private receive(message: Exclude<WorkerMessage, Letter>): void {
    const { done, fail, tell } = this.waiting.get(message.id)!;
    if ("progress" in message) return tell(message.progress);
    this.waiting.delete(message.id);
    if ("failure" in message) fail(new Error(message.failure));
    else done(message);
  }
}
