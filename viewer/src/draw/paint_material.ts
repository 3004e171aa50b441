// The look of a surface that has paint: the picture or pattern of its material, where its projection lays them
// (lamella/geometry/paint). `at` is the texture coordinate of a point, or where its matter was at the start.
import * as THREE from "three";
import type { Paint, Projection } from "../data/paint";
import type { Vec3 } from "../data/scene";

export const PAINTED = /* glsl */ `
uniform bool around; // longitude and latitude of what layOn gives
uniform mat4 layOn;
uniform vec3 base;
uniform bool hasPicture;
uniform sampler2D picture;
uniform int pattern; // 1 checker, 2 stripes
uniform vec3 tiles; // columns, rows, share
uniform vec3 first;
uniform vec3 second;
uniform bool byVertex;

vec3 placeOf(vec3 at) {
  vec3 p = (layOn * vec4(at, 1.0)).xyz;
  if (!around) return p;
  float size = max(length(p), 1e-30);
  return vec3(atan(p.x, p.z) / ${2 * Math.PI} + 0.5, asin(clamp(p.y / size, -1.0, 1.0)) / ${Math.PI} + 0.5, 0.0);
}
vec3 patternAt(vec3 place) {
  vec3 tile = floor(place * tiles.xyx);
  bool even = pattern == 1 ? mod(abs(tile.x + tile.y + tile.z), 2.0) < 0.5 : fract(place.y * tiles.y) < tiles.z;
  return even ? first : second;
}
vec3 paintAt(vec3 at, vec3 vertexColour) {
  vec3 place = placeOf(at);
  vec3 colour = base;
  if (hasPicture) colour *= texture2D(picture, place.xy).rgb;
  if (pattern > 0) colour *= patternAt(place);
  return byVertex ? colour * vertexColour : colour;
}
`;

export type PaintUniforms = Record<"around" | "layOn" | "base" | "hasPicture" | "picture" | "pattern" | "tiles" | "first" | "second" | "byVertex", THREE.IUniform>;

const vector = (v: Vec3): THREE.Vector3 => new THREE.Vector3(...v);

// Rows of a matrix that takes the components of p - centre along three directions and adds `shift` to each.
function along(centre: Vec3, directions: THREE.Vector3[], shift: number): THREE.Matrix4 {
  const row = (d: THREE.Vector3, added: number): [number, number, number, number] => [d.x, d.y, d.z, added - d.dot(vector(centre))];
  const [x, y, z] = directions;
  return new THREE.Matrix4().set(...row(x, shift), ...row(y, shift), ...row(z, 0), 0, 0, 0, 1);
}

export function layingMatrix(projection: Projection): THREE.Matrix4 {
  if (projection.type === "uv") return new THREE.Matrix4();
  if (projection.type === "solid") {
    const { origin, size } = projection;
    return along(origin, [new THREE.Vector3(1 / size), new THREE.Vector3(0, 1 / size), new THREE.Vector3(0, 0, 1 / size)], 0);
  }
  const up = vector(projection.up);
  if (projection.type === "planar") {
    const { centre, direction, width, height } = projection;
    const right = vector(direction).cross(up).normalize();
    const upwards = right.clone().cross(vector(direction)).normalize();
    return along(centre, [right.divideScalar(width), upwards.divideScalar(height), new THREE.Vector3()], 0.5);
  }
  const right = up.clone().cross(vector(projection.front)).normalize();
  const ahead = right.clone().cross(up).normalize();
  return along(projection.centre, [right, up.normalize(), ahead], 0);
}

const PATTERNS = { checker: 1, stripes: 2 };
const WHITE: Vec3 = [1, 1, 1];

export function paintUniforms({ colour, pattern, projection, vertexColours }: Paint, picture?: THREE.Texture): PaintUniforms {
  const tiles = pattern && new THREE.Vector3(pattern.type === "checker" ? pattern.columns : 1, pattern.rows, pattern.type === "stripes" ? pattern.share : 0);
  return {
    around: { value: projection.type === "spherical" },
    layOn: { value: layingMatrix(projection) },
    base: { value: vector(colour) },
    hasPicture: { value: picture !== undefined },
    picture: { value: picture ?? null },
    pattern: { value: pattern ? PATTERNS[pattern.type] : 0 },
    tiles: { value: tiles ?? new THREE.Vector3() },
    first: { value: vector(pattern?.colour ?? WHITE) },
    second: { value: vector(pattern?.other_colour ?? WHITE) },
    byVertex: { value: vertexColours },
  };
}

export const PLAIN_PAINT: Paint = { colour: WHITE, projection: { type: "uv" }, vertexColours: true };

// Without mipmaps, which would draw the seam of a picture that lies around a point.
export async function pictureOf(bytes: Blob): Promise<THREE.Texture> {
  const texture = new THREE.Texture(await createImageBitmap(bytes, { imageOrientation: "flipY" }));
  texture.colorSpace = THREE.SRGBColorSpace;
  texture.wrapS = texture.wrapT = THREE.RepeatWrapping;
  texture.generateMipmaps = false;
  texture.minFilter = texture.magFilter = THREE.LinearFilter;
  texture.needsUpdate = true;
  return texture;
}
