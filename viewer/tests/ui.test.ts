import { describe, expect, it } from "vitest";
import { roundTicks } from "../src/ui/colour_bar";
import { numberText } from "../src/ui/dom";
import { percentOf } from "../src/ui/loading_bar";
import { labelOf } from "../src/ui/ledger_charts";
import { Player } from "../src/ui/player";

const always = () => true;

it("the loading bar gives a percentage where the length is known", () => {
  expect(percentOf({ loaded: 0, total: 0 })).toBeUndefined();
  expect(percentOf({ loaded: 5, total: 0 })).toBeUndefined();
  expect(percentOf({ loaded: 1, total: 3 })).toBe(33);
  expect(percentOf({ loaded: 999, total: 1000 })).toBe(99);
  expect(percentOf({ loaded: 3, total: 3 })).toBe(100);
});

describe("the player", () => {
  const player = (frames = [1, 2, 3, 5]) => {
    const made = new Player(10);
    made.setFrames(frames);
    return made;
  };

  it("plays in time at its speed", () => {
    const p = player();
    p.toggle();
    expect([p.advance(0.06, always), p.frame]).toEqual([false, 1]);
    expect([p.advance(0.06, always), p.frame]).toEqual([true, 2]);
    p.speed = 2;
    expect([p.advance(0.05, always), p.frame]).toEqual([true, 3]);
  });

  it("waits for a frame that is not ready, without piling up time", () => {
    const p = player();
    p.toggle();
    for (let k = 0; k < 50; ++k) expect(p.advance(1, () => false)).toBe(false);
    p.advance(0.001, always);
    expect(p.frame).toBe(2);
    expect(p.advance(0.05, always)).toBe(false);
  });

  it("loops or stops at the end, and starts again from there", () => {
    const p = player();
    p.toggle();
    p.seek(5);
    expect([p.advance(0.1, always), p.frame, p.playing]).toEqual([true, 1, true]);
    p.loop = false;
    p.seek(5);
    expect([p.advance(0.1, always), p.frame, p.playing]).toEqual([false, 5, false]);
    p.toggle();
    expect([p.frame, p.playing]).toEqual([1, true]);
  });

  it("steps, seeks and keeps its place when frames come", () => {
    const p = player();
    p.step(-1);
    expect(p.frame).toBe(1);
    p.step(10);
    expect([p.frame, p.atEnd]).toEqual([5, true]);
    p.seek(4);
    expect(p.frame).toBe(3);
    p.setFrames([1, 2, 3, 4, 5, 6]);
    expect(p.frame).toBe(3);
    p.setFrames([]);
    expect(p.frame).toBeUndefined();
    p.toggle();
    expect(p.playing).toBe(false);
  });

  it("names what comes next", () => {
    const p = player();
    p.seek(3);
    expect(p.upcoming(3)).toEqual([5, 1, 2]);
    p.loop = false;
    expect(p.upcoming(3)).toEqual([5]);
    expect(player([7]).upcoming(3)).toEqual([]);
  });
});

it("ticks are round and within the range", () => {
  expect(roundTicks({ low: 0.004, high: 6.35 })).toEqual([2, 4, 6]);
  expect(roundTicks({ low: -1, high: 1 })).toEqual([-1, -0.5, 0, 0.5, 1]);
  expect(roundTicks({ low: 998, high: 1004 })).toEqual([998, 1000, 1002, 1004]);
  expect(roundTicks({ low: 3, high: 3 })).toEqual([3]);
});

it("numbers are short", () => {
  expect([0.1 + 0.2, 61256, 1e-9, -5305.861420009215, 0, NaN].map(numberText)).toEqual(["0.3", "61256", "1.000e-9", "-5305.9", "0", "NaN"]);
});

it("series are named without their units", () => expect(["wall_s.surface", "kinetic_J", "mass_in_kg"].map(labelOf)).toEqual(["surface", "kinetic", "mass in"]));
