// How much of the frame that is waited for has come: a share and a percentage, or only that something comes.
import type { Progress } from "../decode/incoming";
import { element } from "./dom";

export class LoadingBar {
  readonly root: HTMLElement;
  private readonly bar = element("div", { class: "bar" });
  private readonly text = element("span", { class: "share" });

  constructor() {
    this.root = element("div", { class: "loading", role: "progressbar", aria: { label: "Loading", valuemin: "0", valuemax: "100" } }, this.bar, this.text);
    this.hide();
  }

  hide(): void {
    this.root.classList.remove("busy");
  }

  show(progress: Progress): void {
    const percent = percentOf(progress);
    this.root.classList.add("busy");
    this.root.classList.toggle("known", percent !== undefined);
    this.bar.style.width = percent === undefined ? "" : `${percent}%`;
    this.text.textContent = percent === undefined ? "" : `${percent} %`;
    if (percent === undefined) this.root.removeAttribute("aria-valuenow");
    else this.root.setAttribute("aria-valuenow", String(percent));
  }
}

// Nothing while the length is not known.
export const percentOf = ({ loaded, total }: Progress): number | undefined => (total > 0 ? Math.min(100, Math.floor((100 * loaded) / total)) : undefined);
