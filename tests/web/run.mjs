// Tries the page in a browser: node run.mjs KIND BROWSER ROOT [PART...]. NODE_PACKAGES is the folder with puppeteer-core.

import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { open, rest, visit } from "./browser.mjs";
import { tryHands } from "./hands.mjs";
import { damageLinks } from "./links.mjs";
import { tryMemory } from "./memory.mjs";
import { compareNumbers } from "./numbers.mjs";
import { tryPages } from "./pages.mjs";
import { compareScreens } from "./screens.mjs";
import { serve } from "./server.mjs";
import { measure } from "./times.mjs";
import { playVisits } from "./visits.mjs";

const [kind, program, root, ...wanted] = process.argv.slice(2);
const vitrine = join(root, "build/release/vitrine"), folder = join(root, "build/web-tests/out");
// All but "long", whose tensors have 3.4 GB: the page refuses it, which memory.mjs holds.
const samples = ["translation", "navigation", "by-hand", "two-heads"];
const say = (line) => console.log(`  ${line}`);

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const site = join(root, "build/web");
const server = await serve(site);

/// Each part gets a browser of its own and returns its problems.
const parts = {
  async numbers(browser) {
    const page = await visit(browser, `${server.address}?keeps=no`);
    await rest(page);
    const { problems, tensors, numbers, largest } = await compareNumbers(page, vitrine, folder, samples);
    say(`${tensors} tensors with ${numbers} numbers; the largest difference is ${largest.toExponential(1)}`);
    return problems;
  },
  async visits(browser) {
    const page = await visit(browser, `${server.address}?keeps=no`);
    await rest(page);
    return playVisits(page, join(root, "tests/app"), new RegExp(process.env.VISITS ?? "."), say);
  },
  hands: (browser) => tryHands(browser, server.address, kind),
  screens: (browser) => compareScreens(browser, server.address, vitrine, folder, say),
  links: (browser) => damageLinks(browser, server.address, Number(process.env.LINKS ?? 200), say),
  pages: () => tryPages(kind, program, server.address, vitrine, root, folder, say),
  memory: (browser) => tryMemory(browser, server.address, say),
  async times(browser) {
    await measure(browser, server.address, vitrine, site, say);
    return [];
  },
};

let failed = false;
for (const name of wanted.length ? wanted : Object.keys(parts).filter((part) => part !== "times")) {
  const start = Date.now();
  console.log(`${name}, in ${kind}:`);
  const { browser, close } = await open(kind, program);
  let problems;
  try {
    problems = await parts[name](browser);
  } catch (problem) {
    problems = [problem.stack];
  }
  await close().catch(() => {});
  for (const problem of problems) console.log(`  NOT: ${problem}`);
  console.log(`${name}: ${problems.length ? `${problems.length} problems` : "holds"} (${((Date.now() - start) / 1000).toFixed(0)} s)`);
  failed ||= problems.length > 0;
}
server.close();
process.exit(failed ? 1 : 0);
