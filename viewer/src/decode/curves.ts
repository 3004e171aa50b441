// The curves of a BGEO file: its open polygons, as docs/file_formats.md describes strands.
import { skipDictionary, type BgeoTable } from "./bgeo";
import { ByteReader, DecodeError } from "./byte_reader";

export interface Curves {
  rows: number[]; // the points of all curves, one after another
  first: number[]; // where each begins in them, and the end of the last
}

const RUN = -1, POLYGON = 1, OPEN = ":".charCodeAt(0);

export function curvesOf(table: BgeoTable): Curves {
  const reader = new ByteReader(table.bytes, table.littleEndian);
  reader.skip(table.start + table.count * table.stride);
  const vertexBytes = skipDictionary(reader, table.vertexAttributes), primitiveBytes = skipDictionary(reader, table.primitiveAttributes);
  const curves: Curves = { rows: [], first: [0] };

  const point = (): number => {
    const row = table.count > 65535 ? reader.int32() : reader.uint16();
    if (row < 0 || row >= table.count) throw new DecodeError(`a curve names the point ${row}; there are ${table.count}`);
    reader.skip(vertexBytes);
    return row;
  };
  const polygon = (): void => {
    const corners = reader.int32();
    const open = [OPEN, 0].includes(reader.uint8());
    if (corners < 0) throw new DecodeError(`the count ${corners} is negative`);
    for (let k = 0; k < corners; ++k) {
      const row = point();
      if (open) curves.rows.push(row);
    }
    if (open) curves.first.push(curves.rows.length);
    reader.skip(primitiveBytes);
  };

  for (let left = table.primitives; left > 0; ) {
    let key = reader.int32();
    const count = key === RUN ? reader.uint16() : 1;
    if (key === RUN) key = reader.int32();
    if (key !== POLYGON || count < 1 || count > left) throw new DecodeError("its primitives are no polygons");
    for (let k = 0; k < count; ++k) polygon();
    left -= count;
  }
  return curves;
}
