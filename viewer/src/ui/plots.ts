// What the ledger and the probes say, under the time line. The second run's lines are dashed.
import type { Run } from "../data/run";
import type { Point } from "../data/thinning";
import { titleOf, type Chart, type Curve } from "./chart";
import { element, numberText, svg } from "./dom";
import { ledgerCharts } from "./ledger_charts";
import type { AxisUnit } from "./plot_axis";
import { cutAtGaps, SCALE_NAMES, SCALES, verticalScales, type Scale, type VerticalScale } from "./plot_scale";
import { probeCharts } from "./probe_charts";

const WIDTH = 1000;
const HEIGHT = 100;
const INSET = 4; // pixels left and right of the curves
const MOST_BOUNDS = 4; // curves whose own ends are written beside the plot
const UNITS: [AxisUnit, string][] = [["time", "seconds"], ["frames", "frames"]];
const COLOURS = ["#66c2d6", "#f2a65a", "#b79ad6", "#8fc97a", "#e3788f"];

const option = (chart: Chart): HTMLElement => element("option", { value: titleOf(chart) }, titleOf(chart));
const line = (name: string): SVGElement => svg("line", { y1: 0, y2: HEIGHT, class: name });
const colourOf = ({ colour }: Curve): string => COLOURS[colour % COLOURS.length];

function choice<T extends string>(name: string, options: readonly (readonly [T, string])[], pick: (value: T) => void): HTMLSelectElement {
  const select = element("select", { title: name, aria: { label: name } }, ...options.map(([value, text]) => element("option", { value }, text)));
  select.onchange = () => pick(select.value as T);
  return select;
}

function move(mark: SVGElement, share: number): void {
  for (const end of ["x1", "x2"]) mark.setAttribute(end, String(WIDTH * share));
}

export class Plots {
  readonly legend: HTMLElement;
  readonly plot = element("div", { class: "plot" });
  readonly axes: HTMLElement; // how the plot is scaled
  private readonly choice = element("select", { title: "What is plotted" });
  private readonly names = element("dl");
  private readonly cursor = line("cursor"); // the frame that is shown
  private readonly pointer = line("pointer");
  private readonly pointed = element("span", { class: "pointed", hidden: true });
  private scale: Scale = "one";
  private unit: AxisUnit = "time";
  private runs: Run[] = [];
  private frames: number[] = [];
  private charts: Chart[] = [];
  private chart?: Chart; // the one that is shown
  private frame = 1;
  private under?: number; // where the pointer is: 0 to 1 along the axis

  constructor(seek: (frame: number) => void) {
    this.choice.setAttribute("aria-label", "What is plotted");
    this.choice.onchange = () => {
      this.chart = this.charts.find((chart) => titleOf(chart) === this.choice.value);
      this.redraw();
    };
    this.plot.onclick = (event) => this.chart && seek(this.chart.axis.frameAt(this.placeAt(this.shareUnder(event))));
    this.plot.onpointermove = (event) => this.pointAt(this.shareUnder(event));
    this.plot.onpointerleave = () => this.pointAt(undefined);
    this.legend = element("div", { class: "legend" }, this.choice, this.names);
    this.axes = element("div", { class: "axes" }, choice("Values over", SCALES.map((scale) => [scale, SCALE_NAMES[scale]] as const), (scale) => {
      this.scale = scale;
      this.redraw();
    }), choice("Time in", UNITS, (unit) => {
      this.unit = unit;
      this.setRuns(this.runs, this.frames);
    }));
    new ResizeObserver(() => this.redraw()).observe(this.plot);
  }

  setRuns(runs: Run[], frames: number[]): void {
    [this.runs, this.frames] = [runs, frames];
    const ledger = ledgerCharts(runs, frames, this.unit), probes = probeCharts(runs, frames, this.unit);
    this.charts = [...ledger, ...probes];
    this.chart = this.charts.find((chart) => titleOf(chart) === this.choice.value) ?? this.charts[0];
    const group = element("optgroup", { label: "Probes" }, ...probes.map(option));
    this.choice.replaceChildren(...ledger.map(option), ...(probes.length > 0 ? [group] : []));
    this.choice.value = this.chart ? titleOf(this.chart) : "";
    this.choice.hidden = this.axes.hidden = this.plot.hidden = this.charts.length === 0;
    this.redraw();
  }

  moveTo(frame: number): void {
    this.frame = frame;
    if (this.chart) move(this.cursor, this.shareOf(this.chart.axis.placeOf(frame)));
    this.read();
  }

  private shareOf(place: number): number {
    const { from, to } = this.chart!.axis;
    return (place - from) / (to - from);
  }

  private placeAt(share: number): number {
    const { from, to } = this.chart!.axis;
    return from + (to - from) * share;
  }

  private shareUnder({ clientX }: MouseEvent): number {
    const { left, width } = this.plot.getBoundingClientRect();
    return Math.min(1, Math.max(0, (clientX - left - INSET) / (width - 2 * INSET)));
  }

  private pointAt(share: number | undefined): void {
    this.under = share;
    this.pointer.style.display = share === undefined ? "none" : "";
    this.pointed.hidden = share === undefined;
    if (share !== undefined && this.chart) {
      move(this.pointer, share);
      this.pointed.textContent = this.chart.axis.textOf(this.placeAt(share));
      this.pointed.style.setProperty("--share", String(share));
    }
    this.read();
  }

  // The values under the pointer, or else of the frame that is shown.
  private read(): void {
    const { chart } = this;
    if (!chart) return this.names.replaceChildren();
    const place = this.under === undefined ? chart.axis.placeOf(this.frame) : this.placeAt(this.under);
    this.names.replaceChildren(...chart.curves.flatMap((curve) => this.entry(curve, place)));
  }

  private entry(curve: Curve, place: number): HTMLElement[] {
    const value = curve.at(place);
    const name = element("dt", { class: curve.run ? "dashed" : "" }, curve.label);
    name.style.setProperty("--line", colourOf(curve));
    return [name, element("dd", {}, value === undefined ? "–" : numberText(value))];
  }

  private redraw(): void {
    const { chart } = this;
    if (!chart) return this.plot.replaceChildren();
    const { name, unit, axis, range, curves } = chart;
    const columns = Math.max(1, Math.round(this.plot.clientWidth * devicePixelRatio));
    const scales = verticalScales(chart, this.scale, columns);
    const across = (scales[0]?.lines ?? []).map((value) => this.lineAcross(scales[0].heightOf(value)!));
    const lines = curves.flatMap((curve, k) => this.linesOf(curve, scales[k], columns));
    const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img" }, ...across, ...lines, this.cursor, this.pointer);
    const extent = range ? `from ${numberText(range.low)} to ${numberText(range.high)} ${unit}` : "without values";
    picture.setAttribute("aria-label", `${name} over the ${axis.name}, ${extent}`);
    this.plot.classList.toggle("marked", axis.marks.length > 0);
    this.plot.replaceChildren(picture, ...this.bounds(curves, scales), ...axis.marks.map((mark) => this.markAt(mark)), this.pointed);
    this.pointAt(this.under);
    this.moveTo(this.frame);
  }

  // The ends of the axis, or of each curve's own in its colour.
  private bounds(curves: Curve[], scales: VerticalScale[]): HTMLElement[] {
    const shown = this.scale === "own" ? curves.map((curve, k) => ({ range: scales[k].range, colour: colourOf(curve) })).slice(0, MOST_BOUNDS) : [{ range: scales[0]?.range, colour: "" }];
    const known = shown.flatMap(({ range, colour }) => (range ? [{ range, colour }] : []));
    const column = (end: "high" | "low"): HTMLElement => {
      const numbers = known.map(({ range, colour }) => {
        const number = element("b", {}, numberText(Number(range[end].toPrecision(6))));
        number.style.color = colour;
        return number;
      });
      return element("span", { class: end }, ...numbers);
    };
    return known.length > 0 ? [column("high"), column("low")] : [];
  }

  private lineAcross(height: number): SVGElement {
    const y = (HEIGHT * (1 - height)).toFixed(2);
    return svg("line", { x1: 0, x2: WIDTH, y1: y, y2: y, class: "across" });
  }

  private markAt(place: number): HTMLElement {
    const mark = element("span", { class: "mark" }, this.chart!.axis.markOf(place));
    mark.style.setProperty("--share", String(this.shareOf(place)));
    return mark;
  }

  // The pieces of the curve, and dots where a piece is a single point. What has no height is a gap.
  private linesOf(curve: Curve, scale: VerticalScale, columns: number): SVGElement[] {
    const textOf = ({ x, y }: Point): string => `${(WIDTH * this.shareOf(x)).toFixed(2)},${(HEIGHT * (1 - scale.heightOf(y)!)).toFixed(2)}`;
    const pieces = curve.pieces(columns).flatMap((points) => cutAtGaps(points, ({ y }) => scale.heightOf(y) !== undefined));
    const long = pieces.filter(({ length }) => length > 1).map((points) => `M${points.map(textOf).join("L")}`);
    const single = pieces.filter(({ length }) => length === 1).map(([point]) => `M${textOf(point)}h0`);
    const path = (d: string, name: string): SVGElement => svg("path", { d, class: name, stroke: colourOf(curve) });
    return [path(long.join(""), curve.run ? "series dashed" : "series"), ...(single.length > 0 ? [path(single.join(""), "series dots")] : [])];
  }
}
