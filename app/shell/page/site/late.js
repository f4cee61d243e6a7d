// Files that the program asks for once it needs them: those of most samples, and the parts of which pages of one file are made.

import { unpacked } from "./program.js";

const programFolder = "/vitrine";

/// What every page of one file is made of.
const parts = ["program.pack", "files.pack", "single.html"];

/// The late files by the program's names for them, each with the name of the part that has it, its bytes, and whether it is to be
/// unpacked: what goes into a page of one file goes there as it is. `sizes`: the bytes of the parts, by their names.
function lateFiles(sizes) {
  const late = new Map();
  for (const [part, bytes] of Object.entries(sizes)) {
    const isOfSample = part.startsWith("samples/");
    if (isOfSample) late.set(part.replace(/\.pack$/, ""), { part, bytes, packed: true });
    if (isOfSample || parts.includes(part)) late.set(`web/${part}`, { part, bytes, packed: false });
  }
  return late;
}

export class Late {
  /// `sizes`: the bytes of the parts, by their names; 0 for a file of a sample that a page of one file does not bring.
  /// `fetchPart(name)` returns a Response for a part, or throws why there is none; `tell` tells the program of an event.
  constructor(FS, sizes, fetchPart, tell) {
    this.FS = FS;
    this.fetchPart = fetchPart;
    this.tell = tell;
    this.files = lateFiles(sizes);
    this.underWay = 0;
    this.fetched = new Set();  // the names of the parts asked for
  }

  /// The bytes of the late files, by their names.
  get sizes() {
    return Object.fromEntries([...this.files].map(([name, file]) => [name, file.bytes]));
  }

  /// Fetches a file and puts it where the program looks for it. Tells the program how that goes.
  async fetch(name) {
    const { part, bytes, packed } = this.files.get(name);
    this.underWay += 1;
    this.fetched.add(part);
    try {
      if (packed && !bytes) throw new Error("this page of one file does not bring it");
      const response = await this.fetchPart(part);
      let come = 0, told = 0;
      const heard = (more) => {
        come += more;
        if (come - told < bytes / 100) return;
        told = come;
        this.tell({ event: "file", name, come });
      };
      const contents = await unpacked(response, heard, packed);
      const path = `${programFolder}/${name}`;
      this.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
      this.FS.writeFile(path, contents);
      this.tell({ event: "file", name });
    } catch (problem) {
      this.tell({ event: "file", name, problem: problem.message });
    } finally {
      this.underWay -= 1;
    }
  }
}
