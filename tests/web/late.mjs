// What the page fetches only when it is needed: samples, the moments of their training, and the parts of pages of one file.

import { existsSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { begun, rest, visit } from "./browser.mjs";
import { serve } from "./server.mjs";

const stateOf = (page) => page.evaluate(() => globalThis.vitrine.program.call("state", [], []));

/// Carries out lines of a drive script, and waits until what they need has been fetched and shown. Returns the state.
async function tell(page, ...lines) {
  await page.evaluate((all) => {
    for (const line of all) globalThis.vitrine.program.call("tell", ["string"], [line]);
    globalThis.vitrine.wake();
  }, lines);
  await rest(page);
  return stateOf(page);
}

async function until(what, condition) {
  for (const end = Date.now() + 30_000; !(await condition()); await new Promise((resolve) => setTimeout(resolve, 50))) {
    if (Date.now() > end) throw new Error(`waited in vain until ${what}`);
  }
}

/// Saves the open run as a page of one file. Returns where it is.
async function saved(page) {
  const folder = mkdtempSync(join(tmpdir(), "vitrine-page-"));
  const client = await page.createCDPSession();
  await client.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder });
  await tell(page, "perform file/save-page");
  const names = () => (existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".html")) : []);
  await until("a page is saved", () => names().length > 0);
  return join(folder, names()[0]);
}

export async function tryLate(browser, site, kind, say) {
  const problems = [];
  const expect = (what, found, expected) => {
    if (found !== expected) problems.push(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);
  };
  const asked = [];
  const server = await serve(site, {}, (path) => asked.push(path));
  const late = () => asked.filter((path) => path.startsWith("/samples/")).sort().join(" ");
  const page = await visit(browser, server.address);
  await rest(page);
  await until("the service worker is there", () => page.evaluate(() => Boolean(navigator.serviceWorker.controller)));
  expect("the samples that the first page fetches", late(), "");

  expect("a sample that was fetched", (await tell(page, "sample english-spanish")).model, "english-spanish");
  expect("what was fetched for it", late(),
    "/samples/english-spanish.safetensors.pack /samples/english-spanish.tokenizer.json.pack");
  expect("a sample with moments", (await tell(page, "sample induction")).time.moments, 0);
  const { time } = await tell(page, "view train");
  if (!(time.moments > 5)) problems.push(`the moments of induction: ${JSON.stringify(time)}`);
  await tell(page, "sample addition", "view map");
  await tell(page, "sample english-french");

  if (kind === "chromium") {
    const first = await saved(page);
    const single = await visit(browser, pathToFileURL(first).href);
    await rest(single);
    expect("what a page of one file shows", (await stateOf(single)).model, "english-french");
    expect("a sample that it brings", (await tell(single, "sample hidden-words")).model, "hidden-words");
    const refused = await tell(single, "sample english-spanish");
    expect("a sample that it does not bring", refused.message, "english-spanish cannot be fetched: this page of one file does not bring it");
    expect("what stays open then", refused.model, "hidden-words");
    const again = await visit(browser, pathToFileURL(await saved(single)).href);
    await rest(again);
    expect("what a page shows that one of one file has saved", (await stateOf(again)).model, "hidden-words");
    await single.close();
    await again.close();
  }

  server.close();
  await page.reload();
  await begun(page);
  await rest(page);
  expect("without a network, a sample that was opened before", (await tell(page, "sample english-spanish")).model, "english-spanish");
  await tell(page, "sample addition");
  const { message, model } = await tell(page, "view train");
  say(`without a network: ${message}`);
  expect("what was not", message, "the training of addition cannot be fetched: the network does not answer");
  expect("what stays open then", model, "addition");
  await page.close();
  return problems;
}
