import { describe, expect, it } from "vitest";
import { decodeBgeo } from "../src/decode/bgeo";
import { buffersOf, bytesOfFrame, packMesh, rangeOf, risingEdges, vertexNormals } from "../src/decode/pack";
import { packParticles } from "../src/decode/pack_particles";
import { decodePly } from "../src/decode/ply";
import { lookOf } from "../src/draw/coloured_range";
import { bgeo, plyPainted, plyQuad, type SampleParticle } from "./samples";

const particle = (k: number): SampleParticle => ({ position: [k, 2 * k, 3 * k], velocity: [k, 0, 0], id: k, radius: 0.1 * (1 + (k % 4)) });
const TABLE = decodeBgeo(bgeo(Array.from({ length: 101 }, (_, k) => particle(k))));

describe("particles", () => {
  it("take 16 bytes each", () => expect(bytesOfFrame(packParticles(TABLE, "speed"))).toBe(16 * 101));

  it("keep value and radius to 1 part in 65535", () => {
    const { valueAndRadius, values, largestRadius } = packParticles(TABLE, "speed");
    expect(values).toEqual({ low: 0, high: 100 });
    expect(largestRadius).toBeCloseTo(0.4, 6);
    for (let k = 0; k <= 100; ++k) {
      expect(Math.abs((valueAndRadius[2 * k] / 65535) * 100 - k)).toBeLessThan(100 / 65535);
      expect(Math.abs((valueAndRadius[2 * k + 1] / 65535) * largestRadius - particle(k).radius)).toBeLessThan(1e-5);
    }
  });

  it("without the attribute have no values", () => {
    const { values, valueAndRadius } = packParticles(TABLE, "temperature");
    expect(values).toEqual({ low: 0, high: 0 });
    expect(valueAndRadius[4]).toBe(0);
  });
});

it("ranges leave out what is not finite", () => {
  expect(rangeOf(Float32Array.of(3, NaN, -1, Infinity, -Infinity))).toEqual({ low: -1, high: 3 });
  expect(rangeOf(new Float32Array(0))).toEqual({ low: 0, high: 0 });
});

describe("meshes", () => {
  it("get normals where the file has none", () => {
    const mesh = packMesh(decodePly(plyQuad()), "height", false);
    expect([...mesh.normals.slice(0, 3)]).toEqual([0, 0, 32767]);
    expect([...mesh.vertexValues]).toEqual([0, 0, 65535, 65535]);
    expect(mesh.edges.length).toBe(0);
    expect(buffersOf(mesh)).toHaveLength(5);
  });

  it("bring colours of their own where the file has them", () => {
    const mesh = packMesh(decodePly(plyPainted()), "height", false);
    expect([...mesh.colours!]).toEqual([255, 0, 0, 0, 255, 0, 0, 0, 255]);
    expect(buffersOf(mesh)).toHaveLength(6);
    expect(packMesh(decodePly(plyQuad()), "height", false).colours).toBeUndefined();
    const look = (file: Uint8Array<ArrayBuffer>) =>
      lookOf({ kind: "surface" }, packMesh(decodePly(file), "height", false), { look: "own", attribute: "height" });
    expect([look(plyPainted()), look(plyQuad())]).toEqual(["own", "matt"]);
  });

  it("share no memory with the bytes of the file, which are given back", () => {
    const decoded = decodePly(plyQuad());
    for (const buffer of buffersOf(packMesh(decoded, "height", true))) expect(buffer).not.toBe(decoded.vertices.bytes.buffer);
  });

  it("have each edge of a closed mesh once", () => {
    const tetrahedron = Uint32Array.of(0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3);
    const edges = risingEdges(tetrahedron);
    const names = Array.from({ length: edges.length / 2 }, (_, k) => `${edges[2 * k]}-${edges[2 * k + 1]}`).sort();
    expect(names).toEqual(["0-1", "0-2", "0-3", "1-2", "1-3", "2-3"]);
    const corners = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);
    const [x, y, z] = vertexNormals(corners, tetrahedron);
    expect(Math.hypot(x, y, z)).toBeCloseTo(1, 6);
    expect([x, y, z].every((n) => n < 0)).toBe(true);
  });
});
