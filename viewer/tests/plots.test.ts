import { describe, expect, it } from "vitest";
import { joinLedgers, PLOT_GROUPS, seriesOf } from "../src/data/ledger";
import type { Run } from "../src/data/run";
import type { Curve } from "../src/ui/chart";
import { ledgerCharts } from "../src/ui/ledger_charts";
import { plotAxis } from "../src/ui/plot_axis";
import { cutAtGaps, verticalScales } from "../src/ui/plot_scale";

const SCENE = { domain: { min: [0, 0, 0], max: [1, 1, 1] }, particle_spacing: 0.1, frame_rate: 50 } as Run["scene"];
const ledger = (rows: object[]): string => rows.map((row) => JSON.stringify(row)).join("\n");
const energy = PLOT_GROUPS[0];

describe("the energies of a ledger", () => {
  it("have a total of what is stored, where there is more than one", () => {
    const rows = joinLedgers([ledger([
      { frame: 1, kinetic_J: 0, potential_J: -4, heat_J: 0 }, { frame: 2, kinetic_J: 1.5, potential_J: -6, elastic_J: 2, surface_J: 0.25, heat_J: 7 }, { frame: 3, mass_kg: 1 },
    ])]);
    const series = seriesOf(rows, energy);
    expect(series.map(({ key }) => key)).toEqual(["kinetic_J", "potential_J", "heat_J", "elastic_J", "surface_J", "total_J"]);
    expect(series.at(-1)).toEqual({ key: "total_J", points: [{ frame: 1, value: -4 }, { frame: 2, value: -2.25 }] });
    expect(seriesOf(joinLedgers([ledger([{ frame: 1, kinetic_J: 3, potential_J: 0 }])]), energy).map(({ key }) => key)).toEqual(["kinetic_J"]);
  });

  it("are not those of spray and foam", () => {
    const liquid = ledger([{ frame: 1, particles: 100, wall_s: { simulate: 2 } }]);
    const foam = ledger([{ frame: 1, particles: 7, steps: 3, wall_s: { foam: 1 }, method: { spray: 4, foam: 2, bubbles: 1 } }]);
    const [row] = joinLedgers([liquid, foam], ["simulate", "foam"]);
    expect(Object.fromEntries(row.values)).toEqual({ frame: 1, particles: 100, "wall_s.simulate": 2, "wall_s.foam": 1, "foam.spray": 4, "foam.foam": 2, "foam.bubbles": 1 });
  });
});

describe("the axis of a plot", () => {
  it("is marked at round seconds or frames, over the same time", () => {
    const frames = Array.from({ length: 101 }, (_, k) => k + 1);
    const time = plotAxis(SCENE, frames, [], "time"), numbers = plotAxis(SCENE, frames, [], "frames");
    expect([time.from, time.to, time.marks, time.marks.map(time.markOf)]).toEqual([0, 2, [0, 0.5, 1, 1.5, 2], ["0 s", "0.5 s", "1 s", "1.5 s", "2 s"]]);
    expect(numbers.marks.map(numbers.markOf)).toEqual(["20", "40", "60", "80", "100"]);
    expect([numbers.to, numbers.marks[0], numbers.textOf(0.39), numbers.frameAt(0.39)]).toEqual([2, 0.38, "frame 20", 20]);
  });

  it("has only whole frames, and survives one frame and none", () => {
    expect(plotAxis(SCENE, [1, 2, 3], [], "frames").marks.map((mark) => mark * 50 + 1)).toEqual([1, 2, 3]);
    expect(plotAxis(SCENE, [7], [], "frames").marks).toEqual([0.12]);
    expect(plotAxis(SCENE, [], [], "time")).toMatchObject({ from: 0, to: 1 });
  });

  it("shows the ledger's rows at their times", () => {
    const run = { scene: SCENE, ledger: joinLedgers([ledger([{ frame: 1, kinetic_J: 1 }, { frame: 3, kinetic_J: 2 }, { frame: 9, kinetic_J: 5 }])]), probes: [] } as unknown as Run;
    const [{ curves: [curve] }] = ledgerCharts([run], [1, 2, 3]);
    expect(curve.pieces(100)).toEqual([[{ x: 0, y: 1 }, { x: 0.04, y: 2 }]]);
    expect([curve.at(0.001), curve.at(0.02), curve.at(0.04)]).toEqual([1, undefined, 2]);
  });
});

describe("the height of a value", () => {
  const curve = (...values: number[]): Curve => ({ label: "", run: 0, colour: 0, pieces: () => [values.map((y, x) => ({ x, y }))], at: () => undefined });
  const curves = [curve(0, 10, 1000), curve(-5, 5)];
  const chart = { curves, range: { low: -5, high: 1000 } };

  it("is over one axis, with a line at zero", () => {
    const [first, second] = verticalScales(chart, "one", 100);
    expect(first).toBe(second);
    expect([first.heightOf(-5), first.heightOf(1000), first.lines, first.range]).toEqual([0.04, expect.closeTo(0.96, 9), [0], chart.range]);
  });

  it("is over each curve's own", () => {
    const scales = verticalScales(chart, "own", 100);
    expect(scales.map(({ range }) => range)).toEqual([{ low: 0, high: 1000 }, { low: -5, high: 5 }]);
    expect([scales[0].heightOf(1000), scales[1].heightOf(5)]).toEqual([expect.closeTo(0.96, 9), expect.closeTo(0.96, 9)]);
  });

  it("is over powers of ten, where only positive values have one", () => {
    const [scale] = verticalScales(chart, "log", 100);
    expect([scale.range!.low, scale.range!.high]).toEqual([expect.closeTo(5, 6), expect.closeTo(1000, 6)]);
    expect(scale.lines).toEqual([10, 100, 1000]);
    expect([scale.heightOf(0), scale.heightOf(-5)]).toEqual([undefined, undefined]);
    const decade = scale.heightOf(100)! - scale.heightOf(10)!;
    expect(scale.heightOf(1000)! - scale.heightOf(100)!).toBeCloseTo(decade, 9);
    expect(verticalScales({ curves: [curve(0, -1)] }, "log", 100)[0].heightOf(1)).toBeUndefined();
    expect(verticalScales({ curves: [curve(1, 1e-30)] }, "log", 100)[0].range!.low).toBeCloseTo(1e-8, 12);
  });

  it("leaves gaps where there is none", () => {
    expect(cutAtGaps([1, 2, -1, 3, -1, -1, 4, 5], (x) => x > 0)).toEqual([[1, 2], [3], [4, 5]]);
    expect(cutAtGaps([-1], (x) => x > 0)).toEqual([]);
  });
});
