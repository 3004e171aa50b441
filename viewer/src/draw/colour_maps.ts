// Colours for numbers, made by formulas in Oklab (Ottosson 2020, A perceptual color space for image processing), where
// equal steps look equally large. Lightness is linear along each sequential map; a colour that no screen can show
// loses chroma, never lightness.

export type Rgb = [number, number, number]; // sRGB, 0 to 1

export interface ColourMap {
  name: string;
  kind: "continuous" | "categories" | "marked";
  at(t: number): Rgb; // t from 0 to 1
}

type Polar = [lightness: number, chroma: number, hueDegrees: number];

function linearRgb([lightness, chroma, hue]: Polar): Rgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

// IEC 61966-2-1.
const encode = (x: number): number => (x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055);

const shown = (rgb: Rgb): boolean => rgb.every((x) => x >= -1e-4 && x <= 1 + 1e-4);

export function colourOf([lightness, chroma, hue]: Polar): Rgb {
  let low = 0, high = chroma;
  if (shown(linearRgb([lightness, chroma, hue]))) low = chroma;
  else for (let k = 0; k < 20; ++k) {
    const middle = (low + high) / 2;
    if (shown(linearRgb([lightness, middle, hue]))) low = middle;
    else high = middle;
  }
  return linearRgb([lightness, low, hue]).map((x) => encode(Math.min(1, Math.max(0, x)))) as Rgb;
}

const mix = (a: number, b: number, t: number): number => a + (b - a) * t;
const continuous = (name: string, polar: (t: number) => Polar): ColourMap => ({ name, kind: "continuous", at: (t) => colourOf(polar(t)) });

const CATEGORIES = 12;
const GOLDEN_ANGLE = 137.50776405;
const PLAIN: Polar = [0.72, 0.09, 235];
const PINK: Polar = [0.72, 0.19, 350];

export const COLOUR_MAPS: ColourMap[] = [
  // The path tracer's map: violet over teal to yellow.
  continuous("tide", (t) => [mix(0.3, 0.91, t), 0.13 - 0.035 * Math.sin(Math.PI * t) + 0.04 * t, mix(315, 105, t)]),
  continuous("ember", (t) => [mix(0.2, 0.95, t), 0.07 + 0.14 * Math.sin(Math.PI * t), mix(-30, 100, t)]),
  continuous("lagoon", (t) => [mix(0.28, 0.95, t), 0.05 + 0.1 * Math.sin(Math.PI * t), mix(265, 200, t)]),
  continuous("grey", (t) => [mix(0.18, 0.96, t), 0, 0]),
  // Two hues with the same lightness at the same distance from the middle.
  continuous("balance", (t) => [0.93 - 0.55 * Math.abs(2 * t - 1), 0.16 * Math.abs(2 * t - 1), t < 0.5 ? 255 : 35]),
  { name: "categories", kind: "categories", at: (t) => colourOf([0.72, 0.13, 235 + GOLDEN_ANGLE * Math.floor(t * CATEGORIES)]) },
  { name: "marked", kind: "marked", at: (t) => colourOf(t < 0.5 ? PLAIN : PINK) },
];

export const CATEGORY_COUNT = CATEGORIES;

export const mapNamed = (name: string): ColourMap => COLOUR_MAPS.find((map) => map.name === name) ?? COLOUR_MAPS[0];

// Labels get distinct colours; what sheets mark (split, thin particles) is pink as in Ando and Tsuruno's figures.
export function defaultMapOf(attribute: string): string {
  if (attribute === "phase") return "categories";
  return attribute === "thin" || attribute === "generation" ? "marked" : "tide";
}

// `width` colours in sRGB bytes with alpha.
export function tableOf(map: ColourMap, width = 256): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(4 * width);
  for (let i = 0; i < width; ++i) {
    const rgb = map.at((i + 0.5) / width);
    for (let k = 0; k < 3; ++k) bytes[4 * i + k] = Math.round(255 * rgb[k]);
    bytes[4 * i + 3] = 255;
  }
  return bytes;
}
