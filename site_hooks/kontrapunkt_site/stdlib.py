"""The modules of the standard library in a bundle: those of the boot and of games.

The boot's modules are recorded (`boot_modules.txt`, by `tools/record_boot.mjs`). The others are found in the
source: every import of the bundled packages, and then the imports at the top of each module.
"""

import ast
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.machinery import FrozenImporter
from importlib.resources import files
from typing import Final

from kontrapunkt_site.bytecode import inside

WHOLE: Final = ("_pyodide", "asyncio", "collections", "importlib", "json", "pyodide", "re")
"""Packages that are included whole, as code outside Python imports their parts."""

MARGIN: Final = ("_strptime", "encodings.ascii", "encodings.latin_1", "encodings.utf_8_sig")
"""Modules that C code imports on demand."""

NEVER: Final = (
    "asyncio.__main__",
    "asyncio.proactor_events",
    "asyncio.windows_events",
    "asyncio.windows_utils",
    "importlib.metadata",
    "json.tool",
    "pyodide.console",
)
"""Modules that no page uses: event loops of other systems, terminal tools, and installed packages
(`kontrapunkt_foreign` lists the plugins in browsers).
"""

SECOND_CHOICE: Final = ("_py_abc", "_pydatetime", "_pydecimal", "_pyio")
"""Python versions of modules that the browser's interpreter has built in."""


@dataclass(frozen=True, slots=True)
class Module:
    """The source of a module.

    Attributes:
        name: Its dotted name.
        file: Its path in the archive.
        source: Its bytes.
    """

    name: str
    file: str
    source: bytes

    @property
    def package(self) -> str:
        """The package that its relative imports start from."""
        return self.name if self.file.endswith("__init__.py") else self.name.rpartition(".")[0]

    @classmethod
    def at(cls, file: str, source: bytes) -> "Module":
        """Create a module from its path, such as `json/__init__.py`."""
        return cls(file.removesuffix(".py").removesuffix("/__init__").replace("/", "."), file, source)


def boot_modules() -> list[str]:
    """Return the recorded imports of a boot of the vendored Pyodide."""
    lines = (files("kontrapunkt_site") / "boot_modules.txt").read_text("utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def imports(module: Module, everywhere: bool) -> Iterator[str]:
    """Yield the dotted names that a module may import, with names in other modules.

    Args:
        everywhere: Whether to include functions; blocks for type checkers and scripts never count.
    """
    yield from _imports(ast.parse(module.source), module.package, everywhere)


def keep(library: Mapping[str, Module], bundled: Iterable[Module]) -> dict[str, Module]:
    """Return the part of the standard library that a bundle needs.

    Args:
        library: The whole standard library by module name.
        bundled: The modules of the engine and of the games.
    """
    wanted = [*boot_modules(), *MARGIN, *(name for name in library if name.partition(".")[0] in WHOLE)]
    for module in bundled:
        wanted.extend(imports(module, everywhere=True))
    kept: dict[str, Module] = {}
    while wanted:
        for name in _with_parents(wanted.pop()):
            if name in library and name not in kept and _wanted(name):
                kept[name] = library[name]
                wanted.extend(imports(library[name], everywhere=False))
    return kept


def is_standard(name: str) -> bool:
    """Return True if a module belongs to Python or to Pyodide."""
    return name.partition(".")[0] in sys.stdlib_module_names | {"js", "pyodide", "pyodide_js", "_pyodide"}


def _imports(node: ast.AST, package: str, everywhere: bool) -> Iterator[str]:
    for child in inside(node):
        if isinstance(child, ast.Import):
            yield from (alias.name for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            start = (
                ".".join(package.split(".")[: len(package.split(".")) - child.level + 1])
                if child.level
                else ""
            )
            base = ".".join(filter(None, (start, child.module)))
            yield base
            yield from (f"{base}.{alias.name}" for alias in child.names)
        elif isinstance(child, ast.If) and _never_in_the_browser(child.test):
            for other in child.orelse:
                yield from _imports(other, package, everywhere)
        elif everywhere or not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _imports(child, package, everywhere)


def _never_in_the_browser(test: ast.expr) -> bool:
    text = ast.unparse(test)
    return text in ("TYPE_CHECKING", "typing.TYPE_CHECKING") or text.startswith("__name__ == ")


def _with_parents(name: str) -> Iterator[str]:
    parts = name.split(".")
    return (".".join(parts[: end + 1]) for end in range(len(parts)))


def _wanted(name: str) -> bool:
    return name not in SECOND_CHOICE and not _within(NEVER, name) and not _frozen(name)


def _within(packages: Iterable[str], name: str) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def _frozen(name: str) -> bool:
    """Return True if a module is frozen in the interpreter, as it is in browsers."""
    return FrozenImporter.find_spec(name) is not None
