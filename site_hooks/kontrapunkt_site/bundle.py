"""The browser's runtime: Pyodide, and a zip with the engine and Python's modules.

The folder is named after its content, so that caches can store it for ever, and an edit of a page changes
nothing in it.
"""

import hashlib
import json
import sys
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from kontrapunkt.core.registry import GROUPS, plugin_entries
from kontrapunkt_site import bytecode, licences, methods, script_text, stdlib
from kontrapunkt_site.cached_files import cache_folder, cached_file
from kontrapunkt_site.stdlib import Module

VENDOR: Final = Path(str(files("kontrapunkt_site"))) / "vendor"
PYODIDE: Final = ("pyodide.mjs", "pyodide.js", "pyodide.asm.js", "pyodide.asm.wasm")
LICENCES: Final = ("LICENSE-pyodide.txt", "LICENSE-python.txt")
LIBRARY: Final = VENDOR / "python_stdlib.zip"
ARCHIVE: Final = "python.zip"
BOOT: Final = VENDOR.with_name("in_browser.py")

NOT_FOR_READERS: Final = (
    "kontrapunkt/play/arena.py",
    "kontrapunkt/classroom/archive.py",
    "kontrapunkt/classroom/network.py",
    "kontrapunkt/classroom/qr.py",
    "kontrapunkt/classroom/qti.py",
    "kontrapunkt/classroom/xml_text.py",
    "kontrapunkt/cli.py",
    "kontrapunkt/commands/",
    "kontrapunkt/core/files.py",
    "kontrapunkt/lessons/",
    "kontrapunkt/puzzles/checking.py",
    "kontrapunkt/puzzles/process_pool.py",
    "kontrapunkt/puzzles/mining/mine.py",
    "kontrapunkt/rl.py",
    "kontrapunkt/schemas/",
    "kontrapunkt/testing/",
    "kontrapunkt/py.typed",
    "kontrapunkt/search/native/source/",
)
"""The parts of the engine that browsers never use."""

CATALOGUES: Final = "kontrapunkt/text/lang/"
"""The folder of the engine's sentences."""

FOR_READERS: Final = tuple(group for group in GROUPS if group != "fences")
"""The plugins that browsers use; fences have done their work by then."""

_RECIPE: Final = "3"
"""The version of the packing; increase it when the same sources are packed differently."""


class BundleError(Exception):
    """Raised if the runtime cannot be made; the message is one sentence."""


@dataclass(frozen=True, slots=True)
class Runtime:
    """A runtime to write beside Pyodide's own files.

    Attributes:
        archive: The zip with the browser's Python modules and the engine.
        lock: The part of Pyodide's lock file that identifies the interpreter.
        folder: The name of its folder, a hash of its content.
        licences: The licence texts by file name, except those of Pyodide and Python.
    """

    archive: bytes
    lock: Mapping[str, str]
    folder: str
    licences: Mapping[str, str]


def make() -> Runtime:
    """Return the runtime for the installed engine and games, cached if unchanged.

    Raises:
        BundleError: if Pyodide's files are missing, Python has another version, or a game needs a module that
            browsers lack.
    """
    info, bundled = _interpreter(), _bundled()
    return _runtime(info, cached_file(_place(bundled), lambda: _compiled(_with_library(bundled, LIBRARY))))


def cached_runtime() -> Runtime | None:
    """Return the runtime if its slow part is in the cache, else None.

    Raises:
        BundleError: in the cases of `make`.
    """
    info, place = _interpreter(), _place(_bundled())
    return _runtime(info, place.read_bytes()) if place.exists() else None


def _runtime(info: Mapping[str, str], archive: bytes) -> Runtime:
    digest = hashlib.sha256(archive)
    for name in PYODIDE:
        digest.update((VENDOR / name).read_bytes())
    return Runtime(archive, info, f"runtime-{digest.hexdigest()[:12]}", _licences())


def _interpreter() -> dict[str, str]:
    """Check the vendored interpreter; return its part of the lock file."""
    missing = [name for name in (*PYODIDE, LIBRARY.name, "lock-info.json") if not (VENDOR / name).exists()]
    if missing:
        raise BundleError(f"{VENDOR} lacks {', '.join(missing)}; run make setup")
    info: dict[str, str] = json.loads((VENDOR / "lock-info.json").read_text("utf-8"))
    if info["python"].split(".")[:2] != [str(part) for part in sys.version_info[:2]]:
        raise BundleError(
            f"the browser's Python is {info['python']}, so the site is built with the same minor version, "
            f"not with {sys.version_info.major}.{sys.version_info.minor}"
        )
    return info


def _licences() -> dict[str, str]:
    """Return the licence texts of the engine, of Pyodide's parts and of plugins."""
    groups = [f"kontrapunkt.{group}" for group in FOR_READERS]
    brought = {entry.dist.name: entry.dist for g in groups for entry in entry_points(group=g) if entry.dist}
    texts = {name: licences.package_licences(package) for name, package in sorted(brought.items())}
    texts |= {"kontrapunkt": licences.engine_licences(), "pyodide-parts": licences.runtime_licences()}
    return {f"LICENSE-{name}.txt": text for name, text in texts.items() if text}


def _bundled() -> dict[str, bytes]:
    """Return the files of the engine and of plugins by path in the archive."""
    brought = {group: dict(sorted(plugin_entries(group).items())) for group in FOR_READERS}
    files = {
        name: path.read_bytes()
        for name, path in package_files("kontrapunkt")
        if not name.startswith(NOT_FOR_READERS)
    }
    for package in packages_of(place for group in brought.values() for place in group.values()):
        files.update((name, path.read_bytes()) for name, path in package_files(package))
    for name in [name for name in files if name.startswith(CATALOGUES)]:
        files[name] = script_text.for_browser(files[name])
    # `kontrapunkt.core.registry` reads `kontrapunkt_foreign`, as no package is installed in browsers
    return {
        **files,
        "kontrapunkt_boot.py": BOOT.read_bytes(),
        "kontrapunkt_foreign.py": f"FOREIGN = {brought!r}\n".encode(),
    }


def _with_library(bundled: Mapping[str, bytes], library_zip: Path) -> dict[str, bytes]:
    """Add the modules of the standard library that files need."""
    modules = [Module.at(name, content) for name, content in bundled.items() if name.endswith(".py")]
    _refuse_unknown_imports(modules)
    with zipfile.ZipFile(library_zip) as archive:
        found = (Module.at(name, archive.read(name)) for name in archive.namelist() if name.endswith(".py"))
        library = {module.name: module for module in found}
    return {**{module.file: module.source for module in stdlib.keep(library, modules).values()}, **bundled}


def packages_of(places: Iterable[str]) -> list[str]:
    """Return the packages of plugins."""
    return sorted({place.partition(":")[0].partition(".")[0] for place in places} - {"kontrapunkt"})


def package_files(name: str) -> Iterator[tuple[str, Path]]:
    """Yield the files of an installed package or module by path in the archive.

    Args:
        name: The package or module.

    Raises:
        BundleError: if it is not installed.
    """
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise BundleError(f"the package {name}, in which something is registered, cannot be found")
    origin = Path(spec.origin)
    if origin.name != "__init__.py":
        yield origin.name, origin
        return
    for folder, folders, names in origin.parent.walk():
        folders[:] = sorted({*folders} - {"__pycache__"})
        inside = folder.relative_to(origin.parent.parent).as_posix()
        for each in sorted(names):
            if not each.endswith(".pyc"):
                yield f"{inside}/{each}", folder / each


def _refuse_unknown_imports(modules: list[Module]) -> None:
    """Reject an import that would fail in the browser."""
    known = {module.name.partition(".")[0] for module in modules}
    for module in modules:
        for name in stdlib.imports(module, everywhere=False):
            if name.partition(".")[0] not in known and not stdlib.is_standard(name):
                raise BundleError(f"{module.file} imports {name}, which the browser's Python does not have")


def _place(bundled: Mapping[str, bytes]) -> Path:
    """Return the cached file for these files and Python's."""
    choice = stdlib.WHOLE, stdlib.MARGIN, stdlib.NEVER, stdlib.SECOND_CHOICE, stdlib.boot_modules()
    key = hashlib.sha256(f"{_RECIPE} {sys.version} {choice}".encode() + LIBRARY.read_bytes())
    for name, content in sorted(bundled.items()):
        key.update(f"{name} {len(content)} ".encode() + content)
    return cache_folder() / f"{key.hexdigest()[:32]}.zip"


def _methods(sources: Mapping[str, bytes]) -> bytes:
    """The source of the methods of all dataclasses in the engine."""
    paths = [Path(name) for name in sources if name.startswith("kontrapunkt/") and name.endswith(".py")]
    named = [".".join(path.with_suffix("").parts).removesuffix(".__init__") for path in paths]
    return methods.source_of(sorted(named))


def _compiled(sources: Mapping[str, bytes]) -> bytes:
    try:
        sources = {**sources, f"{methods.MODULE}.py": _methods(sources)}
        return bytecode.compile_archive(
            {
                # Pyodide's own modules read their docstrings at boot
                name: content
                if name.startswith(("_pyodide/", "pyodide/"))
                else bytecode.strip_docstrings(content)
                for name, content in sources.items()
                if name.endswith(".py")
            }
            | {name: content for name, content in sources.items() if not name.endswith(".py")}
        )
    except (SyntaxError, bytecode.CompileError) as error:
        raise BundleError(f"the browser's Python cannot be compiled: {error}") from error
