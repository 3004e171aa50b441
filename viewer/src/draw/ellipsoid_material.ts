// Ellipsoids: each is one point of the draw call, as large as the ball around it, and the fragment shader finds where the
// ray meets the surface.
import * as THREE from "three";
import { COLOURING, LIGHTING, MATT_COLOUR } from "./shader_parts";
import type { SharedUniforms } from "./uniforms";

const VERTEX = /* glsl */ `
attribute vec4 centreAndValue;
attribute uint turn;
attribute vec4 axes;
uniform vec3 low; // the bounds of the centres
uniform vec3 high;
uniform float largestAxis;
uniform float viewportHeight;
uniform vec4 clip;
varying vec3 centre; // in the camera's space
varying vec2 middle; // of the sprite, and half its size, on the screen from -1 to 1
varying vec2 halfSize;
varying mat3 toBall; // from the camera's space, turns the ellipsoid into a ball of radius 1
varying float share;

// decode/pack_ellipsoids.ts, packTurn
vec4 quaternion(uint packed) {
  vec3 three = (2.0 * vec3((packed >> 20u) & 1023u, (packed >> 10u) & 1023u, packed & 1023u) / 1023.0 - 1.0) * sqrt(0.5);
  float largest = sqrt(max(0.0, 1.0 - dot(three, three)));
  uint place = packed >> 30u;
  if (place == 0u) return vec4(largest, three);
  if (place == 1u) return vec4(three.x, largest, three.yz);
  if (place == 2u) return vec4(three.xy, largest, three.z);
  return vec4(three, largest);
}

mat3 rotation(vec4 q) {
  vec3 a = q.xyz, d = a * a;
  float xy = a.x * a.y, xz = a.x * a.z, yz = a.y * a.z;
  return mat3(
    1.0 - 2.0 * (d.y + d.z), 2.0 * (xy + q.w * a.z), 2.0 * (xz - q.w * a.y),
    2.0 * (xy - q.w * a.z), 1.0 - 2.0 * (d.x + d.z), 2.0 * (yz + q.w * a.x),
    2.0 * (xz + q.w * a.y), 2.0 * (yz - q.w * a.x), 1.0 - 2.0 * (d.x + d.y));
}

void main() {
  vec3 place = mix(low, high, centreAndValue.xyz);
  vec3 semiAxes = largestAxis * axes.xyz;
  float radius = max(semiAxes.x, max(semiAxes.y, semiAxes.z));
  centre = (modelViewMatrix * vec4(place, 1.0)).xyz;
  share = centreAndValue.w;
  mat3 turned = mat3(modelViewMatrix) * rotation(quaternion(turn));
  toBall = transpose(mat3(turned[0] / semiAxes.x, turned[1] / semiAxes.y, turned[2] / semiAxes.z));
  gl_Position = projectionMatrix * vec4(centre, 1.0);
  // The outline of a ball is wider than its radius, the more the nearer it is and the farther from the picture's middle.
  float depth = max(-centre.z, 1.01 * radius);
  float seen = radius * length(vec3(centre.xy, depth)) / (depth * sqrt(depth * depth - radius * radius));
  gl_PointSize = max(1.0, viewportHeight * projectionMatrix[1][1] * seen);
  middle = gl_Position.xy / gl_Position.w;
  halfSize = gl_PointSize / viewportHeight * vec2(projectionMatrix[0][0] / projectionMatrix[1][1], 1.0);
  if (dot(clip.xyz, place) > clip.w) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}`;

const FRAGMENT = /* glsl */ `
uniform highp mat4 projectionMatrix;
uniform bool plain;
varying vec3 centre;
varying vec2 middle;
varying vec2 halfSize;
varying mat3 toBall;
varying float share;
${COLOURING}
${LIGHTING}

void main() {
  vec2 screen = middle + halfSize * (vec2(2.0, -2.0) * gl_PointCoord + vec2(-1.0, 1.0));
  vec3 ray = vec3(screen / vec2(projectionMatrix[0][0], projectionMatrix[1][1]), -1.0);
  // |origin + t direction| = 1 where the ellipsoid is a ball; the nearest point to the middle first, so that no digits are lost.
  vec3 direction = toBall * ray;
  float along = dot(direction, toBall * centre) / dot(direction, direction);
  vec3 nearest = toBall * (along * ray - centre);
  float inside = 1.0 - dot(nearest, nearest);
  if (inside < 0.0) discard;
  float back = sqrt(inside / dot(direction, direction));
  vec3 normal = normalize((nearest - back * direction) * toBall);
  vec4 front = projectionMatrix * vec4((along - back) * ray, 1.0);
  gl_FragDepth = 0.5 * front.z / front.w + 0.5;
  gl_FragColor = vec4(lit(plain ? ${MATT_COLOUR} : colourOf(share), normal), 1.0);
  #include <colorspace_fragment>
}`;

export function ellipsoidMaterial(shared: SharedUniforms): THREE.ShaderMaterial {
  return new THREE.ShaderMaterial({
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    uniforms: {
      ...shared, frameRange: { value: new THREE.Vector2() }, low: { value: new THREE.Vector3() }, high: { value: new THREE.Vector3() }, largestAxis: { value: 0 },
      plain: { value: false },
    },
  });
}
