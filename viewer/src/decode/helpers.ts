// The workers unpack one another's parts: a part goes to the next one that has a hand free.
import type { ParticleRows } from "./pack_particles";
import { buffersOfRows } from "./pack_particles";
import { unpackPart, type Part } from "./particle_file";

const HANDS = 2; // parts that a worker has at a time: one to work on, one that waits for it

type Message = { id: number } & ({ part: Part } | { rows: ParticleRows } | { failure: string });
type Work = (part: Part) => Promise<ParticleRows>;
interface Waiting<T> {
  done: (value: T) => void;
  fail: (error: Error) => void;
}

// A way to another worker.
export interface Line {
  onmessage: ((event: { data: never }) => unknown) | null;
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
}

// Another worker at the end of a line; it may ask us for the same.
function workOf(line: Line): Work {
  const asked = new Map<number, Waiting<ParticleRows>>();
  let next = 0;
  line.onmessage = async ({ data }: { data: Message }) => {
    if ("part" in data) {
      const reply = await unpackPart(data.part).then((rows) => ({ rows }), (error: Error) => ({ failure: error.message }));
      line.postMessage({ id: data.id, ...reply }, "rows" in reply ? buffersOfRows(reply.rows) : []);
      return;
    }
    const { done, fail } = asked.get(data.id)!;
    asked.delete(data.id);
    if ("rows" in data) done(data.rows);
    else fail(new Error(data.failure));
  };
  return (part) =>
    new Promise((done, fail) => {
      asked.set(next, { done, fail });
      line.postMessage({ id: next++, part }, [part.member.buffer]);
    });
}

export class Helpers {
  private readonly free: Work[] = Array.from({ length: HANDS }, () => unpackPart); // our own hands last
  private readonly queue: ({ part: Part } & Waiting<ParticleRows>)[] = [];

  add(line: Line): void {
    const work = workOf(line);
    for (let hand = 0; hand < HANDS; ++hand) this.free.unshift(work);
  }

  unpack = (part: Part): Promise<ParticleRows> =>
    new Promise((done, fail) => {
      this.queue.push({ part, done, fail });
      this.handOut();
    });

  private handOut(): void {
    while (this.free.length > 0 && this.queue.length > 0) {
      const work = this.free.shift()!;
      const { part, done, fail } = this.queue.shift()!;
      void work(part).then(done, fail).finally(() => {
        this.free.push(work);
        this.handOut();
      });
    }
  }
}
