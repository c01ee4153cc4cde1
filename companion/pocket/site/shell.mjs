/* The page around the companion: it starts the worker that runs it, and shows the companion's pages in a frame. */

const SCOPE = new URL(".", location.href),
  APP = new URL("app/", SCOPE).href,
  NAME = `companion:${SCOPE.pathname}`,
  LANGUAGE = `${NAME}:language`,
  LAST = `${NAME}:last`;
const { serviceWorker, locks, storage } = navigator;
const one = (id) => document.getElementById(id);
const site = one("site"),
  texts = JSON.parse(one("texts").textContent),
  channel = new BroadcastChannel(NAME);
let worker = null;

function say(key) {
  const codes = [localStorage[LANGUAGE] ?? "", ...navigator.languages, "en"].map((code) => code.toLowerCase());
  const known = codes.flatMap((code) => [code, code.split("-")[0]]).find((code) => code in texts);
  return texts[known][key];
}

/* Say how much of something is done; without that, why nothing is, with a key to start. The frame takes no taps. */
function tell(key, share = null) {
  site.inert = true;
  one("wait").hidden = false;
  one("told").textContent = say(key);
  one("progress").hidden = share === null;
  one("progress").value = share ?? 0;
  one("start").hidden = share !== null;
  one("start").textContent = say(key === "elsewhere" ? "here" : "again");
}

async function start() {
  tell(serviceWorker.controller ? "starting" : "fetching", 0);
  const { installing } = await serviceWorker.register("sw.js", { updateViaCache: "none" });
  installing?.addEventListener("statechange", () => installing.state === "redundant" && !worker && stop("fault"));
  await serviceWorker.ready;
  if (!serviceWorker.controller) return location.reload(); // the first visit, or after a forced reload
  storage?.persist?.();
  const { matches: standalone } = matchMedia("(display-mode: standalone)");
  run({ standalone, persisted: await storage?.persisted?.() });
}

/* Start the worker, which learns from its name how this browser keeps files. */
function run(known) {
  const own = new Worker("worker.mjs", { type: "module", name: JSON.stringify(known) });
  worker = own;
  own.onerror = () => stop("ended");
  own.onmessage = ({ data }) => {
    if (data.stopped) stop(data.stopped);
    else if (data.waits)
      tell("elsewhere"); // until the other tab ends
    else if (data.step === data.of) show();
    else tell("starting", data.step / data.of);
    // It has the lock from its first step to its end, whatever ends it.
    if (data.step === 0) locks.request(NAME, { mode: "shared" }, () => own === worker && stop("ended"));
  };
}

function stop(key) {
  worker?.terminate();
  worker = null;
  tell(key);
}

function fail(fault) {
  console.error(fault);
  stop("fault");
}

one("start").onclick = () => {
  worker?.terminate(); // one that waits for another tab
  channel.postMessage({ stop: true }); // to that tab
  start().catch(fail);
};

channel.onmessage = ({ data }) => {
  if (data.stop && worker) {
    stop("elsewhere");
    site.contentWindow.location.replace("about:blank"); // the page is loaded anew when this tab goes on
  }
  if (data.loaded && !serviceWorker.controller && !one("progress").hidden) tell("fetching", data.loaded / data.of);
};

/* Show the page that the address names, such as #/t/1a2b, or go on with the one that is there. */
function show() {
  const frame = site.contentWindow;
  site.removeAttribute("sandbox");
  site.removeAttribute("srcdoc");
  if (!frame.location.href.startsWith(APP)) return frame.location.replace(APP + location.hash.replace(/^#\/?/, ""));
  follow();
  frame.dispatchEvent(new Event("online")); // what waits is sent
}

/* The frame has a page of the companion: the address, the title and the language go by it. */
function follow() {
  const { location: at, document: page } = site.contentWindow;
  if (!worker || !at.href.startsWith(APP)) return;
  site.inert = false;
  one("wait").hidden = true;
  history.replaceState(history.state, "", `#/${at.href.slice(APP.length)}`);
  document.title = page.title;
  document.documentElement.lang = localStorage[LANGUAGE] = page.documentElement.lang;
  keepLastPage();
}

/* The last page is shown while the companion starts; in the sandbox none of its scripts runs. */
function keepLastPage() {
  if (worker) localStorage[LAST] = site.contentDocument.documentElement.outerHTML;
}

site.onload = follow;
addEventListener("visibilitychange", keepLastPage);
site.srcdoc = localStorage[LAST] ?? '<meta name="color-scheme" content="light dark">'; // else it is white in the dark
start().catch(fail);
