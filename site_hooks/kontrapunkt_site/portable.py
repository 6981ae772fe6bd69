"""A copy of a built site that opens from disk by double click, as on a USB stick.

From disk browsers run no modules, and scripts cannot fetch anything. So the copy has one script with all our
modules (`tools/disk.mjs` makes it), scripts with the data that they would fetch, and links that name the
index of a folder.
"""

import base64
import gzip
import json
import re
import shutil
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from kontrapunkt.classroom.archive import zip_files
from kontrapunkt.text import catalogue
from kontrapunkt_site import assets, disk_pages
from kontrapunkt_site.bundle import ARCHIVE, VENDOR
from kontrapunkt_site.csp import HEADERS
from kontrapunkt_site.search import INDEX
from kontrapunkt_site.sitemap import SITE_MAP

START: Final = "start.html"
"""The file to open by double click."""

SITE: Final = "site"
"""The folder of all other files."""

SCRIPT: Final = "disk.js"
"""The script with all modules of a page."""

WORKER: Final = "blob-worker.js"
"""The script with the worker's modules, among our modules."""

LOADERS: Final = ("pyodide.js", "pyodide.asm.js")
"""Pyodide's own scripts, which precede ours in the worker."""

ENGINE: Final = "engine.json"
"""The packed parts of a worker, in the folder of the runtime."""

_STYLE: Final = "font: 1.2rem/1.5 Georgia, serif; max-width: 34rem; margin: 4rem auto; padding: 0 1rem"
_HERE: Final = "here.js"
"""A script in the site's folder by which `START` detects that the copy is unpacked."""

_SEARCH_WORKER: Final = "assets/javascripts/workers/search.*.min.js"
_TITLE: Final = re.compile(r"<title>(.*?)</title>", re.S)
_WASM: Final = "pyodide.asm.wasm"
_NOT_COPIED: Final = (HEADERS, SITE_MAP, f"{SITE_MAP}.gz", assets.SERVICE_WORKER, "404.html")
_HANDS_OVER: Final = "kontrapunktFile"


class PortableError(Exception):
    """Raised if a site cannot be copied; the message is one sentence."""


@dataclass(frozen=True, slots=True)
class Portable:
    """A finished copy.

    Attributes:
        folder: The copy.
        archive: The same as a zip.
    """

    folder: Path
    archive: Path


def copy(site: Path, folder: Path) -> Portable:
    """Copy a built site, and pack the copy as a zip beside it.

    Args:
        site: The site's folder.
        folder: The folder of the copy; an earlier copy there is replaced when this one is complete, other
            files never.

    Raises:
        PortableError: if the site does not have this version, or other files are in the way.
    """
    place, runtime = (_folder_of(site, name) for name in ("site", "runtime"))
    _same_version(site / place)
    _refuse_what_is_taken(site, folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.parent) as beside:
        made = Path(beside) / folder.name
        _make(site, made, place, runtime)
        archive = _packed(made)
        if folder.exists():
            shutil.rmtree(folder)
        made.rename(folder)
        return Portable(folder, archive.replace(folder.with_name(archive.name)))


def _refuse_what_is_taken(site: Path, folder: Path) -> None:
    """Reject a target that would overwrite anything but an earlier copy."""
    archive = folder.with_name(f"{folder.name}.zip") if folder.name else folder
    if folder.is_symlink():  # deleting it would remove the link but not its target
        raise PortableError(catalogue.say("bundle.symlink", folder=folder))
    free = not folder.exists() or (folder.is_dir() and not any(folder.iterdir()))
    if folder.resolve().is_relative_to(site.resolve()) or not (folder.name and (free or _is_copy(folder))):
        raise PortableError(catalogue.say("bundle.taken", folder=folder))
    if archive.exists() and not _is_packed_copy(archive, folder.name):
        raise PortableError(catalogue.say("bundle.taken", folder=archive))


def _is_copy(folder: Path) -> bool:
    """Return True if a folder contains a copy and nothing else."""
    if not folder.is_dir() or folder.is_symlink():
        return False
    return {path.name for path in folder.iterdir()} == {START, SITE} and (folder / SITE / _HERE).is_file()


def _is_packed_copy(archive: Path, name: str) -> bool:
    """Return True if a file is the zip of a copy with this name."""
    try:
        with zipfile.ZipFile(archive) as packed_before:
            return f"{name}/{SITE}/{_HERE}" in packed_before.namelist()
    except (OSError, zipfile.BadZipFile):
        return False


def _make(site: Path, folder: Path, place: str, runtime: str) -> None:
    """Write a copy of a site into a new folder."""
    (folder / SITE).mkdir(parents=True)
    pages = disk_pages.Pages(f"{place}/{SCRIPT}", f"{place}/{assets.ENTRY}")
    for name in _wanted(site, (place, runtime)):
        target = folder / SITE / name
        target.parent.mkdir(parents=True, exist_ok=True)
        text = (
            (site / name).read_text("utf-8", "surrogateescape") if name.endswith((".html", ".json")) else ""
        )
        if name.endswith(".html"):
            target.write_text(pages.from_disk(text, name), "utf-8", "surrogateescape")
        elif name == INDEX:  # the theme's own method for pages on disk
            target.with_suffix(".js").write_text(f"var __index = {text};\n", "utf-8")
        elif name.endswith(".json"):
            target.with_name(f"{target.name}.js").write_text(_script(text), "utf-8")
        else:
            shutil.copyfile(site / name, target)
    _write_scripts(site, folder / SITE, place, runtime)
    (folder / START).write_text(_start_page((site / "index.html").read_text("utf-8")), "utf-8")
    (folder / SITE / _HERE).write_text(f'location.replace("{SITE}/index.html");\n', "utf-8")


def _folder_of(site: Path, name: str) -> str:
    """Return the folder of our modules or of the runtime in a site."""
    found = [path for path in (site / assets.PLACE).glob(f"{name}-*") if path.is_dir()]
    if len(found) != 1:
        raise PortableError(catalogue.say("bundle.not_ours", folder=site))
    return found[0].relative_to(site).as_posix()


def _same_version(place: Path) -> None:
    """Reject a site with modules of another version than the script's."""
    script = VENDOR / SCRIPT
    first = script.read_text("utf-8").partition("\n")[0] if script.exists() else ""
    if first != f"/* {assets.version()} */":
        raise PortableError(catalogue.say("bundle.stale", script=SCRIPT))
    for path in assets.SMALL.glob("*.js"):
        if path.name == assets.FORGIVE:  # in the site it is a part of the theme's search
            continue
        inside = place / path.name
        if not inside.exists() or inside.read_bytes() != path.read_bytes():
            raise PortableError(catalogue.say("bundle.other_version"))


def _wanted(site: Path, ours: tuple[str, ...]) -> Iterator[str]:
    """Yield the site's files for a copy; of our folders only styles and licences."""
    for path in sorted(site.rglob("*")):
        name = path.relative_to(site).as_posix()
        if not path.is_file() or name in _NOT_COPIED or name.endswith((".map", ".gz", ".br")):
            continue
        if not name.startswith(tuple(f"{each}/" for each in ours)) or name.endswith((".css", ".txt")):
            yield name


def _write_scripts(site: Path, target: Path, place: str, runtime: str) -> None:
    """Write our modules with the site's configuration, and the engine."""
    config = (site / place / "config.js").read_text("utf-8")
    said = config.removeprefix("export default ").rstrip().removesuffix(";")
    script = f"globalThis.kontrapunktConfig = {said};\n{(VENDOR / SCRIPT).read_text('utf-8')}"
    (target / place / SCRIPT).write_text(script, "utf-8")
    parts = (*(VENDOR / name for name in LOADERS), assets.SMALL / WORKER)
    worker = b"\n".join(part.read_bytes() for part in parts)
    files = {name: _base64((site / runtime / name).read_bytes()) for name in (_WASM, ARCHIVE)}
    search = next(iter(site.glob(_SEARCH_WORKER)), None)
    text = json.dumps(search.read_text("utf-8") if search else "")
    own = (assets.ASSETS / "disk/search.js").read_text("utf-8")
    (target / place / disk_pages.SEARCH).write_text(f"globalThis.kontrapunktSearch = {text};\n{own}", "utf-8")
    engine = _script(json.dumps({"worker": _base64(worker), "files": files}))
    (target / runtime / f"{ENGINE}.js").write_text(engine, "utf-8")


def _script(value: str) -> str:
    """Return a script that provides a JSON value."""
    return f"{_HANDS_OVER}({value});\n"


def _base64(content: bytes) -> str:
    return base64.b64encode(gzip.compress(content, 9, mtime=0)).decode()


def _start_page(index: str) -> str:
    """Return the first page, which opens the site, or explains how to unpack it."""
    title = _TITLE.search(index)
    unpack, link = (escape(catalogue.say(f"bundle.{each}")) for each in ("unpack", "link"))
    return (
        f'<!doctype html>\n<html lang="{catalogue.language()}">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
        f"<title>{title[1] if title else SITE}</title>\n"
        f'<body style="{_STYLE}">\n'
        f'<p>{unpack}</p>\n<p><a href="{SITE}/index.html">{link}</a></p>\n'
        f'<script src="{SITE}/{_HERE}"></script>\n'
    )


def _packed(folder: Path) -> Path:
    """Write the zip beside a copy."""
    archive = folder.with_name(f"{folder.name}.zip")
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    archive.write_bytes(
        zip_files((path.relative_to(folder.parent).as_posix(), path.read_bytes()) for path in files)
    )
    return archive
