/* The worker that runs Python: it starts the companion, and answers one request after the other. */
import { loadPyodide } from "./pyodide/pyodide.mjs";
import { mountFiles, openFiles, unpack } from "./files.mjs";

const SITE = "/lib/companion",
  KEPT = "/kept",
  CACHE = `pocket:${new URL(".", location).pathname}:VERSION`,
  STATE = new URL("state", location).href,
  STEPS = 4;
let pocket = null;

const told = (step) => postMessage({ step, of: STEPS });

addEventListener("message", ({ data, ports }) => {
  if (data.start) start(data.start).catch((fault) => postMessage({ fault: String(fault) }));
  else if (ports.length) answer(data, ports[0]);
  else pocket?.note(JSON.stringify(data.note));
});

async function start({ address, place, note }) {
  told(0);
  const files = openFiles(place),
    archive = fetch("site.bin").then((answer) => answer.arrayBuffer());
  const { pyodide, isNew } = await python();
  told(1);
  unpack(pyodide.FS, new Uint8Array(await archive), SITE);
  told(2);
  if (isNew) {
    const [about, languages] = [address, navigator.languages.join()].map((text) => JSON.stringify(text));
    pyodide.runPython(`import sys; sys.path.insert(0, "${SITE}"); from companion.pocket.running import Pocket`);
    pyodide.runPython(`pocket = Pocket(${about}, ${languages})`);
  }
  const state = isNew ? pyodide.makeMemorySnapshot() : null;
  told(3);
  const handles = await files;
  mountFiles(pyodide.FS, KEPT, handles);
  pocket = pyodide.globals.get("pocket");
  pocket.open(KEPT, JSON.stringify({ ...note, kept: Boolean(handles) }));
  told(STEPS);
  // Where there is no room for it, the next start takes longer.
  if (state)
    await caches
      .open(CACHE)
      .then((cache) => cache.put(STATE, new Response(state)))
      .catch(() => {});
}

/* Python with all that it has imported, as it was kept after the first start; without that, or where it does not fit,
   Python as it is when new. */
async function python() {
  const options = { env: { HOME: "/tmp", COMPANION_SERVER: "0" } },
    kept = await caches.match(STATE, { cacheName: CACHE }).catch(() => null);
  if (kept)
    try {
      const state = new Uint8Array(await kept.arrayBuffer());
      makeRoom(state.length);
      const pyodide = await loadPyodide({ ...options, _loadSnapshot: state });
      delete pyodide._api.config._loadSnapshot; // it has copied the state, and would hold it
      return { pyodide, isNew: false };
    } catch (fault) {
      console.warn(fault);
      await (await caches.open(CACHE)).delete(STATE);
    }
  return { pyodide: await loadPyodide({ ...options, _makeSnapshot: true }), isNew: true };
}

/* Pyodide copies the state into the memory that it has just then, which is too small. */
function makeRoom(length) {
  const { instantiateStreaming } = WebAssembly;
  WebAssembly.instantiateStreaming = async (...given) => {
    const made = await instantiateStreaming(...given),
      { memory } = made.instance.exports;
    memory.grow(Math.max(0, Math.ceil((length - memory.buffer.byteLength) / 65536)));
    return made;
  };
}

/* Each write is on the disk when Python returns. */
function answer({ method, target, headers, body }, port) {
  try {
    const made = pocket.answer(method, target, JSON.stringify(headers), new Uint8Array(body)),
      [status, fields, content] = made.toJs();
    made.destroy();
    port.postMessage({ status, headers: fields, body: content }, [content.buffer]);
  } catch (fault) {
    console.error(fault);
    port.postMessage({ status: 500, headers: [], body: null });
  }
}
