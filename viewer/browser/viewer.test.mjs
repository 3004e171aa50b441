// The page in a real browser: exported to a disk, and from the program's server.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { mkdirSync, readFileSync, renameSync, truncateSync, writeFileSync } from "node:fs";
import { kernelFile, strandFile, surfelFile, tetFile } from "./files.mjs";
import { colours, difference, pictureOf, stored } from "./picture.mjs";
import { press, shownFrame, waitForFrame, World } from "./set_up.mjs";

const world = new World();
let served, exported;

before(async () => {
  world.makeRun("run");
  exported = world.exportRun("run", "page");
  served = await world.serve("run");
  await world.openBrowser();
});
after(() => world.close());

const noProblems = async (page) => {
  assert.deepEqual(page.problems, []);
  await page.close();
};

for (const [name, address] of [["exported", () => exported], ["served", () => served]]) {
  test(`the ${name} page loads frames and plays`, async () => {
    const page = await world.open(address());
    assert.match(await page.textContent(".clock"), /^frame 1 of 4 · 0\.000 s$/);
    assert.ok(colours(await pictureOf(page)) > 300);
    await press(page, "ArrowRight");
    await waitForFrame(page, 2);
    await press(page, "End");
    await waitForFrame(page, 4);
    await press(page, "Space");
    await page.waitForFunction(() => document.querySelector("canvas[data-frame]").dataset.frame !== "4");
    const before = await shownFrame(page);
    await page.waitForFunction((frame) => document.querySelector("canvas[data-frame]").dataset.frame !== String(frame), before);
    await press(page, "Space");
    await noProblems(page);
  });
}

test("the loading bar says how much of a frame has come", async () => {
  const slow = await world.slowDown(served, /water\.0004\.ply$/);
  const page = await world.open(slow.address);
  await press(page, "End");
  await page.waitForSelector(".loading.busy.known");
  await page.waitForFunction(() => document.querySelector(".loading .share").textContent === "50 %");
  assert.equal(await page.getAttribute(".loading", "aria-valuenow"), "50");
  assert.equal(await shownFrame(page), 1);
  slow.release();
  await waitForFrame(page, 4);
  await page.waitForSelector(".loading:not(.busy)", { state: "attached" });
  await noProblems(page);
});

test("the colour bar follows the attribute, the map and the range", async () => {
  const page = await world.open(served);
  await press(page, "2", "1");
  await page.waitForSelector(".colour-bar:not([hidden])");
  assert.equal(await page.textContent(".colour-bar figcaption"), "speed (m/s)");
  await page.getByLabel("Colour by").selectOption("density");
  await page.waitForFunction(() => document.querySelector(".colour-bar figcaption").textContent === "density (kg/m³)");
  const strip = () => page.evaluate(() => document.querySelector(".strip").style.background);
  const tide = await strip();
  const picture = await pictureOf(page);
  await page.getByLabel("Colour map").selectOption("grey");
  await page.waitForFunction((before) => document.querySelector(".strip").style.background !== before, tide);
  assert.ok(difference(picture, await pictureOf(page)) > 0.02);
  await page.getByLabel("Colour range").selectOption("fixed");
  await page.getByLabel("Lower end of the range").fill("0");
  await page.getByLabel("Upper end of the range").fill("2000");
  await page.keyboard.press("Tab");
  await page.waitForFunction(() => document.querySelector(".ticks").textContent.includes("2000"));
  await noProblems(page);
});

test("the server packs particles as the exported page does", async () => {
  const pictures = [];
  for (const address of [served, exported]) {
    const page = await world.open(address);
    await press(page, "2", "1");
    await page.waitForSelector(".colour-bar:not([hidden])");
    pictures.push(await pictureOf(page));
    await noProblems(page);
  }
  assert.ok(difference(...pictures) < 0.001);
});

test("kernels are shown as ellipsoids, and picked", async () => {
  world.copyRun("run", "kernels");
  // Wide and flat, across the picture's middle; behind it one that it hides but for its ends.
  const places = [{ at: [0.1, 0.1, 0.1], angle: 0, axes: [0.08, 0.01, 0.02] }, { at: [0.1, 0.1, 0.02], angle: Math.PI / 2, axes: [0.08, 0.01, 0.01] }];
  world.addPart("kernels", "surface", { kind: "particles", name: "kernels", pattern: "surface/kernels.%04d.bgeo" }, kernelFile(places));
  const page = await world.open(await world.serve("kernels"));
  await press(page, "2", "1", "3", "4");
  await page.waitForSelector(".colour-bar:not([hidden])");
  const colourBy = async (attribute, caption) => {
    await page.getByLabel("Colour by").selectOption(attribute);
    await page.waitForFunction((text) => document.querySelector(".colour-bar figcaption").textContent === text, caption);
  };
  await page.getByLabel("Particle look").selectOption("ellipsoids");
  await page.waitForSelector('[aria-label="Colour by"] option[value="scale"]', { state: "attached" });
  await colourBy("scale", "scale (m)");
  await colourBy("pscale", "pscale (m)"); // of their particles
  await page.waitForFunction(() => [...document.querySelectorAll(".ticks *")].every((tick) => Number(tick.textContent) === 0.005));
  await colourBy("id", "id");
  await page.addStyleTag({ content: ".colour-bar, .captions { visibility: hidden }" });
  const { width, height, data } = await pictureOf(page);
  // The first has the map's dark end, the second its light end.
  const yellow = [], purple = [];
  for (let k = 0; k < width * height; ++k) {
    const [r, g, b] = data.subarray(4 * k, 4 * k + 3);
    if (r > 120 && g > 100 && b < 0.7 * g) yellow.push(k);
    if (r > 1.5 * g && b > 1.5 * g && r > 30) purple.push(k);
  }
  const extent = (pixels, along) => Math.max(...pixels.map(along)) - Math.min(...pixels.map(along));
  const x = (k) => k % width, y = (k) => Math.floor(k / width);
  assert.ok(purple.length > 500 && extent(purple, x) > 3 * extent(purple, y), `${purple.length} ${extent(purple, x)} ${extent(purple, y)}`);
  assert.ok(yellow.length > 200 && extent(yellow, y) > 3 * extent(yellow, x), `${yellow.length} ${extent(yellow, x)} ${extent(yellow, y)}`);
  const middle = purple.sort((a, b) => x(a) - x(b))[purple.length >> 1];
  const box = await page.locator("canvas[data-frame]").boundingBox();
  await page.locator("canvas[data-frame]").click({ position: { x: (x(middle) * box.width) / width, y: (y(middle) * box.height) / height } });
  await page.waitForSelector(".pick table");
  assert.equal(await page.textContent(".pick h3"), "kernels, particle 0");
  await noProblems(page);
});

// The light things of a picture from left to right: the pixels of each, with dark columns between them.
const thingsOf = ({ width, height, data }) => {
  const things = [];
  let open = false;
  for (let x = 0; x < width; ++x) {
    const column = Array.from({ length: height }, (_, y) => y * width + x).filter((k) => data[4 * k] > 90);
    if (column.length > 0 && !open) things.push([]);
    open = column.length > 0;
    if (open) things.at(-1).push(...column);
  }
  return things;
};

test("surfels, strands and tetrahedra are shown, coloured and picked", async () => {
  world.copyRun("run", "matter");
  // From left to right: a disc that faces the camera, a rope that hangs, a tetrahedron.
  const part = (kind, name, pattern, bytes) => world.addPart("matter", "simulate", { kind, name, pattern }, bytes);
  part("surfels", "sheet", "surfels/sheet.%04d.bgeo", surfelFile([{ at: [0.03, 0.15, 0.15], normal: [0, 0, 1], radius: 0.03 }]));
  part("strands", "rope", "strands/rope.%04d.bgeo", strandFile([[0.14, 0.08, 0.15], [0.14, 0.15, 0.15], [0.14, 0.22, 0.15]], 0.01));
  part("tetrahedra", "jelly", "tets/jelly.%04d.vtu", tetFile([[0.2, 0.1, 0.15], [0.3, 0.1, 0.15], [0.25, 0.1, 0.05], [0.25, 0.2, 0.12]]));
  for (const address of [await world.serve("matter"), world.exportRun("matter", "matter-page")]) {
    const page = await world.open(address);
    await press(page, "3", "4", "2");
    await page.addStyleTag({ content: ".colour-bar, .captions { visibility: hidden } canvas { outline: none !important }" });
    await page.waitForSelector('[aria-label="Colour by"] option[value="speed"]', { state: "detached" }); // of the liquid
    const matt = await pictureOf(page);
    const things = thingsOf(matt);
    assert.ok(things.length === 3 && things.every((pixels) => pixels.length > 1000), things.map((pixels) => pixels.length).join());
    const colourful = ({ data }, k) => Math.max(...data.subarray(4 * k, 4 * k + 3)) - Math.min(...data.subarray(4 * k, 4 * k + 3)) > 40;
    const coloured = (picture) => things.map((pixels) => pixels.filter((k) => colourful(picture, k)).length > 0.9 * pixels.length);
    assert.deepEqual(coloured(matt), [false, false, false]);
    for (const [k, attribute] of ["heat", "T", "node"].entries()) {
      await page.getByLabel("Colour by").selectOption(attribute);
      await page.waitForFunction((text) => document.querySelector(".colour-bar figcaption").textContent.startsWith(text), attribute);
      assert.deepEqual(coloured(await pictureOf(page)), [0, 1, 2].map((one) => one === k), attribute);
    }
    const click = async (pixels) => {
      const middle = [...pixels].sort((a, b) => a - b)[pixels.length >> 1];
      await page.locator("canvas[data-frame]").click({ position: { x: middle % matt.width, y: Math.floor(middle / matt.width) } });
    };
    const picked = [["sheet, surfel 0", "N"], ["rope, point 1", "T"], ["jelly, corner ", "cell"]];
    for (const [k, [title, column]] of picked.entries()) {
      await click(things[k]);
      await page.waitForFunction((text) => document.querySelector(".pick h3")?.textContent.startsWith(text), title);
      assert.ok((await page.locator(".pick th").allTextContents()).includes(column), column);
    }
    await press(page, "5");
    await page.waitForFunction(() => document.querySelector(".colour-bar").hidden);
    await click(things[0]); // what is hidden is not picked
    await page.waitForFunction(() => !document.querySelector(".pick h3"));
    assert.equal(thingsOf(await pictureOf(page)).length, 0);
    await noProblems(page);
  }
});

test("a click shows the attributes of a particle, two clicks a distance", async () => {
  const page = await world.open(exported);
  await press(page, "2", "1");
  await page.waitForSelector(".colour-bar:not([hidden])");
  const box = await page.locator("canvas[data-frame]").boundingBox();
  const middle = { x: box.width / 2, y: box.height * 0.62 };
  await page.locator("canvas[data-frame]").click({ position: middle });
  await page.waitForSelector(".pick table");
  assert.match(await page.textContent(".pick h3"), /^water, particle \d+$/);
  const names = await page.locator(".pick th").allTextContents();
  for (const name of ["P", "v", "id", "density", "pscale"]) assert.ok(names.includes(name), name);
  await press(page, "m");
  await page.locator("canvas[data-frame]").click({ position: middle });
  await page.locator("canvas[data-frame]").click({ position: { x: middle.x + 12, y: middle.y } });
  await page.waitForFunction(() => /^Distance 0\.\d+ m$/.test(document.querySelector(".pick").textContent));
  await noProblems(page);
});

test("the surface has its looks, and the clip plane cuts it", async () => {
  const page = await world.open(served);
  const pictures = [await pictureOf(page)];
  for (const look of ["colour", "flat", "wires"]) {
    await page.getByLabel("Surface look").selectOption(look);
    await page.waitForTimeout(400);
    pictures.push(await pictureOf(page));
  }
  for (let a = 0; a < 4; ++a) for (let b = 0; b < a; ++b) assert.ok(difference(pictures[a], pictures[b], 4) > 0.002, `${a} and ${b}`);
  await page.getByLabel("Surface look").selectOption("flat");
  await page.getByLabel("Cut across").selectOption("x");
  await page.waitForTimeout(400);
  assert.ok(difference(pictures[2], await pictureOf(page), 10) > 0.02);
  await noProblems(page);
});

test("a corrupt and a missing frame give a message and nothing else", async () => {
  world.copyRun("run", "damaged");
  truncateSync(world.path("damaged/particles/water.0002.bgeo"), 4000);
  truncateSync(world.path("damaged/surface/water.0003.ply"), 9000);
  renameSync(world.path("damaged/surface/water.0004.ply"), world.path("damaged/surface/elsewhere"));
  const page = await world.open(await world.serve("damaged"));
  await press(page, "1");
  const message = (text) => page.waitForFunction((t) => document.querySelector(".messages").textContent.includes(t), text);
  await press(page, "ArrowRight");
  await message("particles/water.0002.bgeo: the compressed data are damaged or cut");
  await press(page, "ArrowRight");
  await message("surface/water.0003.ply: the file ends before its");
  await press(page, "ArrowRight");
  await message("there is no surface/water.0004.ply");
  await press(page, "Home");
  await page.waitForFunction(() => document.querySelector(".messages").hidden);
  await noProblems(page);
});

test("a run that goes on is followed, over a frame that is half written", async () => {
  world.copyRun("run", "growing");
  const frame = (n) => world.path(`growing/particles/water.000${n}.bgeo`);
  const whole = readFileSync(frame(4));
  for (const n of [3, 4]) renameSync(frame(n), world.path(`growing/later${n}`));
  for (const n of [1, 2, 3, 4]) renameSync(world.path(`growing/surface/water.000${n}.ply`), world.path(`growing/mesh${n}`));
  const page = await world.open(await world.serve("growing"));
  assert.match(await page.textContent(".clock"), /of 2/);
  await press(page, "End");
  await waitForFrame(page, 2);
  renameSync(world.path("growing/later3"), frame(3));
  await waitForFrame(page, 3);
  writeFileSync(frame(4), whole.subarray(0, 2000));
  await page.waitForFunction(() => document.querySelector(".messages").textContent.includes("damaged or cut"));
  writeFileSync(frame(4), whole);
  await page.waitForFunction(() => document.querySelector(".messages").hidden);
  await waitForFrame(page, 4);
  await noProblems(page);
});

test("probes are plotted over the time, and grow with the run", async () => {
  world.copyRun("run", "probes");
  const last = world.path("probes/particles/water.0004.bgeo"), later = world.path("probes/later");
  renameSync(last, later);
  renameSync(world.path("probes/surface/water.0004.ply"), world.path("probes/mesh"));
  // Of 0.06 s in 60000 steps: dry from 0.02 to 0.03 s, and a spike of one step.
  const row = (step) => `${step / 1e6},${step >= 20000 && step < 30000 ? "," : `${step === 45678 ? 9999 : step / 100},${step / 1e6}`},0,0,1\n`;
  const rows = (from, to) => Array.from({ length: to - from }, (_, k) => row(from + k)).join("");
  const table = world.path("probes/probes/gauge.csv");
  mkdirSync(world.path("probes/probes"));
  writeFileSync(table, `time_s,pressure_Pa,vx_ms,vy_ms,vz_ms,filling\n${rows(0, 40000)}0.0400`);
  const page = await world.open(await world.withProbes(await world.serve("probes"), ["gauge"]));
  const choice = page.getByLabel("What is plotted");
  await page.waitForSelector('optgroup[label="Probes"] option', { state: "attached" });
  assert.deepEqual(await page.locator("optgroup option").allTextContents(), ["gauge: pressure (Pa)", "gauge: vx, vy, vz (m/s)", "gauge: filling (1)"]);
  await choice.selectOption("gauge: vx, vy, vz (m/s)");
  assert.deepEqual(await page.locator(".legend dt").allTextContents(), ["vx", "vy", "vz"]);
  await choice.selectOption("gauge: pressure (Pa)");
  await page.keyboard.press("Tab");
  const reading = () => page.textContent(".legend dd");
  const shows = (text) => page.waitForFunction((t) => document.querySelector(".legend dd").textContent === t, text);
  assert.deepEqual([await reading(), await page.textContent(".plot .high")], ["0", "399.99"]);
  await press(page, "ArrowRight");
  await waitForFrame(page, 2); // at 0.02 s
  await shows("–");
  const path = () => page.getAttribute(".plot .series", "d");
  assert.equal((await path()).match(/M/g).length, 2);
  // The rows of the last frame come with it, and the picture stays small.
  writeFileSync(table, `time_s,pressure_Pa,vx_ms,vy_ms,vz_ms,filling\n${rows(0, 60001)}`);
  renameSync(later, last);
  await page.waitForFunction(() => document.querySelector(".plot .high").textContent === "9999");
  assert.ok((await path()).length < 100_000);
  const marks = await page.locator(".plot .mark").allTextContents();
  assert.deepEqual([marks[0], marks.at(-1)], ["0 s", "0.06 s"]);
  const box = await page.locator(".plot").boundingBox();
  await page.mouse.move(box.x + 4 + (box.width - 8) * 0.75, box.y + 20);
  assert.match(await page.textContent(".plot .pointed"), /^0\.0(449|45)\d* s$/);
  assert.ok(Math.abs(Number(await reading()) - 450) < 2, await reading());
  await page.locator(".plot").click({ position: { x: 4 + (box.width - 8) * 0.65, y: 20 } });
  await waitForFrame(page, 3);
  await page.mouse.move(5, 5);
  await shows("400"); // at 0.04 s
  const cursor = Number(await page.getAttribute(".plot .cursor", "x1"));
  assert.ok(Math.abs(cursor - (1000 * 0.04) / 0.06) < 0.01, `${cursor}`);
  await noProblems(page);
});

test("two runs stand side by side with one camera", async () => {
  world.copyRun("run", "other");
  const page = await world.open(await world.serve("run", "other"));
  assert.deepEqual(await page.locator(".captions span").allTextContents(), ["run", "other"]);
  await press(page, "ArrowRight", "d", "d", "+");
  await waitForFrame(page, 2);
  const whole = await pictureOf(page);
  const half = (start) => {
    const width = Math.floor(whole.width / 2) - 2;
    const data = Buffer.alloc(4 * width * whole.height);
    for (let y = 60; y < whole.height - 90; ++y) whole.data.copy(data, 4 * y * width, 4 * (y * whole.width + start), 4 * (y * whole.width + start + width));
    return { width, height: whole.height, data };
  };
  assert.ok(difference(half(0), half(whole.width >> 1)) < 0.02);
  await noProblems(page);
});

test("the panel shows the scene's values with units and sentences", async () => {
  const page = await world.open(served);
  await page.getByText("Scene", { exact: true }).click();
  const row = page.locator('.parameter[data-path="particle_spacing"]');
  assert.match(await row.textContent(), /particle_spacing0\.01.*mdistance of neighbouring particles/);
  await page.getByText("solver", { exact: true }).click();
  assert.ok(await page.locator('.parameter[data-path="solver.cfl"]').isVisible());
  await noProblems(page);
});

for (const width of [800, 1280, 2560]) {
  test(`nothing overlaps at a width of ${width}`, async () => {
    const page = await world.open(served, { viewport: { width, height: Math.round(width * 0.6) }, reducedMotion: "reduce" });
    const overlaps = await page.evaluate(() => {
      const boxes = [...document.querySelectorAll("header > *, .controls > *, .line input, .clock, .legend, .plot, aside, .picture")]
        .filter((one) => !one.hidden && one.getClientRects().length).map((one) => ({ name: one.className || one.tagName, ...one.getBoundingClientRect().toJSON() }));
      const found = boxes.filter((box) => box.right > innerWidth + 1 || box.bottom > innerHeight + 1).map((box) => `${box.name} leaves the page`);
      for (const a of boxes) for (const b of boxes)
        if (a !== b && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1) found.push(`${a.name} and ${b.name}`);
      return found;
    });
    assert.deepEqual(overlaps, []);
    const animation = await page.evaluate(() => {
      const bar = document.querySelector(".loading .bar");
      bar.parentElement.classList.add("busy");
      return getComputedStyle(bar).animationName;
    });
    assert.equal(animation, "none");
    await noProblems(page);
  });
}

test("the keyboard alone reaches every control", async () => {
  const page = await world.open(served);
  const reached = new Set();
  for (let k = 0; k < 45; ++k) {
    await page.keyboard.press("Tab");
    reached.add(await page.evaluate(() => document.activeElement.title || document.activeElement.getAttribute("aria-label") || document.activeElement.closest("label")?.textContent || document.activeElement.textContent));
  }
  for (const name of ["Play (space)", "Loop (L)", "Frame", "What is plotted", "Panel (P)", "Keys (?)"]) assert.ok(reached.has(name), name);
  await press(page, "?");
  await page.waitForSelector("dialog[open]");
  await press(page, "Escape");
  await page.locator("canvas[data-frame]").focus();
  const before = await pictureOf(page);
  await press(page, "d", "d", "w");
  assert.ok(difference(before, await pictureOf(page)) > 0.01);
  await press(page, "r");
  assert.ok(difference(before, await pictureOf(page)) < 0.001);
  await press(page, "Enter");
  await page.waitForSelector(".pick table");
  await noProblems(page);
});

test("the picture is the stored one", async () => {
  const page = await world.open(served, { viewport: { width: 420, height: 440 } });
  await page.addStyleTag({ content: ".colour-bar, .captions { visibility: hidden }" });
  await press(page, "p", "1", "End");
  await waitForFrame(page, 4);
  await page.getByTitle("Panel (P)").focus();
  const picture = await pictureOf(page);
  assert.ok(difference(picture, stored("reference.png", picture)) < 0.02);
  await noProblems(page);
});
