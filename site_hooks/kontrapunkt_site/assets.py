"""Scripts and styles of a site, in a folder named after their content."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from kontrapunkt.render.markup import CONTENTS
from kontrapunkt_site import licences, sandbox, script_text
from kontrapunkt_site.bundle import ARCHIVE, LICENCES, PYODIDE, VENDOR, BundleError, Runtime

ASSETS: Final = Path(str(files("kontrapunkt_site"))) / "assets"
"""The sources of our modules and styles."""
SMALL: Final = VENDOR / "site"
"""The same, minified for readers by `tools/modules.mjs`."""
PLACE: Final = "assets/kontrapunkt"
"""The folder of ours in a site; files below it never change under their addresses."""
ENTRY: Final = "main.js"
SERVICE_WORKER: Final = "sw.js"
FORGIVE: Final = "forgive.js"
"""The script before the theme's search; it is no module of its own."""
STYLES: Final = "kontrapunkt.css"
"""Our style sheet: for all widgets, then for the pages around them."""
SCRIPT: Final = "kontrapunkt.js"
"""The module with a name that stays, which starts the other ones in pages of another builder."""
BOOK: Final = "book.css"
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
        "playing",
        "ended",
        "board",
        "embed",
        "print",
        "sheet",
        "cells",
        "homework",
    ),
)
"""The parts of the widgets' style sheet, in order."""


@dataclass(frozen=True, slots=True)
class Assets:
    """The files of a site for browsers.

    Attributes:
        files: The content, or the file to copy, by path in the site.
        entry: The module that a page loads.
        styles: The style sheets that a page loads, in order.
    """

    files: Mapping[str, bytes | Path]
    entry: str
    styles: list[str]


def check_minified() -> None:
    """Check that the minified files match the sources.

    Raises:
        BundleError: if they do not.
    """
    if minified_version() != version():
        raise BundleError(f"{SMALL} was not made of the modules and styles in {ASSETS}; run make setup")


def for_site(runtime: Runtime, contact: str = "") -> Assets:
    """Return our modules and styles, and the runtime.

    Args:
        runtime: The runtime in the browser.
        contact: The link to the contact address; empty for none.
    """
    place, modules = _modules(runtime, contact)
    folder = f"{PLACE}/{runtime.folder}"
    return Assets(
        files={
            **{f"{place}/{name}": content for name, content in modules.items()},
            **{f"{folder}/{name}": VENDOR / name for name in (*PYODIDE, *LICENCES)},
            **{f"{folder}/{name}": text.encode() for name, text in runtime.licences.items()},
            f"{folder}/{ARCHIVE}": runtime.archive,
        },
        entry=f"{place}/{ENTRY}",
        styles=[f"{place}/{STYLES}"],
    )


def for_another_builder(runtime: Runtime) -> dict[str, bytes]:
    """Return our modules, styles and runtime by path in a folder of their own.

    A module and a style sheet with names that stay load the others.
    """
    made = for_site(runtime)
    found = {
        name.removeprefix(f"{PLACE}/"): content if isinstance(content, bytes) else content.read_bytes()
        for name, content in made.files.items()
    }
    (styles,) = made.styles
    found[STYLES] = f'@import "{styles.removeprefix(f"{PLACE}/")}";\n'.encode()
    found[SCRIPT] = f'import "./{made.entry.removeprefix(f"{PLACE}/")}";\n'.encode()
    return found


def forgiving(worker: str) -> str:
    """Return the theme's search worker with our script before it, which hears its messages first."""
    return (SMALL / FORGIVE).read_text("utf-8") + "\n" + worker


def _modules(runtime: Runtime, contact: str) -> tuple[str, dict[str, bytes]]:
    """Return the folder of our modules and styles, and its files by name."""
    found = {path.name: path.read_bytes() for path in sorted(SMALL.glob("*.*")) if path.name != FORGIVE}
    widgets = ((SMALL / "widgets" / f"{part}.css").read_bytes() for part in WIDGET_PARTS)
    found[STYLES] = b"".join((*widgets, found.pop(BOOK)))
    for name in ("idiomorph", "lean-qr", "ts-fsrs"):
        found |= {each: (VENDOR / each).read_bytes() for each in (f"{name}.js", f"LICENSE-{name}.txt")}
    found["LICENSE-kontrapunkt.txt"] = licences.engine_licences().encode()
    config = _config(runtime, contact)
    found["config.js"] = _json(config).encode()
    digest = hashlib.sha256()
    for name, content in sorted(found.items()):
        digest.update(f"{name} {len(content)} ".encode() + content)
    name = digest.hexdigest()[:12]
    found["config.js"] = f"export default {_json({**config, 'version': name})};\n".encode()
    return f"{PLACE}/site-{name}", found


def version() -> str:
    """Return the version of our modules and styles, as in `tools/sources.mjs`."""
    digest = hashlib.sha256()
    paths = (path for path in ASSETS.rglob("*.*") if path.suffix in (".js", ".css"))
    for name, path in sorted((path.relative_to(ASSETS).as_posix(), path) for path in paths):
        digest.update(f"{name}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def minified_version() -> str:
    """Return the version of the minified files; empty if there are none."""
    written = SMALL / "VERSION"
    return written.read_text("utf-8").strip() if written.exists() else ""


def _json(value: object) -> str:
    """Return a value as JSON, as short as possible."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _config(runtime: Runtime, contact: str) -> dict[str, Any]:
    """Return the content of `assets/runtime/config.js`, which documents it.

    Paths are relative to the folder of our modules.
    """
    return {
        "runtime": f"../{runtime.folder}/",
        "bundle": ARCHIVE,
        "lock": runtime.lock,
        "steps": "../steps/",
        "sw": "../" * (PLACE.count("/") + 2) + SERVICE_WORKER,
        "sandbox": sandbox.page(),
        "contact": contact,
        "contents": CONTENTS,
        "sentences": script_text.sentences(),
        "sizes": {
            **{name: (VENDOR / name).stat().st_size for name in PYODIDE},
            ARCHIVE: len(runtime.archive),
        },
    }
