/* The service worker. Without a connection it opens the last tables as they were, and the page says from when that is.
   Nothing else of the companion works without one, so all else goes to the network, and so does a page first; in place
   of a page that is not kept stands one that says so, with links to those that are.

   Each table has a cache of its own: its page, its form and the files that these load. A page that is kept anew takes
   its files along and lets those of earlier versions of the companion go. */
"use strict";

/* The path below which the companion is served, and in which no path here is; other sites may have the rest. */
const ROOT = new URL(registration.scope).pathname.slice(0, -1),
  PREFIX = `companion:1${ROOT}:`,
  OFFLINE = "/offline",
  MOST = 3,
  KEPT = "Kept-At";
const pathOf = (url) => new URL(url).pathname.slice(ROOT.length);
const cacheOf = (id = "") => PREFIX + id; // without a table, that of the page for all that is not kept
const idIn = (path) => path.match(/^\/t\/([^/]+)/)?.[1];
const isPage = (path) => /^\/t\/[^/]+(\/enter)?$/.test(path) || path === OFFLINE;
const filesIn = (html) => [...html.matchAll(/(?:src|href)="(\/[^"?#]*\?v=\w+)/g)].map(([, file]) => file);
const match = (path, id) => caches.match(ROOT + path, { ignoreVary: true, cacheName: cacheOf(id) });

/* What a proxy says for a companion that it cannot reach, or the companion for its database. */
const isLost = ({ status, headers }) => status > 501 && !headers.has("Answered-By");

let forgotten = 0; // counts, so that what was asked for before is not kept after

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(begin()));

async function begin() {
  await registration.navigationPreload?.enable();
  await clients.claim();
}

/* From a page that came without the worker, or that is put away and has moved on since it was loaded. */
addEventListener("message", (event) => event.waitUntil(hear(event.data)));

async function hear(url) {
  await refresh(url);
  if (!(await match(OFFLINE))) await refreshOffline();
}

const refreshOffline = () => refresh(location.origin + ROOT + OFFLINE);

async function refresh(url) {
  const path = pathOf(url),
    since = forgotten;
  if (!isPage(path)) return;
  try {
    await take(path, await fetch(url), since);
  } catch {
    /* no connection: what is kept stays */
  }
}

addEventListener("fetch", (event) => {
  const { request } = event,
    { origin, searchParams } = new URL(request.url),
    path = pathOf(request.url);
  if (origin !== location.origin) return;
  if (request.method !== "GET") {
    if (mayChange(path)) event.respondWith(change(request, path));
  } else if (request.mode === "navigate") {
    event.respondWith(visit(event, path));
  } else if (searchParams.has("v")) event.respondWith(fileFor(request));
});

const fileFor = async (request) => (await caches.match(request, { ignoreVary: true })) ?? fetch(request);

/* ---- what is kept ---- */

async function visit(event, path) {
  const since = forgotten;
  let answer = null;
  try {
    answer = (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (fault) {
    return (await keptFor(path)) ?? (await offlinePage()) ?? Promise.reject(fault);
  }
  if (isLost(answer)) return (await keptFor(path)) ?? answer;
  if (path === "/" || idIn(path)) event.waitUntil(take(path, answer.clone(), since));
  if (/^\/($|language\/)/.test(path)) event.waitUntil(refreshOffline()); // in another language, or of a newer version
  return answer;
}

/* Learn from an answer: what the table's page shows, that this phone is not at the table, or which tables it has. */
async function take(path, answer, since) {
  const id = idIn(path);
  if (id && answer.status === 404) await forget([id]);
  if (answer.status !== 200 || answer.redirected) return;
  if (isPage(path)) await keep(path, answer, since);
  else if (!id) await forgetUnlisted(await answer.text());
}

/* Runs one after the other, because each deletes the files that no page needs. */
let keeping = Promise.resolve();
const keep = (...page) => (keeping = keeping.then(() => keepNow(...page)).catch(() => {}));

async function keepNow(path, answer, since) {
  const html = await answer.text(),
    headers = new Headers(answer.headers),
    cache = await caches.open(cacheOf(idIn(path)));
  headers.delete("Content-Encoding");
  headers.set(KEPT, Date.now());
  for (const file of new Set(filesIn(html)))
    if (!(await cache.match(file, { ignoreVary: true }))) await cache.add(file);
  if (since === forgotten) await cache.put(ROOT + path, new Response(html, { headers }));
  await dropFiles(cache);
  const tables = await newestFirst();
  for (const { id } of tables.slice(MOST)) await caches.delete(cacheOf(id));
}

/* Drop the files that no page of the cache loads. */
async function dropFiles(cache) {
  const requests = await cache.keys(),
    needed = new Set();
  for (const request of requests.filter(({ url }) => isPage(pathOf(url)))) {
    needed.add(request.url);
    const page = await cache.match(request, { ignoreVary: true });
    for (const file of filesIn((await page?.text()) ?? "")) needed.add(new URL(file, location).href);
  }
  for (const request of requests) if (!needed.has(request.url)) await cache.delete(request, { ignoreVary: true });
}

/* The tables that are kept, with the times of their pages. */
async function newestFirst() {
  const tables = [];
  for (const name of (await caches.keys()).filter((each) => each.startsWith(PREFIX) && each !== PREFIX)) {
    const id = name.slice(PREFIX.length),
      pages = await Promise.all([`/t/${id}`, `/t/${id}/enter`].map((path) => match(path, id)));
    tables.push({ id, at: Math.max(...pages.map((page) => Number(page?.headers.get(KEPT) ?? 0))) });
  }
  return tables.sort((one, other) => other.at - one.at);
}

/* ---- what is forgotten ---- */

/* A kept page stays right after scores are entered: it says from when it is. Other acts may change who sees what, such
   as taking another seat; acts about players may change or delete names; and another phone sees other tables. */
const mayChange = (path) =>
  path.startsWith("/players/") ||
  path.startsWith("/devices") ||
  path.startsWith("/start/") ||
  (idIn(path) && !/^\/t\/[^/]+\/(enter|undo|redo|typing|clock|photos|entries\/.*)$/.test(path));

/* Forget also what was requested before the act was answered: it may be older. */
async function change(request, path) {
  await forgetFor(path);
  try {
    return await fetch(request);
  } finally {
    await forgetFor(path);
  }
}

async function forgetFor(path) {
  forgotten += 1;
  const id = idIn(path);
  await forget(id ? [id] : await ids());
}

/* The home page lists the tables that this phone is at. */
const forgetUnlisted = async (html) => forget((await ids()).filter((id) => !html.includes(`"${ROOT}/t/${id}"`)));

async function forget(tables) {
  forgotten += tables.length;
  for (const id of tables) await caches.delete(cacheOf(id));
}

const ids = async () => (await newestFirst()).map(({ id }) => id);

/* ---- what is shown ---- */

/* The page for all that is not kept, with the way to each table that is. */
async function offlinePage() {
  const page = await match(OFFLINE);
  if (!page) return undefined;
  const html = await page.text(),
    rows = [];
  for (const { id, at } of await newestFirst()) {
    const kept = (await match(`/t/${id}`, id)) ?? (await match(`/t/${id}/enter`, id));
    if (kept) rows.push(rowOf(`${ROOT}/t/${id}`, await kept.text(), at));
  }
  return new Response(
    html.replace("</ul>", () => `${rows.join("")}</ul>`),
    page,
  );
}

function rowOf(address, html, at) {
  const [, title] = html.match(/<title>([^<]*)/);
  return `<li><a href="${address}"><b class="ellipsis">${title}</b><small>${timeOf(at, html)}</small></a></li>`;
}

/* The page as it was; where only the table's page is kept, the way there, and from the home page to the last table. */
async function keptFor(path) {
  const id = idIn(path) ?? (path === "/" && (await newestFirst())[0]?.id);
  if (!id) return undefined;
  const page = await match(path, id);
  if (page && isPage(path)) return withTime(page);
  const other = [`/t/${id}`, `/t/${id}/enter`];
  for (const way of other) if (way !== path && (await match(way, id))) return Response.redirect(ROOT + way);
  return undefined;
}

/* Say at the top of the page from when it is. What joins the table is left out. */
async function withTime(page) {
  const html = await page.text(),
    at = Number(page.headers.get(KEPT)),
    text = html.match(/data-kept="([^"]*)"/)?.[1] ?? "#",
    note = `<p class="note bad" id="kept" role="status" data-at="${at}">${text.replace("#", timeOf(at, html))}</p>`;
  const told = html.replace(/<main\b[^>]*>/, (main) => main + note);
  return new Response(told.replace(/<section class="join"[^]*?<\/section>/, ""), { headers: page.headers });
}

function timeOf(at, html) {
  const lang = html.match(/<html lang="([^"]*)"/)?.[1],
    moment = new Date(at),
    isToday = moment.toDateString() === new Date().toDateString();
  return moment.toLocaleString(lang, {
    ...(isToday ? {} : { dateStyle: "medium" }),
    ...(isToday ? { hour: "2-digit", minute: "2-digit" } : { timeStyle: "short" }),
    hourCycle: "h23",
  });
}
