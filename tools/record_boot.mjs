// Which modules of the standard library a boot of Pyodide imports: `node tools/record_boot.mjs`
// rewrites the list that the bundler keeps, with `--print` it only says it. Run it after a new version of
// pyodide in package.json.
import { readFile, writeFile } from "node:fs/promises";
import { loadPyodide } from "pyodide";

const LIST = new URL("../site_hooks/kontrapunkt_site/boot_modules.txt", import.meta.url);

// What the worker does before it asks the engine anything: run code, convert values, fail readably.
const SESSION = `
import sys, json, traceback
from pyodide.code import run_js
from pyodide.ffi import to_js, create_proxy
try:
    compile("1 +", "x", "exec")
except SyntaxError:
    traceback.format_exc()
"\\n".join(sorted(name for name, module in sys.modules.items()
                  if getattr(module, "__file__", None) and "python313.zip" in module.__file__))
`;

const { version } = JSON.parse(await readFile(new URL("../node_modules/pyodide/package.json", import.meta.url)));
const pyodide = await loadPyodide();
const names = (await pyodide.runPythonAsync(SESSION)).replaceAll("__main__\n", "");
const text = `# modules that pyodide ${version} imports to boot; written by tools/record_boot.mjs\n${names}\n`;
if (process.argv.includes("--print")) process.stdout.write(text);
else await writeFile(LIST, text);
