// Which files a frame of the picture needs.
import type { Settings } from "../settings";
import type { WantedFrame } from "./frame_store";
import { fileOfFrame, type Run, type Sequence } from "./run";

export interface PlannedFrame {
  run: Run;
  sequence: Sequence;
  wanted?: WantedFrame; // absent: the sequence is hidden or has no such frame
}

export function planFrame(runs: Run[], settings: Pick<Settings, "particles" | "surface" | "attribute" | "look">, frame: number): PlannedFrame[] {
  return runs.flatMap((run) =>
    run.sequences.map((sequence) => {
      if (!settings[sequence.kind] || !sequence.frames.has(frame)) return { run, sequence };
      const edges = sequence.kind === "surface" && settings.look === "wires";
      return { run, sequence, wanted: { address: run.address + fileOfFrame(sequence.pattern, frame), attribute: settings.attribute, edges } };
    }),
  );
}

// A sentence for each sequence that is to be shown and lacks the frame.
export function missingFrames(plan: PlannedFrame[], settings: Pick<Settings, "particles" | "surface">, frame: number): string {
  return plan
    .filter(({ sequence, wanted }) => settings[sequence.kind] && !wanted)
    .map(({ run, sequence }) => `${run.name}: there is no ${fileOfFrame(sequence.pattern, frame)}`)
    .join("; ");
}
