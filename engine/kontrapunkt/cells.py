"""Live cells: Python in a page that readers may change and run, one cell after another.

The cells of a page are a notebook that is always run from its top: what a cell sees are the names that
those above it have made, and what it does itself leaves no trace if it is run again. The build runs the cells
as their author wrote them, the browser as the reader left them, by `Notebook` both. An exercise is a cell
with a check; it gives no names to the cells below, since nobody knows whether it has been done.

This module is also the door of the worker in which readers' code runs: one of its own, which may be killed.
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
"""What cells may import beside the engine: of the standard library the browser has no more than it needs."""

LONGEST: Final = 20_000
"""How many signs a cell may show, in print and in tables; a loop that never ends would fill the page."""

_LONGEST_VALUE: Final = 2_000
"""How many signs are shown of a value, of an error, and of what a check says."""

_LONGEST_NAME: Final = 200
"""How many signs are shown of a name in a table, and of the table's title."""

_ROW: Final = 40
"""What a row of a table counts for in signs, beside its name: it takes a page as long to lay out."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell.

    Attributes:
        id: Its id in the page.
        source: Its code.
        check: Code that runs after it and fails while the cell is not finished; empty for no exercise.
        raises: The class of the error that it is to stop with; empty for none.
    """

    id: str
    source: str
    check: str = ""
    raises: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """Something that a cell has brought forth: text, or the rows of a table; never markup.

    Attributes:
        kind: `begin` (the cell starts), `print`, `value` (of its last expression), `show`, `error`, `right`
            and `wrong` (what the check says).
        text: What it says; of `show` the title of the table, which may be empty.
        line: The line of the cell in which it failed; 0 for none.
        origin: Of an error the line of another cell that it came from, in words; empty for none.
        rows: The rows of a table.
    """

    kind: str
    text: str = ""
    line: int = 0
    origin: str = ""
    rows: Sequence[Bar] = ()


type Tell = Callable[[str, Part], None]
"""Is told the id of a cell and what it has brought forth, as soon as it has."""


class OutputLimitExceeded(BaseException):
    """A cell has shown more than a page can hold; no cell catches it by accident."""


class Notebook:
    """The cells of a page as far as they have been run.

    A cell is run in the names that those above it have made. They are one dictionary, so that a function of
    one cell sees what a later one has set; before a cell is run again, it is set back to what it was.
    """

    def __init__(self) -> None:
        self._names: dict[str, Any] = {"__name__": __name__}
        self._before: list[tuple[Cell, dict[str, Any]]] = []
        """The cells that have been run, each with the names that it found."""

    def run(self, cells: Sequence[Cell], tell: Tell) -> bool:
        """Runs the last of these cells, and before it those above it that have not been run as they are.

        Args:
            cells: The cells of a page from its first; exercises but for the last are passed over.
            tell: Is told what they bring forth.

        Returns:
            Whether all of them did what they were to do; one that fails is the last to be run.
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
        if asked.check:  # what was done in an exercise is seen by nobody else
            self._set_back(self._before.pop()[1])
        return True

    def _set_back(self, names: Mapping[str, Any]) -> None:
        self._names.clear()
        self._names.update(names)

    def _play(self, cell: Cell, tell: Tell) -> bool:
        """Runs one cell and its check; answers whether it did what it was to do."""

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
        """Runs code in the names; answers what it stopped with."""
        paper = _CellPrinter(told)
        name = _file_of(id)
        linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)

        def show(rows: Rows, title: str = "") -> None:
            """Draws numbers as bars: a mapping, or pairs of name and number."""
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
        except BaseException as error:  # whatever it is, it is the reader's to see
            paper.flush()
            return error
        return None


def shown(parts: Sequence[Part]) -> str:
    """What a cell has brought forth as HTML; `cell-output.js` makes the same of it in the browser."""
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
    """What a cell prints on: tells of it by lines, so that an endless loop has shown how far it came."""

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
        """Counts what is shown.

        Args:
            signs: How many signs it has, or counts for.

        Raises:
            OutputLimitExceeded: if a cell may not show as much.
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
    """How an error is shown: the line of the cell, the error, the line of another one that it came from."""
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
    """What an error says; its text is code of the cell's and may fail itself."""
    if isinstance(error, OutputLimitExceeded):
        return catalogue.say("cell.too_much", n=LONGEST)
    try:
        why = error.msg if isinstance(error, SyntaxError) else str(error)
        return f"{type(error).__name__}: {why}".removesuffix(": ")
    except BaseException:
        return catalogue.say("cell.mute", error=type(error).__name__)


def _verdict(failed: BaseException | None) -> Part:
    """What the check of an exercise says."""
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
    """Runs a cell for the browser.

    Args:
        request: JSON `{"page", "cells": [{"id", "source", "check", "raises"}]}`: the page, and its cells from
            the first to the one that is to be run.
        tell: Is told each part as JSON `{"cell", "kind", "text", "line", "origin", "rows"}`, a row as
            `[name, number, share]`.

    Returns:
        JSON `{"ok", "last"}`: whether all did what they were to do, and the cell that was run last.
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
