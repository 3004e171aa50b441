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

function gradientOf(map: ColourMap): string {
  const css = (t: number): string => `rgb(${map.at(t).map((x) => Math.round(255 * x)).join(" ")})`;
  if (map.kind === "marked") return `linear-gradient(90deg, ${css(0)} 50%, ${css(1)} 50%)`;
  return `linear-gradient(90deg, ${Array.from({ length: STOPS + 1 }, (_, k) => css(k / (STOPS + 1e-6))).join(",")})`;
}

export class ColourBar {
  readonly root = element("figure", { class: "colour-bar", hidden: true });
  private readonly title = element("figcaption");
  private readonly strip = element("div", { class: "strip" });
  private readonly ticks = element("div", { class: "ticks" });

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
    this.ticks.replaceChildren(...this.labels(map, range));
  }

  private labels(map: ColourMap, range: Range): HTMLElement[] {
    if (map.kind === "marked") return [this.label("no", 0.25), this.label("yes", 0.75)];
    if (map.kind === "categories") return [this.label("repeats after 12", 0.5)];
    const width = range.high - range.low || 1;
    return roundTicks(range).map((value) => this.label(numberText(value), (value - range.low) / width));
  }

  private label(text: string, share: number): HTMLElement {
    const label = element("span", {}, text);
    label.style.left = `${100 * share}%`;
    return label;
  }
}
