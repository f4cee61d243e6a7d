// Starts the program: fetches it and its packed files, and reports the progress.

/// The bytes of a response, unpacked if they are `packed`. `heard` is called with the number of bytes received since the last call.
export async function unpacked(response, heard, packed = true) {
  const counted = new TransformStream({
    transform(chunk, controller) {
      heard(chunk.byteLength);
      controller.enqueue(chunk);
    },
  });
  const stream = response.body.pipeThrough(counted);
  return new Uint8Array(await new Response(packed ? stream.pipeThrough(new DecompressionStream("gzip")) : stream).arrayBuffer());
}

/// Writes the files of a pack: four bytes with the length of a list, the list as JSON ([[path, size], …]), then the files' bytes.
function unpack(FS, pack) {
  const length = new DataView(pack.buffer, pack.byteOffset).getUint32(0, true);
  const list = JSON.parse(new TextDecoder().decode(pack.subarray(4, 4 + length)));
  let at = 4 + length;
  for (const [path, size] of list) {
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, pack.subarray(at, at + size));
    at += size;
  }
}

/// The program: an object with the functions of app/shell/page/main.cpp, which take and return objects. `fetchPart(name)` returns
/// a Response for `programPart` and for "files.pack", whose `sizes` are known. `makeVitrine` is a promise of Emscripten's function.
/// `heard(share)` receives the progress.
export async function start({ makeVitrine, fetchPart, programPart, sizes, canvas, heard }) {
  let bytes = 0;
  const whole = sizes[programPart] + sizes["files.pack"];
  const count = (more) => heard(Math.min(1, (bytes += more) / whole));
  const get = async (name) => unpacked(await fetchPart(name), count);
  const [make, wasmBinary, files] = await Promise.all([makeVitrine, get(programPart), get("files.pack")]);
  const module = await make({ canvas, wasmBinary, noInitialRun: false });
  unpack(module.FS, files);
  const call = (name, types, values) => {
    const answer = JSON.parse(module.ccall(`vitrine_${name}`, "string", types, values));
    if (answer && answer.failed) throw new Error(answer.failed);
    return answer;
  };
  return {
    FS: module.FS,
    begin: (wanted) => call("begin", ["string"], [JSON.stringify(wanted)]),
    frame: (seconds, events) => call("frame", ["number", "string"], [seconds, JSON.stringify(events)]),
    setScale: (scale) => module.ccall("vitrine_set_scale", null, ["number"], [scale]),
    save: () => call("save", [], []),
    places: () => call("places", [], []),
    memory: () => module.HEAPU8.byteLength,
    call,
  };
}
