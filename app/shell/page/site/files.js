// Files that are dropped on the page or chosen, and files that the program saves.

import { droppedFolder } from "./keeping.js";

const largest = 1 << 30;

export class Files {
  /// `chooser` is the page's field for choosing files. `drop` is called with the number of a drop and the paths of what was
  /// dropped, `refuse` with a message if something cannot be read.
  constructor(FS, chooser, drop, refuse) {
    this.FS = FS;
    this.chooser = chooser;
    this.drop = drop;
    this.refuse = refuse;
    this.drops = 0;
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
      event.preventDefault();
      const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
      this.take(entries);
    });
    chooser.addEventListener("change", () => {
      this.take([...chooser.files]);
      chooser.value = "";  // so that the same file can be chosen again
    });
  }

  choose() {
    this.chooser.click();
  }

  /// Copies a drop of files or of file system entries. Each drop has its own folder, so that earlier files of the same name are
  /// left alone.
  async take(entries) {
    const drop = ++this.drops, folder = `${droppedFolder}/${drop}`;
    const paths = [];
    try {
      for (const entry of entries) {
        await this.copy(entry, folder);
        paths.push(`${folder}/${entry.name}`);
      }
    } catch (problem) {
      this.refuse(problem.message);
    }
    if (paths.length) this.drop(drop, paths);
  }

  async copy(entry, folder) {
    const path = `${folder}/${entry.name}`;
    this.FS.mkdirTree(folder);
    if (entry.isDirectory) {
      this.FS.mkdirTree(path);
      const reader = entry.createReader();
      for (let found; (found = await new Promise((resolve, reject) => reader.readEntries(resolve, reject))).length;) {
        for (const one of found) await this.copy(one, path);
      }
      return;
    }
    const file = entry instanceof File ? entry : await new Promise((resolve, reject) => entry.file(resolve, reject));
    if (file.size > largest) throw new Error(`${entry.name}: a page takes files of 1 GB at most`);
    this.FS.writeFile(path, new Uint8Array(await file.arrayBuffer()));
  }

  /// Hands files over to the browser as downloads.
  give(paths) {
    for (const path of paths) {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([this.FS.readFile(path)]));
      link.download = path.slice(path.lastIndexOf("/") + 1);
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
      this.FS.unlink(path);
    }
  }
}
