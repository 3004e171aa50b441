// What the ledger says, under the time line and in step with it. The second run's lines are dashed.
import { PLOT_GROUPS, seriesOf, type PlotGroup, type Series } from "../data/ledger";
import type { Run } from "../data/run";
import { element, numberText, svg } from "./dom";

const WIDTH = 1000;
const HEIGHT = 100;
const COLOURS = ["#66c2d6", "#f2a65a", "#b79ad6", "#8fc97a", "#e3788f"];

interface Scale {
  x(frame: number): number;
  y(value: number): number;
}

export const labelOf = (key: string): string => key.replace(/^(iterations|wall_s)\./, "").replace(/_(J|kg|m3|s)$/, "").replaceAll("_", " ");

export class LedgerPlots {
  readonly legend: HTMLElement;
  readonly plot = element("div", { class: "plot" });
  private readonly choice = element("select", { title: "What is plotted" });
  private readonly names = element("dl");
  private readonly cursor = svg("line", { y1: 0, y2: HEIGHT, class: "cursor" });
  private runs: Run[] = [];
  private frames: number[] = [];
  private group: PlotGroup = PLOT_GROUPS[0];

  constructor(seek: (frame: number) => void) {
    this.choice.setAttribute("aria-label", "What is plotted");
    this.choice.onchange = () => {
      this.group = PLOT_GROUPS.find((group) => group.name === this.choice.value)!;
      this.redraw();
    };
    this.plot.onclick = (event) => {
      const share = event.offsetX / this.plot.clientWidth;
      seek(this.frames[Math.round(share * (this.frames.length - 1))]);
    };
    this.legend = element("div", { class: "legend" }, this.choice, this.names);
  }

  // Groups without numbers are not offered.
  setRuns(runs: Run[], frames: number[]): void {
    this.runs = runs;
    this.frames = frames;
    const groups = PLOT_GROUPS.filter((group) => runs.some((run) => seriesOf(run.ledger, group).length > 0));
    if (!groups.includes(this.group) && groups.length) this.group = groups[0];
    this.choice.replaceChildren(...groups.map((group) => element("option", { value: group.name }, `${group.name} (${group.unit})`)));
    this.choice.value = this.group.name;
    this.choice.hidden = groups.length === 0;
    this.redraw();
  }

  moveTo(frame: number): void {
    const x = this.xOf(frame);
    this.cursor.setAttribute("x1", String(x));
    this.cursor.setAttribute("x2", String(x));
    this.names.replaceChildren(...this.runs.flatMap((run, r) => seriesOf(run.ledger, this.group).flatMap((series, k) => this.entry(series, frame, r, k))));
  }

  private xOf = (frame: number): number => {
    const at = this.frames.findIndex((one) => one >= frame);
    return (WIDTH * (at < 0 ? this.frames.length - 1 : at)) / Math.max(1, this.frames.length - 1);
  };

  private entry(series: Series, frame: number, run: number, k: number): HTMLElement[] {
    const value = series.points.find((point) => point.frame === frame)?.value;
    const name = element("dt", { class: run ? "dashed" : "" }, labelOf(series.key));
    name.style.setProperty("--line", COLOURS[k % COLOURS.length]);
    return [name, element("dd", {}, value === undefined ? "–" : numberText(value))];
  }

  private redraw(): void {
    const all = this.runs.map((run) => seriesOf(run.ledger, this.group));
    const values = all.flat().flatMap((series) => series.points.map((point) => point.value));
    const low = Math.min(0, ...values), high = Math.max(...values, low + 1e-30);
    const scale: Scale = { x: this.xOf, y: (value) => HEIGHT * (1 - (0.04 + (0.92 * (value - low)) / (high - low))) };
    const lines = all.flatMap((list, r) => list.map((series, k) => this.lineOf(series, scale, r, COLOURS[k % COLOURS.length])));
    const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img" }, ...lines, this.cursor);
    picture.setAttribute("aria-label", `${this.group.name} over the frames, from ${numberText(low)} to ${numberText(high)} ${this.group.unit}`);
    const bounds = values.length ? [element("span", { class: "high" }, numberText(high)), element("span", { class: "low" }, numberText(low))] : [];
    this.plot.replaceChildren(picture, ...bounds);
  }

  private lineOf(series: Series, { x, y }: Scale, run: number, colour: string): SVGElement {
    const points = series.points.map((point) => `${x(point.frame).toFixed(1)},${y(point.value).toFixed(2)}`).join(" ");
    return svg("polyline", { points, class: run ? "series dashed" : "series", stroke: colour });
  }
}
