// Measures: how large the page is, how long it takes to begin and to translate a typed sentence, how long a frame and a run take,
// how fast the copy task is learned.

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { rest, visit } from "./browser.mjs";

const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];

function sizeOf(folder) {
  let bytes = 0;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isFile()) bytes += Math.min(statSync(path).size, gzipSync(readFileSync(path)).length);
  }
  return bytes;
}

/// In the page, before anything else: notes when the picture of the page stands there, when the program has drawn, and when the first
/// word of the translation of a typed sentence is there.
function watchBeginning() {
  const typed = "We are tired.", marks = (globalThis.marks = {});
  const look = () => {
    requestAnimationFrame(look);
    const now = performance.now(), picture = document.querySelector("#first img"), page = globalThis.vitrine;
    if (picture?.naturalWidth) marks.picture ??= now;
    if (!page?.shownAt || marks.translated) return;
    marks.drawn ??= page.shownAt;
    const { menu, start } = page.program.call("state", [], []);
    if (menu !== "page/start" || !start.words) return;
    if (!marks.typed) {
      marks.typed = now;
      marks.words = start.words;
      for (const text of typed) page.listener.tell({ event: "text", text });
      return;
    }
    const others = start.text === typed && start.words !== marks.words;  // no longer those of the sentence that stood there
    if (others && start.grown >= 1) marks.translated = now;
  };
  requestAnimationFrame(look);
}

/// The first visit of a browser that has nothing of the page: its bytes and milliseconds until a typed sentence is being translated.
export async function beginOnce(browser, address) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  await page.evaluateOnNewDocument(watchBeginning);
  await page.goto(address);
  await page.waitForFunction(() => globalThis.marks.translated, { timeout: 60_000 });
  const found = await page.evaluate(() => {
    const loaded = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
    return { ...globalThis.marks, bytes: loaded.reduce((sum, one) => sum + one.encodedBodySize, 0) };
  });
  await context.close();
  return found;
}

/// The medians of several first visits, as a line.
export function beginningLine(found) {
  const of = (name) => median(found.map((one) => one[name]));
  return `first load: ${(of("bytes") / 1e6).toFixed(2)} MB; its picture after ${of("picture").toFixed(0)} ms, the program's after ` +
    `${of("drawn").toFixed(0)} ms; a sentence is typed after ${of("typed").toFixed(0)} ms, and translated after ${of("translated").toFixed(0)} ms`;
}

export async function measure(browser, address, vitrine, site, say) {
  say(`size: ${(sizeOf(site) / 1e6).toFixed(2)} MB compressed`);

  const beginnings = [];
  for (let i = 0; i < 5; ++i) beginnings.push(await beginOnce(browser, address));
  say(beginningLine(beginnings));
  const warm = await visit(browser, address);
  await rest(warm);
  await warm.close();
  const begins = [];
  for (let i = 0; i < 5; ++i) {
    const page = await visit(browser, address);
    begins.push(await page.evaluate(() => globalThis.vitrine.shownAt));
    await page.close();
  }
  say(`first interactive frame from a warm cache: ${median(begins).toFixed(0)} ms (${begins.map((time) => time.toFixed(0)).join(", ")})`);

  const page = await visit(browser, `${address}?keeps=no`);
  await rest(page);
  for (const sample of ["translation", "navigation", "by-hand", "two-heads"]) {
    for (const view of ["map", "attention"]) {
      await page.evaluate((lines) => {
        for (const line of lines) globalThis.vitrine.program.call("tell", ["string"], [line]);
        globalThis.vitrine.wake();
      }, [`sample ${sample}`]);
      await rest(page);
      await page.evaluate((line) => globalThis.vitrine.program.call("tell", ["string"], [line]), `view ${view}`);
      await page.evaluate(() => globalThis.vitrine.wake());
      await rest(page);
      const times = await page.evaluate(() => {
        const { program } = globalThis.vitrine;
        const found = [];
        for (let i = 0; i < 60; ++i) {
          const start = performance.now();
          program.frame(start / 1000, [{ event: "mouse", x: 300 + 5 * i, y: 400 }]);
          found.push(performance.now() - start);
        }
        return found;
      });
      say(`a frame of ${sample}, ${view}: ${median(times).toFixed(1)} ms, at most ${Math.max(...times).toFixed(1)} ms`);
    }
  }
  const time = (sample) => page.evaluate((name) =>
    globalThis.vitrine.program.call("time_trace", ["string", "number"], [name, 20000]).milliseconds, sample);
  const here = await time("navigation");
  const native = JSON.parse(execFileSync(vitrine, ["bench", "trace-tiny", "--threads", "1", "--json"]).toString());
  say(`trace-tiny: ${here.toFixed(3)} ms here; natively ${JSON.stringify(native)}`);

  await page.evaluate(() => globalThis.vitrine.program.call("tell", ["string"], ["view train"]));
  const learned = await page.evaluate(async () => {
    const { program } = globalThis.vitrine;
    globalThis.vitrine.wake();
    globalThis.vitrine.listener.tell({ event: "key", key: "space" });
    const start = performance.now();
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      const { training } = program.call("state", [], []);
      const right = training?.now?.held_out?.exact_match;
      const seconds = (performance.now() - start) / 1000;
      if (right === 1 || seconds > 60) return { seconds, right, steps: training?.now?.steps };
    }
  });
  say(`live training: ${JSON.stringify(learned).slice(0, 400)}`);
  await page.close();
}
