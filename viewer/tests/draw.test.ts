import * as THREE from "three";
import { describe, expect, it } from "vitest";
import type { Scene } from "../src/data/scene";
import type { PackedMesh, PackedParticles } from "../src/decode/pack";
import { cameraHome, domainOf, fittedPosition } from "../src/draw/camera_home";
import { COLOUR_MAPS, defaultMapOf, mapNamed, tableOf, type Rgb } from "../src/draw/colour_maps";
import { detailFor } from "../src/draw/level_of_detail";
import { pickParticle, pickVertex, type Clip, type Ray } from "../src/draw/picking";
import { poseAt } from "../src/draw/pose";
import { clipOf } from "../src/draw/run_view";
import { roundStep } from "../src/draw/surroundings";

// CIE 1976 lightness from sRGB: another measure than the one that the maps are made with.
function cieLightness(rgb: Rgb): number {
  const linear = rgb.map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4));
  const y = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  return y > 0.008856 ? 116 * Math.cbrt(y) - 16 : 903.3 * y;
}

describe("colour maps", () => {
  it.each(["tide", "ember", "lagoon", "grey"])("%s grows lighter in even steps", (name) => {
    const steps = Array.from({ length: 11 }, (_, k) => cieLightness(mapNamed(name).at(k / 10)));
    const differences = steps.slice(1).map((value, k) => value - steps[k]);
    const mean = (steps[10] - steps[0]) / 10;
    expect(mean).toBeGreaterThan(5);
    for (const difference of differences) expect(Math.abs(difference - mean)).toBeLessThan(0.45 * mean);
  });

  it("balance is as light on both sides", () => {
    for (const t of [0, 0.2, 0.4]) expect(cieLightness(mapNamed("balance").at(t))).toBeCloseTo(cieLightness(mapNamed("balance").at(1 - t)), -1);
  });

  it("categories are told apart", () => {
    const table = tableOf(mapNamed("categories"), 12);
    for (let a = 0; a < 12; ++a)
      for (let b = 0; b < a; ++b) expect(Math.hypot(...[0, 1, 2].map((k) => table[4 * a + k] - table[4 * b + k]))).toBeGreaterThan(15);
  });

  it("stay within what screens show, and suit the attribute", () => {
    for (const map of COLOUR_MAPS) for (let k = 0; k <= 20; ++k) for (const x of map.at(k / 20)) expect(x >= 0 && x <= 1).toBe(true);
    expect(["speed", "phase", "thin"].map(defaultMapOf)).toEqual(["tide", "categories", "marked"]);
  });
});

describe("level of detail", () => {
  it("covers the same area with fewer particles when far", () => {
    expect(detailFor(10)).toEqual({ stride: 1, growth: 1, balls: true });
    expect(detailFor(1)).toEqual({ stride: 1, growth: 1, balls: false });
    for (const radius of [0.4, 0.2, 0.1, 0.01]) {
      const { stride, growth } = detailFor(radius);
      expect(growth ** 2).toBeCloseTo(stride, 9);
    }
    expect(detailFor(0.25).stride).toBe(4);
    expect(detailFor(1e-9).stride).toBe(16);
  });
});

const NO_CLIP: Clip = [0, 0, 0, 1];

describe("picking", () => {
  const ray: Ray = { origin: [0, 0, 10], direction: [0, 0, -1] };
  const particles = {
    kind: "particles", count: 3, positions: Float32Array.of(0, 0, 0, 0.4, 0, 5, 2, 0, 7), valueAndRadius: new Uint16Array(6), largestRadius: 0,
  } as unknown as PackedParticles;

  it("finds the nearest ball that the ray meets", () => {
    expect(pickParticle(particles, 0.5, ray, NO_CLIP)).toEqual({ row: 1, distance: 5 - Math.sqrt(0.25 - particles.positions[3] ** 2) });
    expect(pickParticle(particles, 0.3, ray, NO_CLIP)!.row).toBe(0);
    expect(pickParticle(particles, 0.5, { ...ray, direction: [0, 1, 0] }, NO_CLIP)).toBeUndefined();
  });

  it("does not meet what is cut off", () => expect(pickParticle(particles, 0.5, ray, [0, 0, 1, 1])!.row).toBe(0));

  it("uses the radii of the file", () => {
    const own = { ...particles, largestRadius: 0.5, valueAndRadius: Uint16Array.of(0, 65535, 0, 6553, 0, 65535) } as PackedParticles;
    expect(pickParticle(own, 9, ray, NO_CLIP)!.row).toBe(0);
  });

  it("finds the nearest corner of the first triangle", () => {
    const mesh = { positions: Float32Array.of(-1, -1, 0, 2, -1, 0, -1, 2, 0, -1, -1, 4, 2, -1, 4, -1, 2, 4), triangles: Uint32Array.of(0, 1, 2, 3, 4, 5) } as unknown as PackedMesh;
    expect(pickVertex(mesh, { ...ray, origin: [-0.9, -0.8, 10] }, NO_CLIP)).toEqual({ row: 3, distance: 6 });
    expect(pickVertex(mesh, { ...ray, origin: [1.5, -0.9, 10] }, NO_CLIP)!.row).toBe(4);
    expect(pickVertex(mesh, { ...ray, origin: [-0.9, -0.8, 10] }, [0, 0, 1, 3])!.row).toBe(0);
    expect(pickVertex(mesh, { ...ray, origin: [1.5, 1.5, 10] }, NO_CLIP)).toBeUndefined();
  });
});

describe("the camera", () => {
  const scene: Scene = { domain: { min: [0, 0, 0], max: [2, 1, 1] }, particle_spacing: 0.1 };

  it("fits the domain into the picture and touches its margin", () => {
    const forward = new THREE.Vector3(-0.55, -0.38, -1).normalize();
    const camera = new THREE.PerspectiveCamera(30, 1.5, 0.01, 100);
    camera.position.copy(fittedPosition(domainOf(scene), forward, 30, 1.5));
    camera.lookAt(camera.position.clone().add(forward));
    camera.updateMatrixWorld();
    const seen = Array.from({ length: 8 }, (_, i) => new THREE.Vector3(i & 1 ? 2 : 0, i & 2 ? 1 : 0, i & 4 ? 1 : 0).project(camera));
    const farthest = Math.max(...seen.map((p) => Math.max(Math.abs(p.x), Math.abs(p.y))));
    expect(farthest).toBeCloseTo(0.88, 3);
  });

  it("stands where the scene says", () => {
    const home = cameraHome({ ...scene, render: { camera: { position: [3, 2, 1], look_at: [1, 0, 0], field_of_view: 27 } } }, 16 / 9);
    expect(home.position.toArray()).toEqual([3, 2, 1]);
    expect([home.target.toArray(), home.fieldOfView]).toEqual([[1, 0, 0], 27]);
  });
});

it("obstacles move as geometry/motion.hpp says", () => {
  const motion = { pivot: [1, 0, 0] as [number, number, number], keys: [{ time: 1 }, { time: 3, translation: [0, 0, 4] as [number, number, number], rotation: [90, 0, 180] as [number, number, number] }] };
  const at = (time: number) => new THREE.Vector3(1, 1, 0).applyMatrix4(poseAt(motion, time)).toArray().map((x) => Number(x.toFixed(6)) + 0);
  expect(at(0)).toEqual([1, 1, 0]);
  expect(at(3)).toEqual([1, 0, 5]); // about x: up becomes towards us; about z: stays
  expect(at(9)).toEqual(at(3));
  expect(at(2).map((x) => x.toFixed(3))).toEqual([(1 - Math.SQRT1_2).toFixed(3), "0.000", (2 + Math.SQRT1_2).toFixed(3)]);
});

it("the clip plane crosses the domain", () => {
  const domain = new THREE.Box3(new THREE.Vector3(0, 0, 0), new THREE.Vector3(2, 4, 8));
  const hidden = (clip: Clip, y: number) => clip[1] * y > clip[3];
  const clip = clipOf({ clipAxis: "y", clipPlace: 0.25, clipFlipped: false }, domain);
  expect([hidden(clip, 0.9), hidden(clip, 1.1)]).toEqual([false, true]);
  const other = clipOf({ clipAxis: "y", clipPlace: 0.25, clipFlipped: true }, domain);
  expect([hidden(other, 0.9), hidden(other, 1.1)]).toEqual([true, false]);
  expect(clipOf({ clipAxis: "none", clipPlace: 0, clipFlipped: true }, domain)).toEqual([0, 0, 0, 1]);
});

it("grid steps are round", () => expect([2.4, 1, 30, 0.07].map((x) => Number(roundStep(x).toPrecision(6)))).toEqual([0.5, 0.1, 5, 0.01]));
