// Points as files hold them: records of one size, one field after another. BGEO points and PLY vertices are both.

export type NumberType = "f4" | "f8" | "i1" | "u1" | "i2" | "u2" | "i4" | "u4";

export const bytesOf = (type: NumberType): number => Number(type[1]);

export interface Field {
  name: string; // as in files of ours: P, v, N, density
  type: NumberType;
  offsets: number[]; // of each component in the record
}

export interface RecordTable {
  bytes: Uint8Array;
  start: number; // of the first record
  stride: number; // bytes of a record
  count: number;
  littleEndian: boolean;
  fields: Field[];
}

export const fieldOf = (table: RecordTable, name: string): Field | undefined =>
  table.fields.find((field) => field.name === name);

type Get = (at: number) => number;

function getter(view: DataView, type: NumberType, little: boolean): Get {
  switch (type) {
    case "f4": return (at) => view.getFloat32(at, little);
    case "f8": return (at) => view.getFloat64(at, little);
    case "i4": return (at) => view.getInt32(at, little);
    case "u4": return (at) => view.getUint32(at, little);
    case "i2": return (at) => view.getInt16(at, little);
    case "u2": return (at) => view.getUint16(at, little);
    case "i1": return (at) => view.getInt8(at);
    case "u1": return (at) => view.getUint8(at);
  }
}

const viewOf = (table: RecordTable): DataView =>
  new DataView(table.bytes.buffer, table.bytes.byteOffset, table.bytes.byteLength);

// One component of every record.
export function readComponent(table: RecordTable, field: Field, component: number): Float32Array<ArrayBuffer> {
  const out = new Float32Array(table.count);
  const { stride, count, littleEndian } = table;
  const view = viewOf(table);
  let at = table.start + field.offsets[component];
  if (field.type === "f4") {
    // The common case, without a call through `get` for each number.
    for (let i = 0; i < count; ++i, at += stride) out[i] = view.getFloat32(at, littleEndian);
    return out;
  }
  const get = getter(view, field.type, littleEndian);
  for (let i = 0; i < count; ++i, at += stride) out[i] = get(at);
  return out;
}

// The integer of every record; a component of another type is cut to one.
export function readIntegers(table: RecordTable, field: Field): Int32Array {
  const get = getter(viewOf(table), field.type, table.littleEndian);
  return Int32Array.from({ length: table.count }, (_, i) => get(table.start + i * table.stride + field.offsets[0]));
}

// x, y, z of every record, one after another.
export function readVectors(table: RecordTable, field: Field): Float32Array<ArrayBuffer> {
  const out = new Float32Array(3 * table.count);
  const view = viewOf(table);
  const get = getter(view, field.type, table.littleEndian);
  const [x, y, z] = field.offsets;
  if (field.type === "f4") {
    const little = table.littleEndian;
    for (let i = 0, at = table.start; i < out.length; i += 3, at += table.stride) {
      out[i] = view.getFloat32(at + x, little);
      out[i + 1] = view.getFloat32(at + y, little);
      out[i + 2] = view.getFloat32(at + z, little);
    }
    return out;
  }
  for (let i = 0, at = table.start; i < out.length; i += 3, at += table.stride) {
    out[i] = get(at + x);
    out[i + 1] = get(at + y);
    out[i + 2] = get(at + z);
  }
  return out;
}

// The length of the vector of every record.
export function readLengths(table: RecordTable, field: Field): Float32Array<ArrayBuffer> {
  const out = new Float32Array(table.count);
  const { stride, littleEndian } = table;
  const view = viewOf(table);
  const [a, b, c] = field.offsets;
  const get = getter(view, field.type, littleEndian);
  const single = field.type === "f4"; // the common case, without a call through `get`
  for (let i = 0, at = table.start; i < out.length; ++i, at += stride) {
    const x = single ? view.getFloat32(at + a, littleEndian) : get(at + a);
    const y = single ? view.getFloat32(at + b, littleEndian) : get(at + b);
    const z = single ? view.getFloat32(at + c, littleEndian) : get(at + c);
    out[i] = Math.sqrt(x * x + y * y + z * z);
  }
  return out;
}

// Every field of one record.
export function readRow(table: RecordTable, row: number): { name: string; values: number[] }[] {
  const view = viewOf(table);
  const at = table.start + row * table.stride;
  return table.fields.map(({ name, type, offsets }) => {
    const get = getter(view, type, table.littleEndian);
    return { name, values: offsets.map((offset) => get(at + offset)) };
  });
}
