import { describe, expect, it } from "vitest";
import { packedAddress } from "../src/data/source";
import { buffersOf, bytesOfFrame } from "../src/decode/pack";
import { readReply, unpackReply } from "../src/decode/packed_file";

// As lamella/view/packed_particles.hpp describes it.
const DESCRIPTION = { count: 2, attributes: ["speed", "height"], values: { low: 1, high: 5 }, largestRadius: 0.5 };
const TEXT = Buffer.from(`${JSON.stringify(DESCRIPTION)}   `);
const LENGTH = Buffer.alloc(4);
LENGTH.writeUInt32LE(TEXT.length);
const BYTES = Uint8Array.from(Buffer.concat([Buffer.from(Float32Array.of(1, 2, 3, 4, 5, 6).buffer), Buffer.from(Uint16Array.of(0, 65535, 65535, 7).buffer), TEXT, LENGTH]));

// A reply that comes in pieces, to a browser that reads into given buffers or to another.
function replyOf(pieces: Uint8Array[], promised: number | undefined, type?: "bytes"): Response {
  const start = (to: { enqueue(piece: Uint8Array): void; close(): void }): void => {
    for (const piece of pieces) to.enqueue(piece.slice());
    to.close();
  };
  const whole = Uint8Array.from(Buffer.concat(pieces)).buffer;
  const headers = new Headers(promised === undefined ? {} : { "Promised-Length": String(promised) });
  return { body: new ReadableStream({ type, start } as never), headers, arrayBuffer: async () => whole } as never;
}

describe("particles that the server packed", () => {
  it("are read in place", () => {
    const frame = unpackReply(BYTES.slice().buffer);
    expect(frame).toMatchObject({ kind: "particles", ...DESCRIPTION });
    expect([...frame.positions]).toEqual([1, 2, 3, 4, 5, 6]);
    expect([...frame.valueAndRadius]).toEqual([0, 65535, 65535, 7]);
    expect(buffersOf(frame)).toHaveLength(1);
    expect(bytesOfFrame(frame)).toBe(BYTES.length);
  });

  it("come piece by piece", async () => {
    const pieces = [BYTES.slice(0, 10), BYTES.slice(10, 11), BYTES.slice(11)];
    for (const type of ["bytes", undefined] as const) {
      const told: number[] = [];
      const buffer = await readReply(replyOf(pieces, BYTES.length, type), ({ loaded }) => told.push(loaded));
      expect([...new Uint8Array(buffer!)]).toEqual([...BYTES]);
      if (type) expect(told.at(-1)).toBe(BYTES.length);
    }
  });

  it("are nothing when the server stopped on the way", async () => {
    for (const type of ["bytes", undefined] as const) {
      expect(await readReply(replyOf([BYTES.slice(0, 10)], BYTES.length, type), () => undefined)).toBeUndefined();
      expect(await readReply(replyOf([], undefined, type), () => undefined)).toBeUndefined();
    }
  });

  it("have an address beside their file", () => {
    expect(packedAddress("runs/1/particles/water.0002.bgeo", "a b")).toBe("runs/1/packed/a%20b/particles/water.0002.bgeo");
  });
});
