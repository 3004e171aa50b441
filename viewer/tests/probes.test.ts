import { describe, expect, it } from "vitest";
import { Probe, rowAt } from "../src/data/probe";
import { refreshProbes, type Run } from "../src/data/run";
import { frameNearest, timeOf, type Scene } from "../src/data/scene";
import type { Source } from "../src/data/source";
import { thinned } from "../src/data/thinning";
import { probeCharts, quantityOf } from "../src/ui/probe_charts";

const HEAD = "time_s,pressure_Pa,vx_ms,vy_ms,vz_ms,filling\n";
const probeOf = (text: string, name = "gauge"): Probe => {
  const probe = new Probe(name);
  probe.take(text);
  return probe;
};
const scene = { domain: { min: [0, 0, 0], max: [1, 1, 1] }, frame_rate: 50, particle_spacing: 0.1 } as Scene;

describe("the table of a probe", () => {
  it("has a row a line, and nothing where a cell is empty", () => {
    const probe = probeOf(`${HEAD}0,,,,,0\r\n0.001,1e2,-1,0,.5,1\n`);
    expect(probe.keys).toEqual(["pressure_Pa", "vx_ms", "vy_ms", "vz_ms", "filling"]);
    expect([...probe.times]).toEqual([0, 0.001]);
    expect([...probe.column("pressure_Pa")]).toEqual([NaN, 100]);
    expect([...probe.column("vz_ms")]).toEqual([NaN, 0.5]);
    expect([...probe.column("filling")]).toEqual([0, 1]);
    expect(probe.problem).toBe("");
  });

  it("leaves out the line that is being written, and goes on when it is whole", () => {
    const whole = "time_s,height_m\n0,1\n0.5,1.25\n1,1.5\n";
    const probe = new Probe("gauge");
    for (let size = 0; size <= whole.length; ++size) {
      probe.take(whole.slice(0, size));
      expect(probe.times.length).toBe(Math.max(0, whole.slice(0, size).split("\n").length - 2));
    }
    expect([...probe.column("height_m")]).toEqual([1, 1.25, 1.5]);
    expect(probe.problem).toBe("");
  });

  it("is read anew where the file is another one", () => {
    const probe = probeOf("time_s,height_m\n0,1\n0.5,2\n");
    probe.take("time_s,height_m\n");
    expect(probe.times.length).toBe(0);
    probe.take("time_s,height_m,filled_m\n0,3,4\n");
    expect([probe.keys, [...probe.column("filled_m")]]).toEqual([["height_m", "filled_m"], [4]]);
  });

  it("leaves out rows that cannot be right, and tells the first", () => {
    const probe = probeOf("time_s,height_m\n0,1\n0.1\n0.2,2,3\n\n0.3,high\n,4\n0.4,inf\n0.5,5\n");
    expect([...probe.times]).toEqual([0, 0.5]);
    expect(probe.problem).toBe("line 3 has 1 cells, not 2");
    expect(probeOf("time_s,height_m\n0,x\n").problem).toBe("'x' in line 2 is not a number");
    probe.take("time_s,height_m\n0,1\n");
    expect(probe.problem).toBe("");
  });

  it("needs the time first", () => {
    const probe = probeOf("height_m,time_s\n1,2\n");
    expect([probe.keys, probe.times.length, probe.problem]).toEqual([[], 0, "the first column is 'height_m', not 'time_s'"]);
    expect([probeOf("").keys, probeOf("").problem]).toEqual([[], ""]);
  });

  it("has the steps of a resumed run once", () => {
    const probe = probeOf("time_s,height_m\n0,1\n1,2\n2,3\n1,4\n1.5,5\n");
    expect([...probe.times]).toEqual([0, 1, 1.5]);
    expect([...probe.column("height_m")]).toEqual([1, 4, 5]);
  });

  it("may be huge, and then grows without being read again", () => {
    const rows = Array.from({ length: 300_000 }, (_, i) => `${i / 10_000},${i % 7},${i},${-i},0,${i % 2 ? "" : 1}\n`);
    const text = HEAD + rows.join("");
    const probe = probeOf(text);
    expect(probe.times.length).toBe(300_000);
    expect([probe.times.at(-1), probe.column("vx_ms").at(-1), probe.column("filling").at(-1)]).toEqual([29.9999, 299_999, NaN]);
    const { buffer } = probe.times;
    probe.take(`${text}30,1,2,3,4,5\n`);
    expect(probe.times.length).toBe(300_001);
    expect(probe.times.buffer).toBe(buffer);
  });
});

it("the row of a time is the nearest one", () => {
  const times = Float64Array.of(1, 2, 4);
  expect([1, 1.4, 1.6, 2.9, 3.1, 4].map((time) => rowAt(times, time))).toEqual([0, 0, 1, 1, 2, 2]);
  expect([0.5, -1, 5, 7].map((time) => rowAt(times, time))).toEqual([0, undefined, 2, undefined]);
  expect([rowAt(Float64Array.of(), 0), rowAt(Float64Array.of(3), 3), rowAt(Float64Array.of(3), 2.9)]).toEqual([undefined, 0, undefined]);
});

describe("a thinned curve", () => {
  const xs = (count: number) => Float64Array.from({ length: count }, (_, i) => i / (count - 1));

  it("has every row where there are few", () => {
    expect(thinned([0, 1, 2], [5, 3, 4], 0, 2, 100)).toEqual([[{ x: 0, y: 5 }, { x: 1, y: 3 }, { x: 2, y: 4 }]]);
    expect(thinned([], [], 0, 2, 100)).toEqual([]);
    expect(thinned([1], [7], 1, 1, 100)).toEqual([[{ x: 1, y: 7 }]]);
  });

  it("keeps the lowest and the highest of each column of pixels", () => {
    const count = 100_000, columns = 100;
    const ys = Float64Array.from({ length: count }, (_, i) => Math.sin(i) + i / count);
    ys[54_321] = 50;
    ys[54_323] = -50;
    const [piece, ...others] = thinned(xs(count), ys, 0, 1, columns);
    expect(others).toEqual([]);
    expect(piece.length).toBeLessThanOrEqual(4 * (columns + 1));
    const within = (column: number) => piece.filter(({ x }) => Math.floor(x * columns) === column).map(({ y }) => y);
    for (let column = 0; column < columns; ++column) {
      const own = ys.filter((_, i) => Math.floor((i / (count - 1)) * columns) === column);
      expect([Math.min(...within(column)), Math.max(...within(column))]).toEqual([Math.min(...own), Math.max(...own)]);
    }
    expect(piece.every(({ x }, k) => k === 0 || x > piece[k - 1].x)).toBe(true);
  });

  it("is broken at gaps that can be seen", () => {
    expect(thinned([0, 1, 2, 3, 4], [NaN, 1, NaN, 2, NaN], 0, 4, 100)).toEqual([[{ x: 1, y: 1 }], [{ x: 3, y: 2 }]]);
    const wide = Float64Array.from({ length: 10_000 }, (_, i) => (i >= 4000 && i < 6000 ? NaN : 1));
    expect(thinned(xs(10_000), wide, 0, 1, 100).length).toBe(2);
    const narrow = Float64Array.from({ length: 10_000 }, (_, i) => (i % 2 ? NaN : i));
    expect(thinned(xs(10_000), narrow, 0, 1, 100).length).toBe(1);
    expect(thinned(xs(100), new Float64Array(100).fill(NaN), 0, 1, 10)).toEqual([]);
  });
});

it("frame 1 is the time 0", () => {
  expect([1, 2, 51].map((frame) => timeOf(scene, frame))).toEqual([0, 0.02, 1]);
  expect(timeOf({ ...scene, frame_rate: undefined }, 25)).toBe(1);
  expect([-1, 0.009, 0.011, 0.06, 9].map((time) => frameNearest(scene, [1, 2, 3, 7], time))).toEqual([1, 1, 2, 3, 7]);
});

describe("the charts of probes", () => {
  const gauge = probeOf(`${HEAD}0,,,,,0\n0.01,100,1,2,3,1\n0.03,50,4,5,6,1\n`);
  const runs = [{ scene, probes: [gauge] }, { scene, probes: [probeOf("time_s,pressure_Pa\n0.05,70\n")] }] as Run[];

  it("join what has one unit, by the probe's name", () => {
    expect(["volume_m3s", "tx_Nm", "height_m", "filling", "time_of_day"].map(quantityOf)).toEqual([
      { label: "volume", unit: "m³/s" }, { label: "tx", unit: "N m" }, { label: "height", unit: "m" }, { label: "filling", unit: "1" }, { label: "time of day", unit: "1" },
    ]);
    expect(probeCharts(runs, [1, 2]).map(({ name, unit, curves }) => [name, unit, curves.map(({ run }) => run)])).toEqual([
      ["gauge: pressure", "Pa", [0, 1]], ["gauge: vx, vy, vz", "m/s", [0, 0, 0]], ["gauge: filling", "1", [0]],
    ]);
    expect(probeCharts([{ scene, probes: [] as Probe[] } as Run], [1])).toEqual([]);
  });

  it("have an axis of seconds for frames and rows, and read the nearest row", () => {
    const [{ axis, range, curves }] = probeCharts(runs, [1, 2, 3]);
    expect([axis.from, axis.to, axis.placeOf(3), axis.frameAt(0.021), axis.textOf(0.0125)]).toEqual([0, 0.05, 0.04, 2, "0.0125 s"]);
    expect(axis.marks).toContain(0.02);
    expect(range).toEqual({ low: 50, high: 100 });
    expect([0, 0.012, 0.03, 0.05, 0.2].map((time) => curves[0].at(time))).toEqual([undefined, 100, 50, 50, undefined]);
  });

  it("may be without a row or a value", () => {
    const empty = [{ scene, probes: [probeOf("time_s,height_m\n"), probeOf("time_s,height_m\n0,\n", "other")] }] as Run[];
    for (const { range, curves } of probeCharts(empty, [])) expect([range, curves[0].pieces(10), curves[0].at(0)]).toEqual([undefined, [], undefined]);
  });
});

it("probes are loaded again with what is wrong, and stay when their file does not come", async () => {
  const files: Record<string, string> = { "runs/0/probes/a.csv": "time_s,height_m\n0,1\n", "runs/0/probes/b.csv": "nothing\n" };
  const text = async (address: string): Promise<string> => {
    if (!(address in files)) throw new Error(`${address}: there is no such file`);
    return files[address];
  };
  const source = { text } as Partial<Source> as Source;
  const run = { address: "runs/0/", probeFiles: [{ name: "a", file: "probes/a.csv" }, { name: "b", file: "probes/b.csv" }], probes: [] as Probe[] } as Partial<Run> as Run;
  expect(await refreshProbes(source, run)).toEqual(["runs/0/probes/b.csv: the first column is 'nothing', not 'time_s'"]);
  delete files["runs/0/probes/b.csv"];
  files["runs/0/probes/a.csv"] += "1,2\n";
  const [a] = run.probes;
  expect(await refreshProbes(source, run)).toEqual(["runs/0/probes/b.csv: there is no such file"]);
  expect(run.probes[0]).toBe(a);
  expect([...a.times]).toEqual([0, 1]);
});
