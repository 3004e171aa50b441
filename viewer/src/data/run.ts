// A run folder as the page knows it: scene, sequences of frames, ledger, probes; or files that belong to no run.
import { joinLedgers, type LedgerRow } from "./ledger";
import { Probe, type ProbeFile } from "./probe";
import type { Scene } from "./scene";
import type { Source } from "./source";

export const MATTER = ["surfels", "strands", "tetrahedra", "mesh"] as const; // that is no liquid
export type MatterKind = (typeof MATTER)[number];
export type SequenceKind = "particles" | "surface" | "kernels" | "whitewater" | "obstacle" | MatterKind;

export const isMatter = (kind: SequenceKind): kind is MatterKind => (MATTER as readonly string[]).includes(kind);

export interface Sequence {
  kind: SequenceKind;
  fluid: string;
  pattern: string; // of its files: %04d stands for the frame; without it one file stands in every frame
  frames: Set<number>;
}

export interface Run {
  name: string;
  address: string; // "runs/0/"
  version: string;
  finished: boolean;
  loose: boolean; // files that belong to no run: of the scene only the extent and the spacing are known, and no times
  scene: Scene;
  sequences: Sequence[];
  poses?: Pick<Sequence, "pattern" | "frames">; // of the bodies; runs of older versions have none
  obstacles: string[];
  textures: Texture[];
  ledgers: string[]; // files
  ledger: LedgerRow[];
  probeFiles: ProbeFile[];
  probes: Probe[]; // those of the files that are loaded
}

// Whether it is seen without its particles: its surface has been made, or it is matter with a skin of its name.
const hasSkin = ({ sequences }: Pick<Run, "sequences">, name: string): boolean =>
  sequences.some(({ kind, fluid, frames }) => frames.size > 0 && (kind === "surface" || (isMatter(kind) && fluid === name)));

// Whether a page begins with the particles: unless all is seen without them.
export function beginsWithParticles(runs: Pick<Run, "sequences" | "loose">[]): boolean {
  const skins = runs.flatMap((run) => run.sequences.filter(({ kind }) => kind === "particles").map(({ fluid }) => hasSkin(run, fluid)));
  return runs.every((run) => run.loose) || skins.length === 0 || skins.includes(false);
}

export interface Texture {
  name: string; // as the scene names the file
  file: string; // its copy in the run folder
}

// A part of the frames, as the program describes it.
interface Part {
  stage: string;
  kind: string;
  name: string;
  pattern: string;
  frames: number[];
}

interface Contents {
  version: string;
  git_hash: string;
  finished: boolean;
  sequences: Part[];
  ledgers: string[];
  obstacles: string[];
  textures?: Texture[];
  probes?: ProbeFile[]; // runs of older versions have none
  bounds?: Scene["domain"]; // of files that belong to no run, as the spacing
  spacing?: number;
}

export const fileOfFrame = (pattern: string, frame: number): string => pattern.replace("%04d", String(frame).padStart(4, "0"));

// Where the program has what is drawn of a frame: of tetrahedra, their border.
export function addressOf(run: Pick<Run, "address">, { kind, pattern }: Pick<Sequence, "kind" | "pattern">, frame: number): string {
  const file = fileOfFrame(pattern, frame);
  return run.address + (kind === "tetrahedra" ? `borders/${file}.ply` : file);
}

// Points of the surface stage are the kernels of its fields, those of the foam stage spray, foam and bubbles; a mesh of the
// simulation is a liquid's or an obstacle's where it has its name.
function drawnAs({ stage, kind, name }: Part, { fluids, obstacles }: Pick<Scene, "fluids" | "obstacles">): SequenceKind | undefined {
  const isOne = (list: { name: string }[] | undefined): boolean => (list ?? []).some((one) => one.name === name);
  if (kind === "particles") return stage === "surface" ? "kernels" : stage === "foam" ? "whitewater" : "particles";
  if (kind === "mesh") return stage === "surface" || stage === "files" || isOne(fluids) ? "surface" : isOne(obstacles) ? "obstacle" : "mesh";
  return MATTER.find((matter) => matter === kind);
}

// What the page does not draw is left out.
export function sequenceOf(part: Part, scene: Pick<Scene, "fluids" | "obstacles"> = {}): Sequence | undefined {
  const kind = drawnAs(part, scene);
  return kind && { kind, fluid: part.name, pattern: part.pattern, frames: new Set(part.frames) };
}

function posesOf(parts: Part[]): Run["poses"] {
  const part = parts.find(({ kind }) => kind === "poses");
  return part && { pattern: part.pattern, frames: new Set(part.frames) };
}

// The frames for which any sequence has a file, in order; those of the poses where there is nothing else.
export function framesOf(runs: Pick<Run, "sequences" | "poses">[]): number[] {
  const frames = runs.flatMap(({ sequences, poses }) => {
    const found = sequences.flatMap((sequence) => [...sequence.frames]);
    return found.length > 0 ? found : [...(poses?.frames ?? [])];
  });
  return [...new Set(frames)].sort((a, b) => a - b);
}

async function loadLedger(source: Source, address: string, files: string[]): Promise<LedgerRow[]> {
  const stages = files.map((file) => file.split(".")[1]); // of ledger.simulate.jsonl
  return joinLedgers(await Promise.all(files.map((file) => source.text(address + file))), stages);
}

type Known = Pick<Run, "version" | "finished" | "sequences" | "poses" | "ledgers" | "obstacles" | "textures" | "probeFiles">;

const readContents = async (source: Source, address: string): Promise<Contents> => JSON.parse(await source.text(`${address}contents.json`)) as Contents;

function knownOf(contents: Contents, scene: Scene): Known {
  return {
    version: `${contents.version} (${contents.git_hash})`,
    finished: contents.finished,
    sequences: contents.sequences.map((part) => sequenceOf(part, scene)).filter((sequence) => sequence !== undefined),
    poses: posesOf(contents.sequences),
    ledgers: contents.ledgers,
    obstacles: contents.obstacles,
    textures: contents.textures ?? [],
    probeFiles: contents.probes ?? [],
  };
}

export async function loadRun(source: Source, name: string, address: string): Promise<Run> {
  const contents = await readContents(source, address);
  const loose = contents.bounds !== undefined;
  const scene: Scene = loose ? { domain: contents.bounds!, particle_spacing: contents.spacing! } : JSON.parse(await source.text(`${address}scene.json`));
  const known = knownOf(contents, scene);
  return { name, address, loose, scene, ledger: await loadLedger(source, address, known.ledgers), probes: [], ...known };
}

const stateOf = (run: Run): string => [...run.sequences.map((sequence) => sequence.frames.size), run.finished].join();

// Looks again at a run that may have grown; true when there is something new.
export async function refreshRun(source: Source, run: Run): Promise<boolean> {
  const before = stateOf(run);
  Object.assign(run, knownOf(await readContents(source, run.address), run.scene));
  if (before === stateOf(run)) return false;
  run.ledger = await loadLedger(source, run.address, run.ledgers);
  return true;
}

// Reads what the probes have measured since the last time; what is wrong in a sentence for each file. Rows that were there stay
// when their file cannot be had.
export async function refreshProbes(source: Source, run: Run): Promise<string[]> {
  const load = async ({ name, file }: ProbeFile): Promise<{ probe: Probe; problem: string }> => {
    const probe = run.probes.find((one) => one.name === name) ?? new Probe(name);
    try {
      probe.take(await source.text(run.address + file));
      return { probe, problem: probe.problem && `${run.address}${file}: ${probe.problem}` };
    } catch (error) {
      return { probe, problem: (error as Error).message };
    }
  };
  const loaded = await Promise.all(run.probeFiles.map(load));
  run.probes = loaded.map(({ probe }) => probe);
  return loaded.map(({ problem }) => problem).filter(Boolean);
}
