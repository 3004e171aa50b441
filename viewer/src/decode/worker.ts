// Loads and decodes files away from the page.
import { attributeValues } from "./attribute";
import { fromBase64 } from "./base64";
import { decodeBgeo, type BgeoTable } from "./bgeo";
import { DecodeError } from "./byte_reader";
import { gunzip, isGzip } from "./gunzip";
import { Helpers, type Line } from "./helpers";
import { Incoming, seldom, type Progress } from "./incoming";
import { hasMembers } from "./members";
import type { DecodeReply, DecodeRequest, Drawing, FileBytes, Introduction, Letter, Row, WorkerMessage } from "./messages";
import { buffersOf, packMesh, type PackedFrame } from "./pack";
import { packDiscs } from "./pack_discs";
import { packEllipsoids } from "./pack_ellipsoids";
import { packParticles } from "./pack_particles";
import { packTubes } from "./pack_tubes";
import { readReply, unpackReply } from "./packed_file";
import { readParticle, readParticles, readStart, readTable } from "./particle_file";
import { decodePly, type PlyMesh } from "./ply";
import { readRow, type RecordTable } from "./record_table";
import { release } from "./release";

const helpers = new Helpers();
const lines = new Map<number, Line>(); // to the other workers

async function ask(url: string): Promise<Response> {
  const reply = await fetch(url);
  if (!reply.ok) throw new DecodeError(reply.status === 404 ? "the file is not there" : `the server says ${reply.status}: ${(await reply.text()).trim()}`);
  return reply;
}

interface OpenFile {
  incoming: Incoming;
  close(): void; // what has not come is not waited for
}

async function open({ url, base64 }: FileBytes, tell: (progress: Progress) => void): Promise<OpenFile> {
  if (base64 !== undefined) {
    const chunks = [fromBase64(base64)];
    return { incoming: new Incoming(async () => chunks.pop(), chunks[0].length, tell), close: () => undefined };
  }
  const reply = await ask(url!);
  const reader = reply.body!.getReader();
  const next = async (): Promise<Uint8Array | undefined> => (await reader.read()).value;
  const total = Number(reply.headers.get("Content-Length") ?? 0);
  return { incoming: new Incoming(next, total, tell), close: () => void reader.cancel().catch(() => undefined) };
}

async function decodeWhole(name: string, incoming: Incoming): Promise<BgeoTable | PlyMesh> {
  const bytes = await incoming.rest();
  if (bytes.length === 0) throw new DecodeError(`${name} is empty`);
  const plain = isGzip(bytes) ? await gunzip(bytes) : bytes;
  return name.endsWith(".ply") ? decodePly(plain) : decodeBgeo(plain);
}

async function tableOf(name: string, incoming: Incoming): Promise<BgeoTable> {
  return (await hasMembers(incoming)) ? readTable(incoming) : ((await decodeWhole(name, incoming)) as BgeoTable);
}

// Of a file that was not asked for by itself, so that its name is told; `whole` or only what stands before its points.
async function besideTable(file: FileBytes, whole: boolean): Promise<RecordTable> {
  let opened: OpenFile | undefined;
  try {
    opened = await open(file, () => undefined);
    if (!whole && (await hasMembers(opened.incoming))) return await readStart(opened.incoming);
    return await tableOf(file.name, opened.incoming);
  } catch (error) {
    throw new DecodeError(`its particles ${file.name}: ${(error as Error).message}`);
  } finally {
    opened?.close();
  }
}

async function ellipsoidsOf(name: string, incoming: Incoming, { attribute, particles }: Drawing): Promise<PackedFrame> {
  const table = await tableOf(name, incoming);
  const foreign = attributeValues(table, attribute) === undefined;
  const beside = await Promise.all(particles.map((file) => besideTable(file, foreign)));
  const frame = packEllipsoids(table, attribute, beside);
  release(table.bytes, ...beside.map(({ bytes }) => bytes));
  return frame;
}

async function frameOf(name: string, incoming: Incoming, drawing: Drawing): Promise<PackedFrame> {
  const { kind, attribute, edges, layBy } = drawing;
  if (kind === "kernels") return ellipsoidsOf(name, incoming, drawing);
  if (kind === "surfels") return packDiscs(await tableOf(name, incoming), attribute);
  if (kind === "strands") return packTubes(await tableOf(name, incoming), attribute);
  if (await hasMembers(incoming)) return readParticles(incoming, attribute, helpers.unpack);
  const decoded = await decodeWhole(name, incoming);
  const frame = "vertices" in decoded ? packMesh(decoded, attribute, edges, layBy) : packParticles(decoded, attribute);
  release("vertices" in decoded ? decoded.vertices.bytes : decoded.bytes);
  return frame;
}

async function rowOf(name: string, incoming: Incoming, row: number): Promise<Row[]> {
  if (await hasMembers(incoming)) return readParticle(incoming, row);
  const decoded = await decodeWhole(name, incoming);
  return readRow("vertices" in decoded ? decoded.vertices : decoded, row);
}

const post = (message: WorkerMessage, transfer: Transferable[] = []): void => self.postMessage(message, { transfer });

async function answer(request: DecodeRequest): Promise<DecodeReply> {
  const { id, file } = request;
  const started = performance.now();
  const tell = seldom((progress) => post({ id, progress }));
  let opened: OpenFile | undefined;
  try {
    const packed = file.packed && request.wanted === "frame" ? await readReply(await ask(file.packed), tell) : undefined;
    if (packed) return { id, frame: unpackReply(packed), milliseconds: performance.now() - started };
    opened = await open(file, tell);
    if (request.wanted === "row") return { id, row: await rowOf(file.name, opened.incoming, request.row) };
    const frame = await frameOf(file.name, opened.incoming, request);
    return { id, frame, milliseconds: performance.now() - started };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { id, failure: `${file.name}: ${message}` };
  } finally {
    opened?.close();
  }
}

function meet(worker: number): void {
  const line: Line = { onmessage: null, postMessage: (letter, buffers) => post({ worker, letter, buffers }, buffers) };
  lines.set(worker, line);
  helpers.add(line);
}

self.onmessage = async ({ data }: MessageEvent<DecodeRequest | Introduction | Letter>) => {
  if ("helpers" in data) return data.helpers.forEach(meet);
  if ("letter" in data) return void lines.get(data.worker)!.onmessage!({ data: data.letter as never });
  const reply = await answer(data);
  post(reply, "frame" in reply ? buffersOf(reply.frame) : []);
};
