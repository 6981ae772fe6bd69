"""The licence texts of what a site ships, to lie beside it; `THIRD-PARTY.md` says what that is."""

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
"""A text of a licence in the list of what a package has installed."""


def of_package(package: Distribution) -> str:
    """The licence texts that an installed package carries, one after the other; empty where it has none."""
    names = sorted(_RECORDED.findall(package.read_text("RECORD") or ""))
    return "\n".join(package.read_text(name) or "" for name in names)


def of_engine() -> str:
    """The text of our own licence, which covers the engine and the scripts that pages load."""
    return distribution("kontrapunkt").read_text("licenses/LICENSE") or ""


def of_runtime() -> str:
    """The texts for what the browser's Python contains beside Python."""
    return _ours("runtime")


def of_theme(folders: Iterable[str]) -> str:
    """The texts of the theme, of the icons in its folders, and of what its scripts and styles contain."""
    package = distribution(THEME)
    icons = [path for folder in folders for path in sorted(Path(folder, ".icons").glob("*/LICENSE*"))]
    parts = [f"{THEME} {package.version}\n\n{of_package(package)}"]
    parts += [f"Icons: {path.parent.name}\n\n{path.read_text('utf-8')}" for path in icons]
    return "\n".join((*parts, _ours("theme")))


def _ours(name: str) -> str:
    """A text of this package: what others' packages do not say of themselves."""
    return (files("kontrapunkt_site") / "licences" / f"{name}.txt").read_text("utf-8")
