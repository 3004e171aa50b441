// The looks of a surface: water, matt, its own colours, coloured by an attribute, flat triangles, wires; and those of obstacles.
import * as THREE from "three";
import { PAINTED, paintUniforms, PLAIN_PAINT } from "./paint_material";
import { COLOURING, LIGHTING, MATT_COLOUR } from "./shader_parts";
import type { SharedUniforms } from "./uniforms";

export type SurfaceLook = "water" | "matt" | "own" | "colour" | "flat" | "wires";

const VERTEX = /* glsl */ `
attribute float value;
attribute vec3 own;
attribute vec3 at;
varying vec3 place; // in the world
varying vec3 seen; // in the camera's space
varying vec3 bent;
varying float share;
varying vec3 painted;
varying vec3 laid;

void main() {
  vec4 world = modelMatrix * vec4(position, 1.0);
  place = world.xyz;
  seen = (viewMatrix * world).xyz;
  bent = normalMatrix * normal;
  share = value;
  painted = own;
  laid = at;
  gl_Position = projectionMatrix * vec4(seen, 1.0);
}`;

const START = /* glsl */ `
varying vec3 place;
varying vec3 seen;
varying vec3 bent;
varying float share;
varying vec3 painted;
varying vec3 laid;
uniform vec4 clip;
${COLOURING}
${LIGHTING}

vec3 facing(vec3 normal) {
  vec3 n = normalize(normal);
  return dot(n, seen) > 0.0 ? -n : n;
}
vec3 flatNormal() { return cross(dFdx(seen), dFdy(seen)); }
void cut() { if (dot(clip.xyz, place) > clip.w) discard; }
`;

// Reflects a sky by Fresnel's law (in Schlick's form) and lets through what is behind, tinted.
const WATER = /* glsl */ `
vec3 sky(vec3 direction) {
  float up = direction.y;
  vec3 colour = up > 0.0 ? mix(vec3(0.62, 0.76, 0.88), vec3(0.16, 0.36, 0.66), pow(up, 0.6)) : mix(vec3(0.50, 0.60, 0.68), vec3(0.10, 0.15, 0.20), pow(-up, 0.5));
  return colour + vec3(1.0, 0.93, 0.8) * 1.6 * pow(max(dot(direction, normalize(vec3(-0.5, 0.75, 0.3))), 0.0), 90.0);
}

void main() {
  cut();
  vec3 n = facing(bent);
  vec3 towards = normalize(seen);
  float fresnel = 0.02 + 0.98 * pow(1.0 - max(dot(n, -towards), 0.0), 5.0);
  vec3 reflected = sky(normalize(reflect(towards, n) * mat3(viewMatrix)));
  vec3 body = lit(vec3(0.05, 0.30, 0.46), n);
  float solid = mix(0.58, 1.0, fresnel);
  gl_FragColor = vec4(mix(body, reflected, clamp(fresnel + 0.10, 0.0, 1.0)), solid);
  #include <colorspace_fragment>
}`;

const COLOUR = /* glsl */ `void main() { cut(); gl_FragColor = vec4(lit(colourOf(share), facing(bent)), 1.0);
  #include <colorspace_fragment>
}`;
const OWN = /* glsl */ `${PAINTED}
void main() { cut(); gl_FragColor = vec4(lit(paintAt(laid, painted), facing(bent)), 1.0);
  #include <colorspace_fragment>
}`;
const FLAT = /* glsl */ `void main() { cut(); gl_FragColor = vec4(lit(colourOf(share), facing(flatNormal())), 1.0);
  #include <colorspace_fragment>
}`;
const WIRES = /* glsl */ `void main() { cut(); gl_FragColor = vec4(colourOf(share), 1.0);
  #include <colorspace_fragment>
}`;
const MATT = /* glsl */ `void main() { cut(); gl_FragColor = vec4(lit(${MATT_COLOUR}, facing(bent)), 1.0);
  #include <colorspace_fragment>
}`;
const SOLID = /* glsl */ `void main() { gl_FragColor = vec4(lit(${MATT_COLOUR}, facing(flatNormal())), 1.0);
  #include <colorspace_fragment>
}`;
// The more along the surface one looks, the less shines through.
const GLASS = /* glsl */ `
uniform float opacity;
void main() {
  vec3 n = facing(flatNormal());
  float along = 1.0 - abs(dot(n, normalize(seen)));
  gl_FragColor = vec4(lit(${MATT_COLOUR}, n), min(1.0, opacity * (0.8 + 1.4 * along * along * along)));
  #include <colorspace_fragment>
}`;

function material(shared: SharedUniforms, main: string, options: THREE.ShaderMaterialParameters = {}, more: Record<string, THREE.IUniform> = {}): THREE.ShaderMaterial {
  return new THREE.ShaderMaterial({
    vertexShader: VERTEX,
    fragmentShader: START + main,
    uniforms: { ...shared, ...more, frameRange: { value: new THREE.Vector2() } },
    side: THREE.DoubleSide,
    ...options,
  });
}

// Water marks in the stencil where it is.
const MARK = 1;

export const surfaceMaterials = (shared: SharedUniforms): Record<SurfaceLook, THREE.ShaderMaterial> => ({
  water: material(shared, WATER, { transparent: true, depthWrite: false, stencilWrite: true, stencilRef: MARK, stencilZPass: THREE.ReplaceStencilOp }),
  matt: material(shared, MATT),
  own: material(shared, OWN, {}, paintUniforms(PLAIN_PAINT)),
  colour: material(shared, COLOUR),
  flat: material(shared, FLAT),
  wires: material(shared, WIRES),
});

// Only depth: of water, the nearest layer alone is drawn over what is behind it. It is sorted with what is transparent.
export const depthMaterial = (shared: SharedUniforms): THREE.ShaderMaterial =>
  material(shared, "void main() { cut(); }", { colorWrite: false, transparent: true });

export const solidMaterial = (shared: SharedUniforms): THREE.ShaderMaterial => material(shared, SOLID);

// One side of it, everywhere or only before water.
export function glassMaterial(shared: SharedUniforms, side: THREE.Side, overWater: boolean): THREE.ShaderMaterial {
  const glass = material(shared, GLASS, { side, transparent: true, depthWrite: false });
  glass.uniforms.opacity = { value: 1 };
  if (overWater) glass.setValues({ stencilWrite: true, stencilRef: MARK, stencilFunc: THREE.EqualStencilFunc });
  return glass;
}
