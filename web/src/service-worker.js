// Keeps the whole page for use without a network. The build fills in the two constants.
const VERSION = __VERSION__;
const FILES = __FILES__;

// The smallest module that uses a SIMD instruction: (func (result v128) i32.const 0 i8x16.splat).
const SIMD = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11,
]);

// Of the two modules only the one that this browser runs: packed with SIMD, or plain.
function wanted(file) {
  const packed = file.endsWith('.packed');
  if (!packed && !file.endsWith('.wasm')) return true;
  return (WebAssembly.validate(SIMD) && 'DecompressionStream' in self) === packed;
}

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(VERSION)
      .then((cache) => cache.addAll(FILES.filter(wanted).map((file) => new Request(file, { cache: 'reload' }))))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== VERSION).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== self.location.origin) return;
  event.respondWith(
    caches
      .open(VERSION)
      .then((cache) => cache.match(request, { ignoreSearch: true, ignoreVary: true }))
      .then((found) => found ?? fetch(request)),
  );
});
