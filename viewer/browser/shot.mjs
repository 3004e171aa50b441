import { chromium } from "playwright-core";
const [url, out, width = "1280", height = "800", ...keys] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"] });
const page = await browser.newPage({ viewport: { width: Number(width), height: Number(height) } });
page.on("console", (m) => console.log(m.type(), m.text()));
page.on("pageerror", (e) => console.log("pageerror", e.message));
await page.goto(url);
await page.waitForSelector("canvas[data-frame]", { timeout: 30000 });
for (const key of keys) { await page.keyboard.press(key); await page.waitForTimeout(700); }
await page.waitForTimeout(1000);
await page.screenshot({ path: out });
console.log(await page.textContent(".statistics"), await page.textContent(".clock"));
await browser.close();
