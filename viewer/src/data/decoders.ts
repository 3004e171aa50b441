// The decoding workers. A file always goes to the same one, which may have kept it.
import type { DecodeReply, DecodeRequest, Row, FileBytes } from "../decode/messages";
import type { PackedFrame } from "../decode/pack";
import DecodeWorker from "../decode/worker?worker&inline";

const MOST_WORKERS = 3;

type Question<R = DecodeRequest> = R extends DecodeRequest ? Omit<R, "id"> : never;

export class Decoders {
  readonly decodeTimes: number[] = []; // of the last frames, in milliseconds
  private readonly workers: Worker[];
  private readonly waiting = new Map<number, { done: (reply: DecodeReply) => void; fail: (error: Error) => void }>();
  private next = 0;

  constructor() {
    const count = Math.max(1, Math.min(MOST_WORKERS, (navigator.hardwareConcurrency || 2) - 1));
    this.workers = Array.from({ length: count }, () => new DecodeWorker());
    for (const worker of this.workers) worker.onmessage = (event: MessageEvent<DecodeReply>) => this.receive(event.data);
  }

  async frame(file: FileBytes, attribute: string, edges: boolean): Promise<PackedFrame> {
    const reply = await this.ask({ file, wanted: "frame", attribute, edges });
    if (!("frame" in reply)) throw new Error("a worker gave no frame");
    if (reply.milliseconds >= 0) this.decodeTimes.push(reply.milliseconds);
    if (this.decodeTimes.length > 100) this.decodeTimes.shift();
    return reply.frame;
  }

  async row(file: FileBytes, row: number): Promise<Row[]> {
    const reply = await this.ask({ file, wanted: "row", row });
    return "row" in reply ? reply.row : [];
  }

  private ask(question: Question): Promise<DecodeReply> {
    const id = this.next++;
    const letters = [...question.file.name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
    return new Promise((done, fail) => {
      this.waiting.set(id, { done, fail });
      this.workers[letters % this.workers.length].postMessage({ ...question, id });
    });
  }

  private receive(reply: DecodeReply): void {
    const { done, fail } = this.waiting.get(reply.id)!;
    this.waiting.delete(reply.id);
    if ("failure" in reply) fail(new Error(reply.failure));
    else done(reply);
  }
}
