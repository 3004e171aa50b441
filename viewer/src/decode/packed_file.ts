// Particles as the program's server packs them (lamella/view/packed_particles.hpp): the arrays for the graphics card, and
// after them a description in JSON.
import type { Progress } from "./incoming";
import type { PackedParticles, Range } from "./pack";

interface Description {
  count: number;
  attributes: string[];
  values: Range;
  largestRadius: number;
}

export function unpackReply(buffer: ArrayBuffer): PackedParticles {
  const end = buffer.byteLength - 4;
  const length = new DataView(buffer).getUint32(end, true);
  const description = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, end - length, length))) as Description;
  const { count } = description;
  return { kind: "particles", ...description, positions: new Float32Array(buffer, 0, 3 * count), valueAndRadius: new Uint16Array(buffer, 12 * count, 2 * count) };
}

// Into one buffer, where the browser can; it saves a third of the time. Nothing when less comes than was promised: the server
// has found the file damaged.
export async function readReply(reply: Response, tell: (progress: Progress) => void): Promise<ArrayBuffer | undefined> {
  const total = Number(reply.headers.get("Promised-Length"));
  const buffer = total > 0 ? await fill(reply, total, tell) : undefined;
  return buffer?.byteLength === total ? buffer : undefined;
}

async function fill(reply: Response, total: number, tell: (progress: Progress) => void): Promise<ArrayBuffer | undefined> {
  const reader = byteReader(reply);
  if (!reader) return reply.arrayBuffer();
  let buffer = new ArrayBuffer(total);
  for (let loaded = 0; loaded < total; tell({ loaded, total })) {
    const { value, done } = await reader.read(new Uint8Array(buffer, loaded));
    if (done) return undefined;
    buffer = value.buffer as ArrayBuffer;
    loaded += value.length;
  }
  return buffer;
}

function byteReader(reply: Response): ReadableStreamBYOBReader | undefined {
  try {
    return reply.body!.getReader({ mode: "byob" });
  } catch {
    return undefined;
  }
}
