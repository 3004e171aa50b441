// Figures of the page for a run: LAMELLA=... node browser/measure.mjs RUN [FRAMES]. Prints how long a frame takes from the
// request to the packed frame while the page rests, then the page's memory while FRAMES are played in a loop, then the
// longest pieces of the main thread over some of them. Says nothing about graphics cards: there is none.
import { readFileSync } from "node:fs";
import { spawn } from "node:child_process";
import { chromium } from "playwright-core";
import { BareBrowser } from "./bare_browser.mjs";
import { CHROMIUM, FLAGS, PROGRAM } from "./set_up.mjs";

const [run, frames = "200", width = "640", height = "400"] = process.argv.slice(2);
const NOTES = 4; // of memory on the way
const TRACED = 20; // frames
const LOADS = 4; // not more than the attributes of the run's particles, apart from the first: each is loaded once
const REST = 1000; // milliseconds since the last reply that was waited for: the page rests
const SCRIPTS = ["FireAnimationFrame", "FunctionCall", "RunMicrotasks", "EventDispatch", "MinorGC", "MajorGC", "Layout", "UpdateLayoutTree", "Paint"];
// Notes what workers reply and how often the picture's frame changes.
const WATCH = `
  asked = 0;
  replies = [];
  shown = 0;
  Worker = class extends Worker {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => data.milliseconds && replies.push({ at: performance.now(), took: data.milliseconds }));
    }
    postMessage(data, ...rest) {
      asked += data.wanted === "frame";
      super.postMessage(data, ...rest);
    }
  };
  new MutationObserver((changes) => (shown += changes.length)).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-frame"] });`;
const KEY = (key) => `document.body.dispatchEvent(new KeyboardEvent("keydown", { key: ${JSON.stringify(key)}, bubbles: true }))`;
const SEEK = (place) => `(() => { const slider = document.querySelector('[title="Frame"]'); slider.value = ${place}; slider.dispatchEvent(new Event("input")); })()`;
const FAST = `(() => { const speed = document.querySelector('[title^="Speed"]'); speed.value = "4"; speed.dispatchEvent(new Event("change")); })()`;
const RESTS = `replies.length > 0 && asked === replies.length && performance.now() - replies.at(-1).at > ${REST}`;

const server = spawn(PROGRAM, ["view", run], { stdio: ["ignore", "pipe", "ignore"] });
process.on("exit", () => server.kill());
const address = await new Promise((done) => server.stdout.once("data", (text) => done(String(text).trim())));

// Milliseconds of processor that the server and the processes of the browser have taken.
async function processorTime(browser) {
  const { processInfo } = await browser.send("SystemInfo.getProcessInfo");
  const ticks = (id) => readFileSync(`/proc/${id}/stat`, "utf8").split(") ")[1].split(" ").slice(11, 13).reduce((sum, one) => sum + Number(one), 0);
  return 10 * [server.pid, ...processInfo.map(({ id }) => id)].reduce((sum, id) => sum + ticks(id), 0);
}

// Milliseconds from the request that the script leads to until its frame is packed, and what it took of the processor's time, which
// other programs change less.
async function loadingTime(browser, script) {
  await browser.waitFor(RESTS);
  const before = await browser.evaluate("replies.length");
  const start = await processorTime(browser);
  await browser.evaluate(script);
  await browser.waitFor(`replies.length > ${before}`);
  const processor = (await processorTime(browser)) - start;
  return [await browser.evaluate(`replies[${before}].took`), processor];
}

// To and fro between the last frame and the second, none of which follows the other, so that neither page nor server has it
// ready; each then in the colours of another attribute.
async function loadingTimes(browser) {
  const frames = [], attributes = [];
  for (let k = 0; k < LOADS; ++k) {
    frames.push(await loadingTime(browser, SEEK(k % 2 === 0 ? "slider.max" : "1")));
    attributes.push(await loadingTime(browser, KEY("c")));
  }
  await browser.waitFor(RESTS);
  const text = (times) => times.sort(([a], [b]) => a - b).map(([wall, processor]) => `${Math.round(wall)} (${Math.round(processor)})`).join(", ");
  return `another frame ${text(frames)}; another attribute of it ${text(attributes)}`;
}

// Resident bytes that are no file's: of the page with its workers, and of the process that draws.
async function memory(browser) {
  const { processInfo } = await browser.send("SystemInfo.getProcessInfo");
  const resident = ({ id }) => Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, "utf8"))[1]) / 1024;
  const of = (type) => Math.round(Math.max(...processInfo.filter((one) => one.type === type).map(resident)));
  const { usedSize, backingStorageSize } = await browser.send("Runtime.getHeapUsage");
  const kept = /(\d+) MB/.exec(await browser.evaluate("document.querySelector('.statistics').textContent"))[1];
  const megabytes = (bytes) => Math.round(bytes / 2 ** 20);
  return `${await browser.evaluate("shown")} frames: page ${of("renderer")}, drawing ${of("GPU")}; of the page script ${megabytes(usedSize)}, arrays ${megabytes(backingStorageSize)} (frames kept ${kept})`;
}

async function playForMemory(browser) {
  await browser.evaluate(FAST);
  await browser.evaluate("shown = 0");
  console.log(`memory, MB\n  ${await memory(browser)}`);
  await browser.evaluate(KEY(" "));
  for (let k = 1; k <= NOTES; ++k) {
    await browser.waitFor(`shown >= ${(k * Number(frames)) / NOTES}`);
    console.log(`  ${await memory(browser)}`);
  }
}

async function measureLoadingAndMemory() {
  const browser = new BareBrowser(width, height);
  process.on("exit", () => browser.process.kill());
  await browser.open("about:blank");
  await browser.send("Page.enable");
  await browser.send("Page.addScriptToEvaluateOnNewDocument", { source: WATCH });
  await browser.send("Page.navigate", { url: address });
  await browser.waitFor("document.querySelector('canvas[data-frame]') !== null");
  console.log(`request to packed frame while the page rests, ms (of processor): ${await loadingTimes(browser)}`);
  if (Number(frames) > 0) await playForMemory(browser);
  browser.close();
}

function longestPieces(trace) {
  const threads = new Map(trace.traceEvents.filter((event) => event.name === "thread_name").map((event) => [`${event.pid}/${event.tid}`, event.args.name]));
  const events = trace.traceEvents.filter((event) => SCRIPTS.includes(event.name) && event.dur && threads.get(`${event.pid}/${event.tid}`) === "CrRendererMain");
  const longest = (key) => [...events].sort((a, b) => (b[key] ?? 0) - (a[key] ?? 0)).slice(0, 6).map((event) => `${event.name} ${((event[key] ?? 0) / 1000).toFixed(1)}`).join(", ");
  // Drawing by software keeps commands waiting: time of the processor says more than the wall clock.
  return `longest on the main thread, ms of processor: ${longest("tdur")}\n  ms of wall clock: ${longest("dur")}`;
}

async function measureMainThread() {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  const page = await browser.newPage({ viewport: { width: Number(width), height: Number(height) } });
  await page.addInitScript(WATCH);
  await page.goto(address);
  await page.waitForSelector("canvas[data-frame]", { timeout: 60_000 });
  await browser.startTracing(page, { categories: ["devtools.timeline"] });
  await page.evaluate(FAST);
  await page.evaluate(KEY(" "));
  await page.waitForFunction((count) => shown >= count, TRACED, { timeout: 600_000 });
  console.log(longestPieces(JSON.parse(String(await browser.stopTracing()))));
  await browser.close();
}

await measureLoadingAndMemory();
if (Number(frames) > 0) await measureMainThread();
process.exit();
