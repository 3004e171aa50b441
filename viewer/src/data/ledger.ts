// The ledger: one line of JSON a frame and stage, joined on the frame.

export interface LedgerRow {
  frame: number;
  values: Map<string, number>; // "kinetic_J", "wall_s.surface"
}

export interface PlotGroup {
  name: string;
  unit: string;
  keys: string[]; // a key that ends with a dot stands for all keys that begin with it
}

export const PLOT_GROUPS: PlotGroup[] = [
  { name: "Energy", unit: "J", keys: ["kinetic_J", "potential_J"] },
  { name: "Mass", unit: "kg", keys: ["mass_kg", "mass_in_kg", "mass_out_kg", "mass_created_kg", "mass_removed_kg"] },
  { name: "Volume", unit: "m³", keys: ["volume_m3", "mesh_volume_m3"] },
  { name: "Density error", unit: "1", keys: ["density_error_mean", "density_error_max"] },
  { name: "Iterations", unit: "1", keys: ["iterations."] },
  { name: "Wall time", unit: "s", keys: ["wall_s."] },
  { name: "Particles", unit: "1", keys: ["particles"] },
];

function addValues(values: Map<string, number>, prefix: string, object: Record<string, unknown>): void {
  for (const [key, value] of Object.entries(object)) {
    if (typeof value === "number") values.set(prefix + key, value);
    else if (value && typeof value === "object" && !Array.isArray(value)) addValues(values, `${prefix}${key}.`, value as Record<string, unknown>);
  }
}

// The line that is being written is left out.
function parseLine(line: string): Record<string, unknown> | undefined {
  try {
    const row = JSON.parse(line) as Record<string, unknown>;
    return typeof row?.frame === "number" ? row : undefined;
  } catch {
    return undefined;
  }
}

export function joinLedgers(texts: string[]): LedgerRow[] {
  const rows = new Map<number, LedgerRow>();
  for (const text of texts)
    for (const line of text.split("\n")) {
      const parsed = parseLine(line);
      if (!parsed) continue;
      const frame = parsed.frame as number;
      const row = rows.get(frame) ?? { frame, values: new Map<string, number>() };
      addValues(row.values, "", parsed);
      rows.set(frame, row);
    }
  return [...rows.values()].sort((a, b) => a.frame - b.frame);
}

export interface Series {
  key: string;
  points: { frame: number; value: number }[];
}

// Series that are zero throughout say nothing and are left out.
export function seriesOf(rows: LedgerRow[], group: PlotGroup): Series[] {
  const wanted = (key: string) => group.keys.some((k) => (k.endsWith(".") ? key.startsWith(k) : key === k));
  const keys = [...new Set(rows.flatMap((row) => [...row.values.keys()]))].filter(wanted);
  return keys
    .map((key) => ({ key, points: rows.filter((row) => row.values.has(key)).map((row) => ({ frame: row.frame, value: row.values.get(key)! })) }))
    .filter((series) => series.points.some((point) => point.value !== 0));
}
