// A small run, its servers and a browser that notes everything that goes wrong.
import { spawn, execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { chromium } from "playwright-core";

export const PROGRAM = process.env.LAMELLA ?? "../build/release/lamella";
export const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
// Without a graphics card, and without what a browser does for itself in the network.
export const FLAGS = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-background-networking", "--disable-component-update"];

const PATIENCE = 60_000; // milliseconds, for machines that do other things, too

export class World {
  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), "lamella-viewer-"));
    this.servers = [];
  }

  path = (name) => join(this.folder, name);

  // The shipped scene `drop`, coarse, with an obstacle.
  makeRun(name, more = []) {
    const obstacle = '[{"name":"ball","shape":{"type":"sphere","centre":[0.1,0.05,0.1],"radius":0.04}}]';
    const settings = ["particle_spacing=0.01", "frames=4", `obstacles=${obstacle}`, ...more].flatMap((one) => ["--set", one]);
    execFileSync(PROGRAM, ["run", "drop", "-o", this.path(name), "--until", "surface", "--quiet", ...settings]);
    return this.path(name);
  }
  copyRun(from, to) {
    cpSync(this.path(from), this.path(to), { recursive: true });
    return this.path(to);
  }
  // A file of frame 1, and the part of the run that it belongs to.
  addPart(name, stage, part, bytes) {
    const file = this.path(`${name}/${part.pattern.replace("%04d", "0001")}`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
    const record = JSON.parse(readFileSync(this.path(`${name}/run.json`), "utf8"));
    record.stages[stage].parts.push(part);
    writeFileSync(this.path(`${name}/run.json`), JSON.stringify(record));
  }
  writeFile(name, text) {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), text);
  }
  exportRun(name, folder) {
    execFileSync(PROGRAM, ["view", this.path(name), "--export", this.path(folder), "--quiet"]);
    return `file://${this.path(folder)}/index.html`;
  }
  // A picture of the path tracer, without floor and noise.
  render(name, picture, settings) {
    const plain = ["render.floor.shown=false", "render.samples=1", "render.lights=[{\"type\":\"uniform\",\"strength\":0.01}]", ...settings];
    execFileSync(PROGRAM, ["render", this.path(name), "-o", this.path(picture), "--quiet", ...plain.flatMap((one) => ["--set", one])]);
    return this.path(picture);
  }

  // The address that the program prints.
  serve(...names) {
    const server = spawn(PROGRAM, ["view", ...names.map(this.path)], { stdio: ["ignore", "pipe", "ignore"] });
    this.servers.push(server);
    return new Promise((done, fail) => {
      server.once("exit", () => fail(new Error("lamella view ended")));
      server.stdout.once("data", (text) => done(String(text).trim()));
    });
  }

  // Hands the requests on to the server at `address`; files are changed, and wait when half of them is sent.
  proxy(address, { change = (url, bytes) => bytes, wait = () => undefined }) {
    const proxy = createServer(async (request, reply) => {
      const answer = await fetch(new URL(request.url, address));
      const bytes = change(request.url, Buffer.from(await answer.arrayBuffer()));
      reply.writeHead(answer.status, { "Content-Type": answer.headers.get("Content-Type"), "Content-Length": bytes.length });
      const half = Math.ceil(bytes.length / 2);
      reply.write(bytes.subarray(0, half));
      await wait(request.url);
      reply.end(bytes.subarray(half));
    });
    this.servers.push({ removeAllListeners: () => undefined, kill: () => proxy.close() });
    return new Promise((done) => proxy.listen(0, "127.0.0.1", () => done(`http://127.0.0.1:${proxy.address().port}/`)));
  }
  // Files that match come by half until `release`.
  async slowDown(address, match) {
    let release;
    const released = new Promise((done) => (release = done));
    return { address: await this.proxy(address, { wait: (url) => match.test(url) && released }), release };
  }
  // The run at `address`, with more or other contents.
  withContents(address, more) {
    const change = (url, bytes) => (url.endsWith("/contents.json") ? Buffer.from(JSON.stringify({ ...JSON.parse(bytes), ...more(JSON.parse(bytes)) })) : bytes);
    return this.proxy(address, { change });
  }
  // With probes, whose tables are in its folder.
  withProbes(address, names) {
    return this.withContents(address, () => ({ probes: names.map((name) => ({ name, file: `probes/${name}.csv` })) }));
  }

  async openBrowser() {
    if (!existsSync(CHROMIUM)) throw new Error(`${CHROMIUM} is not there; ./dev test --full installs it`);
    this.browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  }

  // `page.problems` are console errors, exceptions and requests to other places.
  async open(address, options = {}) {
    const page = await this.browser.newPage({ viewport: { width: 1000, height: 640 }, ...options });
    page.setDefaultTimeout(PATIENCE);
    page.problems = [];
    page.on("console", (message) => message.type() === "error" && page.problems.push(message.text()));
    page.on("pageerror", (error) => page.problems.push(error.message));
    const own = address.startsWith("file:") ? `file://${this.folder}` : address;
    page.on("request", (request) => {
      if (!request.url().startsWith(own) && !/^(blob|data):/.test(request.url())) page.problems.push(`a request to ${request.url()}`);
    });
    await page.goto(address);
    await page.waitForSelector("canvas[data-frame]");
    return page;
  }

  async close() {
    await this.browser?.close();
    for (const server of this.servers) {
      server.removeAllListeners("exit");
      server.kill();
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export const shownFrame = async (page) => Number(await page.getAttribute("canvas[data-frame]", "data-frame"));
export const waitForFrame = (page, frame) => page.waitForSelector(`canvas[data-frame="${frame}"]`);
export const press = async (page, ...keys) => {
  for (const key of keys) await page.keyboard.press(key);
};
