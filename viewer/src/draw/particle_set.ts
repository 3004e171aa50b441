// The particles of one fluid, or of spray, foam or bubbles: one draw call, 16 bytes a particle.
import * as THREE from "three";
import type { PackedParticles } from "../decode/pack";
import { GrowingGeometry } from "./growing_geometry";
import { detailFor } from "./level_of_detail";
import { particleMaterial } from "./particle_material";
import type { SharedUniforms } from "./uniforms";

export class ParticleSet {
  readonly points: THREE.Points<THREE.BufferGeometry, THREE.ShaderMaterial>;
  frame?: PackedParticles;
  private readonly growing = new GrowingGeometry();
  private readonly balls: THREE.ShaderMaterial;
  private readonly dots: THREE.ShaderMaterial;

  // With a colour of their own they are not coloured by values.
  constructor(shared: SharedUniforms, readonly plainRadius: number, private readonly middle: THREE.Vector3, ownColour?: THREE.Color) {
    this.balls = particleMaterial(shared, true);
    this.dots = particleMaterial(shared, false);
    for (const { uniforms } of [this.balls, this.dots]) {
      uniforms.hasOwnColour.value = ownColour !== undefined;
      if (ownColour) uniforms.ownColour.value = ownColour;
    }
    this.points = new THREE.Points(this.growing.geometry, this.balls);
    this.points.frustumCulled = false;
    this.points.visible = false;
  }

  get radius(): number {
    return this.frame?.largestRadius || this.plainRadius;
  }

  show(frame: PackedParticles): void {
    this.frame = frame;
    this.growing.setAttribute("position", frame.positions, 3);
    this.growing.setAttribute("valueAndRadius", frame.valueAndRadius, 2, "share");
    this.growing.setCount(frame.count);
    for (const { uniforms } of [this.balls, this.dots]) {
      uniforms.frameRange.value.set(frame.values.low, frame.values.high);
      uniforms.largestRadius.value = frame.largestRadius;
      uniforms.plainRadius.value = this.plainRadius;
    }
  }

  // Before each picture: the nearer the set, the more of it is drawn.
  prepare(camera: THREE.PerspectiveCamera, pictureHeight: number): void {
    const distance = Math.max(camera.near, camera.position.distanceTo(this.middle));
    const detail = detailFor((0.5 * pictureHeight * this.radius * camera.projectionMatrix.elements[5]) / distance);
    this.points.material = detail.balls ? this.balls : this.dots;
    this.points.material.uniforms.growth.value = detail.growth;
    this.points.material.uniforms.stride.value = detail.stride;
  }
}
