// What the probes measured, over the time. A chart has the columns of a probe that have one unit.
import { rowAt, type Probe } from "../data/probe";
import type { Run } from "../data/run";
import { thinned } from "../data/thinning";
import type { Range } from "../decode/pack";
import type { Axis, Chart, Curve } from "./chart";
import { plotAxis, type AxisUnit } from "./plot_axis";

// By how the names of columns end.
const UNITS: Record<string, string> = { Pa: "Pa", ms: "m/s", m: "m", m3: "m³", m3s: "m³/s", kg: "kg", kgs: "kg/s", N: "N", Nm: "N m", J: "J", s: "s" };

export function quantityOf(key: string): { label: string; unit: string } {
  const cut = key.lastIndexOf("_");
  const unit = cut > 0 ? UNITS[key.slice(cut + 1)] : undefined;
  return { label: (unit ? key.slice(0, cut) : key).replaceAll("_", " "), unit: unit ?? "1" };
}

// The first and the last time of each probe.
const endsOf = (runs: Run[]): number[] =>
  runs.flatMap(({ probes }) => probes.map(({ times }) => times).filter(({ length }) => length > 0).flatMap((times) => [times[0], times.at(-1)!]));

function curveOf(probe: Probe, key: string, { from, to }: Axis, run: number, colour: number): Curve {
  const { times } = probe, values = probe.column(key);
  const at = (time: number): number | undefined => {
    const row = rowAt(times, time);
    return row === undefined || Number.isNaN(values[row]) ? undefined : values[row];
  };
  return { label: quantityOf(key).label, run, colour, pieces: (columns) => thinned(times, values, from, to, columns), at };
}

function rangeOf(columns: Float64Array[]): Range | undefined {
  let low = Infinity, high = -Infinity;
  for (const values of columns)
    for (const value of values) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
  return low <= high ? { low, high } : undefined;
}

interface Found {
  probe: Probe;
  run: number;
}

// The probes of one name in all runs.
function chartsOf(name: string, found: Found[], axis: Axis): Chart[] {
  const keys = [...new Set(found.flatMap(({ probe }) => probe.keys))];
  const units = [...new Set(keys.map((key) => quantityOf(key).unit))];
  return units.map((unit) => {
    const own = keys.filter((key) => quantityOf(key).unit === unit);
    const shown = found.flatMap(({ probe, run }) => own.map((key, colour) => ({ probe, run, key, colour })).filter(({ key }) => probe.keys.includes(key)));
    const curves = shown.map(({ probe, run, key, colour }) => curveOf(probe, key, axis, run, colour));
    const labels = own.map((key) => quantityOf(key).label).join(", ");
    return { name: `${name}: ${labels}`, unit, axis, range: rangeOf(shown.map(({ probe, key }) => probe.column(key))), curves };
  });
}

export function probeCharts(runs: Run[], frames: number[], unit: AxisUnit = "time"): Chart[] {
  const found = runs.flatMap(({ probes }, run) => probes.map((probe) => ({ probe, run })));
  if (found.length === 0) return [];
  const axis = plotAxis(runs[0].scene, frames, endsOf(runs), unit);
  return [...new Set(found.map(({ probe }) => probe.name))].flatMap((name) => chartsOf(name, found.filter(({ probe }) => probe.name === name), axis));
}
