/* The service worker: it keeps the files of this folder, and hands the requests of the companion's pages to the page
   that runs it. VERSION and FILES, each file with its digest, are written before this when the folder is made. */
"use strict";

const SCOPE = new URL(registration.scope),
  NAME = `pocket:${SCOPE.pathname}:`,
  CACHE = NAME + VERSION,
  APP = "app/",
  TYPES = {
    html: "text/html; charset=utf-8",
    css: "text/css",
    mjs: "text/javascript",
    wasm: "application/wasm",
    svg: "image/svg+xml",
  },
  PYTHON_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

addEventListener("install", (event) => event.waitUntil(fetchFiles()));
addEventListener("activate", (event) => event.waitUntil(begin()));
addEventListener("message", ({ data }) => data === "begin" && skipWaiting());

async function begin() {
  for (const name of await caches.keys()) if (name.startsWith(NAME) && name !== CACHE) await caches.delete(name);
  await clients.claim();
}

/* Fetch what is new in this version; the rest is in the cache of the one before. */
async function fetchFiles() {
  const cache = await caches.open(CACHE);
  let done = 0;
  await Promise.all(
    Object.entries(FILES).map(async ([name, digest]) => {
      const key = `${SCOPE.href}${name}?${digest}`;
      const known = await caches.match(key);
      await cache.put(key, known ?? (await fetchFile(name)));
      tell({ loaded: (done += 1), of: Object.keys(FILES).length });
    }),
  );
}

/* Packed, unless the host unpacks it. */
async function fetchFile(name) {
  const answer = await fetch(new URL(`${name}.gz`, SCOPE), { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  const content = await answer.blob(),
    [first, second] = new Uint8Array(await content.slice(0, 2).arrayBuffer()),
    isPacked = first === 0x1f && second === 0x8b;
  return new Response(isPacked ? content.stream().pipeThrough(new DecompressionStream("gzip")) : content, {
    headers: {
      "Content-Type": TYPES[name.split(".").pop()] ?? "application/octet-stream",
      ...(name === "worker.mjs" && { "Content-Security-Policy": PYTHON_POLICY }), // index.html has its own
    },
  });
}

const tell = async (news) => {
  for (const client of await clients.matchAll({ includeUncontrolled: true })) client.postMessage(news);
};

addEventListener("fetch", (event) => {
  const { request } = event,
    { origin, pathname } = new URL(request.url),
    path = pathname.slice(SCOPE.pathname.length);
  if (origin !== SCOPE.origin || !pathname.startsWith(SCOPE.pathname)) return;
  if (request.destination === "document") event.respondWith(shell(path));
  else if (path.startsWith(APP)) event.respondWith(page(request));
  else if (path in FILES) event.respondWith(file(path));
  else if (path === "last.html") event.respondWith(lastPage());
});

const file = async (path) => (await caches.match(`${SCOPE.href}${path}?${FILES[path]}`)) ?? fetchFile(path);

const lastPage = async () => (await caches.match(`${SCOPE.href}last.html`)) ?? new Response("", { status: 404 });

/* A page of the companion that is opened on its own opens within the shell. */
const shell = (path) =>
  path.startsWith(APP) ? Response.redirect(`${SCOPE.href}#/${path.slice(APP.length)}`) : file("index.html");

/* Ask the page that runs the companion. A file whose address has its digest stays in the cache. */
async function page(request) {
  if (request.method !== "GET" || !new URL(request.url).searchParams.has("v")) return ask(request);
  const cache = await caches.open(CACHE),
    kept = await cache.match(request.url);
  if (kept) return kept;
  const answer = await ask(request);
  if (answer.status === 200) cache.put(request.url, answer.clone()).catch(() => {}); // there is no room: asked again
  return answer;
}

async function ask(request) {
  const { pathname, search } = new URL(request.url),
    message = {
      method: request.method,
      target: pathname + search,
      headers: [...request.headers, ...(request.referrer ? [["referer", request.referrer]] : [])],
      body: await request.arrayBuffer(),
    };
  const shells = await clients.matchAll({ type: "window" });
  return new Promise((resolve) => {
    for (const shell of shells.filter(({ frameType }) => frameType === "top-level")) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => resolve(responseOf(data));
      shell.postMessage({ request: message }, [port2]);
    }
  });
}

const responseOf = ({ status, headers, body }) =>
  new Response([204, 304].includes(status) ? null : body, { status, headers });
