// Keeps the page for use without a network. VERSION is the contents of all its files: another one is fetched anew as a whole.
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
  const kept = caches.open(version).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(kept.then((response) => response ?? fetch(event.request)));
});
