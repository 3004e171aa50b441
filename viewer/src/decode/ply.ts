// Binary PLY: the format of surface/*.ply. Faces become triangles.
import { DecodeError } from "./byte_reader";
import { bytesOf, type Field, type NumberType, type RecordTable } from "./record_table";

export interface PlyMesh {
  vertices: RecordTable;
  triangles: Uint32Array<ArrayBuffer>;
}

const TYPES: Record<string, NumberType> = {
  float: "f4", float32: "f4", double: "f8", float64: "f8", int: "i4", int32: "i4", uint: "u4", uint32: "u4",
  short: "i2", int16: "i2", ushort: "u2", uint16: "u2", char: "i1", int8: "i1", uchar: "u1", uint8: "u1",
};

// How components of ours are called in PLY files.
const VECTORS: Record<string, string[]> = { P: ["x", "y", "z"], N: ["nx", "ny", "nz"], v: ["vx", "vy", "vz"], Cd: ["red", "green", "blue"] };

interface Property {
  name: string;
  type: NumberType;
  countType?: NumberType; // of a list
}

interface Element {
  name: string;
  count: number;
  properties: Property[];
}

interface Header {
  littleEndian: boolean;
  elements: Element[];
  end: number;
}

function typeOf(word: string): NumberType {
  if (!(word in TYPES)) throw new DecodeError(`the type '${word}' is not known`);
  return TYPES[word];
}

function readHeader(bytes: Uint8Array): Header {
  const text = new TextDecoder("latin1").decode(bytes.subarray(0, 65536));
  const stop = text.indexOf("end_header\n");
  if (!text.startsWith("ply\n") || stop < 0) throw new DecodeError("this is no PLY file (it has no header)");
  const header: Header = { littleEndian: true, elements: [], end: stop + "end_header\n".length };
  for (const line of text.slice(0, stop).split("\n")) {
    const words = line.trim().split(/\s+/);
    if (words[0] === "format") {
      if (words[1] === "ascii") throw new DecodeError("ASCII PLY is not shown; `lamella convert` writes it as binary");
      header.littleEndian = words[1] === "binary_little_endian";
    } else if (words[0] === "element") {
      header.elements.push({ name: words[1], count: Number(words[2]), properties: [] });
    } else if (words[0] === "property") {
      const list = words[1] === "list";
      const property = list ? { name: words[4], type: typeOf(words[3]), countType: typeOf(words[2]) } : { name: words[2], type: typeOf(words[1]) };
      header.elements.at(-1)?.properties.push(property);
    }
  }
  return header;
}

// x y z become P, a_x a_y a_z become a; what is no part of a vector stays a field of its own.
function groupFields(scalars: Map<string, { type: NumberType; offset: number }>): Field[] {
  const fields: Field[] = [];
  const used = new Set<string>();
  const take = (name: string, parts: string[]): void => {
    const found = parts.map((part) => scalars.get(part));
    if (found.some((part) => part === undefined)) return;
    fields.push({ name, type: found[0]!.type, offsets: found.map((part) => part!.offset) });
    for (const part of parts) used.add(part);
  };
  for (const [name, parts] of Object.entries(VECTORS)) take(name, parts);
  for (const name of scalars.keys())
    if (name.endsWith("_x")) take(name.slice(0, -2), ["x", "y", "z"].map((axis) => `${name.slice(0, -1)}${axis}`));
  for (const [name, { type, offset }] of scalars) if (!used.has(name)) fields.push({ name, type, offsets: [offset] });
  return fields;
}

function readVertices(bytes: Uint8Array, start: number, element: Element, littleEndian: boolean): RecordTable {
  const scalars = new Map<string, { type: NumberType; offset: number }>();
  let stride = 0;
  for (const { name, type, countType } of element.properties) {
    if (countType) throw new DecodeError("vertices with lists are not shown");
    scalars.set(name, { type, offset: stride });
    stride += bytesOf(type);
  }
  if (!(element.count >= 0) || start + element.count * stride > bytes.length)
    throw new DecodeError(`the file ends before its ${element.count} vertices`);
  const fields = groupFields(scalars);
  if (!fields.some((field) => field.name === "P")) throw new DecodeError("the vertices have no x, y, z");
  return { bytes, start, stride, count: element.count, littleEndian, fields };
}

function checkIndices(triangles: Uint32Array, vertices: number): void {
  for (const index of triangles) if (index >= vertices) throw new DecodeError(`a face names the vertex ${index}; there are ${vertices}`);
}

// Only "property list uchar int": what every writer of meshes uses.
function readTriangles(bytes: Uint8Array, start: number, element: Element, little: boolean): Uint32Array<ArrayBuffer> {
  const [list] = element.properties;
  if (element.properties.length !== 1 || list.countType !== "u1" || bytesOf(list.type) !== 4)
    throw new DecodeError("faces are read as one list of 'uchar' and 'int' only");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const corners: number[] = [];
  let triangles = new Uint32Array(3 * element.count);
  let used = 0;
  for (let f = 0, at = start; f < element.count; ++f) {
    const count = bytes[at];
    if (count === undefined || at + 1 + 4 * count > bytes.length) throw new DecodeError(`the file ends before its ${element.count} faces`);
    corners.length = 0;
    for (let k = 0; k < count; ++k) corners.push(view.getUint32(at + 1 + 4 * k, little));
    if (used + 3 * count > triangles.length) {
      const more = new Uint32Array(2 * triangles.length + 3 * count);
      more.set(triangles);
      triangles = more;
    }
    for (let k = 2; k < count; ++k) {
      triangles[used++] = corners[0];
      triangles[used++] = corners[k - 1];
      triangles[used++] = corners[k];
    }
    at += 1 + 4 * count;
  }
  return triangles.slice(0, used);
}

export function decodePly(bytes: Uint8Array): PlyMesh {
  const header = readHeader(bytes);
  const [vertex, face] = header.elements;
  if (vertex?.name !== "vertex") throw new DecodeError("the first element is not 'vertex'");
  const vertices = readVertices(bytes, header.end, vertex, header.littleEndian);
  if (face?.name !== "face") return { vertices, triangles: new Uint32Array(0) };
  const triangles = readTriangles(bytes, header.end + vertex.count * vertices.stride, face, header.littleEndian);
  checkIndices(triangles, vertices.count);
  return { vertices, triangles };
}
