// The colours of the picture with the numbers they stand for.
import { unitOf } from "../decode/attribute";
import type { Range } from "../decode/pack";
import { mapNamed, type ColourMap } from "../draw/colour_maps";
import { element, numberText } from "./dom";

const STOPS = 24;

// Round numbers within the range, about `count` of them.
export function roundTicks({ low, high }: Range, count = 4): number[] {
  if (!(high > low)) return [low];
  const power = 10 ** Math.floor(Math.log10((high - low) / count));
  const share = (high - low) / count / power;
  const step = power * (share > 5 ? 10 : share > 2 ? 5 : share > 1 ? 2 : 1);
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, k) => Number(((first + k) * step).toPrecision(12)));
}

const cssOf = (map: ColourMap, t: number): string => `rgb(${map.at(t).map((x) => Math.round(255 * x)).join(" ")})`;

interface Label {
  text: string;
  share: number; // where along the bar
}

function labelsOf(map: ColourMap, range: Range): Label[] {
  if (map.kind === "marked") return [{ text: "no", share: 0.25 }, { text: "yes", share: 0.75 }];
  if (map.kind === "categories") return [{ text: "repeats after 12", share: 0.5 }];
  const width = range.high - range.low || 1;
  return roundTicks(range).map((value) => ({ text: numberText(value), share: (value - range.low) / width }));
}

function gradientOf(map: ColourMap): string {
  const css = (t: number): string => cssOf(map, t);
  if (map.kind === "marked") return `linear-gradient(90deg, ${css(0)} 50%, ${css(1)} 50%)`;
  return `linear-gradient(90deg, ${Array.from({ length: STOPS + 1 }, (_, k) => css(k / (STOPS + 1e-6))).join(",")})`;
}

const WIDTH = 268; // CSS pixels of the strip in a saved picture
const HEIGHT = 10;

export class ColourBar {
  readonly root = element("figure", { class: "colour-bar", hidden: true });
  private readonly title = element("figcaption");
  private readonly strip = element("div", { class: "strip" });
  private readonly ticks = element("div", { class: "ticks" });
  private map = mapNamed("");
  private labels: Label[] = [];

  constructor() {
    this.root.append(this.title, this.strip, this.ticks);
  }

  show(attribute: string, mapName: string, range: Range | undefined): void {
    this.root.hidden = range === undefined;
    if (!range) return;
    const map = mapNamed(mapName);
    const unit = unitOf(attribute);
    this.title.textContent = unit ? `${attribute} (${unit})` : attribute;
    this.strip.style.background = gradientOf(map);
    this.map = map;
    this.labels = labelsOf(map, range);
    this.ticks.replaceChildren(...this.labels.map(({ text, share }) => {
      const label = element("span", {}, text);
      label.style.left = `${100 * share}%`;
      return label;
    }));
  }

  // The same at the lower left of a picture of this height; `scale` is the width of a CSS pixel.
  paint(context: CanvasRenderingContext2D, height: number, scale: number): void {
    if (this.root.hidden) return;
    context.save();
    context.translate(32 * scale, height - 44 * scale);
    context.scale(scale, scale);
    context.font = context.font.replace(/[\d.]+px/, "13px");
    context.fillStyle = "#10151ab8";
    context.fillRect(-16, -26, WIDTH + 32, 62);
    context.fillStyle = "#dbe3ea";
    context.textAlign = "left";
    context.fillText(this.title.textContent!, 0, -8);
    for (let x = 0; x < WIDTH; ++x) {
      context.fillStyle = cssOf(this.map, (x + 0.5) / WIDTH);
      context.fillRect(x, 0, 1.02, HEIGHT);
    }
    context.fillStyle = "#93a1ae";
    context.textAlign = "center";
    context.font = context.font.replace("13px", "11px");
    for (const { text, share } of this.labels) context.fillText(text, WIDTH * share, HEIGHT + 14);
    context.restore();
  }
}
