// What a set can be coloured by: a number for each point, from the fields of its file.
import { fieldOf, readComponent, readLengths, type RecordTable } from "./record_table";

// The names that the page offers: every field, vectors by their length, and what follows from P and v.
export function attributeNames(table: RecordTable): string[] {
  const names = table.fields.map((field) => field.name).filter((name) => name !== "P" && name !== "v" && name !== "N");
  return [...(fieldOf(table, "v") ? ["speed"] : []), ...names, "height"];
}

// Nothing when the table has no such attribute.
export function attributeValues(table: RecordTable, name: string): Float32Array<ArrayBuffer> | undefined {
  const field = fieldOf(table, name === "speed" ? "v" : name === "height" ? "P" : name);
  if (!field) return undefined;
  if (name === "height") return readComponent(table, field, 1);
  return field.offsets.length === 3 ? readLengths(table, field) : readComponent(table, field, 0);
}

const UNITS: Record<string, string> = {
  speed: "m/s", v: "m/s", P: "m", height: "m", pscale: "m", scale: "m", density: "kg/m³", mass: "kg", pressure: "Pa",
  temperature: "K", curvature: "1/m", thickness: "m",
};

export const unitOf = (name: string): string => UNITS[name] ?? "";
