// How many particles of a distant set are worth drawing.

export interface Detail {
  stride: number; // every stride-th particle is drawn
  growth: number; // factor on its radius, so that the set covers as much of the picture
  balls: boolean; // shaded as balls; otherwise as dots
}

const SMALLEST_BALL = 1.25; // pixels of radius
const MOST_SKIPPED = 16;

// A particle whose radius is under half a pixel shares its pixel with others.
export function detailFor(pixelRadius: number): Detail {
  const stride = Math.max(1, Math.min(MOST_SKIPPED, Math.floor((0.5 / pixelRadius) ** 2)));
  return { stride, growth: Math.sqrt(stride), balls: pixelRadius >= SMALLEST_BALL };
}
