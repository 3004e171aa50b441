// Values that all shaders of a view share.
import * as THREE from "three";
import type { Range } from "../decode/pack";
import { mapNamed, tableOf } from "./colour_maps";

const KINDS = { continuous: 0, categories: 1, marked: 2 };

export class SharedUniforms {
  readonly colours = { value: new THREE.DataTexture(tableOf(mapNamed("tide")), 256, 1) };
  readonly colourKind = { value: 0 };
  readonly shownRange = { value: new THREE.Vector2(0, 1) };
  readonly clip = { value: new THREE.Vector4(0, 0, 0, 1) }; // what has dot(clip.xyz, position) > clip.w is cut off
  readonly viewportHeight = { value: 1 };

  constructor() {
    this.prepare();
  }

  setMap(name: string): void {
    const map = mapNamed(name);
    this.colours.value.dispose();
    this.colours.value = new THREE.DataTexture(tableOf(map), 256, 1);
    this.colourKind.value = KINDS[map.kind];
    this.prepare();
  }

  setRange({ low, high }: Range): void {
    this.shownRange.value.set(low, high);
  }

  private prepare(): void {
    const texture = this.colours.value;
    texture.colorSpace = THREE.SRGBColorSpace;
    texture.magFilter = this.colourKind.value === 0 ? THREE.LinearFilter : THREE.NearestFilter;
    texture.needsUpdate = true;
  }
}
