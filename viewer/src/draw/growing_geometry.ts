// A geometry whose buffers are kept from frame to frame and replaced only when a frame does not fit.
import * as THREE from "three";

const SPARE = 1.25;

type Numbers = Float32Array | Uint16Array | Int16Array | Uint32Array;

export class GrowingGeometry {
  readonly geometry = new THREE.BufferGeometry();

  constructor() {
    // Positions change with every frame; what is outside the picture is not worth a search.
    this.geometry.boundingSphere = new THREE.Sphere(new THREE.Vector3(), Infinity);
  }

  setAttribute(name: string, data: Numbers, components: number, normalized = false): void {
    const attribute = this.fitted(this.geometry.getAttribute(name) as THREE.BufferAttribute | undefined, data, components, normalized);
    this.geometry.setAttribute(name, attribute);
  }

  setIndex(data: Uint32Array): void {
    this.geometry.setIndex(this.fitted(this.geometry.getIndex() ?? undefined, data, 1, false));
    this.geometry.setDrawRange(0, data.length);
  }

  setCount = (count: number): void => this.geometry.setDrawRange(0, count);
  dispose = (): void => this.geometry.dispose();

  private fitted(old: THREE.BufferAttribute | undefined, data: Numbers, components: number, normalized: boolean): THREE.BufferAttribute {
    if (old && old.array.length >= data.length) {
      old.array.set(data);
      old.clearUpdateRanges();
      old.addUpdateRange(0, data.length);
      old.needsUpdate = true;
      return old;
    }
    if (old) this.geometry.dispose(); // frees the buffers on the graphics card
    const length = Math.ceil((data.length * (old ? SPARE : 1)) / components) * components;
    const array = new (data.constructor as new (length: number) => Numbers)(length);
    array.set(data);
    return new THREE.BufferAttribute(array, components, normalized).setUsage(THREE.DynamicDrawUsage);
  }
}
