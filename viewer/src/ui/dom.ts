// Elements in one call.
type Child = Node | string;
type Options<T extends keyof HTMLElementTagNameMap> = Partial<Omit<HTMLElementTagNameMap[T], "style" | "dataset">> & {
  class?: string;
  data?: Record<string, string>;
  aria?: Record<string, string>;
};

export function element<T extends keyof HTMLElementTagNameMap>(tag: T, options: Options<T> = {}, ...children: Child[]): HTMLElementTagNameMap[T] {
  const { class: className, data, aria, ...rest } = options;
  const made = Object.assign(document.createElement(tag), rest);
  if (className) made.className = className;
  for (const [name, value] of Object.entries(data ?? {})) made.dataset[name] = value;
  for (const [name, value] of Object.entries(aria ?? {})) made.setAttribute(`aria-${name}`, value);
  made.append(...children);
  return made;
}

const SVG = "http://www.w3.org/2000/svg";

export function svg(tag: string, attributes: Record<string, string | number>, ...children: Node[]): SVGElement {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

// Paths in a square of 16 units.
const ICONS: Record<string, string> = {
  first: "M3 3h2v10H3zM13 3v10L6 8z",
  back: "M11 3v10L4 8z M12 3h1v10h-1z",
  play: "M4 2.5v11l9-5.5z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z",
  forward: "M5 3v10l7-5z M3 3h1v10H3z",
  loop: "M4 4h7V2l3.5 3L11 8V6H5.5v2H4zM12 12H5v2L1.500 11 5 8v2h5.500V8H12z",
};

export const icon = (name: string): SVGElement => svg("svg", { viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" }, svg("path", { d: ICONS[name], fill: "currentColor" }));

// A number with about four digits that people can read.
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (Number.isInteger(value) && Math.abs(value) < 1e7) return String(value);
  const size = Math.abs(value);
  return size !== 0 && (size < 1e-3 || size >= 1e6) ? value.toExponential(3) : String(Number(value.toPrecision(5)));
}
