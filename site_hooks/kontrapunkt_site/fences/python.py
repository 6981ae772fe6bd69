"""A live cell: ` ```python id=splits `, Python for readers to change and run.

Without `id=` the fence is a listing. The build runs the cells of a page in order, each with the names that
the cells above it define, and shows the output below it. A cell that fails stops the build, unless it has
`raises=ZeroDivisionError`; then it must fail. Cells may import the engine and `kontrapunkt.cells.MODULES`.

An exercise has two more parts, each after a line with its name. The check fails as long as the cell is
unfinished, by `assert` with a sentence for the reader; it passes with the solution, which is shown folded:

    def double(n):
        ...
    === check
    assert double(4) == 8, f"double(4) is 8, not {double(4)}"
    === solution
    def double(n):
        return 2 * n
"""

import re
import signal
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from threading import current_thread, main_thread
from typing import Any, Final

from kontrapunkt.cells import MODULES, Cell, Part, render_output
from kontrapunkt.render.markup import Attributes, el, text
from kontrapunkt.text import catalogue
from kontrapunkt_site import stdlib
from kontrapunkt_site.fences.base import Block, FenceKind, FenceOption, an_id, claim_id, plain
from kontrapunkt_site.problems import PageError, Text
from kontrapunkt_site.stdlib import Module

_MOST: Final = 30
"""Seconds that a cell and those above it may take in a build."""

_PART: Final = re.compile(r"===\s*(?P<name>\w+)\s*$")


@dataclass(frozen=True, slots=True)
class _CellRun:
    """The result of a cell.

    Attributes:
        done: Whether it succeeded.
        parts: Its output.
    """

    done: bool
    parts: list[Part]

    @property
    def trouble(self) -> Part:
        """The error of a cell or the message of its check."""
        return next((part for part in reversed(self.parts) if part.kind in ("error", "wrong")), Part("error"))


def _html(block: Block) -> str:
    id = claim_id(block, block.options["id"])
    parts = _parts(block)
    code = parts["code"]
    cell = Cell(id, str(code), str(parts.get("check", "")), block.options.get("raises", ""))
    if not cell.source.strip():
        raise block.error("the cell is empty")
    for part in parts.values():
        _refuse_imports(part)
    if cell.check:
        return _exercise(cell, parts, block)
    ran = _run(cell, block)
    if not ran.done:
        raise _failed(cell, ran, code)
    block.conversion.cells.append(cell)
    said = el("p", {"class": "kp-cell-built"}, text(catalogue.say("cell.built")))
    came = render_output(ran.parts)
    return _cell(cell, said + came if came else "", block)


def _exercise(cell: Cell, parts: Mapping[str, Text], block: Block) -> str:
    """Render an exercise: its check must fail first, and pass with the solution."""
    if "solution" not in parts:
        raise block.error("an exercise has a solution, behind a line === solution")
    if _run(cell, block).done:
        raise block.error("the check passes before the cell is finished, so it tells a reader nothing")
    solved = replace(cell, source=str(parts["solution"]))
    ran = _run(solved, block)
    if not ran.done:
        raise _failed(solved, ran, parts["solution"])
    told = el("p", {"class": "kp-cell-built"}, text(catalogue.say("cell.exercise")))
    summary = el("summary", None, text(catalogue.say("cell.solution")))
    attributes: Attributes = {"class": "kp-solution kp-cell-solution", "data-search-exclude": True}
    return _cell(cell, told, block) + el("details", attributes, summary, _listing(solved.source, block))


def _run(cell: Cell, block: Block) -> _CellRun:
    """Run a cell of the page, or take its result from the cache."""
    page, above = block.conversion.page, block.conversion.cells

    def play() -> dict[str, Any]:
        heard: list[Part] = []
        with _for_a_while():
            done = block.conversion.notebook.run([*above, cell], lambda id, part: _hear(heard, part))
        return {"done": done, "parts": [asdict(part) for part in heard]}

    found = page.cache.get_or_make(["cell", [asdict(each) for each in (*above, cell)]], play)
    return _CellRun(found["done"], [Part(**part) for part in found["parts"]])


@contextmanager
def _for_a_while() -> Iterator[None]:
    """Interrupt a cell that takes too long, if the system has a timer."""
    if not hasattr(signal, "setitimer") or current_thread() is not main_thread():
        yield
        return

    def end(*_: object) -> None:
        raise TimeoutError(f"it takes more than {_MOST} seconds")

    before = signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, _MOST)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _hear(heard: list[Part], part: Part) -> None:
    """Collect output; each new cell of the chain replaces that of the one before."""
    if part.kind == "begin":
        heard.clear()
    heard.append(part)


def _failed(cell: Cell, ran: _CellRun, code: Text) -> PageError:
    part = ran.trouble
    if cell.raises and part.kind == "error" and not part.text:
        return code.error(1, f"the cell says raises={cell.raises}, and raises nothing")
    said = f"{part.text} {part.origin}".strip()
    instead = f"; it was to raise {cell.raises}" if cell.raises else ""
    return code.error(part.line or 1, f"the cell fails: {said}{instead}")


def _parts(block: Block) -> dict[str, Text]:
    """Split a cell into its parts by name, the first of them `code`."""
    starts = [(0, "code")]
    for number, line in enumerate(block.text.lines, 1):
        if found := _PART.match(line):
            name = found["name"]
            if name not in ("check", "solution") or name in dict(map(reversed, starts)):  # type: ignore[arg-type]
                raise block.text.error(number, "a cell has a part check and a part solution, each once")
            starts.append((number, name))
    ends = [*(number - 1 for number, _ in starts[1:]), len(block.text.lines)]
    return {
        name: block.text.part(start + 1, block.text.lines[start:end])
        for (start, name), end in zip(starts, ends, strict=True)
    }


def _refuse_imports(code: Text) -> None:
    """Reject an import that would fail in the browser."""
    try:
        wanted = set(stdlib.imports(Module("cell", "cell.py", str(code).encode()), everywhere=True))
    except SyntaxError:
        return  # running the cell reports the error
    for name in sorted(wanted):
        package = name.partition(".")[0]
        if package not in (*MODULES, "kontrapunkt"):
            line = next((n for n, each in enumerate(code.lines, 1) if package in each), 1)
            known = ", ".join(MODULES)
            raise code.error(
                line, f"a cell cannot import {package}, which the browser lacks; it can import {known}"
            )


def _cell(cell: Cell, below: str, block: Block) -> str:
    """Render a cell."""
    attributes = {
        "class": "kp-cell",
        "id": f"kp-{cell.id}",
        "data-cell": cell.id,
        "data-check": cell.check or None,
        "data-raises": cell.raises or None,
        "data-search-exclude": True,
    }
    return el("div", attributes, _listing(cell.source, block), el("div", {"class": "kp-cell-out"}, below))


def _listing(code: str, block: Block) -> str:
    """Render code, coloured if Pygments is installed, as it is with Material."""
    lines = code.rstrip("\n")
    coloured = block.conversion.page.cache.get_or_make(["listing", lines], lambda: _coloured(lines))
    return el(
        "div", {"class": "highlight kp-cell-code"}, el("pre", {"tabindex": 0}, el("code", None, coloured))
    )


def _coloured(code: str) -> str:
    try:
        from pygments import highlight  # type: ignore[import-untyped]
        from pygments.formatters import HtmlFormatter  # type: ignore[import-untyped]
        from pygments.lexers import PythonLexer  # type: ignore[import-untyped]
    except ImportError:
        return text(code)
    return str(highlight(code, PythonLexer(), HtmlFormatter(nowrap=True))).rstrip("\n")


FENCE: Final = FenceKind(
    "python", {"id": FenceOption(an_id, required=True), "raises": FenceOption(plain)}, _html, needs="id"
)
