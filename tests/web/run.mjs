// Tries the page in a browser: node run.mjs KIND BROWSER ROOT [PART...]. NODE_PACKAGES is the folder with puppeteer-core.

import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fetchSamples, open, rest, visit } from "./browser.mjs";
import { tryHands } from "./hands.mjs";
import { tryLate } from "./late.mjs";
import { damageLinks } from "./links.mjs";
import { tryMemory } from "./memory.mjs";
import { compareNumbers } from "./numbers.mjs";
import { tryPages } from "./pages.mjs";
import { compareScreens } from "./screens.mjs";
import { serve } from "./server.mjs";
import { tryThreads } from "./threads.mjs";
import { measure } from "./times.mjs";
import { playVisits } from "./visits.mjs";

const [kind, program, root, ...wanted] = process.argv.slice(2);
const vitrine = join(root, "build/release/vitrine"), folder = join(root, "build/web-tests/out");
// All but "long", whose tensors have 3.4 GB, and the page no room to write them down beside it: see memory.mjs.
const samples = ["english-french", "english-spanish", "translation", "navigation", "by-hand", "two-heads", "addition", "induction",
  "hidden-words"];

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const site = join(root, "build/web");
const server = await serve(site);

/// Each part gets a browser of its own, and returns its problems.
const parts = {
  async visits(browser, say) {
    const page = await visit(browser, `${server.address}?keeps=no`);
    await rest(page);
    await fetchSamples(page);
    return playVisits(page, join(root, "tests/app"), new RegExp(process.env.VISITS ?? "."), say);
  },
  async numbers(browser, say) {
    const page = await visit(browser, `${server.address}?keeps=no`);
    await rest(page);
    const { problems, tensors, numbers, largest } = await compareNumbers(page, vitrine, folder, samples);
    say(`${tensors} tensors with ${numbers} numbers; the largest difference is ${largest.toExponential(1)}`);
    return problems;
  },
  links: (browser, say) => damageLinks(browser, server.address, Number(process.env.LINKS ?? 200), say),
  pages: (_, say) => tryPages(kind, program, server.address, vitrine, root, folder, say),
  screens: (browser, say) => compareScreens(browser, kind, server.address, vitrine, folder, say),
  memory: (browser, say) => tryMemory(browser, server.address, say),
  hands: (browser) => tryHands(browser, server.address, kind),
  late: (browser, say) => tryLate(browser, site, kind, say),
  threads: (browser, say) => tryThreads(browser, site, say),
  async times(browser, say) {
    await measure(browser, server.address, vitrine, site, say);
    return [];
  },
};

/// Returns whether the part holds.
async function run(name) {
  const start = Date.now();
  const { browser, close } = await open(kind, program);
  let problems;
  try {
    problems = await parts[name](browser, (line) => console.log(`  ${name}: ${line}`));
  } catch (problem) {
    problems = [problem.stack];
  }
  await close().catch(() => {});
  for (const problem of problems) console.log(`  ${name}: NOT: ${problem}`);
  console.log(`${name}: ${problems.length ? `${problems.length} problems` : "holds"} (${((Date.now() - start) / 1000).toFixed(0)} s)`);
  return problems.length === 0;
}

// Two browsers at a time, each of which draws with one core; measurements want the machine for themselves. Firefox draws nothing in a
// window that another one hides, and all are on one display.
const names = wanted.length ? wanted : Object.keys(parts).filter((part) => part !== "times" && part !== "threads");
const shared = names.filter((name) => name !== "times");
let holds = true;
const worker = async () => {
  for (let name; (name = shared.shift()); ) holds = (await run(name)) && holds;
};
await Promise.all(Array.from({ length: kind === "firefox" ? 1 : 2 }, worker));
if (names.includes("times")) holds = (await run("times")) && holds;
server.close();
process.exit(holds ? 0 : 1);
