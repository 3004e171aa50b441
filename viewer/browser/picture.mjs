// Pictures of the canvas, compared with a stored one.
import { readFileSync, writeFileSync } from "node:fs";
import { PNG } from "pngjs";

// The share of pixels that differ by more than `far` of 255 in two pictures of one size.
export function difference(a, b, far = 40) {
  if (a.width !== b.width || a.height !== b.height) return 1;
  let different = 0;
  for (let i = 0; i < a.data.length; i += 4) {
    const most = Math.max(...[0, 1, 2].map((k) => Math.abs(a.data[i + k] - b.data[i + k])));
    if (most > far) ++different;
  }
  return different / (a.width * a.height);
}

export async function pictureOf(page) {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return PNG.sync.read(await page.locator("canvas[data-frame]").screenshot());
}

// With UPDATE=1 the picture becomes the stored one.
export function stored(name, picture) {
  const path = new URL(name, import.meta.url);
  if (process.env.UPDATE) writeFileSync(path, PNG.sync.write(picture));
  return PNG.sync.read(readFileSync(path));
}

// How many different colours there are: an empty canvas has few.
export function colours(picture) {
  const found = new Set();
  for (let i = 0; i < picture.data.length; i += 4) found.add((picture.data[i] << 16) | (picture.data[i + 1] << 8) | picture.data[i + 2]);
  return found.size;
}
