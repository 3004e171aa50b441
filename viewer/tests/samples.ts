// Files made by hand, byte by byte, from the descriptions of their formats.
import { gzipSync } from "node:zlib";

export interface SampleParticle {
  position: [number, number, number];
  velocity: [number, number, number];
  id: number;
  radius: number;
}

class Writer {
  private readonly parts: Buffer[] = [];
  text = (text: string): this => this.add(Buffer.from(text, "latin1"));
  uint16 = (value: number): this => this.add(Buffer.from([value >> 8, value & 255]));
  int32 = (...values: number[]): this => this.each(values, (buffer, value) => buffer.writeInt32BE(value));
  float = (...values: number[]): this => this.each(values, (buffer, value) => buffer.writeFloatBE(value));
  bytes = (): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.concat(this.parts));

  private each(values: number[], write: (buffer: Buffer, value: number) => void): this {
    for (const value of values) {
      const buffer = Buffer.alloc(4);
      write(buffer, value);
      this.add(buffer);
    }
    return this;
  }
  private add(buffer: Buffer): this {
    this.parts.push(buffer);
    return this;
  }
}

// With v (vector), id (integer), kind (string) and pscale (float).
export function bgeo(particles: SampleParticle[]): Uint8Array<ArrayBuffer> {
  const out = new Writer().text("BgeoV").int32(5, particles.length, 0, 0, 0, 4, 0, 0, 0);
  out.uint16(1).text("v").uint16(3).int32(5).float(0, 0, 0);
  out.uint16(2).text("id").uint16(1).int32(1, 0);
  out.uint16(4).text("kind").uint16(1).int32(4, 2).uint16(4).text("drop").uint16(4).text("pool");
  out.uint16(6).text("pscale").uint16(1).int32(0).float(0);
  for (const { position, velocity, id, radius } of particles) out.float(...position, 1, ...velocity).int32(id, 1).float(radius);
  return out.bytes();
}

export interface SampleKernel {
  position: [number, number, number];
  orient: [number, number, number, number]; // quaternion x, y, z, w
  scale: [number, number, number]; // semi-axes
}

// As `lamella surface` writes kernels.
export function kernelBgeo(kernels: SampleKernel[]): Uint8Array<ArrayBuffer> {
  const out = new Writer().text("BgeoV").int32(5, kernels.length, 0, 0, 0, 3, 0, 0, 0);
  out.uint16(2).text("id").uint16(1).int32(1, 0);
  out.uint16(6).text("orient").uint16(4).int32(0).float(0, 0, 0, 0);
  out.uint16(5).text("scale").uint16(3).int32(5).float(0, 0, 0);
  kernels.forEach(({ position, orient, scale }, id) => out.float(...position, 1).int32(id).float(...orient, ...scale));
  return out.bytes();
}

export interface SampleSurfel {
  position: [number, number, number];
  normal: [number, number, number];
  radius: number;
}

// Points with N and pscale.
export function surfelBgeo(surfels: SampleSurfel[]): Uint8Array<ArrayBuffer> {
  const out = new Writer().text("BgeoV").int32(5, surfels.length, 0, 0, 0, 2, 0, 0, 0);
  out.uint16(1).text("N").uint16(3).int32(5).float(0, 0, 0);
  out.uint16(6).text("pscale").uint16(1).int32(0).float(0);
  for (const { position, normal, radius } of surfels) out.float(...position, 1, ...normal, radius);
  return out.bytes();
}

export interface SampleCurve {
  rows: number[];
  open?: boolean;
  alone?: boolean; // not in a run
}

// Points with T (their number) and pscale 0.1; the primitives have an attribute of their own.
export function curveBgeo(points: [number, number, number][], curves: SampleCurve[]): Uint8Array<ArrayBuffer> {
  const out = new Writer().text("BgeoV").int32(5, points.length, curves.length, 0, 0, 2, 0, 1, 0);
  out.uint16(1).text("T").uint16(1).int32(0).float(0);
  out.uint16(6).text("pscale").uint16(1).int32(0).float(0);
  points.forEach((point, i) => out.float(...point, 1, i, 0.1));
  out.uint16(1).text("a").uint16(1).int32(1, 0);
  for (const { rows, open = true, alone } of curves) {
    if (!alone) out.int32(-1).uint16(1);
    out.int32(1, rows.length).text(open ? ":" : "<");
    for (const row of rows) out.uint16(row);
    out.int32(9);
  }
  return out.text("\0\xff").bytes();
}

export const packed = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => Uint8Array.from(gzipSync(bytes));

// A gzip member that says its length, as docs/file_formats.md describes it.
export function member(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const plain = gzipSync(bytes);
  const extra = Buffer.from([8, 0, 0x4c, 0x41, 4, 0, 0, 0, 0, 0]);
  extra.writeUInt32LE(plain.length + extra.length, 6);
  const out = Buffer.concat([plain.subarray(0, 10), extra, plain.subarray(10)]);
  out[3] |= 4;
  return Uint8Array.from(out);
}

// Cut before the bytes `cuts`.
export function members(bytes: Uint8Array, cuts: number[]): Uint8Array<ArrayBuffer> {
  const parts = [0, ...cuts].map((cut, k) => member(bytes.subarray(cut, cuts[k] ?? bytes.length)));
  return Uint8Array.from(Buffer.concat(parts));
}

// Two triangles over the unit square, given as one quad, with colours in bytes and a vector of our own.
export function plyQuad(order: "little" | "big" = "little"): Uint8Array<ArrayBuffer> {
  const header = `ply\nformat binary_${order}_endian 1.0\ncomment made by hand\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n` +
    "property uchar red\nproperty float w_x\nproperty float w_y\nproperty float w_z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n";
  const body = Buffer.alloc(4 * 25 + 17);
  const float = (value: number, at: number) => (order === "little" ? body.writeFloatLE(value, at) : body.writeFloatBE(value, at));
  const int = (value: number, at: number) => (order === "little" ? body.writeInt32LE(value, at) : body.writeInt32BE(value, at));
  [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]].forEach((corner, i) => {
    corner.forEach((x, k) => float(x, 25 * i + 4 * k));
    body[25 * i + 12] = 60 * i;
    [3 * i, 4 * i, 0].forEach((x, k) => float(x, 25 * i + 13 + 4 * k));
  });
  body[100] = 4;
  [0, 1, 2, 3].forEach((vertex, k) => int(vertex, 101 + 4 * k));
  return Uint8Array.from(Buffer.concat([Buffer.from(header), body]));
}

// A triangle whose corners are red, green and blue.
export function plyPainted(): Uint8Array<ArrayBuffer> {
  const axes = ["x", "y", "z"], names = ["red", "green", "blue"];
  const properties = [...axes.map((name) => `property float ${name}`), ...names.map((name) => `property uchar ${name}`)].join("\n");
  const header = `ply\nformat binary_little_endian 1.0\nelement vertex 3\n${properties}\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n`;
  const body = Buffer.alloc(3 * 15 + 13);
  [[0, 0, 0], [1, 0, 0], [0, 1, 0]].forEach((corner, i) => {
    corner.forEach((x, k) => body.writeFloatLE(x, 15 * i + 4 * k));
    body[15 * i + 12 + i] = 255;
    body.writeInt32LE(i, 46 + 4 * i);
  });
  body[45] = 3;
  return Uint8Array.from(Buffer.concat([Buffer.from(header), body]));
}
