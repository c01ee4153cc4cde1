/* The service worker: it keeps the files of this folder, and hands the requests of the companion's pages to the worker
   that runs it. VERSION and FILES, each with its digest and its headers, are written before this by building.py. */
"use strict";

const SCOPE = new URL(registration.scope),
  CACHES = `pocket:${SCOPE.pathname}:`,
  CACHE = CACHES + VERSION,
  APP = "app/",
  NAME = `companion:${SCOPE.pathname}`,
  channel = new BroadcastChannel(NAME);

addEventListener("install", (event) => event.waitUntil(fetchFiles()));
addEventListener("activate", (event) => event.waitUntil(deleteOld()));
// A page of an earlier version waits for the one that came meanwhile.
addEventListener("message", ({ data }) => data === "begin" && skipWaiting());

/* Fetch what is new in this version; the rest is in the cache of the one before. */
async function fetchFiles() {
  const cache = await caches.open(CACHE),
    names = Object.keys(FILES);
  let loaded = 0;
  const keep = async (name) => {
    await cache.put(keyOf(name), await file(name));
    channel.postMessage({ loaded: (loaded += 1), of: names.length });
  };
  await Promise.all(names.map(keep));
}

async function deleteOld() {
  for (const name of await caches.keys()) if (name.startsWith(CACHES) && name !== CACHE) await caches.delete(name);
}

const keyOf = (name) => `${SCOPE.href}${name}?${FILES[name].digest}`;
const file = async (name) => (await caches.match(keyOf(name))) ?? fetchFile(name);

async function fetchFile(name) {
  const answer = await fetch(`${SCOPE.href}${name}.packed`, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return new Response(answer.body.pipeThrough(new DecompressionStream("gzip")), FILES[name]);
}

addEventListener("fetch", (event) => {
  const { request } = event,
    path = request.url.slice(SCOPE.href.length);
  if (!request.url.startsWith(SCOPE.href)) return;
  if (request.destination === "document") event.respondWith(shell(path));
  else if (path.startsWith(APP)) event.respondWith(page(request));
  else if (path in FILES) event.respondWith(file(path));
});

/* A page of the companion that is opened on its own opens within the shell. */
const shell = (path) =>
  path.startsWith(APP) ? Response.redirect(`${SCOPE.href}#/${path.slice(APP.length)}`) : file("index.html");

/* A file whose address has its digest stays in the cache. */
async function page(request) {
  if (!new URL(request.url).searchParams.has("v")) return ask(request);
  const cache = await caches.open(CACHE),
    kept = await cache.match(request);
  if (kept) return kept;
  const answer = await ask(request);
  if (answer.ok) cache.put(request, answer.clone()).catch(() => {}); // there is no room: asked again
  return answer;
}

/* Ask the worker that runs the companion. Its lock is free where none runs, or it ends before it answers. */
async function ask(request) {
  const { pathname, search } = new URL(request.url),
    id = crypto.randomUUID(),
    headers = [...request.headers, ["referer", request.referrer]],
    sent = { id, method: request.method, target: pathname + search, headers, body: await request.arrayBuffer() },
    done = new AbortController(),
    { signal } = done;
  const answer = new Promise((resolve) => {
    const end = () => resolve(noAnswer(request));
    const hear = ({ data }) => (data.id === id ? resolve(new Response(data.body, data)) : data.stop && end());
    channel.addEventListener("message", hear, { signal });
    navigator.locks.request(NAME, { mode: "shared", signal }, end).catch(() => {}); // it was answered
    channel.postMessage(sent);
  });
  return answer.finally(() => done.abort());
}

/* The frame keeps its page, and what is typed there; a script learns of it as of a lost connection. */
const noAnswer = ({ mode }) => (mode === "navigate" ? new Response(null, { status: 204 }) : Response.error());
