"""Live cells: Python code in a page that readers can change and run.

The cells of a page are a notebook that always runs from its top: a cell sees the names that the cells above
it have defined, and its own effects disappear when it is run again. The build runs the cells as written, the
browser as changed by the reader, both with `Notebook`. An exercise is a cell with a check; cells below do not
see its names, since it may not be solved yet.

This module is also the interface of the worker that runs readers' code, which can be terminated.
"""

import ast
import io
import json
import linecache
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import asdict, dataclass
from itertools import groupby, islice
from typing import Any, Final, override

from kontrapunkt.render.bars import Bar, Rows, bars, draw_bars, pairs_of
from kontrapunkt.render.markup import el, text
from kontrapunkt.text import catalogue

MODULES: Final = (
    *("bisect", "collections", "copy", "dataclasses", "enum", "fractions", "functools", "heapq", "itertools"),
    *("json", "math", "operator", "random", "re", "string", "textwrap", "time", "typing"),
)
"""The modules that cells may import besides the engine; the browser has no others."""

LONGEST: Final = 20_000
"""The most characters that a cell may show, so that an endless loop cannot fill the page."""

_LONGEST_VALUE: Final = 2_000
"""The most characters shown of a value, an error or a check's message."""

_LONGEST_NAME: Final = 200
"""The most characters shown of a name in a table, and of the table's title."""

_ROW: Final = 40
"""The cost of a table row in characters, besides its name; it takes as long to lay out."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell.

    Attributes:
        id: Its id in the page.
        source: Its code.
        check: Code that runs after it and fails while the exercise is not solved; empty for no exercise.
        raises: The class of the error with which it is to stop; empty for none.
    """

    id: str
    source: str
    check: str = ""
    raises: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a cell's output: text or the rows of a table, never markup.

    Attributes:
        kind: `begin` (the cell starts), `print`, `value` (of its last expression), `show`, `error`, `right`
            and `wrong` (the check's message).
        text: The text; for `show` the title of the table, which may be empty.
        line: The line of the cell in which it failed, from 1; 0 for none.
        origin: For an error from another cell that cell's line in words; empty for none.
        rows: The rows of a table.
    """

    kind: str
    text: str = ""
    line: int = 0
    origin: str = ""
    rows: Sequence[Bar] = ()


type Tell = Callable[[str, Part], None]
"""A function that receives a cell's id and each part of its output at once."""


class OutputLimitExceeded(BaseException):
    """Raised if a cell shows too much for a page; cells cannot catch it by accident."""


class Notebook:
    """The cells of a page that have been run.

    A cell runs with the names that the cells above it have defined. They are one dictionary, so that a
    function of one cell sees the changes of a later one; before a cell is run again, the dictionary is
    restored.
    """

    def __init__(self) -> None:
        self._names: dict[str, Any] = {"__name__": __name__}
        self._before: list[tuple[Cell, dict[str, Any]]] = []
        """The cells that have been run, each with the names before it."""

    def run(self, cells: Sequence[Cell], tell: Tell) -> bool:
        """Run the last of these cells, after those above it that have changed.

        Args:
            cells: The cells of a page from the first; exercises other than the last are skipped.
            tell: Receives their output.

        Returns:
            True if all of them succeed; a cell that fails is the last to be run.
        """
        *above, asked = cells
        chain = [*(cell for cell in above if not cell.check), asked]
        known = 0
        while known < min(len(chain) - 1, len(self._before)) and self._before[known][0] == chain[known]:
            known += 1
        if known < len(self._before):
            self._set_back(self._before[known][1])
            del self._before[known:]
        for cell in chain[known:]:
            found = dict(self._names)
            self._before.append((cell, found))
            if not self._play(cell, tell):
                self._set_back(found)
                self._before.pop()
                return False
        if asked.check:  # other cells do not see the names of an exercise
            self._set_back(self._before.pop()[1])
        return True

    def _set_back(self, names: Mapping[str, Any]) -> None:
        self._names.clear()
        self._names.update(names)

    def _play(self, cell: Cell, tell: Tell) -> bool:
        """Run one cell and its check; return True if it succeeds."""

        def told(part: Part) -> None:
            tell(cell.id, part)

        told(Part("begin"))
        failed = self._execute(cell.id, cell.source, told, value=True)
        if failed is not None:
            told(_error(failed, cell.id))
            return type(failed).__name__ == cell.raises
        if cell.check:
            failed = self._execute(f"{cell.id} check", cell.check, told, value=False)
            told(_verdict(failed))
        return failed is None and not cell.raises

    def _execute(
        self, id: str, source: str, told: Callable[[Part], None], *, value: bool
    ) -> BaseException | None:
        """Run code with the names; return the error that stopped it, if any."""
        paper = _CellPrinter(told)
        name = _file_of(id)
        linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)

        def show(rows: Rows, title: str = "") -> None:
            """Draw numbers as bars: a mapping, or pairs of name and number."""
            drawn = bars(islice(pairs_of(rows), LONGEST // _ROW + 1))
            named = [Bar(_clipped(bar.name, _LONGEST_NAME), bar.number, bar.share) for bar in drawn]
            caption = _clipped(str(title), _LONGEST_NAME)
            paper.spend(len(caption) + sum(_ROW + len(bar.name) for bar in named))
            paper.flush()
            told(Part("show", caption, rows=named))

        self._names["show"] = show
        try:
            body = ast.parse(source, name)
            last = body.body[-1] if value and body.body else None
            asked = ast.Expression(body.body.pop().value) if isinstance(last, ast.Expr) else None  # type: ignore[attr-defined]
            with redirect_stdout(paper):
                exec(compile(body, name, "exec"), self._names)
                worth = None if asked is None else eval(compile(asked, name, "eval"), self._names)
                shown = None if worth is None else repr(worth)
            paper.flush()
            if shown is not None:
                told(Part("value", _clipped(shown)))
        except BaseException as error:  # readers see every kind of error
            paper.flush()
            return error
        return None


def render_output(parts: Sequence[Part]) -> str:
    """Render a cell's output as in the browser (`cell-output.js`)."""
    pieces: list[str] = []
    for printed, some in groupby(parts, lambda part: part.kind == "print"):
        if printed:
            pieces.append(_pre("print", "".join(part.text for part in some)))
        else:
            pieces += [_html(part) for part in some]
    return "".join(pieces)


def _html(part: Part) -> str:
    match part.kind:
        case "begin":
            return ""
        case "value":
            return _pre("value", part.text)
        case "show":
            return draw_bars([Bar(*bar) for bar in part.rows], part.text)
        case "error":
            where = catalogue.say("cell.line", n=part.line) if part.line else ""
            line = el("span", {"class": "kp-cell-line", "data-line": part.line}, text(where)) + " "
            origin = f" {text(part.origin)}" if part.origin else ""
            said = el("code", None, text(part.text))
            return el("p", {"class": "kp-cell-error"}, line if where else "", said, origin)
        case _:
            return el("p", {"class": f"kp-cell-{part.kind}"}, text(part.text))


class _CellPrinter(io.TextIOBase):
    """The standard output of a cell; it reports lines at once, even in endless loops."""

    def __init__(self, told: Callable[[Part], None]) -> None:
        self._told = told
        self._waiting: list[str] = []
        self._written = 0

    @override
    def write(self, words_: str, /) -> int:
        self._waiting.append(words_[: LONGEST - self._written])
        self.spend(len(words_))
        if "\n" in words_:
            self.flush()
        return len(words_)

    def spend(self, signs: int) -> None:
        """Count output.

        Args:
            signs: The number of characters, or an equivalent.

        Raises:
            OutputLimitExceeded: if the cell may not show as much.
        """
        self._written += signs
        if self._written > LONGEST:
            self._written = LONGEST
            raise OutputLimitExceeded

    @override
    def flush(self) -> None:
        said = "".join(self._waiting)
        self._waiting.clear()
        if said:
            self._told(Part("print", said))


def _pre(kind: str, words_: str) -> str:
    return el("pre", {"class": f"kp-cell-{kind}"}, text(words_))


def _file_of(id: str) -> str:
    return f"<cell {id}>"


def _clipped(said: str, longest: int = _LONGEST_VALUE) -> str:
    return said if len(said) <= longest else f"{said[: longest - 1]}…"


def _error(error: BaseException, id: str) -> Part:
    """Return an error as output: the cell's line, the message, the line of its origin."""
    file, frames = _file_of(id), traceback.extract_tb(error.__traceback__)
    passed = [(each.filename, each.lineno or 0) for each in frames if each.filename.startswith("<cell ")]
    line = dict(passed).get(file, 0)
    if isinstance(error, SyntaxError) and error.filename == file:
        line = error.lineno or 0
    origin = ""
    if passed and passed[-1][0] != file:
        cell, there = passed[-1]
        origin = catalogue.say("cell.elsewhere", n=there, cell=cell[6:-1])
    return Part("error", _clipped(_message_of(error)), line, origin)


def _message_of(error: BaseException) -> str:
    """Return the message of an error, whose own code may fail too."""
    if isinstance(error, OutputLimitExceeded):
        return catalogue.say("cell.too_much", n=LONGEST)
    try:
        why = error.msg if isinstance(error, SyntaxError) else str(error)
        return f"{type(error).__name__}: {why}".removesuffix(": ")
    except BaseException:
        return catalogue.say("cell.mute", error=type(error).__name__)


def _verdict(failed: BaseException | None) -> Part:
    """Return the result of an exercise's check."""
    if failed is None:
        return Part("right", catalogue.say("solving.right"))
    told = _message_of(failed)
    if isinstance(failed, AssertionError):
        told = told.removeprefix("AssertionError").removeprefix(": ")
    why = _clipped(told)
    return Part("wrong", catalogue.say("cell.wrong", why=why) if why else catalogue.say("cell.wrong.plain"))


_page = ""
_notebook = Notebook()


def run(request: str, tell: Callable[[str], None]) -> str:
    """Run a cell for the browser.

    Args:
        request: JSON `{"page", "cells": [{"id", "source", "check", "raises"}]}`: the page, and its cells from
            the first to the one to run.
        tell: Receives each part as JSON `{"cell", "kind", "text", "line", "origin", "rows"}`, a row as
            `[name, number, share]`.

    Returns:
        JSON `{"ok", "last"}`: whether all cells succeeded, and the id of the last one that ran.
    """
    global _page, _notebook
    asked = json.loads(request)
    if asked["page"] != _page:
        _page, _notebook = asked["page"], Notebook()

    last = ""

    def told(id: str, part: Part) -> None:
        nonlocal last
        last = id
        tell(json.dumps({"cell": id, **asdict(part)}, ensure_ascii=False))

    ok = _notebook.run([Cell(**cell) for cell in asked["cells"]], told)
    return json.dumps({"ok": ok, "last": last})
