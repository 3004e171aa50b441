// The page in a real browser: files that belong to no run, transparent obstacles, spray, ranges, plots, pictures and cameras.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readFileSync } from "node:fs";
import { PNG } from "pngjs";
import { surfelFile } from "./files.mjs";
import { difference, pictureOf } from "./picture.mjs";
import { press, waitForFrame, World } from "./set_up.mjs";

const world = new World();
let served;

// Three tall steps, so that no view of them is like another.
const box = (x, y, z, k) => [[0, 0, 0], [x, 0, 0], [x, y, 0], [0, y, 0], [0, 0, z], [x, 0, z], [x, y, z], [0, y, z]].map(([a, b, c]) => `v ${a + k} ${b} ${c}\n`).join("") +
  ["1 4 3 2", "5 6 7 8", "1 2 6 5", "3 4 8 7", "2 3 7 6", "1 5 8 4"].map((face) => `f ${face.split(" ").map((n) => Number(n) + 8 * k).join(" ")}\n`).join("");
const STEPS = box(1, 1, 1, 0) + box(1, 2, 1, 1) + box(1, 3.5, 1, 2);
const cloud = (shift, speed) => `x,y,z,vx,vy,vz\n${Array.from({ length: 27 }, (_, i) => `${(i % 3) / 4 + shift},${Math.floor(i / 9) / 4 + 1},${(Math.floor(i / 3) % 3) / 4},0,${(speed * i) / 26},0`).join("\n")}\n`;

before(async () => {
  world.makeRun("run");
  served = await world.serve("run");
  world.writeFile("steps.obj", STEPS);
  for (const [frame, speed] of [1, 4, 2].entries()) world.writeFile(`cache/their_${frame}.csv`, cloud(frame, speed));
  world.writeFile("cache/steps.obj", STEPS);
  await world.openBrowser();
});
after(() => world.close());

const noProblems = async (page) => {
  assert.deepEqual(page.problems, []);
  await page.close();
};
const plain = (page) => page.addStyleTag({ content: ".colour-bar, .captions { visibility: hidden } canvas { outline: none !important }" });
const count = ({ data }, test) => {
  let found = 0;
  for (let k = 0; k < data.length; k += 4) if (test(data[k], data[k + 1], data[k + 2])) ++found;
  return found;
};
const isMatt = (r, g, b) => r > 70 && Math.abs(r - b) < 40 && r >= b;
const isWhite = (r, g, b) => Math.min(r, g, b) > 215;

test("a mesh that is no run is shown, served and exported", async () => {
  for (const address of [await world.serve("steps.obj"), world.exportRun("steps.obj", "steps-page")]) {
    const page = await world.open(address);
    assert.equal(await page.textContent(".clock"), "frame 1 of 1");
    assert.equal(await page.textContent("header .run"), "steps.obj");
    assert.ok(count(await pictureOf(page), isMatt) > 5000);
    assert.equal(await page.getByText("Scene", { exact: true }).count(), 0);
    assert.equal(await page.getByLabel("What is plotted").isVisible(), false);
    await page.getByLabel("Surface look").selectOption("flat");
    await page.waitForFunction(() => document.querySelector(".colour-bar figcaption").textContent === "height (m)");
    await press(page, "Enter");
    await page.waitForFunction(() => /^steps, vertex \d+$/.test(document.querySelector(".pick h3")?.textContent));
    await noProblems(page);
  }
});

test("a glob of particles and a mesh is a sequence with a still part, and each part can be hidden", async () => {
  for (const address of [await world.serve("cache/*"), world.exportRun("cache/*", "cache-page")]) {
    const page = await world.open(address);
    assert.equal(await page.textContent(".clock"), "frame 0 of 2");
    await press(page, "End");
    await waitForFrame(page, 2);
    assert.equal(await page.textContent(".colour-bar figcaption"), "speed (m/s)");
    await plain(page);
    const both = await pictureOf(page);
    await page.getByLabel("steps", { exact: true }).uncheck();
    await page.waitForTimeout(300);
    const particles = await pictureOf(page);
    assert.ok(count(both, isMatt) > 3000 && count(particles, isMatt) < 0.2 * count(both, isMatt), `${count(both, isMatt)} ${count(particles, isMatt)}`);
    await page.getByLabel("their", { exact: true }).uncheck();
    await page.waitForSelector(".colour-bar[hidden]", { state: "attached" });
    await noProblems(page);
  }
});

test("a frame that the program cannot read is told in its words", async () => {
  for (const n of [1, 2]) world.writeFile(`broken/b.${n}.obj`, STEPS);
  world.writeFile("broken/b.3.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n");
  const page = await world.open(await world.serve("broken/b.%d.obj"));
  await press(page, "End");
  await page.waitForFunction(() => /b\.3\.obj/.test(document.querySelector(".messages").textContent));
  assert.equal(await page.textContent(".clock"), "frame 3 of 3");
  page.problems = page.problems.filter((problem) => !problem.includes("500")); // what the browser says of the reply
  await noProblems(page);
});

test("the picture is saved under the run's name and the frame", async () => {
  const page = await world.open(served);
  await press(page, "2", "1", "ArrowRight");
  await waitForFrame(page, 2);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByText("Save picture").click()]);
  assert.equal(download.suggestedFilename(), "run.0002.png");
  const saved = PNG.sync.read(readFileSync(await download.path()));
  await page.addStyleTag({ content: "canvas { outline: none !important }" });
  const shown = PNG.sync.read(await page.locator(".picture").screenshot());
  // The heading need not end with a whole pixel: the first row of what the browser shows may then be the heading's.
  const above = shown.height - saved.height;
  assert.ok(saved.width === shown.width && (above === 0 || above === 1), `${saved.width} x ${saved.height}, ${shown.width} x ${shown.height}`);
  const same = { width: saved.width, height: saved.height, data: shown.data.subarray(4 * above * shown.width) };
  assert.ok(difference(saved, same, 25) < 0.01, `${difference(saved, same, 25)}`);
  await noProblems(page);
});

// The smallest box around what is not background: left, right, top and bottom, in heights of the picture from its middle.
function extent({ width, height, data }, isThere) {
  const found = [];
  for (let k = 0; k < width * height; ++k) if (isThere(data[4 * k], data[4 * k + 1], data[4 * k + 2])) found.push([((k % width) + 0.5 - width / 2) / height, (Math.floor(k / width) + 0.5) / height - 0.5]);
  const along = (axis, end) => found.reduce((best, point) => end(best, point[axis]), found[0][axis]);
  return [along(0, Math.min), along(0, Math.max), along(1, Math.min), along(1, Math.max)];
}

test("the copied camera gives the path tracer the same view", async () => {
  const page = await world.open(await world.serve("steps.obj"), { permissions: ["clipboard-read", "clipboard-write"] });
  await press(page, "4", "d", "d", "d", "w", "w", "-", "-");
  await plain(page);
  await page.locator("canvas[data-frame]").focus();
  const seen = extent(await pictureOf(page), isMatt);
  await press(page, "k");
  await page.waitForFunction(() => document.querySelector("dialog.camera p.hint").textContent === "It is in the clipboard.");
  const text = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(text, await page.inputValue("dialog.camera textarea"));
  assert.deepEqual(Object.keys(JSON.parse(text)), ["position", "look_at", "field_of_view"]);
  // Matt and bright before a sky that is nearly black.
  const settings = [`render.camera=${text}`, "render.width=480", "render.height=360", "render.exposure=60", "render.show=surface"];
  const traced = PNG.sync.read(readFileSync(world.render("steps.obj", "steps.png", settings)));
  const corner = [...traced.data.subarray(0, 3)];
  const rendered = extent(traced, (...rgb) => Math.max(...rgb.map((x, k) => Math.abs(x - corner[k]))) > 12);
  seen.forEach((end, k) => assert.ok(Math.abs(end - rendered[k]) < 0.006, `${seen} and ${rendered}`));
  await noProblems(page);
});

// The run with spray inside its obstacle, and bubbles above it.
async function withFoam(name) {
  world.copyRun("run", name);
  const at = (x, y, z) => ({ at: [x, y, z], normal: [0, 1, 0], radius: 0.012 });
  world.writeFile(`${name}/foam/spray.0001.bgeo`, surfelFile([at(0.1, 0.05, 0.1), at(0.11, 0.055, 0.1)]));
  world.writeFile(`${name}/foam/bubbles.0001.bgeo`, surfelFile([at(0.1, 0.24, 0.1)]));
  const part = (part) => ({ stage: "foam", kind: "particles", name: part, pattern: `foam/${part}.%04d.bgeo`, frames: [1] });
  return world.withContents(await world.serve(name), ({ sequences }) => ({ sequences: [...sequences, part("spray"), part("bubbles")] }));
}

test("spray and bubbles have their own colours and boxes, and obstacles let them be seen", async () => {
  const page = await world.open(await withFoam("foamy"));
  await press(page, "2", "4"); // neither water nor domain
  await plain(page);
  const white = async () => count(await pictureOf(page), isWhite), blue = async () => count(await pictureOf(page), (r, g, b) => b > 150 && b > r + 30);
  const setOpacity = async (value) => {
    await page.getByLabel("Opacity of obstacles").fill(String(value));
    await page.waitForTimeout(200);
  };
  await setOpacity(1);
  assert.equal(await white(), 0);
  assert.ok((await blue()) > 50, `${await blue()}`);
  await setOpacity(0);
  assert.ok((await white()) > 100, `${await white()}`);
  await setOpacity(0.35);
  const through = count(await pictureOf(page), (r, g, b) => Math.min(r, g, b) > 170);
  assert.ok(through > 60, `${through}`);
  await setOpacity(0);
  await page.getByLabel("spray", { exact: true }).uncheck();
  await page.waitForTimeout(200);
  assert.equal(await white(), 0);
  await page.getByLabel("spray", { exact: true }).check();
  await page.getByTitle("Panel (P)").focus();
  await press(page, "6");
  await page.waitForTimeout(200);
  assert.deepEqual([await white(), await blue()], [0, 0]);
  await noProblems(page);
});

test("an obstacle is seen through water and water through it", async () => {
  const page = await world.open(served);
  await plain(page);
  const pictures = [];
  for (const opacity of [0, 0.4, 1]) {
    await page.getByLabel("Opacity of obstacles").fill(String(opacity));
    await page.waitForTimeout(300);
    pictures.push(await pictureOf(page));
  }
  assert.ok(difference(pictures[0], pictures[1], 6) > 0.002 && difference(pictures[1], pictures[2], 6) > 0.002);
  await noProblems(page);
});

test("pictures and patterns of materials lie on the surface", async () => {
  const halves = new PNG({ width: 2, height: 1 });
  halves.data.set([255, 0, 0, 255, 0, 0, 255, 255]);
  world.writeFile("halves.png", PNG.sync.write(halves));
  const red = (r, g, b) => r > 60 && r > 2 * b, blue = (r, g, b) => b > 60 && b > 2 * r;
  const solid = { projection: { type: "solid", size: 0.1 } };
  const lying = { texture: { type: "diffuse", texture: world.path("halves.png"), ...solid }, pattern: { type: "diffuse", pattern: { type: "stripes", colour: [1, 0, 0], other_colour: [0, 0, 1], rows: 1 }, ...solid } };
  for (const [name, material] of Object.entries(lying)) {
    world.makeRun(name, [`render.materials=${JSON.stringify([{ name: "water", material }])}`]);
    for (const address of [await world.serve(name), world.exportRun(name, `${name}-page`)]) {
      const page = await world.open(address);
      await plain(page);
      await page.waitForTimeout(300);
      const picture = await pictureOf(page);
      assert.ok(count(picture, red) > 2000 && count(picture, blue) > 2000, `${address}: ${count(picture, red)} red, ${count(picture, blue)} blue`);
      await noProblems(page);
    }
  }
});

test("colours keep their range from frame to frame", async () => {
  const page = await world.open(await world.serve("cache/their_%d.csv"));
  const upper = () => page.inputValue('[aria-label="Upper end of the range"]');
  const goTo = async (key, frame) => {
    await press(page, key);
    await waitForFrame(page, frame);
  };
  await page.locator("canvas[data-frame]").focus();
  assert.equal(await upper(), "1");
  await goTo("ArrowRight", 1);
  assert.equal(await upper(), "4");
  await goTo("ArrowRight", 2);
  assert.equal(await upper(), "4");
  await page.getByLabel("Colour range").selectOption("frame");
  await page.waitForFunction(() => document.querySelector('[aria-label="Upper end of the range"]').value === "2");
  const fresh = await world.open(await world.serve("cache/their_%d.csv"));
  await fresh.getByLabel("Colour range").selectOption("all");
  await fresh.waitForFunction(() => document.querySelector('[aria-label="Upper end of the range"]').value === "4");
  assert.equal(await fresh.getAttribute("canvas[data-frame]", "data-frame"), "0");
  await noProblems(fresh);
  await noProblems(page);
});

test("plots have a total energy, three kinds of axes, and time in seconds or frames", async () => {
  const page = await world.open(served);
  assert.deepEqual(await page.locator(".legend dt").allTextContents(), ["kinetic", "potential", "total"]);
  await press(page, "End");
  await waitForFrame(page, 4);
  const [kinetic, potential, total] = (await page.locator(".legend dd").allTextContents()).map(Number);
  assert.ok(Math.abs(kinetic + potential - total) < 1e-3 * Math.abs(total), `${kinetic} ${potential} ${total}`);
  const marks = () => page.locator(".plot .mark").allTextContents();
  assert.deepEqual((await marks()).at(-1), "0.06 s");
  await page.getByLabel("Time in").selectOption("frames");
  assert.deepEqual(await marks(), ["1", "2", "3", "4"]);
  assert.equal(await page.locator(".plot .high b").count(), 1);
  await page.getByLabel("Values over").selectOption("own");
  assert.equal(await page.locator(".plot .high b").count(), 3);
  await page.getByLabel("Values over").selectOption("log");
  const paths = await page.locator(".plot .series:not(.dots)").evaluateAll((all) => all.map((path) => path.getAttribute("d").length));
  assert.ok(paths[0] > 0 && paths[1] === 0, `${paths}`); // the potential energy is negative here
  await noProblems(page);
});
