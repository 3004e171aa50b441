// Where the camera starts: where the scene's render.camera stands, or the nearest place from which the domain fits.
import * as THREE from "three";
import type { Scene } from "../data/scene";

const MARGIN = 0.06;
const DIRECTION = new THREE.Vector3(-0.55, -0.38, -1);

export interface CameraHome {
  position: THREE.Vector3;
  target: THREE.Vector3;
  fieldOfView: number; // degrees between the upper and the lower border
}

export const domainOf = (scene: Scene): THREE.Box3 => new THREE.Box3(new THREE.Vector3(...scene.domain.min), new THREE.Vector3(...scene.domain.max));

function corners(box: THREE.Box3): THREE.Vector3[] {
  return Array.from({ length: 8 }, (_, i) => new THREE.Vector3(i & 1 ? box.max.x : box.min.x, i & 2 ? box.max.y : box.min.y, i & 4 ? box.max.z : box.min.z));
}

// As Camera::place_to_fit of the path tracer.
export function fittedPosition(box: THREE.Box3, forward: THREE.Vector3, fieldOfView: number, aspect: number): THREE.Vector3 {
  const right = forward.clone().cross(new THREE.Vector3(0, 1, 0)).normalize();
  const up = right.clone().cross(forward);
  const half = Math.tan((fieldOfView * Math.PI) / 360) * (1 - 2 * MARGIN);
  const middle = box.getCenter(new THREE.Vector3());
  const position = middle.clone();
  let depth = Infinity;
  for (const [axis, slope] of [[right, half * aspect], [up, half]] as const) {
    let above = -Infinity, below = Infinity;
    for (const corner of corners(box)) {
      const from = corner.sub(middle);
      above = Math.max(above, from.dot(axis) - slope * from.dot(forward));
      below = Math.min(below, from.dot(axis) + slope * from.dot(forward));
    }
    depth = Math.min(depth, (below - above) / (2 * slope));
    position.addScaledVector(axis, 0.5 * (above + below));
  }
  return position.addScaledVector(forward, depth);
}

// A view narrower than 16:9 steps back, so that what the scene shows stays in it.
export function cameraHome(scene: Scene, aspect: number): CameraHome {
  const camera = scene.render?.camera ?? {};
  const box = domainOf(scene);
  const fieldOfView = camera.field_of_view ?? 30;
  const target = camera.look_at ? new THREE.Vector3(...camera.look_at) : box.getCenter(new THREE.Vector3());
  if (camera.position) {
    const position = new THREE.Vector3(...camera.position);
    const back = Math.max(1, 16 / 9 / aspect);
    return { position: target.clone().add(position.sub(target).multiplyScalar(back)), target, fieldOfView };
  }
  // It looks along the direction; what it turns about lies on its way, as far away as the middle of the box.
  const forward = (camera.direction ? new THREE.Vector3(...camera.direction) : DIRECTION.clone()).normalize();
  const position = fittedPosition(box, forward, fieldOfView, aspect);
  const depth = box.getCenter(new THREE.Vector3()).sub(position).dot(forward);
  return { position, target: position.clone().addScaledVector(forward, depth), fieldOfView };
}
