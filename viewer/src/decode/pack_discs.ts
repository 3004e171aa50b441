// Surfels as flat ellipsoids across their normals.
import { attributeNames, attributeValues } from "./attribute";
import { needed, packShapes, type PackedEllipsoids, type Quaternion } from "./pack_ellipsoids";
import { fieldOf, type RecordTable } from "./record_table";

const THIN = 1 / 64; // of the radius

// Takes the z axis to the normal.
export function turnTo(x: number, y: number, z: number): Quaternion {
  const length = Math.hypot(x, y, z);
  if (!(length > 0)) return [0, 0, 0, 1];
  return z < -0.999999 * length ? [1, 0, 0, 0] : [-y, x, 0, length + z];
}

// The longer and the shorter half-axis of the ellipse that t1 and t2 span, and the turn that takes x and y to them.
export function ellipseOf(a: number[], b: number[]): { axes: [number, number]; turn: Quaternion } {
  const dot = (p: number[], q: number[]) => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
  const angle = 0.5 * Math.atan2(2 * dot(a, b), dot(a, a) - dot(b, b)), c = Math.cos(angle), s = Math.sin(angle);
  const x = a.map((v, k) => c * v + s * b[k]), y = b.map((v, k) => c * v - s * a[k]);
  const long = Math.hypot(...x), short = Math.hypot(...y);
  if (!(short > 0)) return { axes: [long, 0], turn: [0, 0, 0, 1] };
  const u = x.map((v) => v / long), v = y.map((w) => w / short);
  const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  return { axes: [long, short], turn: turnOfColumns(u, v, n) };
}

// A rotation by its columns, as a quaternion (Shepperd 1978).
function turnOfColumns(x: number[], y: number[], z: number[]): Quaternion {
  const trace = x[0] + y[1] + z[2];
  const squares = [1 + x[0] - y[1] - z[2], 1 - x[0] + y[1] - z[2], 1 - x[0] - y[1] + z[2], 1 + trace];
  switch (squares.indexOf(Math.max(...squares))) {
    case 0: return [squares[0], x[1] + y[0], z[0] + x[2], y[2] - z[1]];
    case 1: return [x[1] + y[0], squares[1], y[2] + z[1], z[0] - x[2]];
    case 2: return [z[0] + x[2], y[2] + z[1], squares[2], x[1] - y[0]];
    default: return [y[2] - z[1], z[0] - x[2], x[1] - y[0], squares[3]];
  }
}

export function packDiscs(table: RecordTable, attribute: string): PackedEllipsoids {
  const [nx, ny, nz] = needed(table, "N", 3), [radius] = needed(table, "pscale", 1);
  const thin = radius.map((r) => THIN * r);
  const place = needed(table, "P", 3), values = attributeValues(table, attribute), names = attributeNames(table);
  if (!fieldOf(table, "t1") || !fieldOf(table, "t2")) {
    const turns = Array.from(nx, (_, i) => turnTo(nx[i], ny[i], nz[i]));
    return packShapes(place, [radius, radius, thin], turns, values, names);
  }
  const t1 = needed(table, "t1", 3), t2 = needed(table, "t2", 3);
  const ellipses = Array.from(nx, (_, i) => ellipseOf(t1.map((c) => c[i]), t2.map((c) => c[i])));
  const axes = [0, 1].map((k) => Float32Array.from(ellipses, (e) => e.axes[k]));
  return packShapes(place, [axes[0], axes[1], thin], ellipses.map((e) => e.turn), values, names);
}
