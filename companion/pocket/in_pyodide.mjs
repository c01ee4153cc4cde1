/* Runs a program in Pyodide while the folder is made, which holds Pyodide and what the program compiles. */
import { loadPyodide } from "pyodide";

const [folder, program] = process.argv.slice(2),
  pyodide = await loadPyodide({ env: { HOME: "/tmp", COMPANION_SERVER: "0" } });
pyodide.mountNodeFS("/library", `${folder}/library`);
pyodide.mountNodeFS("/lib/companion", `${folder}/site`);
pyodide.runPython(program);
