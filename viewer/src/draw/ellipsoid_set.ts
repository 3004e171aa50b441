// The kernels or surfels of a frame: one draw call, 16 bytes each.
import * as THREE from "three";
import type { PackedEllipsoids } from "../decode/pack_ellipsoids";
import { ellipsoidMaterial } from "./ellipsoid_material";
import { GrowingGeometry } from "./growing_geometry";
import type { SharedUniforms } from "./uniforms";

export class EllipsoidSet {
  readonly points: THREE.Points<THREE.BufferGeometry, THREE.ShaderMaterial>;
  frame?: PackedEllipsoids;
  private readonly growing = new GrowingGeometry();

  constructor(shared: SharedUniforms) {
    this.points = new THREE.Points(this.growing.geometry, ellipsoidMaterial(shared));
    this.points.frustumCulled = false;
    this.points.visible = false;
  }

  // Without an attribute to show they are matt.
  setPlain(plain: boolean): void {
    this.points.material.uniforms.plain.value = plain;
  }

  show(frame: PackedEllipsoids): void {
    this.frame = frame;
    this.growing.setAttribute("centreAndValue", frame.centresAndValues, 4, "share");
    this.growing.setAttribute("turn", frame.turns, 1, "integer");
    this.growing.setAttribute("axes", frame.axes, 4, "share");
    this.growing.setCount(frame.count);
    const { uniforms } = this.points.material;
    uniforms.frameRange.value.set(frame.values.low, frame.values.high);
    uniforms.low.value.set(...frame.bounds.map(({ low }) => low));
    uniforms.high.value.set(...frame.bounds.map(({ high }) => high));
    uniforms.largestAxis.value = frame.largestAxis;
  }
}
