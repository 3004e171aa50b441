// Particles for the graphics card, from tables that hold a part of them each: a part becomes numbers where it was
// unpacked, and the parts are joined when the range of the values is known.
import { attributeNames, attributeValues } from "./attribute";
import { quantise, rangeOf, type PackedParticles, type Range } from "./pack";
import { fieldOf, readComponent, readVectors, type RecordTable } from "./record_table";
import { release } from "./release";

export interface ParticleRows {
  positions: Float32Array<ArrayBuffer>;
  values?: Float32Array<ArrayBuffer>;
  valueRange?: Range;
  radii?: Float32Array<ArrayBuffer>;
  largestRadius: number; // 0: the file has none
}

export function rowsOf(table: RecordTable, attribute: string): ParticleRows {
  const values = attributeValues(table, attribute);
  const pscale = fieldOf(table, "pscale");
  const radii = pscale && readComponent(table, pscale, 0);
  return {
    positions: readVectors(table, fieldOf(table, "P")!),
    values, valueRange: values && rangeOf(values),
    radii, largestRadius: radii ? Math.max(0, rangeOf(radii).high) : 0,
  };
}

export const buffersOfRows = ({ positions, values, radii }: ParticleRows): ArrayBuffer[] =>
  [positions, values, radii].filter((numbers) => numbers !== undefined).map((numbers) => numbers.buffer);

export class ParticlePacker {
  private readonly positions: Float32Array<ArrayBuffer>;
  private readonly parts: { first: number; rows: ParticleRows }[] = [];

  constructor(private readonly count: number, private readonly attributes: string[]) {
    this.positions = new Float32Array(3 * count);
  }

  // The rows from `first` on, which are used up.
  add(first: number, rows: ParticleRows): void {
    this.positions.set(rows.positions, 3 * first);
    release(rows.positions);
    this.parts.push({ first, rows: { ...rows, positions: new Float32Array(0) } });
  }

  finish(): PackedParticles {
    const values = this.range();
    const largestRadius = this.parts.reduce((largest, { rows }) => Math.max(largest, rows.largestRadius), 0);
    const valueAndRadius = new Uint16Array(2 * this.count);
    for (const { first, rows } of this.parts) {
      if (rows.values) quantise(rows.values, values, valueAndRadius, 2 * first, 2);
      if (rows.radii) quantise(rows.radii, { low: 0, high: largestRadius }, valueAndRadius, 2 * first + 1, 2);
      release(rows.values, rows.radii);
    }
    return { kind: "particles", count: this.count, positions: this.positions, valueAndRadius, values, largestRadius, attributes: this.attributes };
  }

  private range(): Range {
    const ranges = this.parts.filter(({ rows }) => rows.values && rows.values.length > 0).map(({ rows }) => rows.valueRange!);
    if (ranges.length === 0) return { low: 0, high: 0 };
    return { low: Math.min(...ranges.map(({ low }) => low)), high: Math.max(...ranges.map(({ high }) => high)) };
  }
}

export function packParticles(table: RecordTable, attribute: string): PackedParticles {
  const packer = new ParticlePacker(table.count, attributeNames(table));
  packer.add(0, rowsOf(table, attribute));
  return packer.finish();
}
