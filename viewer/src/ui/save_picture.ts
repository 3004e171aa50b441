// The picture as a PNG file: the canvas on the page's background, with the colour bar and the names of the runs.
import type { ColourBar } from "./colour_bar";
import { element } from "./dom";

const MIDDLE = "#222b34", RIM = "#10151a"; // as style.css has them
const TEXT = "#dbe3ea";
const FONT = 'system-ui, "Segoe UI", "DejaVu Sans", sans-serif';

// "dam break.%04d.bgeo", 12 -> "dam_break.0012.png"
export function pictureName(runs: string[], frame: number): string {
  const plain = runs.map((name) => name.replace(/\.(%\d*d|\{\})/, "").replace(/\.\w{2,9}$/, "").replace(/[^\w-]+/g, "_").replace(/^_+|_+$/g, "") || "lamella");
  return `${plain.join("-")}.${String(frame).padStart(4, "0")}.png`;
}

function paintGround(context: CanvasRenderingContext2D, width: number, height: number): void {
  context.save();
  context.scale(width, height);
  const ground = context.createRadialGradient(0.5, 0.35, 0, 0.5, 0.35, 0.75 * Math.SQRT2 * 0.65);
  ground.addColorStop(0, MIDDLE);
  ground.addColorStop(1, RIM);
  context.fillStyle = ground;
  context.fillRect(0, 0, 1, 1);
  context.restore();
}

function paintCaptions(context: CanvasRenderingContext2D, names: string[], width: number, scale: number): void {
  context.fillStyle = TEXT;
  context.textAlign = "center";
  names.forEach((name, k) => context.fillText(name, ((k + 0.5) * width) / names.length, 22 * scale));
}

// `canvas` holds a picture that has just been drawn.
export function composedPicture(canvas: HTMLCanvasElement, bar: ColourBar, captions: string[]): HTMLCanvasElement {
  const { width, height } = canvas;
  const scale = width / Math.max(1, canvas.clientWidth);
  const picture = element("canvas", { width, height });
  const context = picture.getContext("2d")!;
  paintGround(context, width, height);
  context.drawImage(canvas, 0, 0);
  context.font = `${13 * scale}px ${FONT}`;
  if (captions.length > 1) paintCaptions(context, captions, width, scale);
  bar.paint(context, height, scale);
  return picture;
}

export function savePicture(picture: HTMLCanvasElement, name: string): void {
  picture.toBlob((blob) => {
    if (!blob) return;
    const href = URL.createObjectURL(blob);
    element("a", { href, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(href), 10_000);
  }, "image/png");
}
