// The scene's values as rows with unit and sentence, from the JSON Schema of scenes.

export interface Schema {
  type?: string;
  description?: string;
  default?: unknown;
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}

export interface Parameter {
  path: string; // "solver.pressure.gamma"
  name: string;
  value?: string; // absent for a group
  unit: string;
  sentence: string;
  changed: boolean; // differs from the default
  children: Parameter[];
}

const UNIT = / \(([^()]+)\)$/;

// "distance of neighbouring particles (m)": the unit stands last.
export function splitUnit(description: string): { sentence: string; unit: string } {
  const unit = UNIT.exec(description);
  return unit ? { sentence: description.slice(0, unit.index), unit: unit[1] } : { sentence: description, unit: "" };
}

// Of several methods, the one whose type is the value's.
function variantOf(schema: Schema, value: unknown): Schema {
  if (!schema.anyOf) return schema;
  const type = value && typeof value === "object" ? (value as { type?: unknown }).type : value;
  const flat = schema.anyOf.flatMap((option) => option.anyOf ?? [option]);
  return flat.find((option) => option.properties?.type?.const === type) ?? flat.find((option) => option.type === "object") ?? flat[0];
}

const isPlain = (value: unknown): boolean =>
  value === null || typeof value !== "object" || (Array.isArray(value) && value.every((item) => typeof item !== "object"));

const textOf = (value: unknown): string =>
  Array.isArray(value) ? (value.length ? value.map(textOf).join(", ") : "none") : value === null ? "none" : String(value);

function row(path: string, name: string, schema: Schema, value: unknown): Parameter {
  const { sentence, unit } = splitUnit(schema.description ?? "");
  const shared = { path, name, unit, sentence };
  if (isPlain(value)) {
    const changed = schema.default !== undefined && JSON.stringify(schema.default) !== JSON.stringify(value);
    return { ...shared, value: textOf(value), changed, children: [] };
  }
  const children = Array.isArray(value)
    ? value.map((item, k) => row(`${path}[${k}]`, itemName(item, k), schema.items ?? {}, item))
    : rows(path, schema, value as Record<string, unknown>);
  return { ...shared, changed: children.some((child) => child.changed), children };
}

const itemName = (item: unknown, k: number): string => {
  const named = item as { name?: string; type?: string };
  return named?.name ?? (named?.type ? `${k} ${named.type}` : String(k));
};

function rows(path: string, schema: Schema, value: Record<string, unknown>): Parameter[] {
  const chosen = variantOf(schema, value);
  return Object.entries(value).map(([name, item]) => {
    const part = chosen.properties?.[name] ?? {};
    const shown = name === "type" ? { ...part, description: chosen.description } : part;
    return row(path ? `${path}.${name}` : name, name, shown, item);
  });
}

export const parametersOf = (schema: Schema, scene: object): Parameter[] => rows("", schema, scene as Record<string, unknown>);
