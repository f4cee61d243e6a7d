// The page where it may use threads: with the headers for that, and the program of the folder threads.

import { rest, visit } from "./browser.mjs";
import { serve } from "./server.mjs";

const isolated = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" };

/// Opens samples, trains, and compares the tensors' bytes with those of the program without threads.
export async function tryThreads(browser, site, say) {
  const problems = [];
  const tell = (page, ...lines) => page.evaluate((all) => {
    for (const line of all) globalThis.vitrine.program.call("tell", ["string"], [line]);
    globalThis.vitrine.wake();
  }, lines);
  const traced = (page, sample) => page.evaluate((name) => {
    const { FS, call } = globalThis.vitrine.program;
    call("save_trace", ["string", "string"], [name, "/trace.safetensors"]);
    return FS.readFile("/trace.safetensors").reduce((hash, byte) => (Math.imul(hash, 31) + byte) | 0, 7);
  }, sample);
  const found = [];
  for (const headers of [{}, isolated]) {
    const server = await serve(site, headers);
    const page = await visit(browser, `${server.address}?keeps=no`);
    await rest(page);
    const shared = await page.evaluate(() => globalThis.crossOriginIsolated);
    const threads = await page.evaluate(() => Boolean(performance.getEntriesByType("resource").find((entry) => entry.name.includes("/threads/program.pack"))));
    if (shared !== (headers === isolated)) problems.push(`isolated: ${shared}`);
    if (threads !== shared) problems.push(`the program of the folder threads is used: ${threads}`);
    const hashes = {};
    for (const sample of ["translation", "navigation", "by-hand", "two-heads"]) {
      await tell(page, `sample ${sample}`);
      await rest(page);
      hashes[sample] = await traced(page, sample);
    }
    await tell(page, "sample translation", "view train");
    await rest(page);
    await page.evaluate(() => globalThis.vitrine.listener.tell({ event: "key", key: "space" }));
    const start = Date.now();
    const state = () => page.evaluate(() => globalThis.vitrine.program.call("state", [], []).training?.now);
    let now;
    while ((now = await state())?.held_out?.exact_match !== 1 && Date.now() - start < 60_000) await new Promise((resolve) => setTimeout(resolve, 100));
    if (now?.held_out?.exact_match !== 1) problems.push(`after a minute of training: ${JSON.stringify(now)}`);
    say(`${threads ? "with" : "without"} threads: the copy task is learned in ${((Date.now() - start) / 1000).toFixed(1)} s`);
    found.push(hashes);
    await page.close();
    server.close();
  }
  for (const [sample, hash] of Object.entries(found[0])) {
    if (found[1][sample] !== hash) problems.push(`the tensors of ${sample} are others with threads`);
  }
  return problems;
}
