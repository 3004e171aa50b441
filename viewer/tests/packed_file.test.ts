import { describe, expect, it } from "vitest";
import { packedAddress } from "../src/data/source";
import { buffersOf, bytesOfFrame } from "../src/decode/pack";
import { readBody, unpackHead } from "../src/decode/packed_file";

// As lamella/view/packed_particles.hpp describes it.
function reply(head: object, ...arrays: (Float32Array | Uint16Array)[]): Uint8Array<ArrayBuffer> {
  const text = JSON.stringify(head);
  const padded = Buffer.from(text.padEnd(4 * Math.ceil(text.length / 4)));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(padded.length);
  return Uint8Array.from(Buffer.concat([length, padded, ...arrays.map((array) => Buffer.from(array.buffer))]));
}

const HEAD = { count: 2, attributes: ["speed", "height"], values: { low: 1, high: 5 }, largestRadius: 0.5 };
const BYTES = reply(HEAD, Float32Array.of(1, 2, 3, 4, 5, 6), Uint16Array.of(0, 65535, 65535, 7));

describe("particles that the server packed", () => {
  it("are read in place", () => {
    const frame = unpackHead(BYTES.slice());
    expect(frame).toMatchObject({ kind: "particles", ...HEAD });
    expect([...frame.positions]).toEqual([1, 2, 3, 4, 5, 6]);
    expect([...frame.valueAndRadius]).toEqual([0, 65535, 65535, 7]);
    expect(buffersOf(frame)).toHaveLength(1);
    expect(bytesOfFrame(frame)).toBe(BYTES.length);
  });

  it("are refused when they are cut, and the server's sentence is told", () => {
    for (const length of [0, 3, 20, BYTES.length - 1]) expect(() => unpackHead(BYTES.slice(0, length))).toThrow("the server's reply is cut");
    expect(() => unpackHead(reply({ failure: "a.bgeo: is damaged" }))).toThrow("a.bgeo: is damaged");
  });

  it("come piece by piece", async () => {
    const pieces = [BYTES.slice(0, 10), BYTES.slice(10, 11), BYTES.slice(11)];
    const start = (to: { enqueue(piece: Uint8Array): void; close(): void }): void => {
      for (const piece of pieces) to.enqueue(piece.slice());
      to.close();
    };
    const stream = (type?: "bytes"): ReadableStream => new ReadableStream({ type, start } as never);
    for (const type of ["bytes", undefined] as const) {
      const told: number[] = [];
      const body = { body: stream(type), headers: new Headers({ "Content-Length": String(BYTES.length) }), arrayBuffer: async () => BYTES.slice().buffer };
      expect([...(await readBody(body as never, ({ loaded }) => told.push(loaded)))]).toEqual([...BYTES]);
      if (type) expect(told.at(-1)).toBe(BYTES.length);
    }
    const short = { body: stream("bytes"), headers: new Headers({ "Content-Length": String(BYTES.length + 1) }) };
    await expect(readBody(short as never, () => undefined)).rejects.toThrow("the server's reply is cut");
  });

  it("have an address beside their file", () => {
    expect(packedAddress("runs/1/particles/water.0002.bgeo", "a b")).toBe("runs/1/packed/a%20b/particles/water.0002.bgeo");
    expect(packedAddress("runs/1/surface/water.0002.ply", "speed")).toBeUndefined();
  });
});
