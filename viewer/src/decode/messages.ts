// What the page and its decoding workers say to one another.
import type { PackedFrame } from "./pack";

// A file by its address, or its bytes in base64 (a page from a disk may not load files).
export interface FileBytes {
  name: string;
  url?: string;
  base64?: string;
}

export type DecodeRequest = { id: number; file: FileBytes } & (
  | { wanted: "frame"; attribute: string; edges: boolean }
  | { wanted: "row"; row: number }
);

export interface Row {
  name: string;
  values: number[];
}

export type DecodeReply =
  | { id: number; frame: PackedFrame; milliseconds: number } // from the loaded bytes on; NaN when the file was kept
  | { id: number; row: Row[] }
  | { id: number; failure: string };
