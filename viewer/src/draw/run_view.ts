// One run as it is drawn: a set for each sequence of frames, the obstacles, the surroundings.
import * as THREE from "three";
import { isMatter, type Run, type Sequence } from "../data/run";
import { paintOf } from "../data/paint";
import type { Poses } from "../data/poses";
import { timeOf } from "../data/scene";
import type { PackedFrame, PackedMesh } from "../decode/pack";
import { STARTING_SETTINGS, type Settings } from "../settings";
import { domainOf } from "./camera_home";
import { lookOf } from "./coloured_range";
import { EllipsoidSet } from "./ellipsoid_set";
import { ObstacleMesh } from "./obstacle_mesh";
import { ParticleSet } from "./particle_set";
import { pickEllipsoid, pickParticle, pickVertex, type Clip, type Hit, type Ray } from "./picking";
import { matrixOf, poseAt } from "./pose";
import { SurfaceMesh } from "./surface_mesh";
import { surroundings } from "./surroundings";
import { SharedUniforms } from "./uniforms";
import { WHITEWATER_RADIUS, whitewaterColour } from "./whitewater";

export interface PickedRow {
  pattern: string;
  hit: Hit;
}

export class RunView {
  readonly scene = new THREE.Scene();
  readonly shared = new SharedUniforms();
  readonly domain: THREE.Box3;
  private readonly particles = new Map<string, ParticleSet>(); // by pattern
  private readonly surfaces = new Map<string, SurfaceMesh>();
  private readonly ellipsoids = new Map<string, EllipsoidSet>();
  private readonly obstacles = new Map<string, ObstacleMesh>();
  private readonly box: THREE.Group;
  private readonly pictures = new Map<string, THREE.Texture>(); // by the names that scenes give their files
  private settings = STARTING_SETTINGS;

  constructor(readonly run: Run) {
    this.domain = domainOf(run.scene);
    this.box = surroundings(this.domain);
    this.scene.add(this.box);
  }

  addObstacle(name: string, mesh: PackedMesh): void {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.BufferAttribute(mesh.positions, 3));
    geometry.setAttribute("normal", new THREE.BufferAttribute(mesh.normals, 3, true));
    geometry.setAttribute("value", new THREE.BufferAttribute(mesh.vertexValues, 1, true));
    geometry.setIndex(new THREE.BufferAttribute(mesh.triangles, 1));
    const obstacle = new ObstacleMesh(this.shared, geometry);
    obstacle.group.matrixAutoUpdate = false;
    this.obstacles.set(name, obstacle);
    this.scene.add(obstacle.group);
  }

  // The picture on meshes whose materials name it.
  setPicture(file: string, picture: THREE.Texture): void {
    this.pictures.set(file, picture);
    for (const { pattern, fluid } of this.run.sequences) {
      const mesh = this.surfaces.get(pattern);
      if (mesh) this.paint(mesh, fluid);
    }
  }

  // What drew sequences that are no more is hidden.
  keepOnly(patterns: Set<string>): void {
    const objects: [string, THREE.Object3D][] = [
      ...[...this.particles].map(([pattern, set]): [string, THREE.Object3D] => [pattern, set.points]),
      ...[...this.ellipsoids].map(([pattern, set]): [string, THREE.Object3D] => [pattern, set.points]),
      ...[...this.surfaces].map(([pattern, mesh]): [string, THREE.Object3D] => [pattern, mesh.group]),
    ];
    for (const [pattern, object] of objects) if (!patterns.has(pattern)) object.visible = false;
  }

  // A sequence without this frame shows nothing: an old frame would be a lie.
  show(sequence: Sequence, frame: PackedFrame | undefined): void {
    if (sequence.kind === "particles" || sequence.kind === "whitewater") {
      const set = this.particleSet(sequence);
      set.points.visible = frame !== undefined;
      if (frame?.kind === "particles" && frame !== set.frame) set.show(frame);
    } else if (sequence.kind === "kernels" || sequence.kind === "surfels") {
      const set = this.ellipsoidSet(sequence.pattern);
      set.points.visible = frame !== undefined;
      set.setPlain(isMatter(sequence.kind) && !frame?.attributes.includes(this.settings.attribute));
      if (frame?.kind === "ellipsoids" && frame !== set.frame) set.show(frame);
    } else {
      const mesh = this.surfaceMesh(sequence);
      mesh.group.visible = frame !== undefined;
      if (frame?.kind === "mesh" && frame !== mesh.frame) mesh.show(frame);
      mesh.setLook(lookOf(sequence, frame, this.settings));
      mesh.setOpacity(this.settings.opacity);
    }
  }

  // Where the simulation wrote them to be; runs that wrote nothing have their keyframes.
  placeObstacles(frame: number, poses?: Poses): void {
    for (const [name, mesh] of this.obstacles) {
      const pose = poses?.get(name);
      const obstacle = this.run.scene.obstacles?.find((one) => one.name === name);
      mesh.group.matrix.copy(pose ? matrixOf(pose) : poseAt(obstacle?.motion, timeOf(this.run.scene, frame)));
    }
  }

  apply(settings: Settings): void {
    this.box.visible = settings.box;
    for (const [name, mesh] of this.obstacles) {
      mesh.group.visible = settings.obstacles && !settings.hidden.includes(name);
      mesh.setOpacity(settings.opacity);
    }
    this.settings = settings;
    for (const sequence of this.run.sequences) {
      const mesh = this.surfaces.get(sequence.pattern);
      mesh?.setLook(lookOf(sequence, mesh.frame, settings));
      mesh?.setOpacity(settings.opacity);
    }
    this.shared.clip.value.set(...clipOf(settings, this.domain));
  }

  pick(ray: Ray): PickedRow | undefined {
    const clip = this.shared.clip.value.toArray() as Clip;
    const hits: PickedRow[] = [];
    for (const [pattern, set] of this.particles) {
      const hit = set.points.visible ? pickParticle(set.frame!, set.plainRadius, ray, clip) : undefined;
      if (hit) hits.push({ pattern, hit });
    }
    for (const [pattern, set] of this.ellipsoids) {
      const hit = set.points.visible ? pickEllipsoid(set.frame!, ray, clip) : undefined;
      if (hit) hits.push({ pattern, hit });
    }
    for (const [pattern, mesh] of this.surfaces) {
      const hit = mesh.group.visible ? pickVertex(mesh.frame!, ray, clip) : undefined;
      if (hit) hits.push({ pattern, hit });
    }
    return hits.sort((a, b) => a.hit.distance - b.hit.distance)[0];
  }

  prepare(camera: THREE.PerspectiveCamera, pictureHeight: number): void {
    this.shared.viewportHeight.value = pictureHeight;
    for (const set of this.particles.values()) set.prepare(camera, pictureHeight);
  }

  private particleSet({ kind, fluid, pattern }: Sequence): ParticleSet {
    const spacing = this.run.scene.particle_spacing, middle = this.domain.getCenter(new THREE.Vector3());
    const make = () => kind === "whitewater"
      ? new ParticleSet(this.shared, WHITEWATER_RADIUS * spacing, middle, new THREE.Color(whitewaterColour(fluid)))
      : new ParticleSet(this.shared, spacing / 2, middle);
    return this.shown(this.particles, pattern, make, (set) => set.points);
  }

  private ellipsoidSet(pattern: string): EllipsoidSet {
    return this.shown(this.ellipsoids, pattern, () => new EllipsoidSet(this.shared), (set) => set.points);
  }

  private surfaceMesh({ pattern, fluid }: Sequence): SurfaceMesh {
    const make = () => this.paint(new SurfaceMesh(this.shared), fluid);
    return this.shown(this.surfaces, pattern, make, (mesh) => mesh.group);
  }

  private paint(mesh: SurfaceMesh, name: string): SurfaceMesh {
    const paint = paintOf(this.run.scene, name);
    if (paint) mesh.setPaint(paint, paint.texture === undefined ? undefined : this.pictures.get(paint.texture));
    return mesh;
  }

  // What draws the files of a pattern, made and added to the scene the first time.
  private shown<Drawn>(all: Map<string, Drawn>, pattern: string, make: () => Drawn, object: (one: Drawn) => THREE.Object3D): Drawn {
    let one = all.get(pattern);
    if (!one) {
      one = make();
      all.set(pattern, one);
      this.scene.add(object(one));
    }
    return one;
  }
}

// The plane that cuts the domain at its place; w is where it stands.
export function clipOf({ clipAxis, clipPlace, clipFlipped }: Pick<Settings, "clipAxis" | "clipPlace" | "clipFlipped">, domain: THREE.Box3): Clip {
  if (clipAxis === "none") return [0, 0, 0, 1];
  const sign = clipFlipped ? -1 : 1;
  const place = domain.min[clipAxis] + clipPlace * (domain.max[clipAxis] - domain.min[clipAxis]);
  return [clipAxis === "x" ? sign : 0, clipAxis === "y" ? sign : 0, clipAxis === "z" ? sign : 0, sign * place];
}
