"""What a site has for browsers beside its pages: modules and styles, in a folder named after their bytes."""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from kontrapunkt_site import licences
from kontrapunkt_site.bundle import ARCHIVE, LICENCES, PYODIDE, VENDOR, Runtime

ASSETS: Final = Path(str(files("kontrapunkt_site"))) / "assets"
PLACE: Final = "assets/kontrapunkt"
"""Where our folders lie in a site; whatever is in one of them never changes under its address."""
ENTRY: Final = "main.js"
SERVICE_WORKER: Final = "sw.js"
WIDGETS: Final = "kontrapunkt.css"
"""The style sheet of all widgets; the others build on it."""
WIDGET_PARTS: Final = (
    *("colours", "cards", "table", "trick", "piles", "faces", "calls", "pot", "slate", "tricks"),
    *(
        "controls",
        "ahead",
        "layout",
        "puzzle",
        "shelf",
        "sitting",
        "form",
        "lesson",
        "drill",
        "large",
        "board",
        "embed",
        "print",
        "sheet",
        "cells",
        "homework",
    ),
)
"""What it is put together from, in this order."""
_COMMENTS: Final = re.compile(rb"^[ \t]*(?:/\*(?:[^*]|\*(?!/))*\*/|// [^\n]*)[ \t]*\n", re.M)


@dataclass(frozen=True, slots=True)
class Assets:
    """What a site carries for browsers.

    Attributes:
        files: By path in the site, contents or the file to copy.
        entry: The module that a page loads.
        styles: The style sheets that it loads, in order.
    """

    files: Mapping[str, bytes | Path]
    entry: str
    styles: list[str]


def for_site(runtime: Runtime) -> Assets:
    """Our modules and styles, and the runtime."""
    place, modules = _modules(runtime)
    folder = f"{PLACE}/{runtime.folder}"
    return Assets(
        files={
            **{f"{place}/{name}": content for name, content in modules.items()},
            **{f"{folder}/{name}": VENDOR / name for name in (*PYODIDE, *LICENCES)},
            **{f"{folder}/{name}": text.encode() for name, text in runtime.licences.items()},
            f"{folder}/{ARCHIVE}": runtime.archive,
        },
        entry=f"{place}/{ENTRY}",
        styles=[f"{place}/{name}" for name in sorted(modules, key=_order) if name.endswith(".css")],
    )


def _modules(runtime: Runtime) -> tuple[str, dict[str, bytes]]:
    """The folder of our modules and styles, and what lies in it by name."""
    found = {
        path.relative_to(ASSETS).as_posix(): bare(path)
        for path in sorted(ASSETS.rglob("*"))
        if path.is_file() and path.name != SERVICE_WORKER and path.parent.name not in ("widgets", "disk")
    }
    found[WIDGETS] = b"\n".join(bare(ASSETS / "widgets" / f"{part}.css") for part in WIDGET_PARTS)
    for name in ("idiomorph", "lean-qr", "ts-fsrs"):
        found |= {each: (VENDOR / each).read_bytes() for each in (f"{name}.js", f"LICENSE-{name}.txt")}
    found["LICENSE-kontrapunkt.txt"] = licences.of_engine().encode()
    config = _config(runtime)
    found["config.js"] = json.dumps(config).encode()
    digest = hashlib.sha256()
    for name, content in sorted(found.items()):
        digest.update(f"{name} {len(content)} ".encode() + content)
    version = digest.hexdigest()[:12]
    found["config.js"] = f"export default {json.dumps({**config, 'version': version})};\n".encode()
    return f"{PLACE}/site-{version}", found


def bare(path: Path) -> bytes:
    """A file of ours without comments on lines of their own: a fifth of what readers would load.

    Args:
        path: The file; one that is neither script nor style stays as it is.
    """
    return _COMMENTS.sub(b"", path.read_bytes()) if path.suffix in (".js", ".css") else path.read_bytes()


def _order(name: str) -> tuple[bool, str]:
    """The style sheet that the others build on comes first."""
    return name != WIDGETS, name


def _config(runtime: Runtime) -> dict[str, Any]:
    """What `assets/config.js` documents; paths are relative to the folder of our modules."""
    return {
        "runtime": f"../{runtime.folder}/",
        "bundle": ARCHIVE,
        "lock": runtime.lock,
        "steps": "../steps/",
        "sw": "../" * (PLACE.count("/") + 2) + SERVICE_WORKER,
        "sizes": {
            **{name: (VENDOR / name).stat().st_size for name in PYODIDE},
            ARCHIVE: len(runtime.archive),
        },
    }
