"""The licence texts of what a site ships, to lie beside it; `THIRD-PARTY.md` says what that is."""

from collections.abc import Iterable
from importlib.metadata import Distribution, distribution
from importlib.resources import files
from pathlib import Path
from typing import Final

THEME: Final = "mkdocs-material"
_NAMES: Final = ("LICENSE", "LICENCE", "COPYING", "NOTICE")


def of_package(package: Distribution) -> str:
    """The licence texts that an installed package carries, one after the other; empty where it has none."""
    found = (path for path in package.files or () if path.name.upper().startswith(_NAMES))
    return "\n".join(path.read_text("utf-8") for path in sorted(found) if ".dist-info" in path.parts[0])


def of_engine() -> str:
    """The text of our own licence, which covers the engine and the scripts that pages load."""
    paths = distribution("kontrapunkt").files or ()
    return "\n".join(path.read_text("utf-8") for path in paths if path.name == "LICENSE")


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
