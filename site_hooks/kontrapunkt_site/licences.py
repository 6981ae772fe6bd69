"""The licence texts of everything in a site; `THIRD-PARTY.md` lists the parts."""

import re
from collections.abc import Iterable
from importlib.metadata import Distribution, distribution
from importlib.resources import files
from pathlib import Path
from typing import Final

THEME: Final = "mkdocs-material"
_RECORDED: Final = re.compile(
    r"^[^/\n]+\.dist-info/((?:.*/)?(?:LICEN[SC]E|COPYING|NOTICE)[^/,\n]*),", re.IGNORECASE | re.MULTILINE
)
"""The path of a licence in the list of a package's installed files."""


def package_licences(package: Distribution) -> str:
    """Return the licence texts of an installed package; empty if it has none."""
    names = sorted(_RECORDED.findall(package.read_text("RECORD") or ""))
    return "\n".join(package.read_text(name) or "" for name in names)


def engine_licences() -> str:
    """Return our own licence, for the engine and the pages' scripts."""
    return distribution("kontrapunkt").read_text("licenses/LICENSE") or ""


def runtime_licences() -> str:
    """Return the texts for the parts of the browser's Python besides Python."""
    return _ours("runtime")


def theme_licences(folders: Iterable[str]) -> str:
    """Return the texts for the theme, its icons, and parts of its scripts and styles."""
    package = distribution(THEME)
    icons = [path for folder in folders for path in sorted(Path(folder, ".icons").glob("*/LICENSE*"))]
    parts = [f"{THEME} {package.version}\n\n{package_licences(package)}"]
    parts += [f"Icons: {path.parent.name}\n\n{path.read_text('utf-8')}" for path in icons]
    return "\n".join((*parts, _ours("theme")))


def _ours(name: str) -> str:
    """Return a text of this package, for parts whose packages have no licence text."""
    return (files("kontrapunkt_site") / "licences" / f"{name}.txt").read_text("utf-8")
