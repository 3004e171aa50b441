// Files of frames, written by hand from the descriptions of their formats.

// Big-endian numbers.
const numbers = (bytes, write) => (...values) => {
  const buffer = Buffer.alloc(bytes * values.length);
  values.forEach((value, k) => buffer[write](value, bytes * k));
  return buffer;
};
const uint16 = numbers(2, "writeUInt16BE"), int32 = numbers(4, "writeInt32BE"), floats = numbers(4, "writeFloatBE");

const FLOAT = 0, INTEGER = 1, VECTOR = 5;
const attribute = (title, components, type) => [uint16(title.length), Buffer.from(title), uint16(components), int32(type), Buffer.alloc(4 * components)];

function bgeo(points, attributes, primitives = []) {
  const head = [Buffer.from("BgeoV"), int32(5, points.length, primitives.length, 0, 0, attributes.length, 0, 0, 0), ...attributes.flat()];
  return Buffer.concat([...head, ...points.flat(), ...primitives.flat(), Buffer.from([0, 255])]);
}

// A kernel for each place, as `lamella surface` writes them: turned about z by its angle, three semi-axes.
export const kernelFile = (places) => bgeo(
  places.map(({ at, angle, axes }, id) => [floats(...at, 1), int32(id), floats(0, 0, Math.sin(angle / 2), Math.cos(angle / 2), ...axes)]),
  [attribute("id", 1, INTEGER), attribute("orient", 4, FLOAT), attribute("scale", 3, VECTOR)],
);

export const surfelFile = (places) => bgeo(
  places.map(({ at, normal, radius }, k) => [floats(...at, 1, ...normal, radius, k)]),
  [attribute("N", 3, VECTOR), attribute("pscale", 1, FLOAT), attribute("heat", 1, FLOAT)],
);

// One strand through all points.
export const strandFile = (points, radius) => bgeo(
  points.map((at, k) => [floats(...at, 1, radius, k)]),
  [attribute("pscale", 1, FLOAT), attribute("T", 1, FLOAT)],
  [[int32(-1), uint16(1), int32(1, points.length), Buffer.from(":"), uint16(...points.keys())]],
);

// One cell.
export function tetFile(corners) {
  const array = (type, options, values) => `<DataArray type="${type}" ${options} format="ascii">${values.join(" ")}</DataArray>`;
  const points = array("Float32", 'Name="Points" NumberOfComponents="3"', corners.flat());
  const cells = array("Int32", 'Name="connectivity"', [0, 1, 2, 3]) + array("Int32", 'Name="offsets"', [4]) + array("UInt8", 'Name="types"', [10]);
  return `<?xml version="1.0"?><VTKFile type="UnstructuredGrid" version="0.1" byte_order="LittleEndian"><UnstructuredGrid><Piece NumberOfPoints="4" NumberOfCells="1">` +
    `<PointData></PointData><CellData></CellData><Points>${points}</Points><Cells>${cells}</Cells></Piece></UnstructuredGrid></VTKFile>`;
}
