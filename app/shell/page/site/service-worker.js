// Keeps the page for use without a network. VERSION depends on the contents of all its files: a new version is fetched as a
// whole. Files that only some pages use, in the folders threads and samples, are kept once they have been used.
const version = "VERSION", files = FILES, onceUsed = ["threads/", "samples/"];

addEventListener("install", (event) => {
  event.waitUntil(caches.open(version).then((cache) => cache.addAll(files)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const others = async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith("vitrine-") && name !== version) await caches.delete(name);
    }
    await clients.claim();
  };
  event.waitUntil(others());
});

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || !event.request.url.startsWith(registration.scope)) return;
  const answer = async () => {
    const cache = await caches.open(version);
    const kept = await cache.match(event.request, { ignoreSearch: true });
    if (kept) return kept;
    const response = await fetch(event.request);
    const keeps = onceUsed.some((folder) => event.request.url.startsWith(registration.scope + folder));
    if (response.ok && keeps) event.waitUntil(cache.put(event.request, response.clone()));  // while the page reads it
    return response;
  };
  event.respondWith(answer());
});
