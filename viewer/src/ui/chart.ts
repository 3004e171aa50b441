// What the plots draw: curves over the time.
import type { Point } from "../data/thinning";
import type { Range } from "../decode/pack";

export interface Axis {
  name: string;
  from: number;
  to: number;
  marks: number[]; // places that are written below the curves
  placeOf(frame: number): number;
  frameAt(place: number): number;
  textOf(place: number): string;
  markOf(place: number): string; // the same, as short as there is room for
}

export interface Curve {
  label: string;
  run: number;
  colour: number;
  pieces(columns: number): Point[][]; // for a picture of so many columns of pixels
  at(place: number): number | undefined;
}

export interface Chart {
  name: string;
  unit: string;
  axis: Axis;
  range?: Range; // absent: there are no values
  curves: Curve[];
}

export const titleOf = ({ name, unit }: Pick<Chart, "name" | "unit">): string => `${name} (${unit})`;
