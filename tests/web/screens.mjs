// Holds what the page draws against what `vitrine render` draws: the same screen, but for the edges of letters.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { rest, take, visit } from "./browser.mjs";
import { pixelsOf } from "./png.mjs";

const screens = [
  { link: "sample=translation", width: 1280, height: 800 },
  { link: "sample=translation&view=attention", width: 1600, height: 1000 },
  { link: "sample=navigation&view=tensors&tensor=encoder.layers.0.self_attn.scores", width: 1280, height: 800, light: true },
  { link: "sample=two-heads&view=attention", width: 390, height: 844 },
  { link: "sample=by-hand&view=masks", width: 820, height: 1180, light: true },
  { link: "sample=translation&view=generate", width: 1280, height: 800, scale: 2 },
];

/// The share of pixels of which a channel differs by more than can be rounding.
export function difference(a, b) {
  if (a.width !== b.width || a.height !== b.height) return 1;
  let differing = 0;
  for (let i = 0; i < a.rgba.length; i += 4) {
    if ([0, 1, 2].some((channel) => Math.abs(a.rgba[i + channel] - b.rgba[i + channel]) > 12)) ++differing;
  }
  return differing / (a.width * a.height);
}

export async function compareScreens(browser, kind, address, vitrine, folder, say) {
  const problems = [];
  const most = 0.01;
  for (const [number, { link, width, height, light = false, scale = 1 }] of screens.entries()) {
    const page = await visit(browser, `${address}?keeps=no#${link}`, { width, height, scale, dark: !light });
    await rest(page);
    const ours = join(folder, `screen-${number}.png`), native = join(folder, `screen-${number}-native.png`);
    await take(page, kind, ours);
    await page.close();
    execFileSync(vitrine, ["render", "--link", `vitrine:${link}`, "--size", `${width * scale}x${height * scale}`, "--scale",
      String(scale), "--theme", light ? "light" : "dark", "--out", native]);
    const share = difference(pixelsOf(readFileSync(ours)), pixelsOf(readFileSync(native)));
    say(`${link} at ${width}×${height}, ${light ? "light" : "dark"}: ${(100 * share).toFixed(3)} % of the pixels differ`);
    if (share > most) problems.push(`${link}: ${(100 * share).toFixed(2)} % of the pixels differ (${ours}, ${native})`);
  }
  return problems;
}
