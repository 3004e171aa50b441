// Surfels as flat ellipsoids across their normals.
import { attributeNames, attributeValues } from "./attribute";
import { needed, packShapes, type PackedEllipsoids, type Quaternion } from "./pack_ellipsoids";
import type { RecordTable } from "./record_table";

const THIN = 1 / 64; // of the radius

// Takes the z axis to the normal.
export function turnTo(x: number, y: number, z: number): Quaternion {
  const length = Math.hypot(x, y, z);
  if (!(length > 0)) return [0, 0, 0, 1];
  return z < -0.999999 * length ? [1, 0, 0, 0] : [-y, x, 0, length + z];
}

export function packDiscs(table: RecordTable, attribute: string): PackedEllipsoids {
  const [nx, ny, nz] = needed(table, "N", 3), [radius] = needed(table, "pscale", 1);
  const thin = radius.map((r) => THIN * r);
  const turns = Array.from(nx, (_, i) => turnTo(nx[i], ny[i], nz[i]));
  return packShapes(needed(table, "P", 3), [radius, radius, thin], turns, attributeValues(table, attribute), attributeNames(table));
}
