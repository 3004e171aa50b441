// The camera of the picture as the value of a scene's `render.camera`. A picture of the path tracer then has the same height of
// the scene between its borders; how wide it is depends on the picture's shape.
import type * as THREE from "three";
import type { Vec3 } from "../data/scene";

export interface SceneCamera {
  position: Vec3;
  look_at: Vec3;
  field_of_view: number; // degrees between the upper and the lower border
}

const DIGITS = 6;

// Coordinates are as exact as the distance to what is looked at needs it.
export function sceneCamera(camera: THREE.PerspectiveCamera, target: THREE.Vector3): SceneCamera {
  const decimals = Math.min(20, Math.max(0, DIGITS - 1 - Math.floor(Math.log10(camera.position.distanceTo(target)))));
  const point = (vector: THREE.Vector3): Vec3 => vector.toArray().map((x) => Number(x.toFixed(decimals)) + 0) as Vec3;
  return { position: point(camera.position), look_at: point(target), field_of_view: Number(camera.fov.toPrecision(DIGITS)) };
}

export const cameraText = ({ position, look_at, field_of_view }: SceneCamera): string =>
  `{ "position": [${position.join(", ")}], "look_at": [${look_at.join(", ")}], "field_of_view": ${field_of_view} }`;
