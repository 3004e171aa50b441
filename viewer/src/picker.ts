// Clicks on the picture: the attributes of what is there, or the distance of two points.
import * as THREE from "three";
import type { FrameStore } from "./data/frame_store";
import { addressOf, type SequenceKind } from "./data/run";
import { Marker } from "./draw/marker";
import type { PickedRow, RunView } from "./draw/run_view";
import type { Stage } from "./draw/stage";
import type { SettingsStore } from "./settings";
import { numberText } from "./ui/dom";
import type { PickPanel } from "./ui/pick_panel";

// What a row of a file is called.
const ROW_NAMES: Record<SequenceKind, string> = {
  particles: "particle", kernels: "particle", surface: "vertex", mesh: "vertex", obstacle: "vertex", whitewater: "particle", surfels: "surfel", strands: "point", tetrahedra: "corner",
};
const STILL = 4; // pixels that a click may move

export class Picker {
  private readonly markers = new Map<RunView, Marker>();
  private points: THREE.Vector3[] = [];
  private pressed = { x: 0, y: 0 };
  private measuring = false;

  constructor(
    private readonly stage: Stage, private readonly store: FrameStore, settings: SettingsStore,
    private readonly panel: PickPanel, private readonly frame: () => number | undefined,
  ) {
    const { canvas } = stage;
    settings.onChange(({ measuring }) => this.setMeasuring(measuring));
    canvas.addEventListener("pointerdown", (event) => (this.pressed = { x: event.offsetX, y: event.offsetY }));
    canvas.addEventListener("pointerup", (event) => {
      const moved = Math.hypot(event.offsetX - this.pressed.x, event.offsetY - this.pressed.y);
      if (event.button === 0 && moved <= STILL) void this.pickAt(event.offsetX, event.offsetY);
    });
  }

  pickMiddle(): void {
    const { clientWidth, clientHeight } = this.stage.canvas;
    void this.pickAt(clientWidth / this.stage.views.length / 2, clientHeight / 2);
  }

  // What was picked belongs to the frame that was shown.
  clear(): void {
    this.points = [];
    this.panel.clear();
    for (const marker of this.markers.values()) marker.show([]);
  }

  private setMeasuring(measuring: boolean): void {
    if (measuring === this.measuring) return;
    this.measuring = measuring;
    this.clear();
    if (measuring) this.panel.showText("Click the first point.");
  }

  private async pickAt(x: number, y: number): Promise<void> {
    const { view, ray } = this.stage.rayAt(x, y);
    const picked = view.pick(ray);
    if (!picked) {
      this.clear();
      this.stage.draw();
      return;
    }
    const point = new THREE.Vector3(...ray.origin).addScaledVector(new THREE.Vector3(...ray.direction), picked.hit.distance);
    this.points = this.measuring && this.points.length === 1 ? [this.points[0], point] : [point];
    this.markerOf(view).show(this.points);
    this.stage.draw();
    if (this.measuring) this.showDistance();
    else await this.showRow(view, picked);
  }

  private showDistance(): void {
    const [a, b] = this.points;
    this.panel.showText(b ? `Distance ${numberText(a.distanceTo(b))} m` : "Click the second point.");
  }

  private async showRow(view: RunView, { pattern, hit }: PickedRow): Promise<void> {
    const sequence = view.run.sequences.find((one) => one.pattern === pattern)!;
    const address = addressOf(view.run, sequence, this.frame()!);
    this.panel.showRow(`${sequence.fluid}, ${ROW_NAMES[sequence.kind]} ${hit.row}`, await this.store.row(address, hit.row));
  }

  private markerOf(view: RunView): Marker {
    for (const marker of this.markers.values()) marker.show([]);
    let marker = this.markers.get(view);
    if (!marker) {
      marker = new Marker(2 * view.run.scene.particle_spacing);
      this.markers.set(view, marker);
      view.scene.add(marker.group);
    }
    return marker;
  }
}
