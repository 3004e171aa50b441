// A geometry whose buffers are kept from frame to frame and replaced only when a frame does not fit.
import * as THREE from "three";

const SPARE = 1.25;

type Numbers = Float32Array | Uint8Array | Uint16Array | Int16Array | Uint32Array;
// What the shader is given: the number, its share of the type's largest, or the number as an integer.
type Meaning = "number" | "share" | "integer";

export class GrowingGeometry {
  readonly geometry = new THREE.BufferGeometry();

  constructor() {
    // Positions change with every frame; what is outside the picture is not worth a search.
    this.geometry.boundingSphere = new THREE.Sphere(new THREE.Vector3(), Infinity);
  }

  setAttribute(name: string, data: Numbers, components: number, meaning: Meaning = "number"): void {
    const attribute = this.fitted(this.geometry.getAttribute(name) as THREE.BufferAttribute | undefined, data, components, meaning);
    this.geometry.setAttribute(name, attribute);
  }

  setIndex(data: Uint32Array): void {
    this.geometry.setIndex(this.fitted(this.geometry.getIndex() ?? undefined, data, 1, "number"));
    this.geometry.setDrawRange(0, data.length);
  }

  setCount = (count: number): void => this.geometry.setDrawRange(0, count);
  dispose = (): void => this.geometry.dispose();

  private fitted(old: THREE.BufferAttribute | undefined, data: Numbers, components: number, meaning: Meaning): THREE.BufferAttribute {
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
    const attribute = new THREE.BufferAttribute(array, components, meaning === "share").setUsage(THREE.DynamicDrawUsage);
    if (meaning === "integer") attribute.gpuType = THREE.IntType;
    return attribute;
  }
}
