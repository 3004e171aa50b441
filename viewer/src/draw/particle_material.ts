// Particles as balls: each is one point of the draw call, and the fragment shader finds the ball's surface.
import * as THREE from "three";
import { COLOURING, LIGHTING } from "./shader_parts";
import type { SharedUniforms } from "./uniforms";

const VERTEX = /* glsl */ `
attribute vec2 valueAndRadius;
uniform float largestRadius;
uniform float plainRadius; // where the file has none
uniform float growth;
uniform float viewportHeight;
uniform int stride;
uniform vec4 clip;
varying vec3 centre;
varying float radius;
varying float share;

void main() {
  centre = (modelViewMatrix * vec4(position, 1.0)).xyz;
  radius = growth * (largestRadius > 0.0 ? largestRadius * valueAndRadius.y : plainRadius);
  share = valueAndRadius.x;
  gl_Position = projectionMatrix * vec4(centre, 1.0);
  gl_PointSize = max(1.0, viewportHeight * projectionMatrix[1][1] * radius / gl_Position.w);
  if (dot(clip.xyz, position) > clip.w || gl_VertexID % stride != 0) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}`;

// The set's own colour, or that of the value.
const SHOWN_COLOUR = /* glsl */ `
uniform bool hasOwnColour;
uniform vec3 ownColour;
${COLOURING}
vec3 shownColour(float share) { return hasOwnColour ? ownColour : colourOf(share); }`;

const BALL = /* glsl */ `
uniform highp mat4 projectionMatrix;
varying vec3 centre;
varying float radius;
varying float share;
${SHOWN_COLOUR}
${LIGHTING}

void main() {
  vec2 p = vec2(2.0, -2.0) * gl_PointCoord + vec2(-1.0, 1.0);
  float r2 = dot(p, p);
  if (r2 > 1.0) discard;
  vec3 normal = vec3(p, sqrt(1.0 - r2));
  vec4 front = projectionMatrix * vec4(centre + radius * normal, 1.0);
  gl_FragDepth = 0.5 * front.z / front.w + 0.5;
  gl_FragColor = vec4(lit(shownColour(share), normal), 1.0);
  #include <colorspace_fragment>
}`;

// Far away: no normal and no depth of its own, so that hidden dots cost nothing.
const DOT = /* glsl */ `
varying vec3 centre;
varying float radius;
varying float share;
${SHOWN_COLOUR}
${LIGHTING}

void main() {
  gl_FragColor = vec4(lit(shownColour(share), normalize(vec3(-0.2, 0.4, 0.9))), 1.0);
  #include <colorspace_fragment>
}`;

export function particleMaterial(shared: SharedUniforms, balls: boolean): THREE.ShaderMaterial {
  return new THREE.ShaderMaterial({
    vertexShader: VERTEX,
    fragmentShader: balls ? BALL : DOT,
    uniforms: {
      ...shared,
      frameRange: { value: new THREE.Vector2() },
      largestRadius: { value: 0 },
      plainRadius: { value: 0 },
      growth: { value: 1 },
      stride: { value: 1 },
      hasOwnColour: { value: false },
      ownColour: { value: new THREE.Color() },
    },
  });
}
