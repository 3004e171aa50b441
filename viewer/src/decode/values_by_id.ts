// What kernels are coloured by that their own file does not hold: an attribute of their particles, which are found by their
// id, because the program writes kernels in another order.
import { attributeValues } from "./attribute";
import { fieldOf, readIntegers, type RecordTable } from "./record_table";

// Not a number for a kernel without a particle: those that `repair_sheets` has inserted. Nothing when none has such an attribute.
export function valuesOfParticles(kernels: RecordTable, particles: RecordTable[], attribute: string): Float32Array<ArrayBuffer> | undefined {
  const wanted = fieldOf(kernels, "id");
  const byId = new Map<number, number>();
  for (const table of particles) {
    const id = fieldOf(table, "id");
    const values = id && attributeValues(table, attribute);
    if (values) readIntegers(table, id).forEach((one, i) => byId.set(one, values[i]));
  }
  if (!wanted || byId.size === 0) return undefined;
  return Float32Array.from(readIntegers(kernels, wanted), (id) => byId.get(id) ?? NaN);
}
