// Keeps the program's own files from one visit to the next, in IndexedDB.

const folder = "/state";

function open() {
  return new Promise((resolve, reject) => {
    const wish = indexedDB.open("vitrine", 1);
    wish.onupgradeneeded = () => wish.result.createObjectStore("files");
    wish.onsuccess = () => resolve(wish.result);
    wish.onerror = () => reject(wish.error);
  });
}

/// The files as they were kept, written into the program's folder; then says which have changed and keeps them again.
export class Keeper {
  constructor(FS) {
    this.FS = FS;
    this.kept = new Map();
  }

  /// Does nothing where the browser keeps nothing, as in a private window.
  async restore() {
    this.FS.mkdirTree(folder);
    try {
      this.database = await open();
      const store = this.database.transaction("files").objectStore("files");
      const all = (wish) => new Promise((resolve, reject) => {
        wish.onsuccess = () => resolve(wish.result);
        wish.onerror = () => reject(wish.error);
      });
      const [names, texts] = await Promise.all([all(store.getAllKeys()), all(store.getAll())]);
      names.forEach((name, i) => {
        this.kept.set(name, texts[i]);
        this.FS.writeFile(`${folder}/${name}`, texts[i]);
      });
    } catch {
      this.database = null;
    }
  }

  keep() {
    if (!this.database) return;
    const changed = [];
    for (const name of this.FS.readdir(folder)) {
      if (!name.endsWith(".json")) continue;
      const text = this.FS.readFile(`${folder}/${name}`, { encoding: "utf8" });
      if (this.kept.get(name) !== text) changed.push([name, text]);
    }
    if (!changed.length) return;
    const store = this.database.transaction("files", "readwrite").objectStore("files");
    for (const [name, text] of changed) {
      store.put(text, name);
      this.kept.set(name, text);
    }
  }
}
