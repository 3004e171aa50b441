// Classic BGEO ("BgeoV", version 5, big-endian): the format of particles/*.bgeo.
import { ByteReader, DecodeError } from "./byte_reader";
import type { Field, NumberType, RecordTable } from "./record_table";

const FLOAT = 0;
const INTEGER = 1;
const INDEXED_STRING = 4;
const VECTOR = 5;
const TYPES: Record<number, NumberType> = { [FLOAT]: "f4", [INTEGER]: "i4", [INDEXED_STRING]: "i4", [VECTOR]: "f4" };

function skipDefaults(reader: ByteReader, type: number, components: number): void {
  if (type !== INDEXED_STRING) {
    reader.skip(4 * components);
    return;
  }
  for (let strings = reader.int32(); strings > 0; --strings) reader.skip(reader.uint16());
}

// The words of an attribute follow those of the one before it, `at` bytes into the record.
function readAttribute(reader: ByteReader, at: number): Field {
  const name = reader.text(reader.uint16());
  const components = reader.uint16();
  const type = reader.int32();
  if (!(type in TYPES)) throw new DecodeError(`the attribute '${name}' has the type ${type}; only 0, 1, 4 and 5 are read`);
  skipDefaults(reader, type, components);
  return { name, type: TYPES[type], offsets: Array.from({ length: components }, (_, k) => at + 4 * k) };
}

export interface BgeoTable extends RecordTable {
  primitives: number;
  vertexAttributes: number; // of the corners of primitives
  primitiveAttributes: number;
}

// How many bytes the attributes of the next dictionary take in a record.
export function skipDictionary(reader: ByteReader, attributes: number): number {
  let bytes = 0;
  for (let k = 0; k < attributes; ++k) bytes += 4 * readAttribute(reader, 0).offsets.length;
  return bytes;
}

// What stands before the points; `bytes` need not hold all of them.
export function readBgeoHeader(bytes: Uint8Array): BgeoTable {
  const reader = new ByteReader(bytes, false);
  if (bytes.length < 5 || reader.text(5) !== "BgeoV") throw new DecodeError("this is no classic BGEO file (it does not start with 'BgeoV')");
  const version = reader.int32();
  if (version !== 5) throw new DecodeError(`version ${version} is not read, only version 5`);
  const count = reader.int32();
  const primitives = reader.int32();
  reader.skip(2 * 4); // groups
  const attributes = reader.int32(), vertexAttributes = reader.int32(), primitiveAttributes = reader.int32();
  reader.skip(4); // attributes of the whole
  const fields: Field[] = [{ name: "P", type: "f4", offsets: [0, 4, 8] }];
  let stride = 16; // x, y, z, w
  for (let k = 0; k < attributes; ++k) {
    const field = readAttribute(reader, stride);
    stride += 4 * field.offsets.length;
    fields.push(field);
  }
  if (count < 0) throw new DecodeError(`the count ${count} is negative`);
  return { bytes, start: reader.position, stride, count, littleEndian: false, fields, primitives, vertexAttributes, primitiveAttributes };
}

export function decodeBgeo(bytes: Uint8Array): BgeoTable {
  const table = readBgeoHeader(bytes);
  const missing = table.start + table.count * table.stride - bytes.length;
  if (missing > 0) throw new DecodeError(`byte ${bytes.length}: the file ends here, ${missing} more bytes are needed`);
  return table;
}
