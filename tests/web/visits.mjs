// Plays the drive scripts that test the desktop, in the page.

import { readFileSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/// What the page cannot do, and why: options, and scripts.
const notHere = {
  "--device": "a browser has no compute shaders",
  "importing-refused.drive": "a page asks for no folder: what is imported goes to the downloads",
  "tokens-families.drive": "a page has no library for SentencePiece, nor for a tokenizer's own regular expressions",
  "menus.drive": "a page is closed by its browser, and has no Quit",
  "leaving.drive": "a page is closed by its browser, and has no Quit",
  "menu-entries.drive": "a page is closed by its browser, and has no Quit",
};

function scripts(folder) {
  return readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".drive")).sort().map((name) => join(folder, name));
}

/// What a page says where the desktop says where a file was saved.
const toldInPage = (script) => script.replace(/^expect message "Saved to(?: (?:.*\/)?([^"/]+))?"$/gm,
  (_, name) => `expect message "Handed to the browser's downloads${name ? `: ${name}` : ""}"`);

/// The visit of a script, as in tests/CMakeLists.txt: its first line may give the arguments. A page begins with a sample: a folder
/// and a batch are dropped on it.
function visitOf(file, tests) {
  const script = toldInPage(readFileSync(file, "utf8"));
  const words = /^# arguments: (.+)$/m.exec(script.slice(0, script.indexOf("\n")))?.[1].split(" ") ?? ["--sample", "navigation"];
  const dropped = [];
  const visit = { script, name: file, sample: "navigation", leftOut: notHere[basename(file)] };
  for (let i = 0; i < words.length; i += 2) {
    if (words[i] === "--sample") visit.sample = words[i + 1];
    else if (words[i] === "--size") [visit.width, visit.height] = words[i + 1].split("x").map(Number);
    else if (words[i] === "--theme") visit.light = words[i + 1] === "light";
    else if (["--model", "--batch"].includes(words[i])) dropped.push(`drop ${words[i + 1].replace("@tests@", tests)}\n`);
    else visit.leftOut ??= notHere[words[i]] ?? `the page does not know ${words[i]}`;
  }
  visit.script = dropped.join("") + script;
  return visit;
}

/// The files and folders that a script drops, which lie beside it, with their contents.
function droppedBy(file, script) {
  const found = [];
  const take = (path) => {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
      for (const name of readdirSync(path)) take(join(path, name));
    } else if (statSync(path, { throwIfNoEntry: false })) {
      found.push([path, readFileSync(path).toString("base64")]);
    }
  };
  for (const [, words] of script.matchAll(/^ *(?:drop|write-file) (.+)$/gm)) {
    for (const word of words.split(" ")) take(resolve(dirname(file), word));
  }
  return found;
}

/// Plays all scripts whose names match. Returns the problems.
export async function playVisits(page, folder, wanted = /./, say = () => {}) {
  const problems = [];
  for (const file of scripts(folder)) {
    const visit = visitOf(file, dirname(folder));
    if (!wanted.test(basename(file))) continue;
    if (visit.leftOut) {
      say(`${basename(file)}: left out, ${visit.leftOut}`);
      continue;
    }
    const start = Date.now();
    const problem = await page.evaluate((one, files) => {
      try {
        const { FS } = globalThis.vitrine.program;
        for (const [path, contents] of files) {
          FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
          FS.writeFile(path, Uint8Array.from(atob(contents), (letter) => letter.charCodeAt(0)));
        }
        FS.mkdirTree("/visit/tests/drive");
        FS.chdir("/visit");
        globalThis.vitrine.program.call("play", ["string"], [JSON.stringify(one)]);
        return "";
      } catch (problem) {
        return problem.message;
      }
    }, visit, droppedBy(file, visit.script));
    if (problem) problems.push(`${basename(file)}: ${problem}`);
    say(`${basename(file)}: ${problem || "holds"} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
  }
  return problems;
}
