/* The worker that runs Python: it starts the companion, and answers one request after the other. */
import { loadPyodide } from "./pyodide/pyodide.mjs";
import { mountFiles, openFiles, unpack } from "./files.mjs";

const SITE = "/lib/companion",
  KEPT = "/kept",
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
  const archive = fetch("site.tar").then((answer) => answer.arrayBuffer()),
    files = openFiles(place);
  const pyodide = await loadPyodide({ env: { HOME: KEPT, COMPANION_SERVER: "0" }, fullStdLib: false });
  told(1);
  unpack(pyodide.FS, new Uint8Array(await archive), SITE);
  const handles = await files;
  mountFiles(pyodide.FS, KEPT, handles);
  told(2);
  pyodide.runPython(`import sys; sys.path.insert(0, "${SITE}"); import companion.pocket.running`);
  told(3);
  const begin = pyodide.runPython("companion.pocket.running.Pocket");
  pocket = begin(KEPT, address, JSON.stringify({ ...note, kept: Boolean(handles) }));
  told(STEPS);
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
