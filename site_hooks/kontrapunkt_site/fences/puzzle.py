"""A puzzle to solve: ` ```puzzle from=tutorials/.../last-king.toml `; its solution lies folded below it."""

from collections.abc import Mapping
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
from kontrapunkt_site.fences.widget import SPEC_FORMAT, a_log, body_or_file, claim_id, widget_html
from kontrapunkt_site.problems import Text


def _html(block: Block) -> str:
    name = block.options.get("from", "")
    wanted = block.options.get("id") or PurePosixPath(name).stem or None
    return puzzle_html(body_or_file(block), claim_id(block, wanted), block)


def puzzle_html(file: Text, id: str, block: Block, level: int = 3) -> str:
    """A puzzle as a section: its heading, the widget, the solution folded.

    Args:
        file: The puzzle's file.
        id: The id of its widget.
        block: The fence that shows it.
        level: The level of its heading.

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
    of = task.puzzle
    spec: dict[str, Any] = {
        "format": SPEC_FORMAT,
        "kind": "puzzle",
        "id": id,
        "puzzle": str(file),
        "rule_pages": page.rules.by_prefix(page.url),
    }
    if log := block.options.get("log"):
        spec["log"] = log
    if isinstance(task, Playing):
        spec["solved"] = {str(task.goal): [values_as_json(task.values)]}
    try:
        widget = widget_html(spec, page, partial(_player, task))
    except SpecError as error:
        raise block.error(str(error)) from error
    return el(
        "section",
        {
            "class": "kp-puzzle",
            "data-puzzle": id,
            "data-kind": of.kind,
            "data-difficulty": of.difficulty,
            "data-themes": " ".join(of.themes),
        },
        el(f"h{level}", {"id": f"puzzle-{id}"}, text(of.title)),
        widget,
        _solution(task, file, block),
    )


def _player(task: Kind, spec: Mapping[str, Any]) -> Widget:
    """The widget of a puzzle that is open already; to prove it once more takes long."""
    widget = player(task, spec, Prefs())
    widget.restore(widget.beginning)
    return widget


def _solution(task: Kind, file: Text, block: Block) -> str:
    """The solution in words, folded, and out of the search index."""
    where = file.part(task.puzzle.line("explanation"), file.lines)
    with showing(task.game.faces):
        worked_out = task.solution
    explained = task.puzzle.explanation.strip()
    return el(
        "details",
        {"class": "kp-solution", "data-search-exclude": True},
        el("summary", None, text(words.say("fence.puzzle.solution"))),
        *(el("p", None, text(paragraph)) for paragraph in worked_out),
        html_of(explained, where, block.conversion.page),
        el("p", {"class": "kp-themes"}, text(", ".join(map(theme_label, task.puzzle.themes)))),
    )


FENCE: Final = FenceKind("puzzle", {"id": Option(an_id), "from": Option(plain), "log": Option(a_log)}, _html)
