// Run Python 3.14 in Node.js, for machines that have no other: `node tests/pythons.mjs FOLDERS CODE`.
// The folders, separated by colons, are there under their own names.
import { loadPyodide } from "pyodide-314";

const [folders, code] = process.argv.slice(2);
const python = await loadPyodide();
for (const folder of folders.split(":")) {
  python.FS.mkdirTree(folder);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, folder);
}
try {
  python.runPython(code);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
