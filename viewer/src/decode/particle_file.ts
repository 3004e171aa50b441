// Particle files in members: each member holds whole points, and all are unpacked at the same time.
import { attributeNames } from "./attribute";
import { decodeBgeo, readBgeoHeader, type BgeoTable } from "./bgeo";
import { DecodeError } from "./byte_reader";
import { gunzip } from "./gunzip";
import type { Incoming } from "./incoming";
import { plainLength, takeMember } from "./members";
import type { PackedParticles } from "./pack";
import { ParticlePacker, rowsOf, type ParticleRows } from "./pack_particles";
import { readRow, type RecordTable } from "./record_table";
import { release } from "./release";

const MOST_GROWTH = 1100; // deflate packs at most about a thousand times

// A member, and how the points in it are laid out.
export interface Part {
  member: Uint8Array<ArrayBuffer>;
  layout: Omit<RecordTable, "bytes">;
  attribute: string;
}

export async function unpackPart({ member, layout, attribute }: Part): Promise<ParticleRows> {
  const bytes = await gunzip(member);
  const rows = rowsOf({ ...layout, bytes }, attribute);
  release(bytes);
  return rows;
}

async function unpackFirst(incoming: Incoming): Promise<{ header: RecordTable; points: number }> {
  const bytes = await gunzip(await takeMember(incoming));
  const header = readBgeoHeader(bytes);
  if (incoming.total > 0 && header.count * header.stride > MOST_GROWTH * incoming.total) throw new DecodeError(`the file ends before its ${header.count} points`);
  return { header, points: Math.min(header.count, wholePoints(bytes.length - header.start, header)) };
}

function wholePoints(bytes: number, { stride }: RecordTable): number {
  return Math.floor(bytes / stride);
}

// The members after the first, with the points in each: [first, end).
async function* laterMembers(incoming: Incoming, header: RecordTable, first: number): AsyncGenerator<{ member: Uint8Array<ArrayBuffer>; first: number; end: number }> {
  while (first < header.count) {
    const member = await takeMember(incoming);
    const length = plainLength(member);
    const end = Math.min(header.count, first + wholePoints(length, header));
    if (end === first || (end < header.count && length % header.stride !== 0)) throw new DecodeError("a gzip member ends inside a point");
    yield { member, first, end };
    first = end;
  }
}

const layoutOf = ({ stride, littleEndian, fields }: RecordTable, count: number): Part["layout"] => ({ start: 0, stride, count, littleEndian, fields });

export async function readParticles(incoming: Incoming, attribute: string, unpack: (part: Part) => Promise<ParticleRows>): Promise<PackedParticles> {
  const { header, points } = await unpackFirst(incoming);
  const packer = new ParticlePacker(header.count, attributeNames(header));
  const unpacked: Promise<void>[] = [];
  for await (const { member, first, end } of laterMembers(incoming, header, points)) {
    const part = unpack({ member, layout: layoutOf(header, end - first), attribute }).then((rows) => packer.add(first, rows));
    part.catch(() => undefined); // told below
    unpacked.push(part);
  }
  packer.add(0, rowsOf({ ...header, count: points }, attribute));
  release(header.bytes);
  await Promise.all(unpacked);
  return packer.finish();
}

// What stands before the points, and some of them.
export const readStart = async (incoming: Incoming): Promise<RecordTable> => (await unpackFirst(incoming)).header;

// The whole file in one piece.
export async function readTable(incoming: Incoming): Promise<BgeoTable> {
  const parts: Uint8Array[] = [];
  while ((await incoming.left(1)) > 0) parts.push(await gunzip(await takeMember(incoming)));
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
    release(part);
  }
  return decodeBgeo(bytes);
}

// Unpacks only the member that holds the row.
export async function readParticle(incoming: Incoming, row: number): Promise<ReturnType<typeof readRow>> {
  const { header, points } = await unpackFirst(incoming);
  if (row < points) return readRow(header, row);
  for await (const { member, first, end } of laterMembers(incoming, header, points))
    if (row < end) return readRow({ ...layoutOf(header, end - first), bytes: await gunzip(member) }, row - first);
  throw new DecodeError(`there is no row ${row}`);
}
