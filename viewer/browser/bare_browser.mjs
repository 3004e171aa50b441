// A browser that is asked for nothing but what is measured: only scripts are run, by the DevTools protocol over a pipe. Under
// Playwright, which listens to the network, the page's process grows by hundreds of megabytes that are not the page's.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CHROMIUM, FLAGS } from "./set_up.mjs";

export class BareBrowser {
  constructor(width, height) {
    this.profile = mkdtempSync(join(tmpdir(), "lamella-browser-"));
    this.process = spawn(CHROMIUM, [...FLAGS, "--headless", "--remote-debugging-pipe", `--window-size=${width},${height}`, `--user-data-dir=${this.profile}`], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    this.waiting = new Map();
    this.last = 0;
    let text = "";
    this.process.stdio[4].on("data", (bytes) => {
      const messages = (text + bytes).split("\0");
      text = messages.pop();
      for (const message of messages) this.receive(JSON.parse(message));
    });
  }

  receive({ id, result, error }) {
    const { done, fail } = this.waiting.get(id) ?? {};
    this.waiting.delete(id);
    if (error) fail?.(new Error(error.message));
    else done?.(result);
  }

  send(method, params = {}) {
    const id = ++this.last;
    const sessionId = method.startsWith("Target.") || method.startsWith("SystemInfo.") ? undefined : this.session;
    this.process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((done, fail) => this.waiting.set(id, { done, fail }));
  }

  async open(address) {
    const { targetId } = await this.send("Target.createTarget", { url: address });
    this.session = (await this.send("Target.attachToTarget", { targetId, flatten: true })).sessionId;
  }

  async evaluate(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", { expression, returnByValue: true });
    if (exceptionDetails) throw new Error(`${expression}: ${result.description}`);
    return result.value;
  }
  async waitFor(expression, milliseconds = 600_000) {
    for (const end = Date.now() + milliseconds; !(await this.evaluate(expression)); await new Promise((done) => setTimeout(done, 30)))
      if (Date.now() > end) throw new Error(`waited too long for ${expression}`);
  }

  close() {
    this.process.kill();
    this.process.once("exit", () => rmSync(this.profile, { recursive: true, force: true, maxRetries: 5 }));
  }
}
