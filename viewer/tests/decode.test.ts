import { describe, expect, it } from "vitest";
import { attributeNames, attributeValues } from "../src/decode/attribute";
import { decodeBgeo } from "../src/decode/bgeo";
import { gunzip, isGzip } from "../src/decode/gunzip";
import { decodePly } from "../src/decode/ply";
import { fieldOf, readRow, readVectors } from "../src/decode/record_table";
import { bgeo, packed, plyQuad, type SampleParticle } from "./samples";

const PARTICLES: SampleParticle[] = [
  { position: [1, 2, 3], velocity: [0, 3, 4], id: 7, radius: 0.5 },
  { position: [-1, 0.25, 8], velocity: [1, 2, 2], id: -9, radius: 0.25 },
];

describe("BGEO", () => {
  it("gives positions, attributes and rows", () => {
    const table = decodeBgeo(bgeo(PARTICLES));
    expect(table.count).toBe(2);
    expect([...readVectors(table, fieldOf(table, "P")!)]).toEqual([1, 2, 3, -1, 0.25, 8]);
    expect(attributeNames(table)).toEqual(["speed", "id", "kind", "pscale", "height"]);
    expect([...attributeValues(table, "speed")!]).toEqual([5, 3]);
    expect([...attributeValues(table, "height")!]).toEqual([2, 0.25]);
    expect([...attributeValues(table, "id")!]).toEqual([7, -9]);
    expect(attributeValues(table, "temperature")).toBeUndefined();
    expect(readRow(table, 1)).toContainEqual({ name: "v", values: [1, 2, 2] });
  });

  it("takes an empty frame", () => expect(decodeBgeo(bgeo([])).count).toBe(0));

  it("refuses every cut", () => {
    const whole = bgeo(PARTICLES);
    for (let length = 0; length < whole.length; ++length) expect(() => decodeBgeo(whole.subarray(0, length)), String(length)).toThrow();
  });

  it("refuses other files with a sentence", () => {
    expect(() => decodeBgeo(new TextEncoder().encode("BgeoX and more"))).toThrow(/no classic BGEO/);
    const version = bgeo(PARTICLES);
    version[8] = 6;
    expect(() => decodeBgeo(version)).toThrow("version 6 is not read");
    const many = bgeo(PARTICLES);
    many.set([0x7f, 0xff, 0xff, 0xff], 9);
    expect(() => decodeBgeo(many)).toThrow(/the file ends here/);
    const negative = bgeo(PARTICLES);
    negative.set([0xff, 0xff, 0xff, 0xff], 9);
    expect(() => decodeBgeo(negative)).toThrow(/negative/);
  });
});

describe("gzip", () => {
  const bytes = Uint8Array.from({ length: 300_000 }, (_, i) => (i * i) % 251);

  it("gives back what was packed", async () => {
    expect(isGzip(packed(bytes))).toBe(true);
    expect(Buffer.compare(await gunzip(packed(bytes)), bytes)).toBe(0);
  });

  it("refuses cut and damaged data", async () => {
    const good = packed(bytes);
    const damaged = good.slice();
    damaged[good.length >> 1] ^= 0x55;
    const lying = good.slice();
    lying.set([0xff, 0xff, 0xff, 0x7f], good.length - 4);
    for (const bad of [good.slice(0, 10), good.slice(0, -1), good.slice(0, good.length >> 1), damaged, lying])
      await expect(gunzip(bad)).rejects.toThrow("the compressed data are damaged or cut");
  });
});

describe("PLY", () => {
  it.each(["little", "big"] as const)("reads %s-endian meshes and makes triangles", (order) => {
    const { vertices, triangles } = decodePly(plyQuad(order));
    expect([...readVectors(vertices, fieldOf(vertices, "P")!)]).toEqual([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]);
    expect([...triangles]).toEqual([0, 1, 2, 0, 2, 3]);
    expect(vertices.fields.map((field) => field.name)).toEqual(["P", "w", "red"]);
    expect([...attributeValues(vertices, "w")!]).toEqual([0, 5, 10, 15]);
    expect([...attributeValues(vertices, "red")!]).toEqual([0, 60, 120, 180]);
  });

  it("refuses every cut", () => {
    const whole = plyQuad();
    for (let length = 0; length < whole.length; ++length) expect(() => decodePly(whole.subarray(0, length)), String(length)).toThrow();
  });

  it("refuses a vertex that is not there, ASCII and other files", () => {
    const wrong = plyQuad();
    wrong[wrong.length - 4] = 4;
    expect(() => decodePly(wrong)).toThrow("a face names the vertex 4; there are 4");
    const text = (words: string) => new TextEncoder().encode(words);
    expect(() => decodePly(text("ply\nformat ascii 1.0\nend_header\n"))).toThrow(/ASCII/);
    expect(() => decodePly(text("solid"))).toThrow(/no PLY file/);
  });
});
