"""Reproducible bytecode by pyodide-build, without dates, docstrings and columns.

Only tracebacks use the columns of instructions, which make up a fifth of all bytecode.
"""

import ast
import os
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

EPOCH: Final = 315532800
"""1980-01-01 in seconds since 1970: the earliest date in a zip."""

_PY_COMPILE: Final = "from pyodide_build.cli.py_compile import main; main()"
"""The command `pyodide py-compile`, which need not be on the path."""

_CHECKED, _UNCHECKED = (3).to_bytes(4, "little"), (1).to_bytes(4, "little")


class CompileError(Exception):
    """Raised if pyodide-build does not compile a source; the message says where."""


def strip_docstrings(source: bytes) -> bytes:
    """Remove the docstrings from a source, without moving lines.

    A class gets a one-letter docstring, as a dataclass without any would compute one at import.
    """
    lines = source.splitlines(keepends=True)
    waiting: list[ast.AST] = [ast.parse(source)]
    while waiting:
        node = waiting.pop()
        waiting.extend(inside(node))
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            doc = node.body[0] if node.body else None
            if (
                isinstance(doc, ast.Expr)
                and isinstance(doc.value, ast.Constant)
                and isinstance(doc.value.value, str)
            ):
                instead = {ast.Module: b"", ast.ClassDef: b"'.'"}.get(type(node), b"0")
                _replace(lines, doc.value, instead)
    return b"".join(lines)


def inside(statement: ast.AST) -> Iterator[ast.AST]:
    """Yield the statements directly inside a statement or module."""
    for part in ("body", "orelse", "finalbody", "handlers", "cases"):
        yield from getattr(statement, part, ())


def compile_archive(sources: Mapping[str, bytes]) -> bytes:
    """Return a stored zip of bytecode files, and of other files unchanged.

    Args:
        sources: The content by path in the archive.

    Raises:
        CompileError: if a source does not compile.
    """
    with TemporaryDirectory() as folder:
        archive = Path(folder, "python.zip")
        pack(archive, sources.items())
        # A separate process has a fixed hash seed and dates, and shares no constants.
        done = subprocess.run(
            [sys.executable, "-c", _PY_COMPILE, "--silent", "--compression-level", "0", str(archive)],
            env={
                **os.environ,
                "SOURCE_DATE_EPOCH": str(EPOCH),
                "PYTHONHASHSEED": "0",
                "PYTHONNODEBUGRANGES": "1",
            },
            capture_output=True,
            text=True,
        )
        if done.returncode:
            raise CompileError((done.stderr.strip() or "pyodide-build py-compile failed").splitlines()[-1])
        with zipfile.ZipFile(archive) as compiled:
            contents = [(name, _unchecked(name, compiled.read(name))) for name in compiled.namelist()]
        pack(archive, contents)
        return archive.read_bytes()


def pack(archive: Path, contents: Iterable[tuple[str, bytes]]) -> None:
    """Write a stored zip, sorted and without dates."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as out:
        for name, content in sorted(contents):
            info = zipfile.ZipInfo(name)  # the date is 1980-01-01
            info.external_attr = 0o644 << 16
            info.create_system = 3
            out.writestr(info, content)


def _replace(lines: list[bytes], doc: ast.Constant, instead: bytes) -> None:
    first, last = doc.lineno - 1, (doc.end_lineno or doc.lineno) - 1
    before, after = lines[first][: doc.col_offset], lines[last][doc.end_col_offset :]
    if first == last or not instead:
        lines[first] = before + instead + (b"\n" if first != last else after)
        if first != last:
            lines[first + 1 : last] = [b"\n"] * (last - first - 1)
            lines[last] = after
    else:
        lines[first] = before + b"(" + instead + b"\n"
        lines[first + 1 : last] = [b"\n"] * (last - first - 1)
        lines[last] = b")" + after


def _unchecked(name: str, content: bytes) -> bytes:
    """Mark bytecode as unchecked, since its source is not there to compare."""
    if name.endswith(".pyc") and content[4:8] == _CHECKED:
        return content[:4] + _UNCHECKED + content[8:]
    return content
