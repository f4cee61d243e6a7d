// Browsers and pages for tests. puppeteer-core is found in the folder that NODE_PACKAGES names.

import { createRequire } from "node:module";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const load = createRequire(join(process.env.NODE_PACKAGES ?? process.cwd(), "package.json"));

/// Chromium draws WebGL on the processor; Firefox does so by itself. Each has a profile of its own, which is new.
export async function open(kind, executablePath) {
  const { default: puppeteer } = await import(load.resolve("puppeteer-core")).then((module) => module.default ? module : { default: module });
  const userDataDir = mkdtempSync(join(tmpdir(), "vitrine-browser-"));
  const shared = { executablePath, userDataDir, protocolTimeout: 900_000 };
  const browser = kind === "firefox"
    ? await puppeteer.launch({
        ...shared,
        browser: "firefox",
        headless: !process.env.DISPLAY,  // without a display it draws no WebGL
        extraPrefsFirefox: { "webgl.force-enabled": true, "webgl.enable-surface-texture": true },
      })
    : await puppeteer.launch({
        ...shared,
        args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-gpu-vsync",
          "--force-color-profile=srgb", "--hide-scrollbars"],
      });
  const close = async () => {
    await browser.close();
    rmSync(userDataDir, { recursive: true, force: true });
  };
  return { browser, close };
}

/// The page at an address, once the program has drawn. What it says on its console is kept in `page.said`.
export async function visit(browser, address, { width = 1280, height = 800, scale = 1, dark = true } = {}) {
  const page = await browser.newPage();
  page.said = [];
  page.on("console", (message) => page.said.push(message.text()));
  page.on("pageerror", (error) => page.said.push(String(error)));
  await page.setViewport({ width, height, deviceScaleFactor: scale });
  if (page.emulateMediaFeatures) {
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }]).catch(() => {});
  }
  await page.goto(address);
  await begun(page);
  // Firefox does not let a page's looks be told from outside, as Chromium does.
  await page.evaluate((wish) => globalThis.vitrine.listener.tell({ event: "looks", dark: wish, still: false }), dark);
  return page;
}

/// Waits until the program has drawn its first frame; throws what the page says where it cannot.
export async function begun(page) {
  await page.waitForFunction(() => document.getElementById("first").className === "done" ||
    document.getElementById("loading").className === "failed", { timeout: 120_000 });
  const problem = await page.evaluate(() =>
    document.getElementById("loading").className === "failed" ? document.getElementById("loading-text").textContent : "");
  if (problem) throw new Error(`${problem} ${page.said.join("; ")}`);
}

/// Waits until nothing moves, and nothing is being fetched.
export const rest = (page) => page.waitForFunction(() => globalThis.vitrine.drawing === 0 && globalThis.vitrine.late.underWay === 0,
  { timeout: 60_000 });

/// Has the files of all samples fetched, for tests that do not let frames pass until they have come.
export const fetchSamples = (page) => page.evaluate(() => {
  const { late } = globalThis.vitrine;
  return Promise.all([...late.files.keys()].filter((name) => name.startsWith("samples/")).map((name) => late.fetch(name)));
});

/// Writes what the page shows into a file: in Firefox, whose pictures of pages lack what WebGL draws, the canvas alone.
export async function take(page, kind, path) {
  if (kind !== "firefox") return page.screenshot({ path });
  const picture = await page.evaluate(() => {
    const { program } = globalThis.vitrine;
    program.frame(performance.now() / 1000, []);
    return document.getElementById("vitrine").toDataURL("image/png");
  });
  writeFileSync(path, Buffer.from(picture.slice(picture.indexOf(",") + 1), "base64"));
}

/// The places on the screen, by name.
export async function places(page) {
  const list = await page.evaluate(() => globalThis.vitrine.program.places());
  return new Map(list.map((place) => [place.name, place]));
}

/// Clicks a place with the mouse.
export async function click(page, name) {
  const place = (await places(page)).get(name);
  if (!place || place.width <= 0) throw new Error(`no place '${name}' is in sight`);
  await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
  await rest(page);
}
