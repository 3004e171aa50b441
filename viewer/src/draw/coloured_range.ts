// The values that a frame of a sequence brings to the colour bar.
import { isMatter, type Sequence } from "../data/run";
import type { PackedFrame, Range } from "../decode/pack";
import type { Settings } from "../settings";
import type { MeshLook } from "./surface_mesh";

export type Colouring = Pick<Settings, "look" | "attribute">;

const COLOURED: MeshLook[] = ["colour", "flat", "wires"];

// A surface that has neither colours of its own nor paint is matt where those are asked for. Matter that is no liquid is never water, and matt where it has not what colours are shown of; obstacles have no colours.
export function lookOf({ kind }: Pick<Sequence, "kind">, frame: PackedFrame | undefined, { look, attribute }: Colouring): MeshLook {
  if (kind === "obstacle") return "obstacle";
  if (look === "own" && frame?.kind === "mesh") return frame.colours || frame.laid ? "own" : "matt";
  if (!isMatter(kind)) return look;
  if (!frame?.attributes.includes(attribute)) return "matt";
  if (kind === "tetrahedra") return "flat";
  return look === "wires" && kind === "mesh" ? "wires" : "colour";
}

// Nothing where it has a colour of its own, lacks the attribute or is empty.
export function colouredRange(sequence: Pick<Sequence, "kind">, frame: PackedFrame, colouring: Colouring): Range | undefined {
  if (sequence.kind === "whitewater" || frame.count === 0 || !frame.attributes.includes(colouring.attribute)) return undefined;
  if (frame.kind === "mesh" && !COLOURED.includes(lookOf(sequence, frame, colouring))) return undefined;
  return frame.values;
}
