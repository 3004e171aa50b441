import * as THREE from "three";
import { describe, expect, it } from "vitest";
import { missingFrames, planFrame } from "../src/data/frame_plan";
import { parsePoses, PoseStore } from "../src/data/poses";
import { addressOf, beginsWithParticles, framesOf, sequenceOf, type Run, type SequenceKind } from "../src/data/run";
import type { Source } from "../src/data/source";
import { decodeBgeo } from "../src/decode/bgeo";
import { curvesOf } from "../src/decode/curves";
import { buffersOf } from "../src/decode/pack";
import { ellipseOf, packDiscs, turnTo } from "../src/decode/pack_discs";
import { unpackTurn } from "../src/decode/pack_ellipsoids";
import { packTubes, SIDES } from "../src/decode/pack_tubes";
import { pickEllipsoid, pickVertex, type Clip, type Ray } from "../src/draw/picking";
import { matrixOf } from "../src/draw/pose";
import { lookOf } from "../src/draw/coloured_range";
import { STARTING_SETTINGS } from "../src/settings";
import { curveBgeo, surfelBgeo } from "./samples";

const OPEN: Clip = [0, 0, 0, 1];
const part = (kind: string, stage = "simulate", name = "jelly") => ({ stage, kind, name, pattern: `x/${name}.%04d.y`, frames: [1, 2] });
const down = (x: number, z: number): Ray => ({ origin: [x, 5, z], direction: [0, -1, 0] });

describe("a page", () => {
  const begins = (parts: ReturnType<typeof part>[], loose = false): boolean =>
    beginsWithParticles([{ loose, sequences: parts.map((one) => sequenceOf(one)!) }]);
  it("begins with particles where something is not seen without them", () => {
    const [jelly, water] = [part("particles"), part("particles", "simulate", "water")];
    for (const parts of [[], [water]]) expect(begins(parts)).toBe(true);
    expect(begins([water, part("mesh", "surface", "water")])).toBe(false);
    expect(begins([jelly, part("surfels")])).toBe(false);
    expect(begins([jelly, part("surfels"), water])).toBe(true);
    expect(begins([jelly, part("surfels")], true)).toBe(true);
  });
  it("has the frames of rigid bodies that are alone, and else those of what is drawn", () => {
    const poses = { pattern: "bodies.%04d.json", frames: new Set([2, 1, 3]) };
    expect(framesOf([{ sequences: [], poses }])).toEqual([1, 2, 3]);
    expect(framesOf([{ sequences: [sequenceOf(part("particles"))!], poses }])).toEqual([1, 2]);
    expect(framesOf([{ sequences: [] }])).toEqual([]);
  });
});

describe("parts of a frame", () => {
  it("are drawn by their kind", () => {
    const kinds = ["surfels", "strands", "tetrahedra", "mesh", "level_set", "poses", "picture"];
    expect(kinds.map((kind) => sequenceOf(part(kind))?.kind)).toEqual(["surfels", "strands", "tetrahedra", "mesh", undefined, undefined, undefined]);
    expect(sequenceOf(part("mesh", "surface"))?.kind).toBe("surface");
    expect(sequenceOf(part("mesh", "simulate", "milk"), { fluids: [{ name: "milk" }] })?.kind).toBe("surface");
    expect(sequenceOf(part("mesh", "simulate", "cloth"), { obstacles: [{ name: "cloth" }] })?.kind).toBe("obstacle");
  });

  it("are asked for where the program has them", () => {
    const run = { address: "runs/0/" };
    expect(addressOf(run, { kind: "tetrahedra", pattern: "tets/a.%04d.vtu" }, 7)).toBe("runs/0/borders/tets/a.0007.vtu.ply");
    expect(addressOf(run, { kind: "strands", pattern: "strands/a.%04d.bgeo" }, 7)).toBe("runs/0/strands/a.0007.bgeo");
  });

  it("are shown or hidden together, and missed when they are not there", () => {
    const run = { name: "r", address: "runs/0/", scene: {}, sequences: [sequenceOf(part("strands"))!] } as Run;
    expect(planFrame([run], STARTING_SETTINGS, 2)[0].wanted?.kind).toBe("strands");
    expect(planFrame([run], { ...STARTING_SETTINGS, matter: false }, 2)[0].wanted).toBeUndefined();
    expect(missingFrames(planFrame([run], STARTING_SETTINGS, 9), STARTING_SETTINGS, 9)).toContain("jelly.0009");
  });

  it("are coloured where they have the attribute, and never water", () => {
    const frame = packTubes(decodeBgeo(curveBgeo([[0, 0, 0], [1, 0, 0]], [{ rows: [0, 1] }])), "T");
    const look = (kind: SequenceKind, attribute: string, wires = false) => lookOf({ kind }, frame, { look: wires ? "wires" : "water", attribute });
    expect([look("strands", "T"), look("tetrahedra", "T"), look("mesh", "T", true), look("strands", "T", true)]).toEqual(["colour", "flat", "wires", "colour"]);
    expect([look("strands", "stress"), look("surface", "stress")]).toEqual(["matt", "water"]);
  });
});

describe("strands", () => {
  const POINTS: [number, number, number][] = [[0, 0, 0], [1, 0, 0], [2, 0, 0], [0, 0, 3]];
  const CURVES = [{ rows: [2, 1, 0], alone: true }, { rows: [0, 1, 2], open: false }, { rows: [3] }];
  const TABLE = decodeBgeo(curveBgeo(POINTS, CURVES));

  it("are the open polygons", () => {
    expect(curvesOf(TABLE)).toEqual({ rows: [2, 1, 0, 3], first: [0, 3, 4] });
  });

  it("are refused where the file is damaged", () => {
    const whole = curveBgeo(POINTS, CURVES);
    for (let size = whole.length - 30; size < whole.length - 2; ++size) {
      let failure = "";
      try {
        curvesOf(decodeBgeo(whole.slice(0, size)));
      } catch (error) {
        failure = (error as Error).message;
      }
      expect(failure).not.toBe("");
    }
    expect(() => curvesOf(decodeBgeo(curveBgeo(POINTS, [{ rows: [0, 4] }])))).toThrow("there are 4");
  });

  it("become tubes of their radius with a ring at each point", () => {
    const mesh = packTubes(TABLE, "T");
    expect(mesh.count).toBe(4 * SIDES);
    expect(mesh.triangles.length).toBe(3 * 2 * 2 * SIDES);
    for (let i = 0; i < 3 * SIDES; ++i) expect(Math.hypot(mesh.positions[3 * i + 1], mesh.positions[3 * i + 2])).toBeCloseTo(0.1, 5);
    expect(mesh.values).toEqual({ low: 0, high: 3 });
    expect(mesh.attributes).toContain("T");
    expect(buffersOf(mesh).length).toBe(6);
  });

  it("face outwards", () => {
    const { positions: p, triangles, normals } = packTubes(TABLE, "T");
    const at = (i: number) => new THREE.Vector3(...p.slice(3 * i, 3 * i + 3));
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = [at(triangles[t]), at(triangles[t + 1]), at(triangles[t + 2])];
      const turn = b.clone().sub(a).cross(c.clone().sub(a));
      const out = new THREE.Vector3(...normals.slice(3 * triangles[t], 3 * triangles[t] + 3));
      expect(turn.dot(out)).toBeGreaterThan(0);
    }
  });

  it("are picked by their points", () => {
    const mesh = packTubes(TABLE, "T");
    expect(pickVertex(mesh, down(1.9, 0), OPEN)?.row).toBe(2);
    expect(pickVertex(mesh, down(0.1, 0), OPEN)?.row).toBe(0);
    expect(pickVertex(mesh, down(0.1, 0.2), OPEN)).toBeUndefined();
    expect(pickVertex(mesh, down(1.9, 0), [1, 0, 0, 1.5])).toBeUndefined();
  });
});

describe("surfels", () => {
  const FRAME = packDiscs(decodeBgeo(surfelBgeo([
    { position: [0, 0, 0], normal: [0, 2, 0], radius: 0.5 },
    { position: [2, 1, 0], normal: [1, 0, 0], radius: 0.25 },
  ])), "pscale");

  it("turn the z axis to their normals", () => {
    for (const normal of [[1, 0, 0], [0, -3, 0], [0, 0, 1], [0, 0, -1], [1, 2, -3], [1e-4, 0, -1]] as [number, number, number][]) {
      const turned = new THREE.Vector3(0, 0, 1).applyQuaternion(new THREE.Quaternion(...turnTo(...normal)).normalize());
      expect(turned.angleTo(new THREE.Vector3(...normal))).toBeLessThan(0.002);
    }
  });

  it("are flat across them", () => {
    const normal = new THREE.Vector3(0, 0, 1).applyQuaternion(new THREE.Quaternion(...unpackTurn(FRAME.turns[1])));
    expect(normal.angleTo(new THREE.Vector3(1, 0, 0))).toBeLessThan(0.01);
    expect([...FRAME.axes.slice(0, 3)]).toEqual([255, 255, 4]);
    expect(FRAME.values).toEqual({ low: 0.25, high: 0.5 });
  });

  it("are picked as discs", () => {
    expect(pickEllipsoid(FRAME, down(0.4, 0), OPEN)?.row).toBe(0);
    expect(pickEllipsoid(FRAME, down(0.4, 0), OPEN)?.distance).toBeCloseTo(5, 1);
    expect(pickEllipsoid(FRAME, down(0.6, 0), OPEN)).toBeUndefined();
    expect(pickEllipsoid(FRAME, down(2.1, 0), OPEN)).toBeUndefined(); // seen from the edge
  });

  it("are ellipses where they have half-axes", () => {
    for (const [a, b] of [[[0, 0.5, 0], [0, 0, 0.25]], [[0.3, 0.4, 0], [0.3, -0.4, 0.1]], [[-2, 0, 0], [0, -1, 0]], [[0, 0, -1], [0, 2, 0.1]]]) {
      const { axes, turn } = ellipseOf(a, b);
      const rotation = new THREE.Quaternion(...turn).normalize(), of = (v: number[]) => new THREE.Vector3(...(v as [number, number, number]));
      const normal = of(a).cross(of(b));
      expect(new THREE.Vector3(0, 0, 1).applyQuaternion(rotation).angleTo(normal)).toBeLessThan(1e-4);
      expect(axes[0] * axes[1]).toBeCloseTo(normal.length(), 5); // the area
      expect(axes[0] ** 2 + axes[1] ** 2).toBeCloseTo(of(a).lengthSq() + of(b).lengthSq(), 5);
      expect(axes[0]).toBeGreaterThanOrEqual(axes[1]);
    }
  });

  it("need normals and radii", () => {
    expect(() => packDiscs(decodeBgeo(curveBgeo([[0, 0, 0]], [])), "T")).toThrow("'N'");
  });
});

describe("poses", () => {
  const TEXT = JSON.stringify({
    frame: 2, time_s: 0.1, bodies: [{ name: "paddle", rotation: [0, 0, 1, 1, 0, 0, 0, 1, 0], translation: [1, 2, 3], orient: [0.5, 0.5, 0.5, 0.5] }],
  });

  it("place bodies where they were written to be", () => {
    const matrix = matrixOf(parsePoses(TEXT).get("paddle")!);
    expect(new THREE.Vector3(1, 0, 0).applyMatrix4(matrix).toArray()).toEqual([1, 3, 3]);
  });

  it("are refused when they are not numbers", () => {
    expect(() => parsePoses(TEXT.replace("[1,2,3]", "[1,2]"))).toThrow("twelve numbers");
    expect(() => parsePoses("{")).toThrow();
  });

  it("are loaded once, and only where there are some", async () => {
    const asked: string[] = [];
    const source = { text: async (address: string) => (asked.push(address), TEXT) } as Partial<Source> as Source;
    const store = new PoseStore(source);
    const run = { address: "runs/1/", poses: { pattern: "bodies.%04d.json", frames: new Set([2]) } };
    expect((await store.of(run, 2))?.has("paddle")).toBe(true);
    await store.of(run, 2);
    expect(await store.of(run, 3)).toBeUndefined();
    expect(await store.of({ address: "runs/0/" }, 2)).toBeUndefined();
    expect(asked).toEqual(["runs/1/bodies.0002.json"]);
  });
});
