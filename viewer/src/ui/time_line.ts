// Play, step, loop, speed; the frames as a line with what is loaded.
import { element, icon } from "./dom";
import { SPEEDS, type Player } from "./player";

export interface TimeLineActions {
  toggle(): void;
  step(count: number): void;
  seek(frame: number): void;
  setLoop(loop: boolean): void;
  setSpeed(speed: number): void;
}

export type FrameState = "there" | "loaded" | "failed";

const COLOURS: Record<FrameState, string> = { there: "#2b343d", loaded: "#4d7f92", failed: "#c2554d" };

export class TimeLine {
  readonly controls: HTMLElement;
  readonly line: HTMLElement;
  private readonly play = element("button", { type: "button", title: "Play (space)" });
  private readonly loop = element("button", { type: "button", title: "Loop (L)" }, icon("loop"));
  private readonly speed = element("select", { title: "Speed ([ and ])" });
  private readonly clock = element("output", { class: "clock" });
  private readonly slider = element("input", { type: "range", min: "0", max: "0", step: "1", title: "Frame" });
  private readonly states = element("canvas", { class: "states", height: 1, width: 1 });

  constructor(private readonly player: Player, actions: TimeLineActions) {
    const button = (name: string, title: string, action: () => void): HTMLButtonElement => element("button", { type: "button", title, onclick: action, aria: { label: title } }, icon(name));
    this.speed.append(...SPEEDS.map((speed) => element("option", { value: String(speed) }, `${speed} ×`)));
    this.play.onclick = () => actions.toggle();
    this.loop.onclick = () => actions.setLoop(!player.loop);
    this.speed.onchange = () => actions.setSpeed(Number(this.speed.value));
    this.slider.oninput = () => actions.seek(player.frames[Number(this.slider.value)]);
    this.slider.setAttribute("aria-label", "Frame");
    this.controls = element(
      "div", { class: "controls" },
      button("first", "First frame (Home)", () => actions.seek(player.frames[0])), button("back", "One frame back (←)", () => actions.step(-1)), this.play,
      button("forward", "One frame on (→)", () => actions.step(1)), this.loop, this.speed,
    );
    this.line = element("div", { class: "line" }, this.states, this.slider, this.clock);
  }

  // Files that belong to no run have no time.
  update(time: number | undefined): void {
    const { player } = this;
    const at = player.frames.indexOf(player.frame ?? -1);
    this.play.replaceChildren(icon(player.playing ? "pause" : "play"));
    this.play.setAttribute("aria-label", player.playing ? "Pause (space)" : "Play (space)");
    this.loop.setAttribute("aria-pressed", String(player.loop));
    this.loop.setAttribute("aria-label", "Loop (L)");
    this.speed.value = String(player.speed);
    this.slider.max = String(Math.max(0, player.frames.length - 1));
    this.slider.value = String(Math.max(0, at));
    this.clock.textContent = player.frame === undefined ? "no frames yet" : `frame ${player.frame} of ${player.last}${time === undefined ? "" : ` · ${time.toFixed(3)} s`}`;
    this.slider.setAttribute("aria-valuetext", this.clock.textContent);
  }

  paint(stateOf: (frame: number) => FrameState): void {
    const { frames } = this.player;
    if (this.states.width !== Math.max(1, frames.length)) this.states.width = Math.max(1, frames.length);
    const context = this.states.getContext("2d")!;
    frames.forEach((frame, k) => {
      context.fillStyle = COLOURS[stateOf(frame)];
      context.fillRect(k, 0, 1, 1);
    });
  }
}
