// One gzip member by the browser's own decoder. The last four bytes say how long the result is (RFC 1952), so that it is
// written once, to its place.
import { DecodeError } from "./byte_reader";
import { plainLength } from "./members";
import { release } from "./release";

const LARGEST = 2 ** 31;

export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

// The packed bytes are used up.
export async function gunzip(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const cut = new DecodeError("the compressed data are damaged or cut");
  if (bytes.length < 18) throw cut;
  const length = plainLength(bytes);
  // Deflate packs at most about a thousand times: a larger promise is none.
  if (length > LARGEST || length > 1100 * bytes.length) throw cut;
  const out = new Uint8Array(length);
  let used = 0;
  const stream = new DecompressionStream("gzip");
  const writer = stream.writable.getWriter();
  const reader = stream.readable.getReader();
  const written = writer.write(bytes).then(() => writer.close());
  written.catch(() => undefined); // the reader hears of it
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      if (used + piece.value.length > length) throw cut;
      out.set(piece.value, used);
      used += piece.value.length;
      release(piece.value);
    }
  } catch {
    throw cut;
  }
  if (used !== length) throw cut;
  release(bytes);
  return out;
}
