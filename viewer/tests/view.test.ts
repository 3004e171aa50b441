// What the viewer shows of runs and of files that belong to none: parts, ranges, camera, pictures.
import * as THREE from "three";
import { describe, expect, it } from "vitest";
import { ColourRange } from "../src/colour_range";
import { planFrame } from "../src/data/frame_plan";
import type { FrameStore } from "../src/data/frame_store";
import { HeldRanges } from "../src/data/held_ranges";
import { fileOfFrame, loadRun, sequenceOf, type Run } from "../src/data/run";
import type { Source } from "../src/data/source";
import type { PackedFrame } from "../src/decode/pack";
import { cameraHome } from "../src/draw/camera_home";
import { colouredRange } from "../src/draw/coloured_range";
import { cameraText, sceneCamera, type SceneCamera } from "../src/draw/scene_camera";
import { SettingsStore, STARTING_SETTINGS } from "../src/settings";
import { partsOf } from "../src/ui/parts_list";
import { pictureName } from "../src/ui/save_picture";

const sourceOf = (files: Record<string, unknown>): Source => ({ text: async (address: string) => JSON.stringify(files[address]) }) as Source;
const part = (stage: string, kind: string, name: string, pattern: string, frames = [1, 2]) => ({ stage, kind, name, pattern, frames });
const contents = { version: "1", git_hash: "2", finished: true, ledgers: [], obstacles: [] };

describe("files that belong to no run", () => {
  const bounds = { min: [0, 0, 0], max: [1, 2, 3] };
  const sequences = [part("files", "mesh", "bowl", "files/bowl.ply"), part("files", "particles", "their", "files/their.%04d.bgeo")];

  it("have an extent instead of a scene", async () => {
    const run = await loadRun(sourceOf({ "runs/0/contents.json": { ...contents, sequences, bounds, spacing: 0.1 } }), "a", "runs/0/");
    expect(run).toMatchObject({ loose: true, scene: { domain: bounds, particle_spacing: 0.1 }, ledger: [] });
    expect(run.sequences.map(({ kind }) => kind)).toEqual(["surface", "particles"]);
    expect(planFrame([run], { ...STARTING_SETTINGS, surface: true }, 2).map(({ wanted }) => wanted?.address)).toEqual(["runs/0/files/bowl.ply", "runs/0/files/their.0002.bgeo"]);
  });

  it("stand still without a number", () => expect([1, 2].map((frame) => fileOfFrame("files/bowl.ply", frame))).toEqual(["files/bowl.ply", "files/bowl.ply"]));
});

describe("parts", () => {
  const sequences = [part("simulate", "particles", "water", "p"), part("foam", "particles", "spray", "s"), part("surface", "particles", "kernels", "k"), part("surface", "mesh", "water", "m")].map((one) => sequenceOf(one)!);
  const run = { name: "a", address: "", scene: {}, sequences } as Run;

  it("of the foam stage have a colour of their own", () => {
    expect(sequences.map(({ kind }) => kind)).toEqual(["particles", "whitewater", "kernels", "surface"]);
    expect(partsOf([run, run])).toEqual([{ name: "water" }, { name: "spray", colour: "#ffffff" }]);
    expect(colouredRange({ kind: "whitewater" }, { kind: "particles", count: 1, attributes: ["speed"], values: { low: 0, high: 1 } } as PackedFrame, STARTING_SETTINGS)).toBeUndefined();
  });

  it("are hidden by their name, or all spray together", () => {
    const shown = (settings: object) => planFrame([run], { ...STARTING_SETTINGS, surface: true, ...settings }, 1).filter(({ wanted }) => wanted).map(({ sequence }) => sequence.pattern);
    expect(shown({})).toEqual(["p", "s", "m"]);
    expect(shown({ hidden: ["water"] })).toEqual(["s"]);
    expect(shown({ whitewater: false })).toEqual(["p", "m"]);
  });
});

describe("the range of the colours", () => {
  const particles = (low: number, high: number, count = 1) => ({ kind: "particles", count, attributes: ["speed"], values: { low, high } }) as PackedFrame;
  const FRAMES: Record<string, PackedFrame> = { "1": particles(0, 1), "2": particles(-1, 0.5), "3": particles(0, 8), "4": particles(0, 0, 0) };
  const sequence = sequenceOf(part("simulate", "particles", "water", "%04d", [1, 2, 3, 4]))!;
  const set = (settings: object = {}) => {
    const store = new SettingsStore({ ...STARTING_SETTINGS, ...settings });
    const loaded: string[] = [];
    const frames = { peek: ({ address }: { address: string }) => FRAMES[String(Number(address))], load: async ({ address }: { address: string }) => void loaded.push(address) } as unknown as FrameStore;
    const range = new ColourRange(frames, store, (frame) => planFrame([{ name: "", address: "", scene: {}, sequences: [sequence] } as unknown as Run], store.value, frame));
    return { store, range, loaded };
  };

  it("widens with the frames that were seen, and does not narrow", () => {
    const { range } = set();
    expect([1, 2, 3, 1].map((frame) => range.of(frame))).toEqual([{ low: 0, high: 1 }, { low: -1, high: 1 }, { low: -1, high: 8 }, { low: -1, high: 8 }]);
  });

  it("is that of the frame, or fixed, on request", () => {
    const { store, range } = set({ rangeOf: "frame" });
    expect([3, 2].map((frame) => range.of(frame))).toEqual([{ low: 0, high: 8 }, { low: -1, high: 0.5 }]);
    store.change({ rangeOf: "fixed", fixedRange: { low: 2, high: 3 } });
    expect(range.of(1)).toEqual({ low: 2, high: 3 });
  });

  it("is that of all frames after each was loaded once", async () => {
    const { range, loaded } = set({ rangeOf: "all" });
    expect(range.of(1)).toEqual({ low: 0, high: 1 });
    expect(await range.lookThrough(() => [1, 2, 3, 4])).toBe(true);
    expect(loaded.map(Number)).toEqual([2, 3, 4]);
    expect(range.of(2)).toEqual({ low: -1, high: 8 });
    expect(await range.lookThrough(() => [1, 2, 3, 4])).toBe(false);
  });

  it("starts anew when something else is shown, and empty frames have none", () => {
    const { store, range } = set();
    range.of(3);
    store.change({ surface: true });
    expect(range.of(1)).toEqual({ low: 0, high: 1 });
    expect(range.of(4)).toBeUndefined();
  });

  it("is held for each attribute by itself", () => {
    const held = new HeldRanges();
    held.include("a", 1, { low: 0, high: 1 });
    expect(held.include("b", 1, undefined)).toBeUndefined();
    expect([held.of("a"), held.has("b", 1), held.has("a", 2)]).toEqual([{ low: 0, high: 1 }, true, false]);
  });
});

// Where the path tracer's camera (lamella/render/camera.cpp) sees a point: -1 to 1 upwards and, times the aspect, sideways.
function seenByTracer({ position, look_at, field_of_view }: SceneCamera, point: THREE.Vector3, aspect: number): [number, number] {
  const from = new THREE.Vector3(...position);
  const forward = new THREE.Vector3(...look_at).sub(from).normalize();
  const right = forward.clone().cross(new THREE.Vector3(0, 1, 0)).normalize();
  const up = right.clone().cross(forward);
  const half = Math.tan((field_of_view * Math.PI) / 360), away = point.clone().sub(from), depth = away.dot(forward);
  return [away.dot(right) / depth / (half * aspect), away.dot(up) / depth / half];
}

describe("the camera", () => {
  const scene = { domain: { min: [0, 0, 0], max: [2, 1, 1] }, particle_spacing: 0.1 } as Run["scene"];
  const cameraAt = (aspect: number) => {
    const { position, target, fieldOfView } = cameraHome(scene, aspect);
    const camera = new THREE.PerspectiveCamera(fieldOfView, aspect, 0.01, 100);
    camera.position.copy(position);
    camera.lookAt(target);
    camera.updateMatrixWorld();
    return { camera, target };
  };

  it("of a scene shows every point where the picture of the page has it", () => {
    for (const aspect of [0.7, 16 / 9]) {
      const { camera, target } = cameraAt(aspect);
      const copied = JSON.parse(cameraText(sceneCamera(camera, target))) as SceneCamera;
      for (const point of [new THREE.Vector3(0, 0, 0), new THREE.Vector3(2, 1, 0), new THREE.Vector3(1.3, 0.4, 0.9)]) {
        const onPage = point.clone().project(camera), [x, y] = seenByTracer(copied, point, aspect);
        expect(x).toBeCloseTo(onPage.x, 4);
        expect(y).toBeCloseTo(onPage.y, 4);
      }
    }
  });

  it("looks along the direction of the scene when it is fitted", () => {
    const { camera } = cameraAt(1.5);
    const direction = new THREE.Vector3(-0.55, -0.38, -1).normalize();
    expect(camera.getWorldDirection(new THREE.Vector3()).distanceTo(direction)).toBeLessThan(1e-6);
  });

  it("has as many digits as it needs", () => {
    const camera = new THREE.PerspectiveCamera(30);
    camera.position.set(1 / 3, -1e-12, 1234.56789);
    expect(cameraText(sceneCamera(camera, new THREE.Vector3(0, 0, 0)))).toBe('{ "position": [0.33, 0, 1234.57], "look_at": [0, 0, 0], "field_of_view": 30 }');
  });
});

it("pictures are named after the run and the frame", () => {
  expect(pictureName(["drop"], 7)).toBe("drop.0007.png");
  expect(pictureName(["their.%04d.bgeo"], 12)).toBe("their.0012.png");
  expect(pictureName(["a b/out", "*.ply"], 1)).toBe("a_b_out-lamella.0001.png");
});
