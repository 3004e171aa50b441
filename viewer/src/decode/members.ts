// Our gzip files are several members that say their length, so that they can be unpacked at the same time
// (docs/file_formats.md, The members of our BGEO files).
import { DecodeError } from "./byte_reader";
import type { Incoming } from "./incoming";

const HEAD = 20; // bytes up to the end of the subfield
const HAS_EXTRA = 4;

// Nothing for a member that does not say it.
export function memberLength(head: Uint8Array): number | undefined {
  if (head.length < HEAD || head[0] !== 0x1f || head[1] !== 0x8b || !(head[3] & HAS_EXTRA)) return undefined;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const ours = head[12] === 0x4c && head[13] === 0x41 && view.getUint16(14, true) === 4; // "LA"
  const length = view.getUint32(16, true);
  return ours && length > HEAD ? length : undefined;
}

export const hasMembers = async (incoming: Incoming): Promise<boolean> => memberLength(await incoming.peek(HEAD)) !== undefined;

export async function takeMember(incoming: Incoming): Promise<Uint8Array<ArrayBuffer>> {
  const length = memberLength(await incoming.peek(HEAD));
  if (length === undefined || (await incoming.left(length)) < length) throw new DecodeError("the compressed data are damaged or cut");
  return incoming.take(length);
}

// The last four bytes of a member (RFC 1952).
export const plainLength = (member: Uint8Array): number => new DataView(member.buffer, member.byteOffset, member.byteLength).getUint32(member.length - 4, true);
