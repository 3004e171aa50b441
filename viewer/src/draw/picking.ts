// Which particle or vertex a ray meets first. What the clip plane hides is not met.
import type { PackedMesh, PackedParticles } from "../decode/pack";

export interface Ray {
  origin: [number, number, number];
  direction: [number, number, number]; // of unit length
}

export interface Hit {
  row: number;
  distance: number;
}

export type Clip = [number, number, number, number]; // hidden: dot(xyz, position) > w

const FULL = 65535;

export function pickParticle(frame: PackedParticles, plainRadius: number, ray: Ray, clip: Clip): Hit | undefined {
  const [ox, oy, oz] = ray.origin;
  const [dx, dy, dz] = ray.direction;
  const { positions, valueAndRadius, largestRadius } = frame;
  let best: Hit | undefined;
  for (let i = 0, k = 0; i < frame.count; ++i, k += 3) {
    const x = positions[k], y = positions[k + 1], z = positions[k + 2];
    const along = (x - ox) * dx + (y - oy) * dy + (z - oz) * dz;
    const ex = x - ox - along * dx, ey = y - oy - along * dy, ez = z - oz - along * dz;
    const radius = largestRadius > 0 ? (largestRadius * valueAndRadius[2 * i + 1]) / FULL : plainRadius;
    const inside = radius * radius - (ex * ex + ey * ey + ez * ez);
    if (inside < 0 || along <= 0 || clip[0] * x + clip[1] * y + clip[2] * z > clip[3]) continue;
    const distance = along - Math.sqrt(inside);
    if (!best || distance < best.distance) best = { row: i, distance };
  }
  return best;
}

// Möller and Trumbore 1997, Fast, Minimum Storage Ray-Triangle Intersection. The row is the nearest corner.
export function pickVertex(mesh: PackedMesh, ray: Ray, clip: Clip): Hit | undefined {
  const { positions: p, triangles } = mesh;
  const [ox, oy, oz] = ray.origin;
  const [dx, dy, dz] = ray.direction;
  let best: Hit | undefined;
  for (let i = 0; i < triangles.length; i += 3) {
    const a = 3 * triangles[i], b = 3 * triangles[i + 1], c = 3 * triangles[i + 2];
    const ux = p[b] - p[a], uy = p[b + 1] - p[a + 1], uz = p[b + 2] - p[a + 2];
    const wx = p[c] - p[a], wy = p[c + 1] - p[a + 1], wz = p[c + 2] - p[a + 2];
    const hx = dy * wz - dz * wy, hy = dz * wx - dx * wz, hz = dx * wy - dy * wx;
    const determinant = ux * hx + uy * hy + uz * hz;
    if (determinant === 0) continue;
    const sx = ox - p[a], sy = oy - p[a + 1], sz = oz - p[a + 2];
    const u = (sx * hx + sy * hy + sz * hz) / determinant;
    if (u < 0 || u > 1) continue;
    const qx = sy * uz - sz * uy, qy = sz * ux - sx * uz, qz = sx * uy - sy * ux;
    const v = (dx * qx + dy * qy + dz * qz) / determinant;
    const distance = (wx * qx + wy * qy + wz * qz) / determinant;
    if (v < 0 || u + v > 1 || distance <= 0 || (best && distance >= best.distance)) continue;
    const x = ox + distance * dx, y = oy + distance * dy, z = oz + distance * dz;
    if (clip[0] * x + clip[1] * y + clip[2] * z > clip[3]) continue;
    const row = 1 - u - v >= Math.max(u, v) ? triangles[i] : u >= v ? triangles[i + 1] : triangles[i + 2];
    best = { row, distance };
  }
  return best;
}
