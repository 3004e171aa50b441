// Figures of the page for a run: LAMELLA=... node browser/measure.mjs RUN [SECONDS]. Plays its particles and prints decode
// times, the main thread's longest task and the memory of the page. Says nothing about graphics cards: there is none.
import { readFileSync } from "node:fs";
import { spawn } from "node:child_process";
import { chromium } from "playwright-core";
import { press, PROGRAM } from "./set_up.mjs";

const [run, seconds = "10"] = process.argv.slice(2);
const server = spawn(PROGRAM, ["view", run], { stdio: ["ignore", "pipe", "ignore"] });
const address = await new Promise((done) => server.stdout.once("data", (text) => done(String(text).trim())));
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"] });
const page = await browser.newPage({ viewport: { width: 640, height: 480 } });
await page.goto(address);
await page.waitForSelector("canvas[data-frame]");
const cdp = await browser.newBrowserCDPSession();
const { processInfo } = await cdp.send("SystemInfo.getProcessInfo");
const memory = () => Math.max(...processInfo.filter((one) => one.type === "renderer").map((one) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${one.id}/status`, "utf8"))[1]) / 1024));
await browser.startTracing(page, { categories: ["disabled-by-default-devtools.timeline", "devtools.timeline"] });
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
const tasks = trace.traceEvents.filter((event) => event.name === "ThreadControllerImpl::RunTask" || event.name === "RunTask").filter((event) => threads.get(`${event.pid}/${event.tid}`) === "CrRendererMain" && event.dur);
const cpu = tasks.map((event) => (event.tdur ?? event.dur) / 1000).sort((a, b) => b - a);
const wall = tasks.map((event) => event.dur / 1000).sort((a, b) => b - a);
if (process.env.DETAIL) {
  const start = Math.min(...tasks.map((event) => event.ts));
  for (const task of [...tasks].sort((a, b) => (b.tdur ?? 0) - (a.tdur ?? 0)).slice(0, 5)) {
    const inside = trace.traceEvents.filter((event) => event.tid === task.tid && event.pid === task.pid && event.ts >= task.ts && event.ts + (event.dur ?? 0) <= task.ts + task.dur && event.dur > 1000 && event !== task);
    console.log(((task.ts - start) / 1e6).toFixed(2), "s", task.dur / 1000, task.tdur / 1000, inside.map((event) => `${event.name} ${event.dur / 1000}/${(event.tdur ?? 0) / 1000}`).join(", "));
  }
}
console.log(statistics);
console.log(`frames shown ${frames}, tasks ${tasks.length}`);
console.log(`longest tasks, ms of processor ${cpu.slice(0, 6).map((x) => x.toFixed(1)).join(" ")}, ms of wall clock ${wall.slice(0, 6).map((x) => x.toFixed(1)).join(" ")}`);
console.log(`resident memory of the page by frames shown, MB: ${resident.filter((_, k) => k % Math.ceil(resident.length / 12) === 0).map((pair) => pair.join(": ")).join(", ")}`);
await browser.close();
server.kill();
