// What the page and its decoding workers say to one another.
import type { SequenceKind } from "../data/run";
import type { Progress } from "./incoming";
import type { PackedFrame } from "./pack";

// A file by its address, or its bytes in base64 (a page from a disk may not load files).
export interface FileBytes {
  name: string;
  url?: string;
  base64?: string;
  packed?: string; // where the server has it as it is drawn: decode/packed_file.ts
}

// What of a file is to be drawn.
export interface Drawing {
  kind: SequenceKind;
  attribute: string;
  edges: boolean;
  layBy?: string; // the column by which paint lies on a mesh
  particles: FileBytes[]; // of the same frame, for kernels
}

export type DecodeRequest = { id: number; file: FileBytes } & (({ wanted: "frame" } & Drawing) | { wanted: "row"; row: number });

// The first message to a worker: the numbers of the others.
export interface Introduction {
  helpers: number[];
}

// From worker to worker. The page hands letters on, because their buffers then change hands without a copy.
export interface Letter {
  worker: number; // on the way to the page the receiver, afterwards the sender
  letter: unknown;
  buffers: ArrayBuffer[]; // of the letter
}

export interface Row {
  name: string;
  values: number[];
}

export type DecodeReply =
  | { id: number; frame: PackedFrame; milliseconds: number } // loading and decoding
  | { id: number; row: Row[] }
  | { id: number; failure: string };

export type WorkerMessage = DecodeReply | Letter | { id: number; progress: Progress };
