import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { FrameCache } from "../src/data/frame_cache";
import { sumOf } from "../src/data/frame_store";
import { missingFrames, planFrame } from "../src/data/frame_plan";
import { joinLedgers, PLOT_GROUPS, seriesOf } from "../src/data/ledger";
import { fileOfFrame, framesOf, sequenceOf, type Run } from "../src/data/run";
import { parametersOf, splitUnit, type Parameter, type Schema } from "../src/data/schema";
import { STARTING_SETTINGS } from "../src/settings";

describe("the ledger", () => {
  const simulate = '{"frame":1,"kinetic_J":2.5,"potential_J":null,"wall_s":{"simulate":0.5},"iterations":{}}\n{"frame":2,"kinetic_J":0,"wall_s":{"simulate":1}}\n{"frame":3,"kine';
  const surface = '{"frame":2,"mesh_volume_m3":7,"wall_s":{"surface":4}}\n{"frame":1,"mesh_volume_m3":6,"wall_s":{"surface":3}}\n';

  it("joins the stages on the frame and leaves out the line that is being written", () => {
    const rows = joinLedgers([simulate, surface, ""]);
    expect(rows.map((row) => row.frame)).toEqual([1, 2]);
    expect(rows[0].values.get("wall_s.surface")).toBe(3);
    expect(rows[0].values.has("potential_J")).toBe(false);
  });

  it("offers series that say something", () => {
    const rows = joinLedgers([simulate, surface]);
    const of = (name: string) => seriesOf(rows, PLOT_GROUPS.find((group) => group.name === name)!);
    expect(of("Energy")).toEqual([{ key: "kinetic_J", points: [{ frame: 1, value: 2.5 }, { frame: 2, value: 0 }] }]);
    expect(of("Wall time").map((series) => series.key)).toEqual(["wall_s.simulate", "wall_s.surface"]);
    expect(of("Iterations")).toEqual([]);
  });
});

describe("runs", () => {
  const sequences = [
    sequenceOf({ stage: "simulate", kind: "particles", name: "water", pattern: "particles/water.%04d.bgeo", frames: [1, 2, 4] })!,
    sequenceOf({ stage: "surface", kind: "mesh", name: "water", pattern: "surface/water.%04d.ply", frames: [2] })!,
  ];
  const run = { name: "a", address: "runs/0/", scene: {}, sequences } as Run;
  const settings = { ...STARTING_SETTINGS, surface: true, look: "wires" } as const;

  it("know their sequences by the kind", () => {
    expect(sequences[1]).toMatchObject({ kind: "surface", fluid: "water" });
    expect(sequenceOf({ stage: "simulate", kind: "level_set", name: "water", pattern: "level_sets/water.%04d.vdb", frames: [1] })).toBeUndefined();
    expect(fileOfFrame("particles/water.%04d.bgeo", 12)).toBe("particles/water.0012.bgeo");
    expect(fileOfFrame("particles/water.%04d.bgeo", 12345)).toBe("particles/water.12345.bgeo");
    expect(framesOf([run, run])).toEqual([1, 2, 4]);
  });

  it("ask for the files that are shown and there", () => {
    expect(planFrame([run], settings, 2).map((planned) => planned.wanted)).toEqual([
      { kind: "particles", address: "runs/0/particles/water.0002.bgeo", attribute: "speed", edges: false, particles: [] },
      { kind: "surface", address: "runs/0/surface/water.0002.ply", attribute: "speed", edges: true, particles: [] },
    ]);
    const plan = planFrame([run], settings, 4);
    expect(plan[1].wanted).toBeUndefined();
    expect(missingFrames(plan, settings, 4)).toBe("a: there is no surface/water.0004.ply");
    expect(missingFrames(plan, { ...settings, surface: false }, 4)).toBe("");
  });
});

it("the progress of several files is known when all lengths are", () => {
  expect(sumOf([{ loaded: 3, total: 10 }, { loaded: 7, total: 30 }])).toEqual({ loaded: 10, total: 40 });
  expect(sumOf([{ loaded: 3, total: 10 }, { loaded: 0, total: 0 }])).toEqual({ loaded: 3, total: 0 });
});

describe("the cache of frames", () => {
  it("stays within its budget and lets go of what was used longest ago", () => {
    const cache = new FrameCache<string>(100);
    for (let k = 0; k < 200; ++k) {
      cache.set(`frame ${k}`, "", 10);
      expect(cache.bytes).toBeLessThanOrEqual(100);
    }
    cache.get("frame 190");
    cache.set("new", "", 10);
    expect([cache.has("frame 190"), cache.has("frame 191")]).toEqual([true, false]);
    cache.set("new", "", 20);
    expect(cache.bytes).toBe(100);
    cache.set("huge", "", 500);
    expect([cache.has("huge"), cache.bytes]).toEqual([true, 500]);
  });

  it("tells what leaves", () => {
    const left: string[] = [];
    const cache = new FrameCache<string>(20, (value) => left.push(value));
    for (const name of ["a", "b", "c"]) cache.set(name, name, 10);
    cache.set("c", "another c", 10);
    expect(left).toEqual(["a", "c"]);
    expect([cache.bytesOf("b"), cache.bytesOf("a")]).toEqual([10, 0]);
  });
});

describe("parameters", () => {
  const schema = JSON.parse(readFileSync("../scenes/schema.json", "utf8")) as Schema;
  const scene = {
    particle_spacing: 0.02, gravity: [0, -9.81, 0],
    solver: { type: "sph", pressure: { type: "wcsph", gamma: 3 }, viscosity: "artificial" },
    fluids: [{ name: "milk", shapes: [{ type: "box", min: [0, 0, 0] }] }], surface: { type: "mueller2003", cell: 0.5 }, render: null,
  };
  const all = (list: Parameter[]): Parameter[] => list.flatMap((one) => [one, ...all(one.children)]);
  const find = (path: string) => all(parametersOf(schema, scene)).find((one) => one.path === path)!;

  it("have units and sentences from the schema", () => {
    expect(splitUnit("distance of neighbouring particles (m)")).toEqual({ sentence: "distance of neighbouring particles", unit: "m" });
    expect(splitUnit("no unit")).toEqual({ sentence: "no unit", unit: "" });
    expect(find("particle_spacing")).toMatchObject({ value: "0.02", unit: "m" });
    expect(find("gravity")).toMatchObject({ value: "0, -9.81, 0", unit: "m/s^2", changed: false });
    expect(find("surface.cell").unit).toBe("d");
    expect(find("render").value).toBe("none");
  });

  it("follow the chosen method and the names of list items", () => {
    expect(find("solver.pressure.gamma")).toMatchObject({ value: "3", changed: true, sentence: expect.stringContaining("exponent of the Tait equation") });
    expect(find("solver.pressure").changed).toBe(true);
    expect(find("solver.type").sentence).toBe("smoothed particle hydrodynamics");
    expect(find("fluids[0]").name).toBe("milk");
    expect(find("fluids[0].shapes[0].min").sentence).toBe("its lowest corner");
  });
});
