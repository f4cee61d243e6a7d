// Draws frames while something happens, and does what the program asks the page to do.

import { start } from "./program.js";
import { Keeper } from "./keeping.js";
import { Listener } from "./input.js";
import { Files } from "./files.js";
import { Reader } from "./reader.js";
import { Late } from "./late.js";

const find = (id) => document.getElementById(id);
const canvas = find("vitrine"), typing = find("typing"), first = find("first");

function fail(text) {
  first.className = "";
  find("loading").className = "failed";
  find("loading-text").textContent = text;
}

const wishes = {
  dark: matchMedia("(prefers-color-scheme: dark)"),
  still: matchMedia("(prefers-reduced-motion: reduce)"),
};
const looks = () => ({ event: "looks", dark: wishes.dark.matches, still: wishes.still.matches });

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    typing.value = text;
    typing.select();
    document.execCommand("copy");
    typing.value = "";
    canvas.focus({ preventScroll: true });
  }
}

class Page {
  /// `own`: what a page of one file begins with; null in any other page. `sizes` and `fetchPart`: of the parts of this page.
  constructor(program, own, sizes, fetchPart) {
    this.program = program;
    this.linked = !own && location.protocol.startsWith("http");
    this.drawing = 0;
    this.listener = new Listener(canvas, typing, () => this.wake());
    this.keeper = new Keeper(program.FS);
    const { listener } = this;
    const drop = (number, files) => {
      this.keeper.keepDropped(number);
      listener.tell({ event: "drop", files });
    };
    this.files = new Files(program.FS, find("chooser"), drop, (text) => listener.tell({ event: "problem", text }));
    this.reader = new Reader(find("said"), find("places"), this);
    this.late = new Late(program.FS, sizes, fetchPart, (event) => listener.tell(event));
  }

  async begin(options) {
    if (options.keeps) await this.keeper.restore();
    this.files.drops = this.keeper.drops;
    const base = this.linked ? `${location.origin}${location.pathname}${location.search}#` : "";
    this.program.begin({ ...options, base, scale: devicePixelRatio, dark: wishes.dark.matches, still: wishes.still.matches,
      late: this.late.sizes });
    this.follow();
    for (const wish of Object.values(wishes)) wish.addEventListener("change", () => this.listener.tell(looks()));
    new ResizeObserver(() => this.resize()).observe(canvas);
    this.resize();
    this.draw(performance.now());
    canvas.focus({ preventScroll: true });
  }

  follow() {
    addEventListener("hashchange", () => this.listener.tell({ event: "link", text: location.hash }));
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "hidden") this.save();
      else this.wake();
    });
    addEventListener("pagehide", () => this.save());
    addEventListener("beforeunload", (event) => {
      if (this.unsaved) event.preventDefault();  // makes the browser ask whether to leave
    });
    canvas.addEventListener("webglcontextlost", (event) => {
      event.preventDefault();
      this.save();
      fail("The browser has taken its graphics away from this page. Reload it to go on where you were.");
    });
  }

  save() {
    this.program.save();
    this.keeper.keep(true);
  }

  resize() {
    const ratio = devicePixelRatio;
    const width = Math.max(1, Math.round(canvas.clientWidth * ratio)), height = Math.max(1, Math.round(canvas.clientHeight * ratio));
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    this.program.setScale(ratio);
    this.listener.tell({ event: "size", width, height });
  }

  wake() {
    if (!this.drawing) this.drawing = requestAnimationFrame((now) => this.draw(now));
  }

  draw(now) {
    this.drawing = 0;
    clearTimeout(this.later);
    let news;
    try {
      news = this.program.frame(now / 1000, this.listener.take());
    } catch (problem) {
      fail(`Vitrine had to stop: ${problem.message}. Reload the page to go on where you were.`);
      throw problem;
    }
    if (first.className !== "done") this.shown();
    this.hear(news);
    this.unsaved = news.unsaved;
    if (!news.rests) this.wake();
    else if (news.waits) this.later = setTimeout(() => this.wake(), 600);
  }

  shown() {
    first.className = "done";
    this.shownAt = performance.now();
  }

  hear(news) {
    if (news.copied !== undefined) copy(news.copied);
    if (news.title !== undefined) document.title = news.title;
    if (news.address !== undefined && this.linked) history.replaceState(null, "", news.address || `${location.pathname}${location.search}`);
    if (news.typing !== undefined) {
      this.listener.writes = news.typing;
      (news.typing ? typing : canvas).focus({ preventScroll: true });
    }
    if (news.chooses) this.files.choose();
    for (const name of news.fetch ?? []) this.late.fetch(name);
    if (news.saved) this.files.give(news.saved);
    if (news.said !== undefined) this.reader.say(news.said);
    if (news.rests) {
      this.keeper.keep();
      this.reader.look();
    }
  }
}

/// What a page of one file begins with, and its parts; null in any other page.
function ownStart() {
  const start = find("start");
  return start && JSON.parse(start.textContent);
}

const bytesOf = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/// Emscripten's function that makes the program. A page of one file contains it; any other page loads it from the folder.
function loaded(folder) {
  if (globalThis.Vitrine) return globalThis.Vitrine;
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = `${folder}vitrine.js`;
    script.onload = () => resolve(globalThis.Vitrine);
    script.onerror = () => reject(new Error("vitrine.js cannot be loaded"));
    document.head.append(script);
  });
}

/// The parts of a page of one file, by name: how many bytes each has, and a function that returns them. What the page does not
/// bring of a sample is empty.
function ownParts() {
  const packed = (text) => ({ size: Math.floor((text.length * 3) / 4), bytes: () => bytesOf(text) });
  const single = () => {
    const page = document.documentElement.cloneNode(true);
    for (const name of ["program", "files", "samples", "start"]) page.querySelector(`#${name}`).textContent = `{{${name}}}`;
    for (const name of ["said", "places"]) page.querySelector(`#${name}`).replaceChildren();
    page.querySelector("#first").removeAttribute("class");
    return new TextEncoder().encode(`<!doctype html>\n${page.outerHTML}\n`);
  };
  const samples = Object.entries(JSON.parse(find("samples").textContent));
  return {
    "program.pack": packed(find("program").textContent),
    "files.pack": packed(find("files").textContent),
    "single.html": { size: 0, bytes: single },
    ...Object.fromEntries(samples.map(([name, text]) => [`${name}.pack`, packed(text ?? "")])),
  };
}

/// How any other page gets its parts: from the folder that it was loaded from.
async function fetchPart(name) {
  const response = await fetch(name).catch(() => {
    throw new Error("the network does not answer");
  });
  if (!response.ok) throw new Error(`the server has no ${name} (${response.status})`);
  return response;
}

async function run() {
  if (typeof DecompressionStream === "undefined" || typeof WebAssembly === "undefined")
    return fail("This browser is too old: Vitrine needs WebAssembly and DecompressionStream, as of 2023.");
  if (!document.createElement("canvas").getContext("webgl2"))
    return fail("This browser gives no WebGL 2 to draw with. It may be switched off in its settings.");
  const own = ownStart();
  const parts = own && ownParts();
  const getPart = parts ? async (name) => new Response(parts[name].bytes()) : fetchPart;
  const sizes = parts
    ? Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part.size]))
    : await (await fetchPart("sizes.json")).json();
  // Threads need shared memory, which browsers give only to pages that other sites have no access to.
  const programPart = globalThis.crossOriginIsolated && sizes["threads/program.pack"] ? "threads/program.pack" : "program.pack";
  const program = await start({
    makeVitrine: loaded(programPart.replace("program.pack", "")), programPart, sizes, canvas,
    fetchPart: getPart,
    heard: (share) => (find("loading-bar").value = share),
  });
  for (const [path, contents] of own?.files ?? []) {
    program.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    program.FS.writeFile(path, bytesOf(contents));
  }
  const page = new Page(program, own, sizes, getPart);
  globalThis.vitrine = page;  // for tests, and for curious readers
  // A page that is reloaded goes on where it was, from its session, which contains more than a link.
  const again = performance.getEntriesByType("navigation")[0]?.type === "reload";
  const wanted = new URLSearchParams(location.search);
  const keeps = !own && wanted.get("keeps") !== "no";
  const { link = again && keeps ? "" : location.hash.length > 1 ? location.hash : "", session = "" } = own ?? {};
  await page.begin({ keeps, link, session, only: own?.only || wanted.get("only") || "" });
  if (!own && "serviceWorker" in navigator && isSecureContext) {
    // What was fetched before the service worker was there passes by it once more, so that it is kept, too.
    const pass = () => page.late.fetched.forEach((name) => fetch(name).catch(() => {}));
    navigator.serviceWorker.addEventListener("controllerchange", pass);
    navigator.serviceWorker.register("service-worker.js").catch(() => {});
  }
}

run().catch((problem) => {
  console.error(problem);
  fail(`Vitrine cannot start: ${problem.message}.`);
});
