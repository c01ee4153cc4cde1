/* The worker that runs Python: it starts the companion, and answers one request after the other. */
import { loadPyodide } from "./pyodide/pyodide.mjs";
import { mountFiles, openFiles, unpack } from "./files.mjs";

const { href, pathname, origin } = new URL(".", location),
  NAME = `companion:${pathname}`,
  STATES = `pocket:${pathname}:VERSION:state`,
  STATE = `${href}state`,
  OPTIONS = { env: { HOME: "/tmp", COMPANION_SERVER: "0" } },
  SITE = "/lib/companion",
  KEPT = "/kept",
  STEPS = 4,
  PATIENCE = 2000,
  channel = new BroadcastChannel(NAME);

const told = (step) => postMessage({ step, of: STEPS });

/* One worker runs at a time; that of a page that was just left has the lock until it ends. */
const waits = setTimeout(() => postMessage({ waits: true }), PATIENCE);
navigator.locks.request(NAME, run).catch((fault) => {
  console.warn(fault);
  postMessage({ stopped: "fault" });
});

/* Run until a fault that is not Python's, after which it cannot go on; the next worker begins with what is kept. */
async function run() {
  clearTimeout(waits);
  const files = openFiles(encodeURIComponent(pathname)),
    started = start(files).catch(() => caches.delete(STATES).then(() => start(files)));
  channel.onmessage = ({ data }) => data.method && started.then((pocket) => answer(pocket, data)).catch(() => close());
  await started;
  told(STEPS);
  await new Promise(() => {});
}

/* Go on with the state of Python that was kept at the first start. Where it does not fit, the next try makes one. */
async function start(files) {
  told(0);
  const cache = await caches.open(STATES),
    state = await cache.match(STATE),
    pyodide = state
      ? await resumed(new Uint8Array(await state.arrayBuffer()))
      : await loadPyodide({ ...OPTIONS, _makeSnapshot: true });
  told(1);
  unpack(pyodide.FS, new Uint8Array(await (await fetch("site.bin")).arrayBuffer()), SITE);
  told(2);
  if (!state) await make(pyodide, cache);
  told(3);
  return open(pyodide, await files);
}

/* Pyodide copies the state into the memory that it has just then, which is too small. */
async function resumed(state) {
  const { instantiateStreaming } = WebAssembly;
  WebAssembly.instantiateStreaming = async (...given) => {
    const made = await instantiateStreaming(...given),
      { memory } = made.instance.exports;
    memory.grow(Math.max(0, Math.ceil((state.length - memory.buffer.byteLength) / 65536)));
    return made;
  };
  const pyodide = await loadPyodide({ ...OPTIONS, _loadSnapshot: state });
  delete pyodide._api.config._loadSnapshot; // it has copied the state, and would hold it
  return pyodide;
}

/* The companion before any file is open, and its state for the next start. */
async function make(pyodide, cache) {
  const about = JSON.stringify([`${href}app`, navigator.languages.join()]);
  pyodide.runPython(`import sys; sys.path.insert(0, "${SITE}"); from companion.pocket.running import Pocket`);
  pyodide.runPython(`pocket = Pocket(*${about})`);
  await cache.put(STATE, new Response(pyodide.makeMemorySnapshot())).catch(() => {}); // there is no room for it
}

function open({ FS, globals }, files) {
  const headers = { "user-agent": navigator.userAgent, "accept-language": navigator.languages.join(), origin },
    pocket = globals.get("pocket");
  mountFiles(FS, KEPT, files);
  pocket.open(KEPT, JSON.stringify({ ...JSON.parse(name), kept: files.size > 0 }), JSON.stringify(headers));
  return pocket;
}

/* Each write is on the disk when Python returns. */
function answer(pocket, { id, method, target, headers, body }) {
  const made = pocket.answer(method, target, JSON.stringify(headers), new Uint8Array(body)),
    [status, fields, content] = made.toJs();
  made.destroy();
  channel.postMessage({ id, status, headers: fields, body: content.length ? content : null });
}
