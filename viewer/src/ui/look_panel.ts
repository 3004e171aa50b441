// What is shown and how: toggles, colours, surface, clip plane, measuring.
import { COLOUR_MAPS, defaultMapOf } from "../draw/colour_maps";
import type { SurfaceLook } from "../draw/mesh_materials";
import type { Range } from "../decode/pack";
import { STARTING_SETTINGS, type ParticleLook, type RangeOf, type Settings, type SettingsStore } from "../settings";
import { element, numberText } from "./dom";
import { PartsList, type NamedPart } from "./parts_list";

type Toggle = "particles" | "surface" | "obstacles" | "matter" | "whitewater" | "box";

const TOGGLES: [Toggle, string, string][] = [
  ["particles", "Particles", "1"], ["surface", "Surface", "2"], ["obstacles", "Obstacles", "3"], ["matter", "Solids, surfels, strands", "5"],
  ["whitewater", "Spray, foam, bubbles", "6"], ["box", "Domain and grid", "4"],
];
const RANGES: [RangeOf, string][] = [["seen", "of the frames seen"], ["all", "of all frames"], ["frame", "of this frame"], ["fixed", "fixed"]];
const LOOKS: [SurfaceLook, string][] = [["water", "Water"], ["matt", "Matt"], ["own", "Its own colours"], ["colour", "Coloured"], ["flat", "Flat triangles"], ["wires", "Wires"]];
const PARTICLE_LOOKS: [ParticleLook, string][] = [["balls", "Balls"], ["ellipsoids", "Ellipsoids"]];
const OF_ELLIPSOIDS = "scale"; // the attribute that balls do not have
const AXES: [Settings["clipAxis"], string][] = [["none", "None"], ["x", "x"], ["y", "y"], ["z", "z"]];

function field(label: string, name: string, control: HTMLElement): HTMLElement {
  control.setAttribute("aria-label", name);
  return element("label", { class: "field" }, element("span", {}, label), control);
}

function choice<T extends string>(options: readonly (readonly [T, string])[], pick: (value: T) => void): HTMLSelectElement {
  const select = element("select", {}, ...options.map(([value, name]) => element("option", { value }, name)));
  select.onchange = () => pick(select.value as T);
  return select;
}

// Numbers that were fixed for one attribute say nothing about another.
export const automatic = ({ rangeOf }: Pick<Settings, "rangeOf">): RangeOf => (rangeOf === "fixed" ? STARTING_SETTINGS.rangeOf : rangeOf);

export class LookPanel {
  readonly root: HTMLElement;
  private readonly boxes = new Map<Toggle, HTMLInputElement>();
  private readonly attribute: HTMLSelectElement;
  private readonly map: HTMLSelectElement;
  private readonly range: HTMLSelectElement;
  private readonly parts: PartsList;
  private readonly opacity = element("input", { type: "range", min: "0", max: "1", step: "0.05" });
  private readonly low = element("input", { type: "number", step: "any", aria: { label: "Lower end of the range" } });
  private readonly high = element("input", { type: "number", step: "any", aria: { label: "Upper end of the range" } });
  private readonly look: HTMLSelectElement;
  private readonly particleLook: HTMLSelectElement;
  private hasKernels = false;
  private readonly axis: HTMLSelectElement;
  private readonly place = element("input", { type: "range", min: "0", max: "1", step: "0.005" });
  private readonly flipped = element("input", { type: "checkbox" });
  private readonly measuring = element("input", { type: "checkbox" });
  private shown: Range = { low: 0, high: 1 };

  constructor(private readonly store: SettingsStore) {
    this.attribute = choice<string>([], (attribute) => store.change({ attribute, map: defaultMapOf(attribute), rangeOf: automatic(store.value) }));
    this.map = choice(COLOUR_MAPS.map((map) => [map.name, map.name] as const), (map) => store.change({ map }));
    this.look = choice(LOOKS, (look) => store.change({ look }));
    this.particleLook = choice(PARTICLE_LOOKS, (particleLook) => this.changeParticles(particleLook));
    this.axis = choice(AXES, (clipAxis) => store.change({ clipAxis }));
    this.place.oninput = () => store.change({ clipPlace: Number(this.place.value) });
    this.flipped.onchange = () => store.change({ clipFlipped: this.flipped.checked });
    this.measuring.onchange = () => store.change({ measuring: this.measuring.checked });
    this.range = choice(RANGES, (rangeOf) => store.change({ rangeOf, fixedRange: { ...this.shown } }));
    this.opacity.oninput = () => store.change({ opacity: Number(this.opacity.value) });
    this.parts = new PartsList(store);
    for (const end of [this.low, this.high]) end.onchange = () => this.changeRange();
    this.root = element(
      "div", { class: "look" },
      element("fieldset", {}, element("legend", {}, "Show"), ...TOGGLES.map((toggle) => this.toggle(...toggle))),
      this.parts.root,
      element(
        "fieldset", {}, element("legend", {}, "Colour"), field("by", "Colour by", this.attribute), field("map", "Colour map", this.map),
        field("range", "Colour range", this.range), element("div", { class: "pair" }, this.low, this.high),
      ),
      element("fieldset", {}, element("legend", {}, "Particles"), field("look", "Particle look", this.particleLook)),
      element("fieldset", {}, element("legend", {}, "Surface"), field("look", "Surface look", this.look)),
      element("fieldset", {}, element("legend", {}, "Obstacles"), field("opacity", "Opacity of obstacles", this.opacity)),
      element("fieldset", {}, element("legend", {}, "Cut"), field("across", "Cut across", this.axis), field("at", "Cut at", this.place), element("label", { class: "check" }, this.flipped, "Other side")),
      element("fieldset", {}, element("legend", {}, "Measure"), element("label", { class: "check" }, this.measuring, "Click two points (M)")),
    );
    store.onChange(() => this.update());
    this.update();
  }

  offer(attributes: string[], kinds: Record<Toggle | "kernels", boolean>): void {
    this.hasKernels = kinds.kernels;
    const names = [...this.attribute.options].map((option) => option.value);
    if (names.join() !== attributes.join()) this.attribute.replaceChildren(...attributes.map((name) => element("option", { value: name }, name)));
    for (const [name, box] of this.boxes) box.disabled = !kinds[name];
    this.update();
  }

  offerParts = (parts: NamedPart[]): void => this.parts.offer(parts);

  showRange(range: Range): void {
    this.shown = range;
    if (this.store.value.rangeOf === "fixed") return;
    this.low.value = numberText(range.low);
    this.high.value = numberText(range.high);
  }

  private toggle(name: Toggle, label: string, key: string): HTMLElement {
    const box = element("input", { type: "checkbox" });
    box.onchange = () => this.store.change({ [name]: box.checked });
    this.boxes.set(name, box);
    return element("label", { class: "check" }, box, label, element("kbd", {}, key));
  }

  private changeParticles(particleLook: ParticleLook): void {
    if (particleLook === "ellipsoids" || this.store.value.attribute !== OF_ELLIPSOIDS) return this.store.change({ particleLook });
    const { attribute } = STARTING_SETTINGS;
    this.store.change({ particleLook, attribute, map: defaultMapOf(attribute), rangeOf: automatic(this.store.value) });
  }

  private changeRange(): void {
    const low = Number(this.low.value), high = Number(this.high.value);
    if (Number.isFinite(low) && high > low) this.store.change({ fixedRange: { low, high } });
  }

  private update(): void {
    const settings = this.store.value;
    for (const [name, box] of this.boxes) box.checked = settings[name];
    this.attribute.value = settings.attribute;
    this.map.value = settings.map;
    this.range.value = settings.rangeOf;
    this.low.disabled = this.high.disabled = settings.rangeOf !== "fixed";
    if (settings.rangeOf === "fixed" && settings.fixedRange) [this.low.value, this.high.value] = [numberText(settings.fixedRange.low), numberText(settings.fixedRange.high)];
    this.opacity.value = String(settings.opacity);
    this.opacity.disabled = !settings.obstacles || this.boxes.get("obstacles")!.disabled;
    this.particleLook.value = settings.particleLook;
    this.particleLook.disabled = !settings.particles || !this.hasKernels;
    this.look.value = settings.look;
    this.look.disabled = !settings.surface;
    this.axis.value = settings.clipAxis;
    this.place.disabled = this.flipped.disabled = settings.clipAxis === "none";
    this.place.value = String(settings.clipPlace);
    this.flipped.checked = settings.clipFlipped;
    this.measuring.checked = settings.measuring;
  }
}
