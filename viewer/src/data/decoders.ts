// The decoding workers, which help one another with large files.
import type { Progress } from "../decode/incoming";
import type { DecodeReply, DecodeRequest, FileBytes, Introduction, Row, WorkerMessage } from "../decode/messages";
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
    for (const worker of this.workers) worker.onmessage = (event: MessageEvent<WorkerMessage>) => this.receive(event.data);
    this.introduce();
  }

  get count(): number {
    return this.workers.length;
  }

  async frame(file: FileBytes, attribute: string, edges: boolean, tell: (progress: Progress) => void = () => undefined): Promise<PackedFrame> {
    const reply = await this.ask({ file, wanted: "frame", attribute, edges }, tell);
    if (!("frame" in reply)) throw new Error("a worker gave no frame");
    this.decodeTimes.push(reply.milliseconds);
    if (this.decodeTimes.length > 100) this.decodeTimes.shift();
    return reply.frame;
  }

  async row(file: FileBytes, row: number): Promise<Row[]> {
    const reply = await this.ask({ file, wanted: "row", row }, () => undefined);
    return "row" in reply ? reply.row : [];
  }

  // A port from each worker to each other.
  private introduce(): void {
    const helpers: MessagePort[][] = this.workers.map(() => []);
    for (let a = 0; a < this.count; ++a)
      for (let b = 0; b < a; ++b) {
        const { port1, port2 } = new MessageChannel();
        helpers[a].push(port1);
        helpers[b].push(port2);
      }
    this.workers.forEach((worker, k) => worker.postMessage({ helpers: helpers[k] } satisfies Introduction, helpers[k]));
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

  private receive(message: WorkerMessage): void {
    const { done, fail, tell } = this.waiting.get(message.id)!;
    if ("progress" in message) return tell(message.progress);
    this.waiting.delete(message.id);
    if ("failure" in message) fail(new Error(message.failure));
    else done(message);
  }
}
