import * as THREE from "three";
import { describe, expect, it } from "vitest";
import { columnOf, paintOf, type Material, type Projection } from "../src/data/paint";
import { layingMatrix, paintUniforms } from "../src/draw/paint_material";

const CHECKER = { type: "checker" as const, colour: [1, 0, 0] as [number, number, number], other_colour: [0, 0, 1] as [number, number, number], columns: 4, rows: 2 };
const sceneWith = (material: Material) => ({ render: { materials: [{ name: "water", material }] } });
const laid = (projection: Projection, ...p: [number, number, number]): number[] => new THREE.Vector3(...p).applyMatrix4(layingMatrix(projection)).toArray();

describe("the paint of a material", () => {
  it("is there only with a picture or a pattern, under its name", () => {
    expect(paintOf({}, "water")).toBeUndefined();
    expect(paintOf(sceneWith({ type: "diffuse", colour: [1, 1, 1], texture: null, pattern: null }), "water")).toBeUndefined();
    expect(paintOf(sceneWith({ type: "diffuse", pattern: CHECKER }), "oil")).toBeUndefined();
    expect(paintOf(sceneWith({ type: "coated", colour: [0.5, 1, 1], texture: "a.png", pattern: null }), "water"))
      .toEqual({ colour: [0.5, 1, 1], texture: "a.png", pattern: undefined, projection: { type: "uv" }, vertexColours: false });
  });

  it("lies by texture coordinates or by where the matter was", () => {
    const paint = paintOf(sceneWith({ type: "diffuse", pattern: CHECKER }), "water")!;
    expect(columnOf(paint)).toBe("uv");
    expect(columnOf({ ...paint, projection: { type: "solid", origin: [0, 0, 0], size: 1 } })).toBe("rest");
  });
});

describe("a projection", () => {
  it("throws a picture along a direction", () => {
    const planar: Projection = { type: "planar", centre: [1, 2, 3], direction: [0, 0, -1], up: [0, 1, 0], width: 2, height: 4 };
    expect(laid(planar, 1, 2, 7)).toEqual([0.5, 0.5, 0]);
    expect(laid(planar, 2, 4, 0)).toEqual([1, 1, 0]);
  });

  it("carves out of space", () => expect(laid({ type: "solid", origin: [1, 0, 0], size: 0.5 }, 2, 1, 0.25)).toEqual([2, 2, 0.5]));

  it("turns what lies around a point to its front", () => {
    const around: Projection = { type: "spherical", centre: [0, 0, 1], up: [0, 1, 0], front: [1, 0, 0] };
    const [right, up, ahead] = laid(around, 3, 2, 1);
    expect([right, up, ahead].map((x) => Math.round(x) + 0)).toEqual([0, 2, 3]);
    expect(paintUniforms({ colour: [1, 1, 1], projection: around, vertexColours: false }).around.value).toBe(true);
  });
});
