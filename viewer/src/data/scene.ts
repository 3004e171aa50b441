// The keys of a scene file that the page draws from.
import type { Material } from "./paint";

export type Vec3 = [number, number, number];

export interface Keyframe {
  time: number;
  translation?: Vec3;
  rotation?: Vec3;
}

export interface Obstacle {
  name: string;
  motion?: { keys?: Keyframe[]; pivot?: Vec3 };
}

export interface Scene {
  description?: string;
  domain: { min: Vec3; max: Vec3 };
  frame_rate?: number;
  particle_spacing: number;
  fluids?: { name: string }[];
  obstacles?: Obstacle[];
  surface?: { paint?: unknown[] } | null;
  render?: { camera?: { position?: Vec3 | null; look_at?: Vec3 | null; direction?: Vec3; field_of_view?: number }; materials?: { name: string; material: Material }[] } | null;
}

export const frameRateOf = (scene: Scene): number => scene.frame_rate ?? 24;
export const timeOf = (scene: Scene, frame: number): number => (frame - 1) / frameRateOf(scene);

// Of these frames, in order, the one whose time is nearest.
export function frameNearest(scene: Scene, frames: number[], time: number): number {
  const distance = (frame: number): number => Math.abs(timeOf(scene, frame) - time);
  return frames.reduce((best, frame) => (distance(frame) < distance(best) ? frame : best), frames[0]);
}
