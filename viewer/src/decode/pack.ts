// What goes to the graphics card: 16 bytes a particle (three floats of position, and value and radius as shares of
// the frame's largest in two bytes each), 18 bytes a vertex.
import { attributeNames, attributeValues } from "./attribute";
import type { PackedEllipsoids } from "./pack_ellipsoids";
import type { PlyMesh } from "./ply";
import { fieldOf, readVectors, type RecordTable } from "./record_table";

export interface Range {
  low: number;
  high: number;
}

export interface PackedParticles {
  kind: "particles";
  count: number;
  positions: Float32Array<ArrayBuffer>;
  valueAndRadius: Uint16Array<ArrayBuffer>;
  values: Range; // what 0 and 65535 stand for
  largestRadius: number; // 0: the file has none
  attributes: string[];
}

export interface PackedMesh {
  kind: "mesh";
  count: number; // of vertices
  positions: Float32Array<ArrayBuffer>;
  normals: Int16Array<ArrayBuffer>; // three a vertex, 32767 stands for 1
  vertexValues: Uint16Array<ArrayBuffer>;
  values: Range;
  triangles: Uint32Array<ArrayBuffer>;
  edges: Uint32Array<ArrayBuffer>; // two vertices each; empty unless asked for
  attributes: string[];
  colours?: Uint8Array<ArrayBuffer>; // its own (Cd), three a vertex, 255 stands for 1
  laid?: Float32Array<ArrayBuffer>; // by what paint lies on it, three a vertex
  rows?: Uint32Array<ArrayBuffer>; // of the file, by vertex, where they are not the vertices
}

export type PackedFrame = PackedParticles | PackedMesh | PackedEllipsoids;

const FULL = 65535;

// Numbers that are not finite do not widen the range.
export function rangeOf(values: Float32Array): Range {
  let low = Infinity, high = -Infinity;
  for (let i = 0; i < values.length; ++i) {
    const value = values[i];
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (low > high) return { low: 0, high: 0 };
  return Number.isFinite(high - low) ? { low, high } : rangeOf(values.filter(Number.isFinite));
}

// Writes shares of the range to every `stride`-th element of `out`, from `first` on.
export function quantise(values: Float32Array, range: Range, out: Uint16Array, first: number, stride: number): void {
  const scale = range.high > range.low ? FULL / (range.high - range.low) : 0;
  for (let i = 0, k = first; i < values.length; ++i, k += stride) {
    const share = (values[i] - range.low) * scale + 0.5;
    out[k] = share > 0 ? (share < FULL ? share | 0 : FULL) : 0; // the whole number at once: stores of fractions are slow
  }
}

export function packNormals(normals: Float32Array): Int16Array<ArrayBuffer> {
  const out = new Int16Array(normals.length);
  for (let i = 0; i < normals.length; ++i) out[i] = Math.max(-1, Math.min(1, normals[i])) * 32767;
  return out;
}

// Sums of the triangles' normals, weighted by their areas.
export function vertexNormals(positions: Float32Array, triangles: Uint32Array): Float32Array<ArrayBuffer> {
  const normals = new Float32Array(positions.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * triangles[t], b = 3 * triangles[t + 1], c = 3 * triangles[t + 2];
    const ux = positions[b] - positions[a], uy = positions[b + 1] - positions[a + 1], uz = positions[b + 2] - positions[a + 2];
    const wx = positions[c] - positions[a], wy = positions[c + 1] - positions[a + 1], wz = positions[c + 2] - positions[a + 2];
    const n = [uy * wz - uz * wy, uz * wx - ux * wz, ux * wy - uy * wx];
    for (const corner of [a, b, c]) for (let k = 0; k < 3; ++k) normals[corner + k] += n[k];
  }
  for (let i = 0; i < normals.length; i += 3) {
    const length = Math.hypot(normals[i], normals[i + 1], normals[i + 2]) || 1;
    for (let k = 0; k < 3; ++k) normals[i + k] /= length;
  }
  return normals;
}

// Of two triangles that share an edge, one has it with rising vertex numbers: in a closed mesh each edge counts once.
export function risingEdges(triangles: Uint32Array): Uint32Array<ArrayBuffer> {
  const edges = new Uint32Array(2 * triangles.length);
  let used = 0;
  for (let t = 0; t < triangles.length; t += 3)
    for (let k = 0; k < 3; ++k) {
      const a = triangles[t + k], b = triangles[t + ((k + 1) % 3)];
      if (a > b) continue;
      edges[used++] = a;
      edges[used++] = b;
    }
  return edges.slice(0, used);
}

// Bytes are shares of 255 already.
function ownColours(vertices: RecordTable): Uint8Array<ArrayBuffer> | undefined {
  const field = fieldOf(vertices, "Cd");
  if (!field || field.offsets.length !== 3) return undefined;
  const scale = field.type === "u1" ? 1 : 255;
  return Uint8Array.from(readVectors(vertices, field), (share) => Math.max(0, Math.min(255, Math.round(scale * share))));
}

// Texture coordinates have no stand-in; where matter was at the start is where it is in a mesh without `rest`.
function laidBy(vertices: RecordTable, column: string | undefined): Float32Array<ArrayBuffer> | undefined {
  const field = column && (fieldOf(vertices, column) ?? (column === "rest" ? fieldOf(vertices, "P") : undefined));
  return field ? readVectors(vertices, field) : undefined;
}

// `layBy` is the column by which paint lies on it, where it has any.
export function packMesh(mesh: PlyMesh, attribute: string, withEdges: boolean, layBy?: string): PackedMesh {
  const { vertices, triangles } = mesh;
  const positions = readVectors(vertices, fieldOf(vertices, "P")!);
  const field = fieldOf(vertices, "N");
  const normals = field ? readVectors(vertices, field) : vertexNormals(positions, triangles);
  const values = attributeValues(vertices, attribute);
  const range = values ? rangeOf(values) : { low: 0, high: 0 };
  const vertexValues = new Uint16Array(vertices.count);
  if (values) quantise(values, range, vertexValues, 0, 1);
  return {
    kind: "mesh", count: vertices.count, positions, normals: packNormals(normals), vertexValues, values: range,
    triangles,
    edges: withEdges ? risingEdges(triangles) : new Uint32Array(0), attributes: attributeNames(vertices),
    colours: ownColours(vertices), laid: laidBy(vertices, layBy),
  };
}

export function arraysOf(frame: PackedFrame) {
  switch (frame.kind) {
    case "particles": return [frame.positions, frame.valueAndRadius];
    case "ellipsoids": return [frame.centresAndValues, frame.turns, frame.axes];
    case "mesh": return [frame.positions, frame.normals, frame.vertexValues, frame.triangles, frame.edges, ...[frame.colours, frame.laid, frame.rows].filter((array) => array !== undefined)];
  }
}

// Arrays may share one.
export const buffersOf = (frame: PackedFrame): ArrayBuffer[] => [...new Set(arraysOf(frame).map((array) => array.buffer))];

export const bytesOfFrame = (frame: PackedFrame): number => buffersOf(frame).reduce((sum, buffer) => sum + buffer.byteLength, 0);
