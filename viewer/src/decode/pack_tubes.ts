// Strands as a mesh of tubes: around each point a ring of vertices, joined with that of the next point.
import { attributeNames, attributeValues } from "./attribute";
import type { BgeoTable } from "./bgeo";
import { curvesOf } from "./curves";
import { packNormals, quantise, rangeOf, type PackedMesh } from "./pack";
import { fieldOf, readComponent, readVectors } from "./record_table";

export const SIDES = 6;
const SHARE = 0.002; // of the whole extent: the radius of strands that have none

type Vector = [number, number, number];

const cross = (a: Vector, b: Vector): Vector => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const difference = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

function unit(v: Vector, otherwise: Vector): Vector {
  const length = Math.hypot(...v);
  return length > 0 && Number.isFinite(length) ? [v[0] / length, v[1] / length, v[2] / length] : otherwise;
}

// What is left of the side after the direction has turned, so that tubes do not twist.
function carried(side: Vector, direction: Vector): Vector {
  const along = dot(side, direction);
  const other: Vector = Math.abs(direction[0]) < 0.7 ? [1, 0, 0] : [0, 1, 0];
  const left: Vector = [side[0] - along * direction[0], side[1] - along * direction[1], side[2] - along * direction[2]];
  return unit(Math.hypot(...left) > 1e-6 ? left : cross(direction, other), [0, 0, 1]);
}

export function packTubes(table: BgeoTable, attribute: string): PackedMesh {
  const { rows, first } = curvesOf(table);
  const points = readVectors(table, fieldOf(table, "P")!);
  const at = (k: number): Vector => [points[3 * rows[k]], points[3 * rows[k] + 1], points[3 * rows[k] + 2]];
  const pscale = fieldOf(table, "pscale");
  const radii = pscale && readComponent(table, pscale, 0);
  const extent = Math.hypot(...[0, 1, 2].map((c) => rangeOf(readComponent(table, fieldOf(table, "P")!, c))).map(({ low, high }) => high - low));
  const count = SIDES * rows.length;
  const positions = new Float32Array(3 * count), normals = new Float32Array(3 * count);

  const ring = (k: number, direction: Vector, side: Vector): void => {
    const up = cross(direction, side), middle = at(k), radius = radii ? radii[rows[k]] : SHARE * extent;
    for (let j = 0; j < SIDES; ++j) {
      const angle = (2 * Math.PI * j) / SIDES, c = Math.cos(angle), s = Math.sin(angle);
      for (let a = 0; a < 3; ++a) {
        const normal = c * side[a] + s * up[a], place = 3 * (SIDES * k + j) + a;
        normals[place] = normal;
        positions[place] = middle[a] + radius * normal;
      }
    }
  };
  const triangles: number[] = [];
  const join = (k: number): void => {
    for (let j = 0; j < SIDES; ++j) {
      const a = SIDES * k + j, b = SIDES * k + ((j + 1) % SIDES);
      triangles.push(a, b, a + SIDES, b, b + SIDES, a + SIDES);
    }
  };
  for (let s = 0; s + 1 < first.length; ++s) {
    let direction: Vector = [0, 1, 0], side: Vector = [1, 0, 0];
    for (let k = first[s]; k < first[s + 1]; ++k) {
      const before = Math.max(first[s], k - 1), after = Math.min(first[s + 1] - 1, k + 1);
      direction = unit(difference(at(after), at(before)), direction);
      side = carried(side, direction);
      ring(k, direction, side);
      if (after > k) join(k);
    }
  }

  const values = attributeValues(table, attribute);
  const range = values ? rangeOf(values) : { low: 0, high: 0 };
  const rowOfVertex = Uint32Array.from({ length: count }, (_, i) => rows[Math.floor(i / SIDES)]);
  const vertexValues = new Uint16Array(count);
  if (values) quantise(Float32Array.from(rowOfVertex, (row) => values[row]), range, vertexValues, 0, 1);
  return {
    kind: "mesh", count, positions, normals: packNormals(normals), vertexValues, values: range, triangles: Uint32Array.from(triangles),
    edges: new Uint32Array(0), attributes: attributeNames(table), rows: rowOfVertex,
  };
}
