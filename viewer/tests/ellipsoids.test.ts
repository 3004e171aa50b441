import * as THREE from "three";
import { describe, expect, it } from "vitest";
import { planFrame } from "../src/data/frame_plan";
import { sequenceOf, type Run } from "../src/data/run";
import { decodeBgeo } from "../src/decode/bgeo";
import { Incoming } from "../src/decode/incoming";
import { bytesOfFrame } from "../src/decode/pack";
import { packEllipsoids, packTurn, unpackTurn, type Quaternion } from "../src/decode/pack_ellipsoids";
import { readTable } from "../src/decode/particle_file";
import { pickEllipsoid } from "../src/draw/picking";
import { bgeo, kernelBgeo, members, type SampleParticle } from "./samples";
import { STARTING_SETTINGS } from "../src/settings";

const TURN: Quaternion = [0.3, -0.5, 0.1, 0.8062257748];
const KERNELS = [
  { position: [0, 0, 0], orient: [0, 0, 0, 1], scale: [0.4, 0.2, 0.1] },
  { position: [2, 1, -3], orient: TURN, scale: [0.5, 0.25, 0.05] },
] as Parameters<typeof kernelBgeo>[0];
const FRAME = packEllipsoids(decodeBgeo(kernelBgeo(KERNELS)), "height");

describe("turns in four bytes", () => {
  it("come back to a quarter of a degree", () => {
    let state = 1;
    const random = (): number => (state = (state * 16807) % 2147483647) / 2147483647 - 0.5;
    for (let k = 0; k < 2000; ++k) {
      const turn = new THREE.Quaternion(random(), random(), random(), random()).normalize();
      const back = new THREE.Quaternion(...unpackTurn(packTurn(turn.toArray() as Quaternion)));
      expect(turn.angleTo(back)).toBeLessThan(0.0044);
    }
    for (let k = 0; k < 4; ++k)
      for (const sign of [1, -1]) {
        const turn = [0, 1, 2, 3].map((j) => (j === k ? sign : 0)) as Quaternion;
        expect(new THREE.Quaternion(...turn).angleTo(new THREE.Quaternion(...unpackTurn(packTurn(turn))))).toBeLessThan(0.004);
      }
  });

  it("are none where the file has nonsense", () => {
    for (const turn of [[0, 0, 0, 0], [NaN, 0, 0, 1], [Infinity, 0, 0, 0]] as Quaternion[]) expect(packTurn(turn)).toBe(packTurn([0, 0, 0, 1]));
  });
});

describe("ellipsoids", () => {
  it("take 16 bytes each", () => {
    expect(FRAME.count).toBe(2);
    expect(bytesOfFrame(FRAME)).toBe(2 * 16);
    expect([...FRAME.centresAndValues]).toEqual([0, 0, 65535, 0, 65535, 65535, 0, 65535]);
    expect([...FRAME.axes]).toEqual([204, 102, 51, 0, 255, 128, 26, 0]);
    expect(FRAME.bounds).toEqual([{ low: 0, high: 2 }, { low: 0, high: 1 }, { low: -3, high: 0 }]);
    expect(FRAME).toMatchObject({ largestAxis: 0.5, values: { low: 0, high: 1 }, attributes: ["id", "scale", "height"] });
  });

  it("need a turn and semi-axes", () => {
    expect(() => packEllipsoids(decodeBgeo(bgeo([])), "height")).toThrow("there is no attribute 'scale' of 3 numbers");
  });

  it("are coloured by what their particles have, found by their id", () => {
    const particle = (id: number, speed: number) => ({ position: [9, 9, 9], velocity: [0, speed, 0], id, radius: 0.5 }) as SampleParticle;
    const particles = [decodeBgeo(bgeo([particle(7, 100), particle(1, 3)])), decodeBgeo(bgeo([particle(0, 5)]))]; // two fluids
    const kernels = decodeBgeo(kernelBgeo([...KERNELS, KERNELS[0]])); // the third has no particle
    const frame = packEllipsoids(kernels, "speed", particles);
    expect(frame.values).toEqual({ low: 3, high: 5 });
    expect([3, 7, 11].map((k) => frame.centresAndValues[k])).toEqual([65535, 0, 0]);
    expect(frame.attributes).toEqual(["speed", "id", "kind", "pscale", "height", "scale"]);
    expect(packEllipsoids(kernels, "height", particles).values).toEqual({ low: 0, high: 1 }); // their own centres
    expect(packEllipsoids(kernels, "nothing", particles).values).toEqual({ low: 0, high: 0 });
  });

  it("are read from files in members", async () => {
    const plain = kernelBgeo(KERNELS);
    const chunks = [members(plain, [plain.length - 50])];
    expect((await readTable(new Incoming(async () => chunks.pop(), 0, () => undefined))).bytes).toEqual(plain);
  });

  it("are met where their surface is", () => {
    const none = [0, 0, 0, 1] as [number, number, number, number];
    expect(pickEllipsoid(FRAME, { origin: [0, 0, 5], direction: [0, 0, -1] }, none)).toMatchObject({ row: 0, distance: expect.closeTo(4.9, 3) });
    expect(pickEllipsoid(FRAME, { origin: [0.41, 0, 5], direction: [0, 0, -1] }, none)).toBeUndefined();
    expect(pickEllipsoid(FRAME, { origin: [0, 0, 5], direction: [0, 0, 1] }, none)).toBeUndefined();
    expect(pickEllipsoid(FRAME, { origin: [0, 0, 5], direction: [0, 0, -1] }, [0, 0, 1, -1])).toBeUndefined();
    // Along each turned axis.
    for (let k = 0; k < 3; ++k) {
      const axis = new THREE.Vector3().setComponent(k, 1).applyQuaternion(new THREE.Quaternion(...TURN));
      const origin = new THREE.Vector3(2, 1, -3).addScaledVector(axis, 3).toArray();
      const hit = pickEllipsoid(FRAME, { origin, direction: axis.clone().negate().toArray() }, none);
      expect(hit).toMatchObject({ row: 1, distance: expect.closeTo(3 - KERNELS[1].scale[k], 2) });
    }
  });

  it("stand for the particles of runs that have them", () => {
    const particles = sequenceOf({ stage: "simulate", kind: "particles", name: "water", pattern: "particles/water.%04d.bgeo", frames: [1] })!;
    const kernels = sequenceOf({ stage: "surface", kind: "particles", name: "kernels", pattern: "surface/kernels.%04d.bgeo", frames: [1] })!;
    const runs = [{ address: "runs/0/", scene: {}, sequences: [particles, kernels] }, { address: "runs/1/", scene: {}, sequences: [particles] }] as Run[];
    const plan = (particleLook: "balls" | "ellipsoids", particles = true) =>
      planFrame(runs, { ...STARTING_SETTINGS, particles, attribute: "scale", particleLook }, 1).map(({ wanted }) => wanted).filter((wanted) => wanted !== undefined);
    const shown = (...given: Parameters<typeof plan>) => plan(...given).map(({ address }) => address);
    expect(shown("balls")).toEqual(["runs/0/particles/water.0001.bgeo", "runs/1/particles/water.0001.bgeo"]);
    expect(shown("ellipsoids")).toEqual(["runs/0/surface/kernels.0001.bgeo", "runs/1/particles/water.0001.bgeo"]);
    expect(shown("ellipsoids", false)).toEqual([]);
    expect(plan("ellipsoids").map(({ particles: beside }) => beside)).toEqual([["runs/0/particles/water.0001.bgeo"], []]);
  });
});
