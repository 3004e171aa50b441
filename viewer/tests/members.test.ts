import { describe, expect, it } from "vitest";
import { decodeBgeo } from "../src/decode/bgeo";
import { Helpers, type Line } from "../src/decode/helpers";
import { Incoming, seldom, type Progress } from "../src/decode/incoming";
import { hasMembers, memberLength } from "../src/decode/members";
import { packParticles } from "../src/decode/pack_particles";
import { readParticle, readParticles, unpackPart } from "../src/decode/particle_file";
import { readRow } from "../src/decode/record_table";
import { bgeo, members, packed } from "./samples";

const PLAIN = bgeo(Array.from({ length: 50 }, (_, k) => ({ position: [k, -k, 2 * k], velocity: [k - 20, 0, 0], id: k, radius: 0.1 + 0.01 * (k % 7) })));
const TABLE = decodeBgeo(PLAIN);
const cutAt = (...points: number[]): number[] => points.map((point) => TABLE.start + point * TABLE.stride);
const FILE = members(PLAIN, cutAt(10, 11, 37));

// Bytes that come in chunks of `size`.
function coming(bytes: Uint8Array, size: number, tell: (progress: Progress) => void = () => undefined): Incoming {
  let at = 0;
  const next = async (): Promise<Uint8Array | undefined> => (at < bytes.length ? bytes.slice(at, (at += size)) : undefined);
  return new Incoming(next, bytes.length, tell);
}

describe("bytes that come", () => {
  it("are given as they are asked for", async () => {
    const bytes = Uint8Array.from({ length: 100 }, (_, k) => k);
    for (const size of [1, 7, 50, 100, 1000]) {
      const told: number[] = [];
      const incoming = coming(bytes, size, ({ loaded, total }) => told.push(loaded / total));
      expect([...(await incoming.peek(3))]).toEqual([0, 1, 2]);
      expect([...(await incoming.take(5))]).toEqual([0, 1, 2, 3, 4]);
      expect([...(await incoming.take(50))]).toEqual([...bytes.subarray(5, 55)]);
      expect([...(await incoming.rest())]).toEqual([...bytes.subarray(55)]);
      expect(await incoming.peek(4)).toHaveLength(0);
      await expect(incoming.take(1)).rejects.toThrow("byte 100: the file ends here, 1 more bytes are needed");
      expect(told.at(-1)).toBe(1);
      expect(told).toEqual([...told].sort((a, b) => a - b));
    }
  });

  it("are told where the percentage changes", () => {
    const told: number[] = [];
    const tell = seldom(({ loaded }) => told.push(loaded));
    for (const loaded of [1, 5, 9, 10, 11, 505, 509, 999, 1000]) tell({ loaded, total: 1000 });
    for (const loaded of [1, 2]) seldom(({ loaded: bytes }) => told.push(bytes))({ loaded, total: 0 });
    expect(told).toEqual([1, 10, 505, 999, 1000, 1, 2]);
  });
});

describe("files in members", () => {
  it("are known by the length in the extra field", async () => {
    expect(memberLength(FILE)).toBeLessThan(FILE.length);
    expect(memberLength(packed(PLAIN))).toBeUndefined();
    expect(memberLength(PLAIN)).toBeUndefined();
    expect(await hasMembers(coming(FILE, 5))).toBe(true);
    expect(await hasMembers(coming(new Uint8Array(3), 5))).toBe(false);
  });

  it.each([3, 200, 1e6])("give what one piece gives, in chunks of %i bytes", async (size) => {
    const whole = packParticles(TABLE, "speed");
    for (const file of [FILE, members(PLAIN, []), members(PLAIN, cutAt(0, 50))])
      expect(await readParticles(coming(file, size), "speed", unpackPart)).toEqual(whole);
  });

  it("are unpacked by helpers in any order", async () => {
    const { port1, port2 } = new MessageChannel();
    const helper = new Helpers(), own = new Helpers();
    helper.add(port2 as unknown as Line);
    own.add(port1 as unknown as Line);
    const file = members(PLAIN, cutAt(...Array.from({ length: 49 }, (_, k) => k + 1)));
    expect(await readParticles(coming(file, 100), "id", own.unpack)).toEqual(packParticles(TABLE, "id"));
    const damaged = file.slice();
    damaged[file.length - 6] ^= 1;
    await expect(readParticles(coming(damaged, 100), "id", own.unpack)).rejects.toThrow("damaged or cut");
    port1.close();
  });

  it("give single rows", async () => {
    for (const row of [0, 9, 10, 11, 36, 37, 49]) expect(await readParticle(coming(FILE, 64), row)).toEqual(readRow(TABLE, row));
    await expect(readParticle(coming(FILE, 64), 50)).rejects.toThrow("there is no row 50");
  });

  it("refuse cuts inside a point, missing members and lies", async () => {
    const read = (file: Uint8Array) => readParticles(coming(file, 64), "speed", unpackPart);
    await expect(read(members(PLAIN, [cutAt(10)[0], cutAt(20)[0] + 1]))).rejects.toThrow("ends inside a point");
    const first = memberLength(FILE)!;
    for (const length of [30, first - 1, first, first + 10, first + 25, FILE.length - 1])
      await expect(read(FILE.slice(0, length)), String(length)).rejects.toThrow("the compressed data are damaged or cut");
    const many = PLAIN.slice();
    many.set([0x7f, 0xff, 0xff, 0xff], 9);
    await expect(read(members(many, cutAt(10)))).rejects.toThrow("the file ends before its 2147483647 points");
  });
});
