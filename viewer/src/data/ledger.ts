// The ledger: one line of JSON a frame and stage, joined on the frame.

export interface LedgerRow {
  frame: number;
  values: Map<string, number>; // "kinetic_J", "wall_s.surface"
}

export interface PlotGroup {
  name: string;
  unit: string;
  keys: string[]; // a key that ends with a dot stands for all keys that begin with it
  sum?: { key: string; of: string[] }; // a further series: the sum of those of these keys that a row has
}

export const PLOT_GROUPS: PlotGroup[] = [
  {
    name: "Energy", unit: "J", keys: ["kinetic_J", "potential_J", "elastic_J", "surface_J", "dissipated_J", "heat_J"],
    sum: { key: "total_J", of: ["kinetic_J", "potential_J", "elastic_J", "surface_J"] }, // without what has become heat
  },
  { name: "Mass", unit: "kg", keys: ["mass_kg", "mass_in_kg", "mass_out_kg", "mass_created_kg", "mass_removed_kg"] },
  { name: "Volume", unit: "m³", keys: ["volume_m3", "mesh_volume_m3"] },
  { name: "Density error", unit: "1", keys: ["density_error_mean", "density_error_max"] },
  { name: "Iterations", unit: "1", keys: ["iterations."] },
  { name: "Wall time", unit: "s", keys: ["wall_s."] },
  { name: "Particles", unit: "1", keys: ["particles"] },
  { name: "Spray, foam, bubbles", unit: "1", keys: ["foam.spray", "foam.foam", "foam.bubbles", "foam.born", "foam.died"] },
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

// What the foam stage says is not of the liquid: its numbers have names of their own.
function addStage(values: Map<string, number>, stage: string, parsed: Record<string, unknown>): void {
  if (stage !== "foam") return addValues(values, "", parsed);
  const { wall_s, method } = parsed as Record<string, Record<string, unknown> | undefined>;
  addValues(values, "wall_s.", wall_s ?? {});
  addValues(values, "foam.", method ?? {});
}

// The stages in the order of the texts, where it matters.
export function joinLedgers(texts: string[], stages: string[] = []): LedgerRow[] {
  const rows = new Map<number, LedgerRow>();
  for (const [k, text] of texts.entries())
    for (const line of text.split("\n")) {
      const parsed = parseLine(line);
      if (!parsed) continue;
      const frame = parsed.frame as number;
      const row = rows.get(frame) ?? { frame, values: new Map<string, number>() };
      addStage(row.values, stages[k], parsed);
      rows.set(frame, row);
    }
  return [...rows.values()].sort((a, b) => a.frame - b.frame);
}

export interface Series {
  key: string;
  points: { frame: number; value: number }[];
}

// Rows without any of the terms have no sum.
function sumOf(rows: LedgerRow[], { key, of }: NonNullable<PlotGroup["sum"]>): Series {
  const terms = rows.map((row) => ({ frame: row.frame, values: of.map((term) => row.values.get(term)).filter((value) => value !== undefined) }));
  return { key, points: terms.filter(({ values }) => values.length > 0).map(({ frame, values }) => ({ frame, value: values.reduce((a, b) => a + b) })) };
}

// Series that are zero throughout say nothing and are left out. A sum of one series would be the same again.
export function seriesOf(rows: LedgerRow[], group: PlotGroup): Series[] {
  const wanted = (key: string) => group.keys.some((k) => (k.endsWith(".") ? key.startsWith(k) : key === k));
  const keys = [...new Set(rows.flatMap((row) => [...row.values.keys()]))].filter(wanted);
  const series = keys
    .map((key) => ({ key, points: rows.filter((row) => row.values.has(key)).map((row) => ({ frame: row.frame, value: row.values.get(key)! })) }))
    .filter((one) => one.points.some((point) => point.value !== 0));
  return group.sum && series.length > 1 ? [...series, sumOf(rows, group.sum)] : series;
}
