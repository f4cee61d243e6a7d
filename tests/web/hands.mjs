// What a reader does with mouse, keyboard, clipboard and files, as events of the browser itself.

import { existsSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { click, rest, visit } from "./browser.mjs";

const state = (page, pointer) => page.evaluate((path) => {
  let value = globalThis.vitrine.program.call("state", [], []);
  for (const part of path.split("/").slice(1)) value = value?.[Array.isArray(value) ? Number(part) : part];
  return value;
}, pointer);

class Expectations {
  problems = [];
  equal(what, found, expected) {
    if (JSON.stringify(found) !== JSON.stringify(expected)) {
      this.problems.push(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);
    }
  }
  holds(what, holds) {
    if (!holds) this.problems.push(what);
  }
}

async function until(what, condition, patience = 20_000) {
  const end = Date.now() + patience;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`waited in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export async function tryHands(browser, address, kind) {
  const expect = new Expectations();
  const page = await visit(browser, address);
  await rest(page);

  // The first page is there, and Escape leads past it.
  await page.keyboard.press("Escape");
  await rest(page);

  // Mouse and keyboard.
  await page.keyboard.press("ArrowRight");
  await rest(page);
  expect.equal("an arrow key", await state(page, "/step"), 1);
  await click(page, "view/attention");
  expect.equal("a click on a tab", await state(page, "/view"), "attention");
  await page.keyboard.down("Control");
  await page.keyboard.press("p");
  await page.keyboard.up("Control");
  await rest(page);
  await page.keyboard.type("softmax");
  await rest(page);
  expect.equal("what is typed into Find", await state(page, "/palette/text"), "softmax");
  await page.keyboard.press("Escape");
  await rest(page);

  // The clipboard, both ways.
  if (kind === "chromium") {
    await browser.defaultBrowserContext().overridePermissions(new URL(address).origin, ["clipboard-read", "clipboard-write"]);
    await page.evaluate(() => globalThis.vitrine.listener.tell({ event: "key", key: "l", ctrl: true, shift: true }));
    await rest(page);
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect.holds(`the copied link is '${copied}'`, copied.startsWith(`${address}#sample=english-french`));
  }

  // The wheel over the map magnifies it.
  await click(page, "view/map");
  const before = await state(page, "/map/camera/zoom") ?? await state(page, "/map/zoom");
  await page.mouse.move(640, 400);
  await page.mouse.wheel({ deltaY: -300 });
  await rest(page);
  const after = await state(page, "/map/camera/zoom") ?? await state(page, "/map/zoom");
  expect.holds(`the wheel magnifies the map: from ${before} to ${after}`, after > before);

  // A file that is dropped.
  const batch = JSON.stringify({ src: [[1, 4, 5, 2]], tgt: [[1, 4]], labels: [[4, 2]] });
  await page.evaluate((text) => {
    const { program, listener } = globalThis.vitrine;
    program.FS.mkdirTree("/dropped/test");
    program.FS.writeFile("/dropped/test/broken.json", text.slice(0, 10));
    listener.tell({ event: "drop", files: ["/dropped/test/broken.json"] });
  }, batch);
  await rest(page);
  expect.holds("a broken file is refused in a sentence that names it", String(await state(page, "/message")).includes("broken.json"));
  const dropped = join(mkdtempSync(join(tmpdir(), "vitrine-dropped-")), "dropped.json");
  if (kind === "chromium") {
    writeFileSync(dropped, batch.slice(0, 20));
    const client = await page.createCDPSession();
    const data = { items: [], files: [dropped], dragOperationsMask: 1 };
    for (const type of ["dragEnter", "dragOver", "drop"]) await client.send("Input.dispatchDragEvent", { type, x: 600, y: 400, data });
    await until("the dropped file is refused, too", async () => String(await state(page, "/message")).includes("dropped.json"));
  }

  // A file that is chosen.
  const chosen = join(mkdtempSync(join(tmpdir(), "vitrine-chosen-")), "chosen.json");
  writeFileSync(chosen, batch.slice(0, 20));
  if (kind === "chromium") {
    const asked = page.waitForFileChooser();
    await click(page, "top/menu");
    await click(page, "menu/file/choose-files");
    await (await asked).accept([chosen]);
  } else {
    await (await page.$("#chooser")).uploadFile(chosen);
  }
  await until("the chosen file is refused, too", async () => String(await state(page, "/message")).includes("chosen.json"));

  // A file that is saved comes as a download.
  if (kind === "chromium") {
    const folder = mkdtempSync(join(tmpdir(), "vitrine-downloads-"));
    const client = await page.createCDPSession();
    await client.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder });
    await page.evaluate(() => globalThis.vitrine.program.call("tell", ["string"], ["perform file/save-png"]));
    await page.evaluate(() => globalThis.vitrine.wake());
    await until("a picture is downloaded", () => existsSync(folder) && readdirSync(folder).some((name) => name.endsWith(".png")));
    const [name] = readdirSync(folder).filter((one) => one.endsWith(".png"));
    expect.equal("the download is a picture", readFileSync(join(folder, name)).subarray(1, 4).toString(), "PNG");
  }

  // What screen readers get.
  const said = await page.$eval("#said", (element) => element.textContent);
  expect.holds("the current step is said", said.length > 100);
  const names = await page.$$eval("#places button", (buttons) => buttons.map((button) => button.dataset.place));
  expect.holds("the places are named", names.includes("view/attention") && names.length > 20);

  // The session is kept.
  await click(page, "top/more");
  await click(page, "view/masks");
  await page.evaluate(() => globalThis.vitrine.save());
  await page.reload();
  await page.waitForFunction(() => document.getElementById("first").className === "done", { timeout: 60_000 });
  await rest(page);
  expect.equal("the view after the page was loaded again", await state(page, "/view"), "masks");
  if (kind === "chromium") {
    const kept = await page.evaluate(() => globalThis.vitrine.program.FS.readFile("/dropped/1/dropped.json", { encoding: "utf8" }));
    expect.equal("what was dropped before the page was loaded again", kept, batch.slice(0, 20));
    expect.equal("the drops that are counted", await page.evaluate(() => globalThis.vitrine.files.drops), 2);
  }

  // A change is kept when nobody has touched the page since, and when the page is left at once.
  const again = async () => {
    await page.reload();
    await page.waitForFunction(() => document.getElementById("first").className === "done", { timeout: 60_000 });
    await rest(page);
    return state(page, "/view");
  };
  const kept = () => page.evaluate(() => JSON.parse(globalThis.vitrine.keeper.kept.get("session.json") ?? "{}").place?.view);
  await click(page, "top/more");
  await click(page, "view/positions");
  await until("the change is kept", async () => (await kept()) === "positions");
  await click(page, "top/more");
  await click(page, "view/tokens");
  expect.equal("the view after the page was left at once", await again(), "tokens");
  await page.close();
  return expect.problems;
}
