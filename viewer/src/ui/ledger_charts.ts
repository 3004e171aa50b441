// What the ledger says, over the frames: in step with the time line.
import { PLOT_GROUPS, seriesOf, type PlotGroup, type Series } from "../data/ledger";
import type { Run } from "../data/run";
import type { Axis, Chart, Curve } from "./chart";

export const labelOf = (key: string): string => key.replace(/^(iterations|wall_s)\./, "").replace(/_(J|kg|m3|s)$/, "").replaceAll("_", " ");

// Places are counted from the first frame that is there.
function frameAxis(frames: number[]): Axis {
  const last = Math.max(0, frames.length - 1);
  const frameAt = (place: number): number => frames[Math.round(Math.min(last, Math.max(0, place)))];
  const placeOf = (frame: number): number => {
    const at = frames.findIndex((one) => one >= frame);
    return at < 0 ? last : at;
  };
  return { name: "frames", from: 0, to: Math.max(1, last), marks: [], placeOf, frameAt, textOf: (place) => `frame ${frameAt(place)}` };
}

function curveOf({ key, points }: Series, axis: Axis, run: number, colour: number): Curve {
  return {
    label: labelOf(key), run, colour,
    pieces: () => [points.map(({ frame, value }) => ({ x: axis.placeOf(frame), y: value }))],
    at: (place) => points.find(({ frame }) => frame === axis.frameAt(place))?.value,
  };
}

function chartOf(runs: Run[], group: PlotGroup, axis: Axis): Chart {
  const all = runs.map((run) => seriesOf(run.ledger, group));
  const values = all.flat().flatMap(({ points }) => points.map(({ value }) => value));
  const low = values.reduce((a, b) => Math.min(a, b), 0), high = values.reduce((a, b) => Math.max(a, b), low + 1e-30);
  const curves = all.flatMap((list, run) => list.map((series, k) => curveOf(series, axis, run, k)));
  return { name: group.name, unit: group.unit, axis, range: { low, high }, curves };
}

// Groups without numbers are not offered.
export function ledgerCharts(runs: Run[], frames: number[]): Chart[] {
  const axis = frameAxis(frames);
  return PLOT_GROUPS.map((group) => chartOf(runs, group, axis)).filter(({ curves }) => curves.length > 0);
}
