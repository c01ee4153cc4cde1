/* The page around the companion: it starts the worker that runs it, and shows the companion's pages in a frame. */

const SCOPE = new URL(".", location.href),
  APP = new URL("app/", SCOPE).href,
  NAME = `companion:${SCOPE.pathname}`,
  LANGUAGE = `${NAME}:language`,
  LAST_POLICY = "default-src 'none'; style-src 'self'; img-src 'self' data:";
const one = (id) => document.getElementById(id);
const texts = JSON.parse(one("texts").textContent);
const say = (key) => texts[spoken([localStorage[LANGUAGE], ...navigator.languages, "en"].filter(Boolean))][key];
let worker = null;

/* The first language that the companion speaks; Chinese is known by its script, zh-TW by zh-Hant. */
function spoken(languages) {
  const known = languages.flatMap(localeOf);
  const keys = known.flatMap(({ language, script }) => [`${language}-${script}`, language]);
  return keys.find((key) => key in texts);
}

/* None where a browser names no language, as WebKitGTK does with "C" on a system that has none set. */
function localeOf(code) {
  try {
    return [new Intl.Locale(code).maximize()];
  } catch {
    return [];
  }
}

function tell(key, share = null) {
  one("wait").hidden = false;
  one("told").textContent = say(key);
  one("progress").hidden = share === null;
  if (share !== null) one("progress").value = share;
}

/* ---- the start ---- */

async function main() {
  const { serviceWorker, locks } = navigator,
    isNew = !serviceWorker.controller,
    changed = new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
  showLastPage();
  tell(isNew ? "fetching" : "starting", 0);
  serviceWorker.addEventListener("message", hear);
  const { active, waiting } = await serviceWorker.register("sw.js", { updateViaCache: "none" }),
    isPastIt = isNew && active; // as after a forced reload
  waiting?.postMessage("begin"); // a version that came meanwhile is used now, before anything of the old one runs
  if (waiting || (isNew && !active)) await changed;
  if (waiting || isPastIt) location.reload();
  else locks.request(NAME, { ifAvailable: true }, (lock) => (lock ? hold() : ask())).catch(lose);
}

/* Two tabs never write: one has the lock, and another may take it. */
function ask() {
  tell("elsewhere");
  one("here").textContent = say("here");
  one("here").hidden = false;
  one("here").onclick = () => {
    one("here").hidden = true;
    navigator.locks.request(NAME, { steal: true }, hold).catch(lose);
  };
}

function hold() {
  start().catch(fail);
  return new Promise(() => {});
}

function fail(fault) {
  console.error(fault);
  tell("fault");
}

function lose() {
  worker?.terminate();
  worker = null;
  one("site").src = "about:blank";
  ask();
}

async function start() {
  const isKept = await navigator.storage?.persisted?.();
  worker = new Worker("worker.mjs", { type: "module" });
  worker.onmessage = ({ data }) => {
    if (data.fault) fail(data.fault);
    else if (data.step === data.of) show();
    else tell("starting", data.step / data.of);
  };
  const note = { persisted: Boolean(isKept), standalone: matchMedia("(display-mode: standalone)").matches };
  worker.postMessage({ start: { address: APP.slice(0, -1), place: encodeURIComponent(SCOPE.pathname), note } });
  if (!isKept) navigator.storage?.persist?.().then((persisted) => worker?.postMessage({ note: { persisted } }));
}

/* ---- what the service worker sends ---- */

function hear({ data, ports }) {
  if (data.loaded && !navigator.serviceWorker.controller) tell("fetching", data.loaded / data.of);
  else if (data.request && worker) {
    const fields = [
      ["user-agent", navigator.userAgent],
      ["accept-language", navigator.languages.join(", ")],
      ["origin", location.origin],
    ];
    data.request.headers.push(...fields);
    worker.postMessage(data.request, [...ports, data.request.body]);
  }
}

/* ---- the frame ---- */

const site = one("site");

/* Show the page that the address names, such as #/t/1a2b. */
function show() {
  site.removeAttribute("sandbox");
  site.onload = follow;
  site.src = APP + location.hash.replace(/^#\/?/, "");
}

/* The frame has a page of the companion: the address, the title and the language go by it. */
function follow() {
  const { location: at, document: page } = site.contentWindow;
  if (!at.href.startsWith(APP)) return;
  one("wait").hidden = true;
  history.replaceState(history.state, "", `#/${at.href.slice(APP.length)}`);
  document.title = page.title;
  document.documentElement.lang = localStorage[LANGUAGE] = page.documentElement.lang;
  keepLastPage();
}

addEventListener("visibilitychange", () => document.hidden && keepLastPage());

/* ---- the last page, shown while the companion starts ---- */

async function keepLastPage() {
  const page = site.contentDocument;
  if (!worker || !page?.body || !site.contentWindow.location.href.startsWith(APP)) return;
  const text = `<!doctype html>${page.documentElement.outerHTML}`,
    headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": LAST_POLICY };
  try {
    await (await caches.open(`${NAME}:last`)).put(`${SCOPE.href}last.html`, new Response(text, { headers }));
  } catch {
    /* there is no room for it */
  }
}

async function showLastPage() {
  if (!navigator.serviceWorker.controller || !(await caches.match(`${SCOPE.href}last.html`))) return;
  site.setAttribute("sandbox", "allow-same-origin"); // no script of it runs
  site.src = "last.html";
}

main().catch(fail);
