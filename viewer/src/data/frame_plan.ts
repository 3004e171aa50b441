// Which files a frame of the picture needs.
import type { Settings } from "../settings";
import type { WantedFrame } from "./frame_store";
import { columnOf, paintOf } from "./paint";
import { addressOf, fileOfFrame, isMatter, type Run, type Sequence } from "./run";

export interface PlannedFrame {
  run: Run;
  sequence: Sequence;
  wanted?: WantedFrame; // absent: the sequence is hidden or has no such frame
}

type Shown = Pick<Settings, "particles" | "surface" | "matter" | "obstacles" | "whitewater" | "hidden" | "particleLook">;

// Ellipsoids stand for the particles of a run that has them.
function isShown({ kind, fluid }: Sequence, run: Run, settings: Shown): boolean {
  if (settings.hidden.includes(fluid)) return false;
  if (kind === "surface") return settings.surface;
  if (kind === "whitewater") return settings.whitewater;
  if (kind === "obstacle") return settings.obstacles;
  if (isMatter(kind)) return settings.matter;
  const ellipsoids = settings.particleLook === "ellipsoids" && run.sequences.some((sequence) => sequence.kind === "kernels");
  return settings.particles && ellipsoids === (kind === "kernels");
}

const particleFiles = (run: Run, frame: number): string[] =>
  run.sequences.filter(({ kind, frames }) => kind === "particles" && frames.has(frame)).map(({ pattern }) => run.address + fileOfFrame(pattern, frame));

export function planFrame(runs: Run[], settings: Shown & Pick<Settings, "attribute" | "look">, frame: number): PlannedFrame[] {
  return runs.flatMap((run) =>
    run.sequences.map((sequence) => {
      if (!isShown(sequence, run, settings) || !sequence.frames.has(frame)) return { run, sequence };
      const edges = settings.look === "wires" && (sequence.kind === "surface" || sequence.kind === "mesh");
      const particles = sequence.kind === "kernels" ? particleFiles(run, frame) : [];
      const paint = paintOf(run.scene, sequence.fluid);
      const address = addressOf(run, sequence, frame);
      return { run, sequence, wanted: { kind: sequence.kind, address, attribute: settings.attribute, edges, layBy: paint && columnOf(paint), particles } };
    }),
  );
}

// A sentence for each sequence that is to be shown and lacks the frame.
export function missingFrames(plan: PlannedFrame[], settings: Shown, frame: number): string {
  return plan
    .filter(({ run, sequence, wanted }) => isShown(sequence, run, settings) && !wanted)
    .map(({ run, sequence }) => `${run.name}: there is no ${run.loose ? `frame ${frame} of ${sequence.fluid}` : fileOfFrame(sequence.pattern, frame)}`)
    .join("; ");
}
