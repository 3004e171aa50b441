// Figures of the page for a run: LAMELLA=... node browser/measure.mjs RUN [SECONDS]. Plays its particles and prints decode
// times, the main thread's longest task and the memory of the page. Says nothing about graphics cards: there is none.
import { readFileSync } from "node:fs";
import { spawn } from "node:child_process";
import { chromium } from "playwright-core";
import { press, PROGRAM } from "./set_up.mjs";

const [run, seconds = "10", width = "640", height = "400"] = process.argv.slice(2);
const server = spawn(PROGRAM, ["view", run], { stdio: ["ignore", "pipe", "ignore"] });
process.on("exit", () => server.kill());
const address = await new Promise((done) => server.stdout.once("data", (text) => done(String(text).trim())));
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"] });
const page = await browser.newPage({ viewport: { width: Number(width), height: Number(height) } });
page.setDefaultTimeout(60_000);
await page.goto(address);
await page.waitForSelector("canvas[data-frame]");
const cdp = await browser.newBrowserCDPSession();
const { processInfo } = await cdp.send("SystemInfo.getProcessInfo");
const memory = () => Math.max(...processInfo.filter((one) => one.type === "renderer").map((one) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${one.id}/status`, "utf8"))[1]) / 1024));
await browser.startTracing(page, { categories: ["devtools.timeline"] });
await page.getByTitle("Speed").selectOption("4");
await press(page, "Space");
const resident = [];
let frames = 0, before;
const end = Date.now() + 1000 * Number(seconds);
while (Date.now() < end) {
  await page.waitForTimeout(100);
  const frame = await page.getAttribute("canvas[data-frame]", "data-frame");
  if (frame !== before) frames += before === undefined ? 0 : Math.max(1, Number(frame) - Number(before));
  before = frame;
  resident.push([frames, Math.round(memory())]);
}
const statistics = await page.textContent(".statistics");
const trace = JSON.parse(String(await browser.stopTracing()));
const threads = new Map(trace.traceEvents.filter((event) => event.name === "thread_name").map((event) => [`${event.pid}/${event.tid}`, event.args.name]));
// What runs scripts of the page; drawing by software keeps commands waiting, so time of the processor is printed, too.
const SCRIPTS = ["FireAnimationFrame", "FunctionCall", "RunMicrotasks", "EventDispatch", "MinorGC", "MajorGC", "Layout", "UpdateLayoutTree", "Paint"];
const events = trace.traceEvents.filter((event) => SCRIPTS.includes(event.name) && event.dur && threads.get(`${event.pid}/${event.tid}`) === "CrRendererMain");
const longest = (key) => [...events].sort((a, b) => (b[key] ?? 0) - (a[key] ?? 0)).slice(0, 6).map((event) => `${event.name} ${((event[key] ?? 0) / 1000).toFixed(1)}`).join(", ");
console.log(statistics);
console.log(`frames shown ${frames}`);
console.log(`longest on the main thread, ms of processor: ${longest("tdur")}`);
console.log(`longest on the main thread, ms of wall clock: ${longest("dur")}`);
console.log(`resident memory of the page by frames shown, MB: ${resident.filter((_, k) => k % Math.ceil(resident.length / 12) === 0).map((pair) => pair.join(": ")).join(", ")}`);
await browser.close();
process.exit();
