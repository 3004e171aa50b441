// Kernels of particles (Yu 2011) as ellipsoids, 16 bytes each: the centre as three shares of the frame's bounds and the
// value, two bytes each; the turn in four bytes; the semi-axes as shares of the largest, a byte each, and one that is spare.
import { attributeNames, attributeValues } from "./attribute";
import { DecodeError } from "./byte_reader";
import { quantise, rangeOf, type Range } from "./pack";
import { fieldOf, readComponent, type Field, type RecordTable } from "./record_table";
import { valuesOfParticles } from "./values_by_id";

export interface PackedEllipsoids {
  kind: "ellipsoids";
  count: number;
  centresAndValues: Uint16Array<ArrayBuffer>; // x, y, z, value
  turns: Uint32Array<ArrayBuffer>; // packTurn()
  axes: Uint8Array<ArrayBuffer>; // three semi-axes and nothing
  bounds: Range[]; // of x, y and z
  values: Range;
  largestAxis: number;
  attributes: string[];
}

export type Quaternion = [number, number, number, number]; // x, y, z, w

const STEPS = 1023; // ten bits

// Three components, without the one that is largest by its size: they lie within sqrt(1/2) of zero, and the fourth follows
// from the length 1 and the sign that is made positive.
export function packTurn(turn: Quaternion): number {
  const length = Math.hypot(...turn);
  const whole: Quaternion = length > 0 && Number.isFinite(length) ? turn : [0, 0, 0, 1];
  const largest = [0, 1, 2, 3].reduce((a, b) => (Math.abs(whole[b]) > Math.abs(whole[a]) ? b : a));
  const scale = Math.SQRT2 / Math.hypot(...whole) / (whole[largest] < 0 ? -1 : 1);
  let packed = largest;
  for (let k = 0; k < 4; ++k) if (k !== largest) packed = (packed << 10) | Math.round(((whole[k] * scale + 1) / 2) * STEPS);
  return packed >>> 0;
}

export function unpackTurn(packed: number): Quaternion {
  const largest = packed >>> 30;
  const turn: Quaternion = [0, 0, 0, 0];
  let rest = 1;
  for (let k = 3, shift = 0; k >= 0; --k) {
    if (k === largest) continue;
    turn[k] = ((2 * ((packed >>> shift) & STEPS)) / STEPS - 1) / Math.SQRT2;
    rest -= turn[k] ** 2;
    shift += 10;
  }
  turn[largest] = Math.sqrt(Math.max(0, rest));
  return turn;
}

const components = (table: RecordTable, field: Field): Float32Array[] => field.offsets.map((_, k) => readComponent(table, field, k));

export function needed(table: RecordTable, name: string, count: number): Float32Array[] {
  const field = fieldOf(table, name);
  if (field?.offsets.length !== count) throw new DecodeError(`there is no attribute '${name}' of ${count} numbers`);
  return components(table, field);
}

function packAxes(axes: Float32Array[], largest: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(4 * axes[0].length);
  const scale = largest > 0 ? 255 / largest : 0;
  axes.forEach((axis, k) => axis.forEach((length, i) => (out[4 * i + k] = Math.max(1, Math.min(255, Math.round(length * scale))))));
  return out;
}

// What can be told of the particles, then what of the kernels alone.
function namesOf(kernels: RecordTable, particles: RecordTable[]): string[] {
  const names = fieldOf(kernels, "id") ? particles.filter((table) => fieldOf(table, "id")).flatMap(attributeNames) : [];
  return [...new Set([...names, ...attributeNames(kernels)])].filter((name) => name !== "orient");
}

// Columns of centres and semi-axes; what has no value is drawn at the lower end.
export function packShapes(
  centres: Float32Array[], axes: Float32Array[], turns: Quaternion[], values: Float32Array | undefined, attributes: string[],
): PackedEllipsoids {
  const range = values ? rangeOf(values) : { low: 0, high: 0 };
  const bounds = centres.map(rangeOf);
  const largestAxis = Math.max(0, ...axes.map((axis) => rangeOf(axis).high));
  const centresAndValues = new Uint16Array(4 * turns.length);
  centres.forEach((column, k) => quantise(column, bounds[k], centresAndValues, k, 4));
  if (values) quantise(values, range, centresAndValues, 3, 4);
  return {
    kind: "ellipsoids", count: turns.length, centresAndValues, turns: Uint32Array.from(turns, packTurn),
    axes: packAxes(axes, largestAxis), bounds, values: range, largestAxis, attributes,
  };
}

// Coloured by an attribute of their own, or else of their particles.
export function packEllipsoids(table: RecordTable, attribute: string, particles: RecordTable[] = []): PackedEllipsoids {
  const axes = needed(table, "scale", 3), [x, y, z, w] = needed(table, "orient", 4);
  const values = attributeValues(table, attribute) ?? valuesOfParticles(table, particles, attribute);
  const turns = Array.from(x, (_, i): Quaternion => [x[i], y[i], z[i], w[i]]);
  return packShapes(needed(table, "P", 3), axes, turns, values, namesOf(table, particles));
}
