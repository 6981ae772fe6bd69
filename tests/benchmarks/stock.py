"""The yardstick of `bench_web`: the same site with a worker that boots Pyodide as its package ships it."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
PYODIDE = ROOT / "node_modules" / "pyodide"
FILES = ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")

WORKER = """import { loadPyodide } from '/stock/pyodide.mjs';
let app;
onmessage = async ({ data }) => {
  if (!data.boot) return postMessage({ id: data.id, reply: app[data.call](...data.args) });
  const python = await loadPyodide({ indexURL: new URL('/stock/', location.href).href });
  python.unpackArchive(await (await fetch('/stock/engine.zip')).arrayBuffer(), 'zip');
  app = python.pyimport('kontrapunkt.app');
  postMessage({ boot: 'ready', times: {} });
};
"""


def build(folder: Path) -> Path:
    """The site, built into a folder."""
    command = [sys.executable, "-m", "kontrapunkt.cli", "build", "--site-dir", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return folder


def write(site: Path, folder: Path) -> None:
    """A copy of a site whose worker is the stock one, with the shipped files and the engine as source."""
    shutil.copytree(site, folder)
    worker = next((folder / "assets" / "kontrapunkt").glob("site-*/worker.js"))
    worker.write_text(WORKER)
    shipped = folder / "stock"
    shipped.mkdir()
    for name in FILES:
        shutil.copy(PYODIDE / name, shipped / name)
    engine = ROOT / "engine"
    with zipfile.ZipFile(shipped / "engine.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for source in sorted((engine / "kontrapunkt").rglob("*.*")):
            if source.suffix in (".py", ".json", ".wasm"):
                archive.write(source, source.relative_to(engine))
