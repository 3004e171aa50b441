// Where the bodies of a frame are, as the simulation wrote it.
import { fileOfFrame, type Run } from "./run";
import type { Source } from "./source";

export interface Pose {
  rotation: number[]; // the matrix row by row
  translation: number[];
}

export type Poses = Map<string, Pose>; // by the name of the body

interface PosesFile {
  bodies: ({ name: string } & Pose)[];
}

const KEPT = 500; // frames

const areNumbers = (values: unknown, count: number): boolean => Array.isArray(values) && values.length === count && values.every(Number.isFinite);

export function parsePoses(text: string): Poses {
  const { bodies } = JSON.parse(text) as PosesFile;
  const poses: Poses = new Map();
  for (const { name, rotation, translation } of bodies) {
    if (!areNumbers(rotation, 9) || !areNumbers(translation, 3)) throw new Error(`the pose of '${name}' is not twelve numbers`);
    poses.set(name, { rotation, translation });
  }
  return poses;
}

export class PoseStore {
  private readonly kept = new Map<string, Promise<Poses>>(); // by address

  constructor(private readonly source: Source) {}

  // Nothing for a frame of which no poses were written.
  async of(run: Pick<Run, "address" | "poses">, frame: number): Promise<Poses | undefined> {
    if (!run.poses?.frames.has(frame)) return undefined;
    const address = run.address + fileOfFrame(run.poses.pattern, frame);
    const found = this.kept.get(address) ?? this.load(address);
    this.kept.set(address, found);
    found.catch(() => this.kept.delete(address));
    if (this.kept.size > KEPT) this.kept.delete(this.kept.keys().next().value!);
    return found;
  }

  private async load(address: string): Promise<Poses> {
    try {
      return parsePoses(await this.source.text(address));
    } catch (error) {
      throw new Error(`${address}: ${(error as Error).message}`);
    }
  }
}
