// What the ledger says, over the time of the frames that are there.
import { PLOT_GROUPS, seriesOf, type PlotGroup, type Series } from "../data/ledger";
import type { Run } from "../data/run";
import { timeOf } from "../data/scene";
import type { Axis, Chart, Curve } from "./chart";
import { plotAxis, type AxisUnit } from "./plot_axis";

export const labelOf = (key: string): string => key.replace(/^(iterations|wall_s|foam)\./, "").replace(/_(J|kg|m3|s)$/, "").replaceAll("_", " ");

function curveOf({ key, points }: Series, run: Run, index: number, axis: Axis, colour: number): Curve {
  const shown = points.map(({ frame, value }) => ({ x: timeOf(run.scene, frame), y: value })).filter(({ x }) => x >= axis.from - 1e-9 && x <= axis.to + 1e-9);
  return { label: labelOf(key), run: index, colour, pieces: () => [shown], at: (place) => points.find(({ frame }) => frame === axis.frameAt(place))?.value };
}

function chartOf(runs: Run[], group: PlotGroup, axis: Axis): Chart {
  const all = runs.map((run) => seriesOf(run.ledger, group));
  const values = all.flat().flatMap(({ points }) => points.map(({ value }) => value));
  const low = values.reduce((a, b) => Math.min(a, b), 0), high = values.reduce((a, b) => Math.max(a, b), low + 1e-30);
  const curves = all.flatMap((list, index) => list.map((series, k) => curveOf(series, runs[index], index, axis, k)));
  return { name: group.name, unit: group.unit, axis, range: { low, high }, curves };
}

// Groups without numbers are not offered.
export function ledgerCharts(runs: Run[], frames: number[], unit: AxisUnit = "time"): Chart[] {
  const axis = plotAxis(runs[0].scene, frames, [], unit);
  return PLOT_GROUPS.map((group) => chartOf(runs, group, axis)).filter(({ curves }) => curves.length > 0);
}
