// What the user has chosen, and who wants to know of changes.
import type { Range } from "./decode/pack";
import type { SurfaceLook } from "./draw/mesh_materials";

export type ParticleLook = "balls" | "ellipsoids";

// Whose values the colours range over: of the frames that have been shown, of all, of the one that is shown, or none's.
export type RangeOf = "seen" | "all" | "frame" | "fixed";

export interface Settings {
  particles: boolean;
  surface: boolean;
  obstacles: boolean;
  matter: boolean; // solids, surfels, strands
  whitewater: boolean; // spray, foam, bubbles
  hidden: string[]; // parts that are not shown, by name
  box: boolean;
  attribute: string;
  map: string;
  rangeOf: RangeOf;
  fixedRange?: Range; // the numbers of a fixed one
  opacity: number; // of obstacles, 0 to 1
  look: SurfaceLook;
  particleLook: ParticleLook;
  clipAxis: "none" | "x" | "y" | "z";
  clipPlace: number; // 0 to 1 across the domain
  clipFlipped: boolean;
  measuring: boolean;
}

export const STARTING_SETTINGS: Settings = {
  particles: true, surface: false, obstacles: true, matter: true, whitewater: true, hidden: [], box: true, attribute: "speed", map: "tide",
  rangeOf: "seen", opacity: 0.35, look: "water", particleLook: "balls",
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
