// The surface of one fluid, of a solid, or of an obstacle that bends.
import * as THREE from "three";
import type { Paint } from "../data/paint";
import type { PackedMesh } from "../decode/pack";
import { GrowingGeometry } from "./growing_geometry";
import { depthMaterial, surfaceMaterials, type SurfaceLook } from "./mesh_materials";
import { ObstacleMesh } from "./obstacle_mesh";
import { paintUniforms } from "./paint_material";
import type { SharedUniforms } from "./uniforms";

export type MeshLook = SurfaceLook | "obstacle";

export class SurfaceMesh {
  readonly group = new THREE.Group();
  frame?: PackedMesh;
  private look: MeshLook = "water";
  private readonly triangles = new GrowingGeometry();
  private readonly edges = new GrowingGeometry();
  private readonly materials: Record<SurfaceLook, THREE.ShaderMaterial>;
  private readonly depth: THREE.Mesh;
  private readonly mesh: THREE.Mesh;
  private readonly lines: THREE.LineSegments;
  private readonly obstacle: ObstacleMesh;

  constructor(shared: SharedUniforms) {
    this.materials = surfaceMaterials(shared);
    this.depth = new THREE.Mesh(this.triangles.geometry, depthMaterial(shared));
    this.mesh = new THREE.Mesh(this.triangles.geometry, this.materials.water);
    this.lines = new THREE.LineSegments(this.edges.geometry, this.materials.wires);
    this.obstacle = new ObstacleMesh(shared, this.triangles.geometry);
    this.group.add(this.depth, this.mesh, this.lines, this.obstacle.group);
    this.depth.renderOrder = 1;
    this.mesh.renderOrder = 2;
    this.group.visible = false;
    this.lines.visible = false;
    this.obstacle.group.visible = false;
  }

  setPaint = (paint: Paint, picture?: THREE.Texture): void => void Object.assign(this.materials.own.uniforms, paintUniforms(paint, picture));

  setOpacity = (opacity: number): void => this.obstacle.setOpacity(opacity);

  setLook(look: MeshLook): void {
    if (look === this.look) return;
    this.look = look;
    if (look !== "obstacle") this.mesh.material = this.materials[look];
    this.mesh.visible = look !== "wires" && look !== "obstacle";
    this.obstacle.group.visible = look === "obstacle";
    this.depth.visible = look === "water";
    this.lines.visible = look === "wires";
    if (this.frame) this.show(this.frame);
  }

  show(frame: PackedMesh): void {
    this.frame = frame;
    const shown = this.look === "wires" ? this.edges : this.triangles;
    shown.setAttribute("position", frame.positions, 3);
    shown.setAttribute("normal", frame.normals, 3, "share");
    shown.setAttribute("value", frame.vertexValues, 1, "share");
    if (frame.colours) shown.setAttribute("own", frame.colours, 3, "share");
    if (frame.laid) shown.setAttribute("at", frame.laid, 3);
    shown.setIndex(this.look === "wires" ? frame.edges : frame.triangles);
    for (const material of Object.values(this.materials)) material.uniforms.frameRange.value.set(frame.values.low, frame.values.high);
  }
}
