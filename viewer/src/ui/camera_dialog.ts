// The camera for a scene: copied at once where the browser lets a page do so, and shown to be copied by hand.
import { element } from "./dom";

const HINT = "The value of render.camera in a scene file, or after --set render.camera= on the command line.";

export class CameraDialog {
  readonly root: HTMLDialogElement;
  private readonly text = element("textarea", { readOnly: true, rows: 4, aria: { label: "The camera of the picture" } });
  private readonly state = element("p", { class: "hint" });

  constructor() {
    const close = element("button", { type: "button" }, "Close");
    this.root = element("dialog", { class: "camera" }, element("h2", {}, "Camera"), element("p", {}, HINT), this.text, this.state, close);
    close.onclick = () => this.root.close();
  }

  async show(text: string): Promise<void> {
    this.text.value = text;
    this.state.textContent = "";
    this.root.showModal();
    this.text.select();
    this.state.textContent = (await this.copied(text)) ? "It is in the clipboard." : "Copy it with Ctrl+C.";
  }

  private async copied(text: string): Promise<boolean> {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return false;
    }
  }
}
