// Opens saved pages from the disk, and a link and a lesson in a new profile: each shows the screen that it was made from.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { open, rest, take, visit } from "./browser.mjs";
import { pixelsOf } from "./png.mjs";
import { difference } from "./screens.mjs";

const size = { width: 1280, height: 800 }, most = 0.01;

async function pictureOf(browser, kind, address, file) {
  const page = await visit(browser, address, size);
  await rest(page);
  await take(page, kind, file);
  const problems = page.said.filter((line) => /error|cannot/i.test(line));
  await page.close();
  return { picture: pixelsOf(readFileSync(file)), problems };
}

function render(vitrine, file, ...options) {
  execFileSync(vitrine, ["render", ...options, "--size", "1280x800", "--out", file]);
  return pixelsOf(readFileSync(file));
}

export async function tryPages(kind, program, address, vitrine, root, folder, say) {
  const problems = [];
  const compare = async (what, url, native) => {
    const { browser, close } = await open(kind, program);  // with a profile of its own
    try {
      const found = await pictureOf(browser, kind, url, join(folder, `${what}.png`));
      const share = difference(found.picture, native);
      say(`${what}: ${(100 * share).toFixed(3)} % of the pixels differ`);
      if (share > most) problems.push(`${what}: ${(100 * share).toFixed(2)} % of the pixels differ`);
      problems.push(...found.problems.map((line) => `${what}: ${line}`));
    } finally {
      await close();
    }
  };
  const link = "sample=translation&view=attention&tensor=decoder.layers.0.cross_attn.weights&head=1";
  const shared = render(vitrine, join(folder, "shared-native.png"), "--link", `vitrine:${link}`);
  await compare("link", `${address}#${link}`, shared);

  const lesson = "sample=translation&lesson=08-masks&lesson.step=1";
  await compare("lesson", `${address}#${lesson}`, render(vitrine, join(folder, "lesson-native.png"), "--link", `vitrine:${lesson}`));

  const page = join(folder, "page.html");
  execFileSync(vitrine, ["page", "--link", `vitrine:${link}`, "--out", page], { cwd: root });
  await compare("page", pathToFileURL(page).href, shared);

  const own = join(root, "tests/goldens/prenorm-gelu-tied"), ownPage = join(folder, "own.html");
  execFileSync(vitrine, ["page", "--model", own, "--view", "tensors", "--out", ownPage], { cwd: root });
  await compare("page-of-a-model", pathToFileURL(ownPage).href,
    render(vitrine, join(folder, "own-native.png"), "--model", own, "--view", "tensors"));
  return problems;
}
