// What the user has chosen, and who wants to know of changes.
import type { Range } from "./decode/pack";
import type { SurfaceLook } from "./draw/mesh_materials";

export type ParticleLook = "balls" | "ellipsoids";

export interface Settings {
  particles: boolean;
  surface: boolean;
  obstacles: boolean;
  matter: boolean; // solids, surfels, strands
  box: boolean;
  attribute: string;
  map: string;
  fixedRange?: Range; // absent: the range of the frame that is shown
  look: SurfaceLook;
  particleLook: ParticleLook;
  clipAxis: "none" | "x" | "y" | "z";
  clipPlace: number; // 0 to 1 across the domain
  clipFlipped: boolean;
  measuring: boolean;
}

export const STARTING_SETTINGS: Settings = {
  particles: true, surface: false, obstacles: true, matter: true, box: true, attribute: "speed", map: "tide", look: "water", particleLook: "balls",
  clipAxis: "none", clipPlace: 0.5, clipFlipped: false, measuring: false,
};

export class SettingsStore {
  private readonly listeners: ((settings: Settings) => void)[] = [];

  constructor(private current: Settings) {}

  get value(): Readonly<Settings> {
    return this.current;
  }

  onChange = (listener: (settings: Settings) => void): number => this.listeners.push(listener);

  change(part: Partial<Settings>): void {
    this.current = { ...this.current, ...part };
    for (const listener of this.listeners) listener(this.current);
  }
}
