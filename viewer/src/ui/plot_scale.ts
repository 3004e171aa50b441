// How high a value stands in a plot: over one axis for all curves, over each curve's own, or over powers of ten.
import type { Range } from "../decode/pack";
import type { Chart, Curve } from "./chart";

export const SCALES = ["one", "own", "log"] as const;
export type Scale = (typeof SCALES)[number];

export const SCALE_NAMES: Record<Scale, string> = { one: "one axis", own: "own axes", log: "logarithmic" };

const MARGIN = 0.04; // kept free above and below
const MOST_DECADES = 8;

export interface VerticalScale {
  range?: Range; // what the numbers beside the plot say; absent: each curve has its own
  heightOf(value: number): number | undefined; // 0 at the lower border, 1 at the upper; nothing where it is not drawn
  lines: number[]; // values with a line across
}

function linear(range: Range): VerticalScale {
  const { low, high } = range;
  return { range, lines: low < 0 && high > 0 ? [0] : [], heightOf: (value) => MARGIN + ((1 - 2 * MARGIN) * (value - low)) / (high - low || 1) };
}

// Zero and negative values have no place. Far below the highest, nothing is told apart.
function logarithmic(curves: Curve[], columns: number): VerticalScale {
  const positive = curves.flatMap((curve) => curve.pieces(columns).flat()).map(({ y }) => y).filter((y) => y > 0);
  if (positive.length === 0) return { heightOf: () => undefined, lines: [] };
  const most = Math.log10(positive.reduce((a, b) => Math.max(a, b)));
  const least = Math.max(Math.log10(positive.reduce((a, b) => Math.min(a, b))), most - MOST_DECADES);
  const place = linear({ low: least, high: most > least ? most : least + 1 });
  const decades = Array.from({ length: MOST_DECADES + 2 }, (_, k) => Math.ceil(least) + k).filter((power) => power <= most);
  return {
    range: { low: 10 ** least, high: 10 ** most }, lines: decades.map((power) => 10 ** power),
    heightOf: (value) => (value >= 0.999 * 10 ** least ? place.heightOf(Math.log10(value)) : undefined),
  };
}

function own(curve: Curve, columns: number): VerticalScale {
  const values = curve.pieces(columns).flat().map(({ y }) => y);
  if (values.length === 0) return { heightOf: () => undefined, lines: [] };
  return { ...linear({ low: values.reduce((a, b) => Math.min(a, b)), high: values.reduce((a, b) => Math.max(a, b)) }), lines: [] };
}

// One for each curve of the chart; those of a shared axis are the same.
export function verticalScales({ curves, range }: Pick<Chart, "curves" | "range">, scale: Scale, columns: number): VerticalScale[] {
  if (scale === "own") return curves.map((curve) => own(curve, columns));
  const shared = scale === "log" ? logarithmic(curves, columns) : range ? linear(range) : { heightOf: () => undefined, lines: [] };
  return curves.map(() => shared);
}

// The longest pieces whose points all have a place.
export function cutAtGaps<T>(points: T[], hasPlace: (point: T) => boolean): T[][] {
  const pieces: T[][] = [];
  let open = false;
  for (const point of points) {
    if (hasPlace(point)) open ? pieces.at(-1)!.push(point) : pieces.push([point]);
    open = hasPlace(point);
  }
  return pieces;
}
