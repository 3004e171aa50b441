// A cross on what was picked, and a line between two picked points.
import * as THREE from "three";

const COLOUR = 0xffd166;

export class Marker {
  readonly group = new THREE.Group();
  private readonly line: THREE.Line;
  private readonly crosses: THREE.LineSegments[];

  constructor(size: number) {
    const material = new THREE.LineBasicMaterial({ color: COLOUR, depthTest: false, transparent: true });
    const arms = [-size, 0, 0, size, 0, 0, 0, -size, 0, 0, size, 0, 0, 0, -size, 0, 0, size];
    const cross = new THREE.BufferGeometry().setAttribute("position", new THREE.Float32BufferAttribute(arms, 3));
    this.crosses = [0, 1].map(() => new THREE.LineSegments(cross, material));
    this.line = new THREE.Line(new THREE.BufferGeometry().setAttribute("position", new THREE.Float32BufferAttribute(6, 3)), material);
    this.line.frustumCulled = false;
    this.group.add(...this.crosses, this.line);
    this.group.renderOrder = 10;
    for (const part of this.group.children) part.renderOrder = 10;
    this.show([]);
  }

  show(points: THREE.Vector3[]): void {
    this.crosses.forEach((cross, k) => {
      cross.visible = k < points.length;
      if (cross.visible) cross.position.copy(points[k]);
    });
    this.line.visible = points.length === 2;
    if (this.line.visible) this.line.geometry.setFromPoints(points);
  }
}
