// The layout: heading, picture with its overlays, panel, time line with plots.
import type { Run } from "../data/run";
import { element } from "./dom";
import { KEYS } from "./keyboard";

export interface Parts {
  loading: HTMLElement;
  colourBar: HTMLElement;
  messages: HTMLElement;
  look: HTMLElement;
  pick: HTMLElement;
  parameters: HTMLElement;
  controls: HTMLElement;
  line: HTMLElement;
  legend: HTMLElement;
  plot: HTMLElement;
  axes: HTMLElement;
  camera: HTMLDialogElement;
}

export interface PageActions {
  savePicture(): void;
  copyCamera(): void;
}

export interface Page {
  canvas: HTMLCanvasElement;
  state: HTMLElement;
  statistics: HTMLElement;
  help: HTMLDialogElement;
  panel: HTMLElement;
  pickSection: HTMLDetailsElement;
}

function section(title: string, open: boolean, content: HTMLElement): HTMLDetailsElement {
  return element("details", { class: "section", open }, element("summary", {}, title), content);
}

function helpDialog(): HTMLDialogElement {
  const rows = KEYS.map(([key, what]) => element("tr", {}, element("th", { scope: "row" }, key), element("td", {}, what)));
  const close = element("button", { type: "button", autofocus: true }, "Close");
  const dialog = element("dialog", {}, element("h2", {}, "Keys"), element("table", {}, ...rows), close);
  close.onclick = () => dialog.close();
  return dialog;
}

export function buildCanvas(): HTMLCanvasElement {
  return element("canvas", { tabIndex: 0, aria: { label: "The picture of the run; drag to turn, wheel to zoom, click to pick" } });
}

function button(text: string, title: string, action: () => void): HTMLButtonElement {
  return element("button", { type: "button", title, onclick: action }, text);
}

export function buildPage(canvas: HTMLCanvasElement, runs: Run[], parts: Parts, actions: PageActions): Page {
  const state = element("span", { class: "state" });
  const statistics = element("p", { class: "statistics" });
  const help = helpDialog();
  const pickSection = section("Picked", true, parts.pick);
  const scene = runs.every((run) => run.loose) ? [] : [section("Scene", false, parts.parameters)];
  const panel = element("aside", {}, section("Look", true, parts.look), pickSection, ...scene, statistics);
  const buttons = [
    button("Save picture", "Save the picture (I)", actions.savePicture), button("Copy camera", "Copy the camera for a scene (K)", actions.copyCamera),
    button("Panel", "Panel (P)", () => (panel.hidden = !panel.hidden)), button("Keys", "Keys (?)", () => help.showModal()),
  ];
  const description = element("span", { class: "description" }, runs[0].scene.description ?? "");
  const names = runs.map((run) => element("span", { class: "run" }, run.name));
  document.title = `${runs.map((run) => run.name).join(" and ")} · Lamella`;
  document.body.replaceChildren(
    element("header", {}, element("h1", {}, "Lamella"), ...names, description, state, element("span", { class: "space" }), ...buttons),
    element(
      "main", {},
      element("div", { class: "picture" }, canvas, parts.loading, parts.messages, parts.colourBar, ...(runs.length > 1 ? [captions(runs)] : [])),
      panel,
    ),
    element("footer", {}, parts.controls, parts.line, parts.legend, parts.plot, parts.axes),
    help,
    parts.camera,
  );
  return { canvas, state, statistics, help, panel, pickSection };
}

const captions = (runs: Run[]): HTMLElement => element("div", { class: "captions" }, ...runs.map((run) => element("span", {}, run.name)));
