// What a scene's materials say of the paint on a mesh: a picture or a pattern, and how it lies there.
import type { Scene, Vec3 } from "./scene";

export type Projection =
  | { type: "uv" }
  | { type: "planar"; centre: Vec3; direction: Vec3; up: Vec3; width: number; height: number }
  | { type: "spherical"; centre: Vec3; up: Vec3; front: Vec3 }
  | { type: "solid"; origin: Vec3; size: number };

export type Pattern =
  | { type: "checker"; colour: Vec3; other_colour: Vec3; columns: number; rows: number }
  | { type: "stripes"; colour: Vec3; other_colour: Vec3; rows: number; share: number };

export interface Material {
  type: string;
  colour?: Vec3;
  texture?: string | null;
  pattern?: Pattern | null;
  projection?: Projection;
  vertex_colours?: boolean;
}

export interface Paint {
  colour: Vec3;
  texture?: string; // as the scene names the file
  pattern?: Pattern;
  projection: Projection;
  vertexColours: boolean;
}

// Of the material with this name; nothing where it has neither a picture nor a pattern.
export function paintOf(scene: Pick<Scene, "render">, name: string): Paint | undefined {
  const material = scene.render?.materials?.find((one) => one.name === name)?.material;
  if (!material || !(material.texture || material.pattern)) return undefined;
  return {
    colour: material.colour ?? [1, 1, 1],
    texture: material.texture ?? undefined,
    pattern: material.pattern ?? undefined,
    projection: material.projection ?? { type: "uv" },
    vertexColours: material.vertex_colours ?? false,
  };
}

// The column of the mesh by which paint lies on it; where there is no `rest` the places themselves serve.
export const columnOf = ({ projection }: Paint): "uv" | "rest" => (projection.type === "uv" ? "uv" : "rest");
