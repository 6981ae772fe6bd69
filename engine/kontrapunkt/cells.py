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
from itertools import groupby
from typing import Any, Final, override

from kontrapunkt import words
from kontrapunkt.render.bars import Rows, bars
from kontrapunkt.render.markup import el, text

MODULES: Final = (
    *("bisect", "collections", "copy", "dataclasses", "enum", "fractions", "functools", "heapq", "itertools"),
    *("json", "math", "operator", "random", "re", "string", "textwrap", "time", "typing"),
)
"""What cells may import beside the engine: of the standard library the browser has no more than it needs."""

LONGEST: Final = 20_000
"""How many signs a cell may print; a loop that never ends would fill the page."""

_LONGEST_VALUE: Final = 2_000


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
    """Something that a cell has brought forth.

    Attributes:
        kind: `begin` (the cell starts), `print`, `value` (of its last expression), `show`, `error`, `right`
            and `wrong` (what the check says).
        html: How it is shown.
        text: What it says, without markup.
        line: The line of the cell in which it failed; 0 for none.
    """

    kind: str
    html: str = ""
    text: str = ""
    line: int = 0


type Tell = Callable[[str, Part], None]
"""Is told the id of a cell and what it has brought forth, as soon as it has."""


class TooMuch(BaseException):
    """A cell has printed more than a page can hold; no cell catches it by accident."""


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
        paper = _Paper(told)
        name = _file_of(id)
        linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)

        def show(rows: Rows, title: str = "") -> None:
            """Draws numbers as bars: a mapping, or pairs of name and number."""
            paper.flush()
            told(Part("show", bars(rows, title)))

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
                shown = shown if len(shown) <= _LONGEST_VALUE else f"{shown[: _LONGEST_VALUE - 1]}…"
                told(Part("value", _pre("value", shown), shown))
        except BaseException as error:  # whatever it is, it is the reader's to see
            paper.flush()
            return error
        return None


def shown(parts: Sequence[Part]) -> str:
    """What a cell has brought forth as HTML."""
    pieces: list[str] = []
    for printed, some in groupby(parts, lambda part: part.kind == "print"):
        if printed:
            pieces.append(_pre("print", "".join(part.text for part in some)))
        else:
            pieces += [part.html for part in some]
    return "".join(pieces)


class _Paper(io.TextIOBase):
    """What a cell prints on: tells of it by lines, so that an endless loop has shown how far it came."""

    def __init__(self, told: Callable[[Part], None]) -> None:
        self._told = told
        self._waiting: list[str] = []
        self._written = 0

    @override
    def write(self, words_: str, /) -> int:
        room = LONGEST - self._written
        self._waiting.append(words_[:room])
        if len(words_) > room:
            raise TooMuch
        self._written += len(words_)
        if "\n" in words_:
            self.flush()
        return len(words_)

    @override
    def flush(self) -> None:
        said = "".join(self._waiting)
        self._waiting.clear()
        if said:
            self._told(Part("print", _pre("print", said), said))


def _pre(kind: str, words_: str) -> str:
    return el("pre", {"class": f"kp-cell-{kind}"}, text(words_))


def _file_of(id: str) -> str:
    return f"<cell {id}>"


def _error(error: BaseException, id: str) -> Part:
    """How an error is shown: the line of the cell, the error, the line of another one that it came from."""
    file, frames = _file_of(id), traceback.extract_tb(error.__traceback__)
    passed = [(each.filename, each.lineno or 0) for each in frames if each.filename.startswith("<cell ")]
    line = dict(passed).get(file, 0)
    if isinstance(error, SyntaxError) and error.filename == file:
        line = error.lineno or 0
    if isinstance(error, TooMuch):
        said = words.say("cell.too_much", n=LONGEST)
    else:
        why = error.msg if isinstance(error, SyntaxError) else error
        said = f"{type(error).__name__}: {why}".removesuffix(": ")
    from_ = ""
    if passed and passed[-1][0] != file:
        cell, there = passed[-1]
        from_ = words.say("cell.elsewhere", n=there, cell=cell[6:-1])
    where = words.say("cell.line", n=line) if line else ""
    html = el(
        "p",
        {"class": "kp-cell-error"},
        el("span", {"class": "kp-cell-line", "data-line": line}, text(where)) + " " if where else "",
        el("code", None, text(said)),
        f" {text(from_)}" if from_ else "",
    )
    return Part("error", html, f"{said} {from_}".strip(), line)


def _verdict(failed: BaseException | None) -> Part:
    """What the check of an exercise says."""
    if failed is None:
        said = words.say("solving.right")
        return Part("right", el("p", {"class": "kp-cell-right"}, text(said)), said)
    told = str(failed) if isinstance(failed, AssertionError) else f"{type(failed).__name__}: {failed}"
    said = words.say("cell.wrong", why=told) if told else words.say("cell.wrong.plain")
    return Part("wrong", el("p", {"class": "kp-cell-wrong"}, text(said)), said)


_page = ""
_notebook = Notebook()


def run(request: str, tell: Callable[[str], None]) -> str:
    """Runs a cell for the browser.

    Args:
        request: JSON `{"page", "cells": [{"id", "source", "check", "raises"}]}`: the page, and its cells from
            the first to the one that is to be run.
        tell: Is told each part as JSON `{"cell", "kind", "html", "text", "line"}`.

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
