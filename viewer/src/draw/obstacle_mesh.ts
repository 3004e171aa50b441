// An obstacle, or a mesh of one that bends: solid, or like glass, so that the liquid inside and behind it is seen.
//
// Glass is blended from back to front with what else is transparent. Its sides are drawn before the water, which covers them; what
// stands before the water is drawn once more, where the water has left its mark in the stencil.
import * as THREE from "three";
import { glassMaterial, solidMaterial } from "./mesh_materials";
import type { SharedUniforms } from "./uniforms";

const SOLID = 0.995; // opacity from which on nothing shines through

export class ObstacleMesh {
  readonly group = new THREE.Group();
  private readonly solid: THREE.Mesh;
  private readonly glass: THREE.Mesh<THREE.BufferGeometry, THREE.ShaderMaterial>[];

  // Of an inverted one, which surrounds the liquid, only the far side is drawn.
  constructor(shared: SharedUniforms, geometry: THREE.BufferGeometry, inverted: boolean) {
    const side = inverted ? THREE.BackSide : THREE.DoubleSide;
    this.solid = new THREE.Mesh(geometry, solidMaterial(shared, side));
    const layers: [THREE.Side, number, boolean][] = [[THREE.BackSide, 0, false], ...(inverted ? [] : [[THREE.FrontSide, 0.5, false], [THREE.FrontSide, 3, true]] as [THREE.Side, number, boolean][])];
    this.glass = layers.map(([layer, order, overWater]) => {
      const mesh = new THREE.Mesh(geometry, glassMaterial(shared, layer, overWater));
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
