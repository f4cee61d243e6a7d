// A plain static server: no compression, no headers but the type.

import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const types = {
  ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".json": "application/json",
  ".webp": "image/webp", ".txt": "text/plain; charset=utf-8",
};

/// Serves a folder on a free port, with more headers if any. `hears` is called with every path that is asked for. Returns its
/// address and a function that ends it.
export function serve(folder, headers = {}, hears = () => {}) {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
    hears(path);
    const file = join(folder, path.endsWith("/") ? path + "index.html" : path);
    try {
      if (!statSync(file).isFile()) throw new Error("no file");
      response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream", ...headers });
      createReadStream(file).pipe(response);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      resolve({ address: `http://127.0.0.1:${server.address().port}/`, close: () => (server.close(), server.closeAllConnections()) });
    });
  });
}
