// The time under the plots, in seconds or in frames.
import { frameNearest, frameRateOf, timeOf, type Scene } from "../data/scene";
import type { Axis } from "./chart";
import { roundTicks } from "./colour_bar";
import { numberText } from "./dom";

export type AxisUnit = "time" | "frames";

const MARKS = 6;

// From the first to the last frame, and over these times.
export function plotAxis(scene: Scene, frames: number[], times: number[], unit: AxisUnit): Axis {
  const shown = [frames[0], frames.at(-1)].filter((frame) => frame !== undefined).map((frame) => timeOf(scene, frame));
  const all = [...times, ...shown];
  const low = all.length > 0 ? Math.min(...all) : 0, high = all.length > 0 ? Math.max(...all) : 1;
  const axis = { from: low, to: high > low ? high : low + 1, placeOf: (frame: number) => timeOf(scene, frame), frameAt: (time: number) => frameNearest(scene, frames, time) };
  if (unit === "time") {
    const textOf = (time: number): string => `${numberText(time)} s`;
    return { ...axis, name: "time", marks: roundTicks({ low, high }, MARKS), textOf, markOf: textOf };
  }
  const frameOf = (time: number): number => Math.round(time * frameRateOf(scene)) + 1;
  const numbers = roundTicks({ low: frameOf(low), high: frameOf(high) }, MARKS).filter(Number.isInteger);
  return { ...axis, name: "frames", marks: numbers.map(axis.placeOf), textOf: (time) => `frame ${axis.frameAt(time)}`, markOf: (time) => String(frameOf(time)) };
}
