"""A small site around our browser modules: pages, a runtime, and the stand-in for the engine. No theme."""

import html
import json
import re
import zipfile
from io import BytesIO
from pathlib import Path

from tests.browser import standin_app

from kontrapunkt.render.markup import CONTENTS
from kontrapunkt_site import bundle, offline, script_text

PACKAGE = Path(__file__).parents[2] / "site_hooks/kontrapunkt_site"
ASSETS = PACKAGE / "assets"
VENDOR = PACKAGE / "vendor"
RUNTIME = "assets/kontrapunkt/runtime-0123456789ab/"
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'"
)
MODULES = "assets/kontrapunkt/0123456789ab/"
IMPORTED = re.compile(r'"\.\.?/(?:(?:pages|runtime|storage|ui|widgets)/)?([\w-]+\.js)"')
"""In the site all modules lie in one folder."""

# Material's instant navigation in little: one document, `document$` for every page, the address runs ahead.
THEME = """
const seen = new Set();
window.document$ = { subscribe(hear) { seen.add(hear); hear(document); } };
const show = async () => {
  const text = await (await fetch(location.pathname)).text();
  const next = new DOMParser().parseFromString(text, "text/html");
  document.querySelector("main").replaceWith(next.querySelector("main"));
  for (const tag of document.head.querySelectorAll("meta[name], link[rel=stylesheet]")) tag.remove();
  document.head.append(...next.head.querySelectorAll("meta[name], link[rel=stylesheet]"));
  for (const hear of seen) hear(document);
};
let path = location.pathname;
addEventListener("popstate", () => { if (location.pathname !== path) { path = location.pathname; show(); } });
document.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (!link) return;
  event.preventDefault();
  history.pushState(null, "", link.href);
  if (location.pathname !== path) { path = location.pathname; show(); }
});
addEventListener("keydown", ({ key }) => { if (key === "s") document.title += " search"; });
"""


def build(folder: Path, *, version: str = "one", modules: str = MODULES, pyodide: bool = False) -> Path:
    """Writes the site into a folder and answers it.

    Args:
        folder: Where to.
        version: What its headings say.
        modules: The folder of our modules.
        pyodide: Whether Pyodide itself is there, which takes a second to start, or what stands in for it.
    """
    for source in ASSETS.rglob("*.js"):
        if source.name != "sw.js" and source.parent.name != "disk":
            text = IMPORTED.sub(r'"./\1"', source.read_text("utf-8"))
            put(folder, modules + source.name, text.encode())
    put(folder, modules + "idiomorph.js", (VENDOR / "idiomorph.js").read_bytes())
    put(folder, modules + "kontrapunkt.css", b"")
    (_pyodide if pyodide else _no_pyodide)(folder)
    sizes = {name: (folder / RUNTIME / name).stat().st_size for name in ("pyodide.asm.wasm", "python.zip")}
    config = {
        "version": "0123456789ab",
        "runtime": "../runtime-0123456789ab/",
        "bundle": "python.zip",
        "lock": json.loads((VENDOR / "lock-info.json").read_text()),
        "sw": "../../../sw.js",
        "contents": CONTENTS,
        "sentences": script_text.sentences(),
        "sizes": sizes,
    }
    put(folder, modules + "config.js", f"export default {json.dumps(config)};".encode())
    put(folder, "theme.js", THEME.encode())
    pages = {
        "index.html": f"<h1>{version}</h1>" + _widget("hand") + _widget("second"),
        "other/index.html": f"<h1>other {version}</h1>" + _widget("third"),
        "unvisited/index.html": f"<h1>unvisited {version}</h1>",
        "about/index.html": "<div data-kp-data></div><button data-kp-offline hidden>Keep</button>",
    }
    for name, content in pages.items():
        put(folder, name, _page(content, "../" * name.count("/"), modules))
    put(folder, "404.html", _page("<h1>No such page</h1>", "/", modules))
    put(folder, "_headers", f"/*\n  Content-Security-Policy: {POLICY}\n".encode())
    offline.write_service_worker(folder, lambda name: name != "_headers")
    return folder


def put(folder: Path, path: str, content: bytes) -> None:
    (folder / path).parent.mkdir(parents=True, exist_ok=True)
    (folder / path).write_bytes(content)


def _no_pyodide(folder: Path) -> None:
    told = {"HEADER": standin_app.HEADER, "CARDS": standin_app.CARDS, "LOOK": standin_app.LOOK}
    script = Path(__file__).with_name("standin_pyodide.mjs").read_text()
    placeholder = "/*STANDIN*/ {}"
    assert placeholder in script
    put(folder, RUNTIME + "pyodide.mjs", script.replace(placeholder, json.dumps(told)).encode())
    put(folder, RUNTIME + "pyodide.asm.js", b"")
    put(folder, RUNTIME + "pyodide.asm.wasm", b"\0asm\1\0\0\0")
    put(folder, RUNTIME + "python.zip", b"no Python")


def _pyodide(folder: Path) -> None:
    for name in bundle.PYODIDE:
        put(folder, RUNTIME + name, (VENDOR / name).read_bytes())
    runtime = BytesIO(bundle.make().archive)
    with zipfile.ZipFile(runtime) as ours, zipfile.ZipFile(folder / RUNTIME / "python.zip", "w") as archive:
        for each in ours.infolist():
            if not each.filename.startswith("kontrapunkt/"):
                archive.writestr(each, ours.read(each))
        # without a date: its address says that these are the same bytes in every build
        archive.writestr(zipfile.ZipInfo("kontrapunkt/__init__.py"), "")
        archive.writestr(zipfile.ZipInfo("kontrapunkt/app.py"), Path(standin_app.__file__).read_text())


def _widget(name: str) -> str:
    spec = html.escape(json.dumps({"format": 1, "kind": "example", "id": name}))
    return (
        f'<div class="kp" id="kp-{name}" data-kp="example" data-spec="{spec}">'
        f'<div class="kp-body">{standin_app.body(name, [])}</div></div>'
    )


def _page(content: str, root: str, modules: str) -> bytes:
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title>'
        f'<link rel="icon" href="data:,"><link rel="stylesheet" href="{root}{modules}kontrapunkt.css">'
        "</head><body>"
        f'<nav><a href="{root}./">home</a> <a href="{root}other/">other</a> <a href="#RL-R4">rule</a></nav>'
        f'<main>{content}<p id="RL-R4">a rule</p><div style="height: 3000px"></div></main>'
        f'<script src="{root}theme.js"></script><script type="module" src="{root}{modules}main.js"></script>'
        "</body></html>"
    ).encode()
