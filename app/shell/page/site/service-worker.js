// Keeps the page for use without a network. VERSION is the contents of all its files: another one is fetched anew as a whole. What
// only some pages use, in the folder threads, is kept once it has been used.
const version = "VERSION", files = FILES;

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
    if (response.ok && event.request.url.startsWith(`${registration.scope}threads/`)) await cache.put(event.request, response.clone());
    return response;
  };
  event.respondWith(answer());
});
