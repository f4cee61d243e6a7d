// Opens links in the page: those of given screens come back as they were, and ten thousand that are damaged never end it.

import { fetchSamples, rest, visit } from "./browser.mjs";

const good = [
  "sample=translation", "sample=translation&view=attention&tensor=decoder.layers.0.cross_attn.weights&head=1",
  "sample=navigation&view=tensors&tensor=encoder.layers.0.self_attn.scores", "sample=by-hand&view=masks", "sample=two-heads",
  "sample=translation&lesson=08-masks&lesson.step=2",
];

/// As long as three frames may take, in milliseconds, on a machine that does other things, too.
const longestPatience = 10_000;

/// As many links as the page is asked for at once: fewer than could take, one after the other, as long as browsers wait for an answer.
const perPortion = 15;

/// A generator of numbers, always the same ones (mulberry32).
function numbers(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function damaged(text, random) {
  const pieces = ["&", "=", "(", ")", ":", ",", "%", "%00", "%ff", "-1", "1e99", "9".repeat(30), "ü", "\u0000", "sample=long", "null", "(".repeat(40)];
  for (let i = 1 + Math.floor(4 * random()); i > 0; --i) {
    const at = Math.floor(random() * (text.length + 1)), kind = random();
    if (kind < 0.35) text = text.slice(0, at) + pieces[Math.floor(random() * pieces.length)] + text.slice(at);
    else if (kind < 0.6) text = text.slice(0, at) + text.slice(at + 1 + Math.floor(6 * random()));
    else if (kind < 0.8) text = text.slice(0, at) + String.fromCharCode(32 + Math.floor(95 * random())) + text.slice(at + 1);
    else text += `&${text.slice(at, at + 20)}`;
  }
  return text;
}

export async function damageLinks(browser, address, count, say) {
  const random = numbers(20261126);
  const page = await visit(browser, `${address}?keeps=no`);
  await rest(page);
  await fetchSamples(page);
  const problems = [];
  let slowest = { took: 0, text: "" };
  for (let done = 0; done < count;) {
    const texts = [];
    for (; texts.length < perPortion && done < count; ++done) texts.push(`#${damaged(good[done % good.length], random)}`);
    const found = await page.evaluate(async (links) => {
      const { program } = globalThis.vitrine;
      let longest = { took: 0 }, seconds = performance.now() / 1000;
      for (const text of links) {
        await new Promise(requestAnimationFrame);  // so that the graphics are not behind
        const start = performance.now();
        try {
          for (let i = 0; i < 3; ++i) program.frame((seconds += 1 / 60), i ? [] : [{ event: "link", text }]);
        } catch (problem) {
          return { text, problem: problem.message };
        }
        const took = performance.now() - start;
        if (took > longest.took) longest = { took, text };
      }
      return { longest };
    }, texts);
    if (found.problem) {
      problems.push(`${found.text}: ${found.problem}`);
      break;
    }
    if (found.longest.took > slowest.took) slowest = found.longest;
  }
  say(`${count} damaged links; the slowest took ${slowest.took.toFixed(0)} ms: ${slowest.text}`);
  if (slowest.took > longestPatience) problems.push(`a link takes ${slowest.took.toFixed(0)} ms: ${slowest.text}`);
  await page.close();
  return problems;
}
