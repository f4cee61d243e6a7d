// Keeps files from one visit to the next, in IndexedDB: the program's own files and those that were dropped.

/// Each drop has its own folder in here, with its number as the name.
export const droppedFolder = "/dropped";
const stateFolder = "/state";
/// The most bytes of dropped files that are kept, latest first. More would delay every visit, which reads them all before it
/// begins.
const most = 64 << 20;

function open() {
  return new Promise((resolve, reject) => {
    const wish = indexedDB.open("vitrine", 2);
    wish.onupgradeneeded = () => {
      for (const name of ["files", "dropped"]) {
        if (!wish.result.objectStoreNames.contains(name)) wish.result.createObjectStore(name);
      }
    };
    wish.onsuccess = () => resolve(wish.result);
    wish.onerror = () => reject(wish.error);
  });
}

const answerOf = (wish) => new Promise((resolve, reject) => {
  wish.onsuccess = () => resolve(wish.result);
  wish.onerror = () => reject(wish.error);
});

const copyKey = "vitrine/";

/// Stores a copy of a text in local storage, which writes at once; null removes the copy. If the storage is full or forbidden,
/// there is no copy.
function leaveCopy(name, text) {
  try {
    if (text === null) localStorage.removeItem(copyKey + name);
    else localStorage.setItem(copyKey + name, text);
  } catch {
    return;
  }
}

/// The stored copies, as pairs of name and text.
function copies() {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(copyKey));
    return keys.map((key) => [key.slice(copyKey.length), localStorage.getItem(key)]);
  } catch {
    return [];
  }
}

/// The number of the drop that brought a file: "/dropped/3/model/config.json" came with the third.
const dropOf = (path) => Number(path.split("/")[2]);

/// Restores the files of the last visit, finds out which have changed since, and keeps those again.
export class Keeper {
  constructor(FS) {
    this.FS = FS;
    this.kept = new Map();
    this.dropped = new Map();  // path: size
  }

  /// The number of the latest drop that was kept.
  get drops() {
    return Math.max(0, ...[...this.dropped.keys()].map(dropOf));
  }

  /// Does nothing if the browser keeps nothing, as in a private window.
  async restore() {
    this.FS.mkdirTree(stateFolder);
    try {
      this.database = await open();
      for (const [name, text] of await this.everything("files")) this.kept.set(name, text);
      const texts = new Map([...this.kept, ...copies()]);
      for (const [name, text] of texts) this.FS.writeFile(`${stateFolder}/${name}`, text);
      for (const [path, bytes] of await this.everything("dropped")) {
        this.dropped.set(path, bytes.length);
        this.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
        this.FS.writeFile(path, bytes);
      }
    } catch {
      this.database = null;
    }
  }

  async everything(name) {
    const store = this.database.transaction(name).objectStore(name);
    const [keys, values] = await Promise.all([answerOf(store.getAllKeys()), answerOf(store.getAll())]);
    return keys.map((key, i) => [key, values[i]]);
  }

  /// `leaving`: the page may end before the database has written the files, so they are also copied to local storage.
  keep(leaving = false) {
    if (!this.database) return;
    const changed = [];
    for (const name of this.FS.readdir(stateFolder)) {
      if (!name.endsWith(".json")) continue;
      const text = this.FS.readFile(`${stateFolder}/${name}`, { encoding: "utf8" });
      if (this.kept.get(name) !== text) changed.push([name, text]);
    }
    if (!changed.length) return;
    const store = this.database.transaction("files", "readwrite").objectStore("files");
    for (const [name, text] of changed) {
      store.put(text, name);
      this.kept.set(name, text);
      leaveCopy(name, leaving ? text : null);
    }
  }

  /// Keeps the files of a drop, and drops the oldest ones if there is too little room then.
  keepDropped(drop) {
    if (!this.database) return;
    const files = this.filesIn(`${droppedFolder}/${drop}`);
    const store = this.database.transaction("dropped", "readwrite").objectStore("dropped");
    for (const path of files) {
      const bytes = this.FS.readFile(path);
      store.put(bytes, path);
      this.dropped.set(path, bytes.length);
    }
    let sum = [...this.dropped.values()].reduce((a, b) => a + b, 0);
    for (const old of [...new Set([...this.dropped.keys()].map(dropOf))].sort((a, b) => a - b)) {
      if (sum <= most) break;
      for (const [path, size] of [...this.dropped].filter(([path]) => dropOf(path) === old)) {
        store.delete(path);
        this.dropped.delete(path);
        sum -= size;
      }
    }
  }

  filesIn(place) {
    if (!this.FS.isDir(this.FS.stat(place).mode)) return [place];
    const names = this.FS.readdir(place).filter((name) => name !== "." && name !== "..");
    return names.flatMap((name) => this.filesIn(`${place}/${name}`));
  }
}
