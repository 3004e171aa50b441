// The parts of what is shown, each with a box to hide it: several liquids, spray, foam and bubbles, files of several names.
import type { Run } from "../data/run";
import { whitewaterColour } from "../draw/whitewater";
import type { SettingsStore } from "../settings";
import { element } from "./dom";

export interface NamedPart {
  name: string;
  colour?: string; // its own
}

// By name, in the order of the runs; obstacles and what bends with them have their own box.
export function partsOf(runs: Pick<Run, "sequences">[]): NamedPart[] {
  const parts = new Map<string, NamedPart>();
  for (const { kind, fluid } of runs.flatMap(({ sequences }) => sequences))
    if (kind !== "obstacle" && kind !== "kernels") parts.set(fluid, { name: fluid, ...(kind === "whitewater" ? { colour: whitewaterColour(fluid) } : {}) });
  return [...parts.values()];
}

export class PartsList {
  readonly root = element("fieldset", { hidden: true }, element("legend", {}, "Parts"));
  private readonly boxes = new Map<string, HTMLInputElement>();

  constructor(private readonly store: SettingsStore) {}

  // One part alone needs no list.
  offer(parts: NamedPart[]): void {
    this.root.hidden = parts.length < 2;
    if ([...this.boxes.keys()].join("\n") !== parts.map(({ name }) => name).join("\n")) this.rebuild(parts);
    for (const [name, box] of this.boxes) box.checked = !this.store.value.hidden.includes(name);
  }

  private rebuild(parts: NamedPart[]): void {
    this.boxes.clear();
    this.root.replaceChildren(element("legend", {}, "Parts"), ...parts.map((part) => this.row(part)));
  }

  private row({ name, colour }: NamedPart): HTMLElement {
    const box = element("input", { type: "checkbox" });
    box.onchange = () => {
      const others = this.store.value.hidden.filter((one) => one !== name);
      this.store.change({ hidden: box.checked ? others : [...others, name] });
    };
    this.boxes.set(name, box);
    const swatch = element("i", { class: "swatch", hidden: !colour });
    if (colour) swatch.style.background = colour;
    return element("label", { class: "check" }, box, element("span", { class: "name" }, name), swatch);
  }
}
