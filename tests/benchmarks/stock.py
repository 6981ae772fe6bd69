"""The yardstick of `bench_web`: a page that boots Pyodide as shipped and draws the same picture."""

import html
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from playwright.sync_api import Page

ROOT = Path(__file__).parents[2]
PYODIDE = ROOT / "node_modules" / "pyodide"
FILES = ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")

PAGE = """<!doctype html><meta charset="utf-8"><title>stock</title><div id="picture"></div>
<script type="module">
const worker = new Worker('worker.js' + location.search, { type: 'module' });
worker.onmessage = ({ data }) => {
  document.querySelector('#picture').innerHTML = data;
  window.drawn = performance.now();
};
</script>
"""

WORKER = """import { loadPyodide } from './pyodide.mjs';
const python = await loadPyodide({ indexURL: new URL('./', import.meta.url).href });
if (location.search) {
  postMessage(String(python.runPython('1 + 1')));
} else {
  const wheel = await (await fetch('engine.zip')).arrayBuffer();
  python.unpackArchive(wheel, 'zip');
  const spec = await (await fetch('spec.json')).text();
  const app = python.pyimport('kontrapunkt.app');
  postMessage(JSON.parse(app.open('bench', spec)).frames[0].html);
}
"""


def build(folder: Path) -> Path:
    """The site, built into a folder."""
    command = [sys.executable, "-m", "kontrapunkt.cli", "build", "--site-dir", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return folder


def write(folder: Path) -> None:
    """The stock page, with the engine as source and the spec of our page's widget."""
    folder.mkdir()
    for name in FILES:
        shutil.copy(PYODIDE / name, folder / name)
    engine = ROOT / "engine"
    with zipfile.ZipFile(folder / "engine.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for source in sorted((engine / "kontrapunkt").rglob("*.py")):
            archive.write(source, source.relative_to(engine))
    page = (folder.parent / "site" / "ristiklappi" / "cleaning-hand" / "index.html").read_text()
    found = re.search(r"data-spec='([^']*)'", page)
    assert found, "the page of the cleaning hand has no spec"
    (folder / "spec.json").write_text(html.unescape(found[1]))
    (folder / "index.html").write_text(PAGE)
    (folder / "worker.js").write_text(WORKER)


def measure(page: Page) -> float:
    """When its picture was shown, in milliseconds after navigation."""
    page.wait_for_function("window.drawn", timeout=120_000)
    return float(page.evaluate("window.drawn"))
