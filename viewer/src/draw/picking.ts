// Which particle or vertex a ray meets first. What the clip plane hides is not met.
import type { PackedMesh, PackedParticles } from "../decode/pack";
import { unpackTurn, type PackedEllipsoids } from "../decode/pack_ellipsoids";

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

type Vector = [number, number, number];

// The vector in the axes of a body that the quaternion turns.
function turnedBack([x, y, z]: Vector, [a, b, c, w]: readonly [number, number, number, number]): Vector {
  const tx = 2 * (y * c - z * b), ty = 2 * (z * a - x * c), tz = 2 * (x * b - y * a);
  return [x + w * tx + (ty * c - tz * b), y + w * ty + (tz * a - tx * c), z + w * tz + (tx * b - ty * a)];
}

export function pickEllipsoid(frame: PackedEllipsoids, ray: Ray, clip: Clip): Hit | undefined {
  const { centresAndValues, axes, turns, bounds, largestAxis } = frame;
  let best: Hit | undefined;
  for (let i = 0; i < frame.count; ++i) {
    const centre = bounds.map(({ low, high }, k) => low + ((high - low) * centresAndValues[4 * i + k]) / FULL);
    const from = ray.origin.map((x, k) => x - centre[k]) as Vector;
    const along = from.reduce((sum, x, k) => sum - x * ray.direction[k], 0);
    const away = from.reduce((sum, x, k) => sum + (x + along * ray.direction[k]) ** 2, 0);
    if (away > largestAxis ** 2 || clip[0] * centre[0] + clip[1] * centre[1] + clip[2] * centre[2] > clip[3]) continue;
    const turn = unpackTurn(turns[i]);
    const toBall = (vector: Vector): number[] => turnedBack(vector, turn).map((x, k) => (x * 255) / (largestAxis * axes[4 * i + k]));
    const o = toBall(from), d = toBall(ray.direction);
    const dd = d[0] ** 2 + d[1] ** 2 + d[2] ** 2, od = o[0] * d[0] + o[1] * d[1] + o[2] * d[2];
    const root = od * od - dd * (o[0] ** 2 + o[1] ** 2 + o[2] ** 2 - 1);
    const distance = (-od - Math.sqrt(Math.max(0, root))) / dd;
    if (root >= 0 && distance > 0 && (!best || distance < best.distance)) best = { row: i, distance };
  }
  return best;
}

// Möller and Trumbore 1997, Fast, Minimum Storage Ray-Triangle Intersection. The row is that of the nearest corner.
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
    const corner = 1 - u - v >= Math.max(u, v) ? triangles[i] : u >= v ? triangles[i + 1] : triangles[i + 2];
    best = { row: mesh.rows?.[corner] ?? corner, distance };
  }
  return best;
}
