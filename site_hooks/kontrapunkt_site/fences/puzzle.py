"""A puzzle and its solution, folded: ` ```puzzle from=tutorials/.../king.toml `."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import PurePosixPath
from typing import Any, Final

from kontrapunkt.core.cards import Card, card
from kontrapunkt.core.registry import OWN, game_class
from kontrapunkt.puzzles.kind import PuzzleKind, open_puzzle
from kontrapunkt.puzzles.model import Puzzle, PuzzleError, read, theme_label
from kontrapunkt.render.markup import el, text
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import use_faces
from kontrapunkt.widgets import Prefs, SpecError, Widget
from kontrapunkt.widgets.base import faces_of
from kontrapunkt.widgets.puzzle import player
from kontrapunkt_site.data_text import html_of
from kontrapunkt_site.fences.base import Block, FenceKind, FenceOption, an_id, claim_id, plain
from kontrapunkt_site.fences.result_cache import cached_result
from kontrapunkt_site.fences.widget import (
    SPEC_FORMAT,
    Drawn,
    a_log,
    body_or_file,
    draw_first_frame,
    place_widget,
)
from kontrapunkt_site.problems import Text
from kontrapunkt_site.puzzle_summary import PuzzleSummary, summarize


def _html(block: Block) -> str:
    name = block.options.get("from", "")
    wanted = block.options.get("id") or PurePosixPath(name).stem or None
    file = body_or_file(block)
    return cached_result(
        block, str(file), lambda block: section(prepare_puzzle(file, claim_id(block, wanted), block), block)
    )


@dataclass(frozen=True, slots=True)
class ReadyPuzzle:
    """A sound puzzle as a page first shows it.

    Attributes:
        puzzle: The content of its file.
        file: The file.
        game: The game's id.
        question: The question in words.
        cards: A few cards of its position.
        spec: The spec of its widget.
        drawn: The rendered widget.
        solution: The solution in words, as HTML.
    """

    puzzle: Puzzle
    file: Text
    game: str
    question: str
    cards: tuple[Card, ...]
    spec: Mapping[str, Any]
    drawn: Drawn
    solution: str


def prepare_puzzle(file: Text, id: str, block: Block, **more: Any) -> ReadyPuzzle:
    """Open and draw a puzzle, or take the results from the cache.

    Args:
        file: The puzzle's file.
        id: The id of its widget.
        block: The fence that shows it.
        more: Further entries of its spec.

    Raises:
        PageError: if the puzzle cannot be read or is not sound.
    """
    page = block.conversion.page

    @cache
    def task() -> PuzzleKind:  # once for both uses, since a proof takes long
        with use_faces(faces_of({"puzzle": str(file)})):
            return open_puzzle(puzzle)

    def tell() -> PuzzleSummary:
        opened = task()
        page.soundness.demand(id, str(file))
        return page.soundness.summary(str(file)) or summarize(opened)

    try:
        puzzle = read(str(file), id)
        known = page.cache.get_or_make(["puzzle", id, str(file)], tell)
        if known["game"] not in OWN:  # a plugin's game, whose code may change without notice
            page.soundness.demand(id, str(file))
    except PuzzleError as error:
        raise file.error(error.line, error.text) from error
    block.refers_to(game_class(known["game"]))
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
    explained = _explained(puzzle, file, block)
    if explained:
        spec["explained"] = explained
    if known["solved"]:
        spec["solved"] = known["solved"]
    try:
        shown = draw_first_frame(spec, page, lambda spec: _player(task(), known, spec))
    except SpecError as error:
        raise block.error(str(error)) from error
    solution = "".join(el("p", None, text(paragraph)) for paragraph in known["solution"])
    cards = tuple(map(card, known["cards"]))
    return ReadyPuzzle(
        puzzle, file, known["game"], known["question"], cards, spec, shown, solution + explained
    )


def section(shown: ReadyPuzzle, block: Block, level: int = 3, home: str = "") -> str:
    """Render a puzzle as a section: heading, widget and folded solution.

    Args:
        block: The fence that shows it.
        level: The level of its heading, from 1 to 6.
        home: The page under which its log is stored, as a link; empty for this page.
    """
    of = shown.puzzle
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
        place_widget(block.conversion.page, shown.spec, shown.drawn, home),
        solution_html(shown, el("p", {"class": "kp-themes"}, text(", ".join(map(theme_label, of.themes))))),
    )


def solution_html(shown: ReadyPuzzle, more: str = "") -> str:
    """Render the folded solution of a puzzle.

    Args:
        more: Further HTML below it.
    """
    summary = el("summary", None, text(catalogue.say("fence.puzzle.solution")))
    return el("details", {"class": "kp-solution", "data-search-exclude": True}, summary, shown.solution, more)


def _explained(puzzle: Puzzle, file: Text, block: Block) -> str:
    """Return the author's explanation as HTML; empty for none."""
    where = file.part(puzzle.line("explanation"), file.lines)
    explained = puzzle.explanation.strip()
    return html_of(explained, where, block.conversion.page) if explained else ""


def _player(task: PuzzleKind, known: PuzzleSummary, spec: Mapping[str, Any]) -> Widget:
    """Open the widget of a puzzle with known hints, as proving them takes long."""
    task.hinted = tuple(known["hints"])
    widget = player(task, spec, Prefs())
    widget.restore(widget.beginning)
    return widget


FENCE: Final = FenceKind(
    "puzzle", {"id": FenceOption(an_id), "from": FenceOption(plain), "log": FenceOption(a_log)}, _html
)
