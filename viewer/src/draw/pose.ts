// Keyframed rigid motion, as geometry/motion.hpp defines it: x = R (rest - pivot) + pivot + translation, where R turns
// about x, then y, then z, and translation and angles are linear between the keys.
import * as THREE from "three";
import type { Pose } from "../data/poses";
import type { Obstacle, Vec3 } from "../data/scene";

// Row by row, as files have it.
export function matrixOf({ rotation: r, translation: t }: Pose): THREE.Matrix4 {
  return new THREE.Matrix4().set(r[0], r[1], r[2], t[0], r[3], r[4], r[5], t[1], r[6], r[7], r[8], t[2], 0, 0, 0, 1);
}

const ZERO: Vec3 = [0, 0, 0];

function between(a: Vec3, b: Vec3, t: number): THREE.Vector3 {
  return new THREE.Vector3(...a).lerp(new THREE.Vector3(...b), t);
}

export function poseAt(motion: Obstacle["motion"], time: number): THREE.Matrix4 {
  const keys = motion?.keys ?? [];
  if (keys.length === 0) return new THREE.Matrix4();
  const after = keys.findIndex((key) => key.time > time);
  const last = keys[after < 0 ? keys.length - 1 : Math.max(0, after - 1)];
  const next = after <= 0 ? last : keys[after];
  const t = next.time > last.time ? (time - last.time) / (next.time - last.time) : 0;
  const translation = between(last.translation ?? ZERO, next.translation ?? ZERO, t);
  const angles = between(last.rotation ?? ZERO, next.rotation ?? ZERO, t).multiplyScalar(Math.PI / 180);
  const pivot = new THREE.Vector3(...(motion?.pivot ?? ZERO));
  const turn = new THREE.Matrix4().makeRotationFromEuler(new THREE.Euler(angles.x, angles.y, angles.z, "ZYX"));
  const moved = pivot.clone().add(translation);
  return new THREE.Matrix4().makeTranslation(moved).multiply(turn).multiply(new THREE.Matrix4().makeTranslation(pivot.negate()));
}
