// The domain's edges and a grid on its floor, so that sizes and directions can be seen.
import * as THREE from "three";

const EDGE = 0x5b6b7a;
const LINE = 0x2b343d;

// The step of 1, 2 or 5 times a power of ten that cuts the length into about ten.
export function roundStep(length: number): number {
  const power = 10 ** Math.floor(Math.log10(length / 10));
  const share = length / 10 / power;
  return power * (share > 5 ? 10 : share > 2 ? 5 : share > 1 ? 2 : 1);
}

function floorGrid(box: THREE.Box3): THREE.LineSegments {
  const size = box.getSize(new THREE.Vector3());
  const step = roundStep(Math.max(size.x, size.z));
  const low = [box.min.x - size.x / 2, box.min.z - size.z / 2].map((x) => Math.floor(x / step) * step);
  const high = [box.max.x + size.x / 2, box.max.z + size.z / 2].map((x) => Math.ceil(x / step) * step);
  const y = box.min.y - 1e-3 * size.y;
  const ends: number[] = [];
  for (let x = low[0]; x <= high[0] + step / 2; x += step) ends.push(x, y, low[1], x, y, high[1]);
  for (let z = low[1]; z <= high[1] + step / 2; z += step) ends.push(low[0], y, z, high[0], y, z);
  const geometry = new THREE.BufferGeometry().setAttribute("position", new THREE.Float32BufferAttribute(ends, 3));
  return new THREE.LineSegments(geometry, new THREE.LineBasicMaterial({ color: LINE }));
}

export function surroundings(box: THREE.Box3): THREE.Group {
  return new THREE.Group().add(new THREE.Box3Helper(box, EDGE), floorGrid(box));
}
