// Becomes sw.js: service-worker.ts fills in the next two constants.
const VERSION = __VERSION__;
const FILES = __FILES__;

const SCOPE = new URL(self.registration.scope);
// A URL path holds no raw space, so no scope's prefix begins another's.
const PREFIX = `trajectory-playground ${SCOPE.pathname} `;
const CURRENT = PREFIX + VERSION;

self.addEventListener('install', (event) => {
  event.waitUntil(precache());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(takeOver());
});

// A new version waits until the page asks for it; the page reloads itself.
self.addEventListener('message', (event) => {
  if (event.data === 'skip-waiting') event.waitUntil(self.skipWaiting());
});

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  const isOurs = url.origin === SCOPE.origin && url.pathname.startsWith(SCOPE.pathname);
  if (event.request.method === 'GET' && isOurs) event.respondWith(answer(event.request, url));
});

async function precache() {
  const cache = await caches.open(CURRENT);
  try {
    // 'reload' bypasses the HTTP cache, which may hold an older build.
    await cache.addAll(FILES.map((file) => new Request(file, { cache: 'reload' })));
  } catch (error) {
    await caches.delete(CURRENT);
    throw error;
  }
}

async function takeOver() {
  const older = await olderCaches();
  // The previous version is kept: its open tabs may still load chunks.
  await Promise.all(older.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function answer(request, url) {
  const file = url.pathname.slice(SCOPE.pathname.length);
  const key = SCOPE.href + (file === 'index.html' ? '' : file);
  for (const cacheName of [CURRENT, ...(await olderCaches())]) {
    const hit = await caches.match(key, { cacheName });
    if (hit) return hit;
  }
  return fetch(request);
}

/** This scope's other versions, oldest first. */
async function olderCaches() {
  const names = await caches.keys();
  return names.filter((name) => name.startsWith(PREFIX) && name !== CURRENT);
}
