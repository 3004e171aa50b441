// Pieces of GLSL that several materials use.
import { CATEGORY_COUNT } from "./colour_maps";

export const COLOURING = /* glsl */ `
uniform sampler2D colours;
uniform int colourKind;
uniform vec2 frameRange; // what the shares 0 and 1 stand for
uniform vec2 shownRange; // the ends of the colour bar

vec3 colourOf(float share) {
  float value = mix(frameRange.x, frameRange.y, share);
  float t = clamp((value - shownRange.x) / max(shownRange.y - shownRange.x, 1e-30), 0.0, 1.0);
  if (colourKind == 1) t = (mod(floor(value + 0.5), ${CATEGORY_COUNT}.0) + 0.5) / ${CATEGORY_COUNT}.0;
  if (colourKind == 2) t = value > 0.5 ? 0.75 : 0.25;
  return texture2D(colours, vec2(t, 0.5)).rgb;
}`;

export const MATT_COLOUR = "vec3(0.60, 0.58, 0.55)";

// A lamp over the left shoulder, and light from above; the normal is in the camera's space.
export const LIGHTING = /* glsl */ `
vec3 lit(vec3 colour, vec3 normal) {
  float lamp = max(dot(normal, vec3(-0.36, 0.55, 0.75)), 0.0);
  float above = 0.5 + 0.5 * dot(normal, mat3(viewMatrix) * vec3(0.0, 1.0, 0.0));
  return colour * (0.26 + 0.26 * above + 0.62 * lamp);
}`;
