/* Runs Pyodide in Node.js while the folder is made, which holds Pyodide, modules and the program to run. */
import { readFileSync } from "node:fs";
import { loadPyodide } from "./pyodide/pyodide.mjs";

const folder = process.argv[2];
try {
  const pyodide = await loadPyodide({ env: { HOME: "/tmp", COMPANION_SERVER: "0" } });
  pyodide.mountNodeFS("/new", `${folder}/new`);
  pyodide.mountNodeFS("/lib/companion", `${folder}/site`);
  pyodide.runPython(readFileSync(`${folder}/run.py`, "utf8"));
} catch (fault) {
  process.stderr.write(String(fault.message)); // without the line at which it was raised, which is a megabyte
  process.exitCode = 1;
}
