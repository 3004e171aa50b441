// An obstacle, or a mesh of one that bends: solid, or like glass, so that the liquid inside and behind it is seen.
//
// Glass is blended from back to front with what else is transparent. Its sides are drawn before the water, which covers them; what
// stands before the water is drawn once more, where the water has left its mark in the stencil.
import * as THREE from "three";
import { glassMaterial, solidMaterial } from "./mesh_materials";
import type { SharedUniforms } from "./uniforms";

const SOLID = 0.995; // opacity from which on nothing shines through

const LAYERS = [
  { side: THREE.BackSide, order: 0, overWater: false }, { side: THREE.FrontSide, order: 0.5, overWater: false }, { side: THREE.FrontSide, order: 3, overWater: true },
] as const;

export class ObstacleMesh {
  readonly group = new THREE.Group();
  private readonly solid: THREE.Mesh;
  private readonly glass: THREE.Mesh<THREE.BufferGeometry, THREE.ShaderMaterial>[];

  constructor(shared: SharedUniforms, geometry: THREE.BufferGeometry) {
    this.solid = new THREE.Mesh(geometry, solidMaterial(shared));
    this.glass = LAYERS.map(({ side, order, overWater }) => {
      const mesh = new THREE.Mesh(geometry, glassMaterial(shared, side, overWater));
      mesh.renderOrder = order;
      return mesh;
    });
    this.group.add(this.solid, ...this.glass);
    for (const mesh of this.group.children) mesh.frustumCulled = false;
    this.setOpacity(1);
  }

  setOpacity(opacity: number): void {
    this.solid.visible = opacity >= SOLID;
    for (const mesh of this.glass) {
      mesh.visible = opacity > 0 && opacity < SOLID;
      mesh.material.uniforms.opacity.value = opacity;
    }
  }
}
