// Loads and decodes files away from the page. The last few stay decoded for other attributes and for picking.
import { decodeBgeo } from "./bgeo";
import { DecodeError } from "./byte_reader";
import { gunzip, isGzip } from "./gunzip";
import type { DecodeReply, DecodeRequest, FileBytes } from "./messages";
import { buffersOf, packMesh, packParticles } from "./pack";
import { decodePly, type PlyMesh } from "./ply";
import { readRow, type RecordTable } from "./record_table";

type Decoded = RecordTable | PlyMesh;

const KEPT = 3;
const kept = new Map<string, Decoded>();
const loadedAt = new Map<string, number>(); // when the bytes of a file on its way had come

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = letters.charCodeAt(i);
  return bytes;
}

async function load({ name, url, base64 }: FileBytes): Promise<Uint8Array<ArrayBuffer>> {
  if (base64 !== undefined) return fromBase64(base64);
  const reply = await fetch(url!);
  if (!reply.ok) throw new DecodeError(reply.status === 404 ? "the file is not there" : `the server says ${reply.status}`);
  const bytes = new Uint8Array(await reply.arrayBuffer());
  if (bytes.length === 0) throw new DecodeError(`${name} is empty`);
  return bytes;
}

async function decode(file: FileBytes): Promise<Decoded> {
  const there = kept.get(file.name);
  if (there) return there;
  const bytes = await load(file);
  loadedAt.set(file.name, performance.now());
  const plain = isGzip(bytes) ? await gunzip(bytes) : bytes;
  const decoded = file.name.endsWith(".ply") ? decodePly(plain) : decodeBgeo(plain);
  kept.set(file.name, decoded);
  if (kept.size > KEPT) kept.delete(kept.keys().next().value!);
  return decoded;
}

async function answer(request: DecodeRequest): Promise<DecodeReply> {
  const { id, file } = request;
  try {
    const decoded = await decode(file);
    if (request.wanted === "row") return { id, row: readRow("vertices" in decoded ? decoded.vertices : decoded, request.row) };
    const frame = "vertices" in decoded ? packMesh(decoded, request.attribute, request.edges) : packParticles(decoded, request.attribute);
    const milliseconds = performance.now() - (loadedAt.get(file.name) ?? NaN);
    loadedAt.delete(file.name);
    return { id, frame, milliseconds };
  } catch (error) {
    return { id, failure: `${file.name}: ${error instanceof Error ? error.message : error}` };
  }
}

self.onmessage = async (event: MessageEvent<DecodeRequest>) => {
  const reply = await answer(event.data);
  self.postMessage(reply, { transfer: "frame" in reply ? buffersOf(reply.frame) : [] });
};
