// The attributes of what was clicked, and distances.
import { unitOf } from "../decode/attribute";
import type { Row } from "../decode/messages";
import { element, numberText } from "./dom";

const HINT = "Click a particle or a vertex, or press Enter for the middle of the picture.";

export class PickPanel {
  readonly root = element("div", { class: "pick" }, element("p", { class: "hint" }, HINT));

  showRow(title: string, row: Row[]): void {
    const cells = row.map(({ name, values }) => {
      const length = values.length === 3 && name !== "P" ? ` (length ${numberText(Math.hypot(...values))})` : "";
      return element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, values.map(numberText).join(", ") + length), element("td", { class: "unit" }, unitOf(name)));
    });
    this.root.replaceChildren(element("h3", {}, title), element("table", {}, ...cells));
  }

  showText(text: string): void {
    this.root.replaceChildren(element("p", {}, text));
  }

  clear = (): void => this.root.replaceChildren(element("p", { class: "hint" }, HINT));
}
