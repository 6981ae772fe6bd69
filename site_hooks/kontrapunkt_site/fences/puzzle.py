"""A puzzle to solve: ` ```puzzle from=tutorials/.../last-king.toml `; its solution lies folded below it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import PurePosixPath
from typing import Any, Final

from kontrapunkt import words
from kontrapunkt.naming import showing
from kontrapunkt.puzzles.kind import Kind, Playing
from kontrapunkt.puzzles.kinds import open_puzzle
from kontrapunkt.puzzles.model import PuzzleError, read
from kontrapunkt.puzzles.themes import theme_label
from kontrapunkt.render.markup import el, text
from kontrapunkt.widgets import Prefs, SpecError, Widget
from kontrapunkt.widgets.analysis import values_as_json
from kontrapunkt.widgets.base import faces_of
from kontrapunkt.widgets.puzzle import player
from kontrapunkt_site.data_text import html_of
from kontrapunkt_site.fences.base import Block, FenceKind, Option, an_id, plain
from kontrapunkt_site.fences.widget import SPEC_FORMAT, Drawn, a_log, body_or_file, claim_id, drawn, placed_on
from kontrapunkt_site.page import Page
from kontrapunkt_site.problems import Text


def _html(block: Block) -> str:
    name = block.options.get("from", "")
    wanted = block.options.get("id") or PurePosixPath(name).stem or None
    return section(posed(body_or_file(block), claim_id(block, wanted), block), block)


@dataclass(frozen=True, slots=True)
class Posed:
    """A puzzle that is sound, as a page shows it before anything has happened.

    Attributes:
        task: The puzzle.
        file: Its file.
        spec: The spec of its widget.
        drawn: What was made of it.
        solution: The solution in words, as HTML.
    """

    task: Kind
    file: Text
    spec: Mapping[str, Any]
    drawn: Drawn
    solution: str


def posed(file: Text, id: str, block: Block, **more: Any) -> Posed:
    """Opens a puzzle and draws it.

    Args:
        file: The puzzle's file.
        id: The id of its widget.
        block: The fence that shows it.
        more: What else its spec holds.

    Raises:
        PageError: if it cannot be read, or is not sound.
    """
    page = block.conversion.page
    try:
        with showing(faces_of({"puzzle": str(file)})):
            task = open_puzzle(read(str(file), id))
        page.soundness.demand(id, str(file))
    except PuzzleError as error:
        raise file.error(error.line, error.text) from error
    block.refers_to(task.game)
    spec: dict[str, Any] = {
        "format": SPEC_FORMAT,
        "kind": "puzzle",
        "id": id,
        "puzzle": str(file),
        "rule_pages": page.rules.by_prefix(page.url),
        **more,
    }
    if log := block.options.get("log"):
        spec["log"] = log
    explained = _explained(task, file, block)
    if explained:
        spec["explained"] = explained
    if isinstance(task, Playing):
        spec["solved"] = {str(task.goal): [values_as_json(task.values)]}
    try:
        shown = drawn(spec, page, partial(_player, task))
    except SpecError as error:
        raise block.error(str(error)) from error
    return Posed(task, file, spec, shown, _solution(task, file, page) + explained)


def section(shown: Posed, block: Block, level: int = 3, home: str = "") -> str:
    """A puzzle as a section: its heading, the widget, the solution folded.

    Args:
        shown: The puzzle.
        block: The fence that shows it.
        level: The level of its heading.
        home: Under which page its log is kept, as a link from the page that shows it; empty for that one.
    """
    of = shown.task.puzzle
    return el(
        "section",
        {
            "class": "kp-puzzle",
            "data-puzzle": of.id,
            "data-kind": of.kind,
            "data-difficulty": of.difficulty,
            "data-themes": " ".join(of.themes),
        },
        el(f"h{level}", {"id": f"puzzle-{of.id}"}, text(of.title)),
        placed_on(block.conversion.page, shown.spec, shown.drawn, home),
        solution_html(shown, el("p", {"class": "kp-themes"}, text(", ".join(map(theme_label, of.themes))))),
    )


def solution_html(shown: Posed, more: str = "") -> str:
    """The solution of a puzzle, folded.

    Args:
        shown: The puzzle.
        more: What stands below it: HTML.
    """
    summary = el("summary", None, text(words.say("fence.puzzle.solution")))
    return el("details", {"class": "kp-solution", "data-search-exclude": True}, summary, shown.solution, more)


def _solution(task: Kind, file: Text, page: Page) -> str:
    """The solution as it is worked out."""

    def work_out() -> list[str]:
        with showing(task.game.faces):
            return list(task.solution)

    worked_out = page.made.of(["solution", task.puzzle.id, str(file)], work_out)
    return "".join(el("p", None, text(paragraph)) for paragraph in worked_out)


def _explained(task: Kind, file: Text, block: Block) -> str:
    """The author's explanation as HTML; empty for none."""
    where = file.part(task.puzzle.line("explanation"), file.lines)
    explained = task.puzzle.explanation.strip()
    return html_of(explained, where, block.conversion.page) if explained else ""


def _player(task: Kind, spec: Mapping[str, Any]) -> Widget:
    """The widget of a puzzle that is open already; to prove it once more takes long."""
    widget = player(task, spec, Prefs())
    widget.restore(widget.beginning)
    return widget


FENCE: Final = FenceKind("puzzle", {"id": Option(an_id), "from": Option(plain), "log": Option(a_log)}, _html)
