// Sentences for the user: one at a time, until what they are about is over.
import { element } from "./dom";

export class Messages {
  readonly root = element("div", { class: "messages", hidden: true });
  private readonly texts = new Map<string, string>(); // by subject

  constructor() {
    this.root.setAttribute("role", "status");
  }

  // An empty text takes the message of the subject away.
  set(subject: string, text: string): void {
    if ((this.texts.get(subject) ?? "") === text) return;
    if (text) this.texts.set(subject, text);
    else this.texts.delete(subject);
    this.root.replaceChildren(...[...this.texts.values()].map((one) => element("p", {}, one)));
    this.root.hidden = this.texts.size === 0;
  }
}
