// A run folder as the page knows it: scene, sequences of frames, ledger.
import { joinLedgers, type LedgerRow } from "./ledger";
import type { Scene } from "./scene";
import type { Source } from "./source";

export type SequenceKind = "particles" | "surface" | "kernels";

export interface Sequence {
  kind: SequenceKind;
  fluid: string;
  pattern: string; // of its files: %04d stands for the frame
  frames: Set<number>;
}

export interface Run {
  name: string;
  address: string; // "runs/0/"
  version: string;
  finished: boolean;
  scene: Scene;
  sequences: Sequence[];
  obstacles: string[];
  ledgers: string[]; // files
  ledger: LedgerRow[];
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
}

export const fileOfFrame = (pattern: string, frame: number): string => pattern.replace("%04d", String(frame).padStart(4, "0"));

// Points of the surface stage are the kernels of its fields.
function drawnAs({ stage, kind }: Part): SequenceKind | undefined {
  if (kind === "particles") return stage === "surface" ? "kernels" : "particles";
  return kind === "mesh" ? "surface" : undefined;
}

// What the page does not draw is left out.
export function sequenceOf(part: Part): Sequence | undefined {
  const kind = drawnAs(part);
  return kind && { kind, fluid: part.name, pattern: part.pattern, frames: new Set(part.frames) };
}

// The frames for which any sequence has a file, in order.
export const framesOf = (runs: Run[]): number[] =>
  [...new Set(runs.flatMap((run) => run.sequences.flatMap((sequence) => [...sequence.frames])))].sort((a, b) => a - b);

async function loadLedger(source: Source, address: string, files: string[]): Promise<LedgerRow[]> {
  return joinLedgers(await Promise.all(files.map((file) => source.text(address + file))));
}

async function loadContents(source: Source, address: string): Promise<Pick<Run, "version" | "finished" | "sequences" | "ledgers" | "obstacles">> {
  const contents = JSON.parse(await source.text(`${address}contents.json`)) as Contents;
  return {
    version: `${contents.version} (${contents.git_hash})`,
    finished: contents.finished,
    sequences: contents.sequences.map(sequenceOf).filter((sequence) => sequence !== undefined),
    ledgers: contents.ledgers,
    obstacles: contents.obstacles,
  };
}

export async function loadRun(source: Source, name: string, address: string): Promise<Run> {
  const [contents, scene] = await Promise.all([loadContents(source, address), source.text(`${address}scene.json`)]);
  return { name, address, scene: JSON.parse(scene) as Scene, ledger: await loadLedger(source, address, contents.ledgers), ...contents };
}

const stateOf = (run: Run): string => [...run.sequences.map((sequence) => sequence.frames.size), run.finished].join();

// Looks again at a run that may have grown; true when there is something new.
export async function refreshRun(source: Source, run: Run): Promise<boolean> {
  const before = stateOf(run);
  Object.assign(run, await loadContents(source, run.address));
  if (before === stateOf(run)) return false;
  run.ledger = await loadLedger(source, run.address, run.ledgers);
  return true;
}
