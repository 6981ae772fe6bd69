"""A puzzle to solve: ` ```puzzle from=tutorials/.../last-king.toml `; its solution lies folded below it."""

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
from kontrapunkt.text.phrasing import showing
from kontrapunkt.widgets import Prefs, SpecError, Widget
from kontrapunkt.widgets.base import faces_of
from kontrapunkt.widgets.puzzle import player
from kontrapunkt_site.data_text import html_of
from kontrapunkt_site.fences.base import Block, FenceKind, FenceOption, an_id, claim_id, plain
from kontrapunkt_site.fences.keeping import kept
from kontrapunkt_site.fences.widget import SPEC_FORMAT, Drawn, a_log, body_or_file, drawn, placed_on
from kontrapunkt_site.problems import Text
from kontrapunkt_site.puzzle_summary import PuzzleSummary, summarize


def _html(block: Block) -> str:
    name = block.options.get("from", "")
    wanted = block.options.get("id") or PurePosixPath(name).stem or None
    file = body_or_file(block)
    return kept(block, str(file), lambda block: section(posed(file, claim_id(block, wanted), block), block))


@dataclass(frozen=True, slots=True)
class ReadyPuzzle:
    """A puzzle that is sound, as a page shows it before anything has happened.

    Attributes:
        puzzle: What its file says.
        file: The file.
        game: The game's id.
        question: What is asked, in words.
        cards: A few cards of its position.
        spec: The spec of its widget.
        drawn: What was made of it.
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


def posed(file: Text, id: str, block: Block, **more: Any) -> ReadyPuzzle:
    """Opens a puzzle and draws it, or finds what an earlier build has made of it.

    Args:
        file: The puzzle's file.
        id: The id of its widget.
        block: The fence that shows it.
        more: What else its spec holds.

    Raises:
        PageError: if it cannot be read, or is not sound.
    """
    page = block.conversion.page

    @cache
    def task() -> PuzzleKind:  # once for both that may want it: to prove it takes long
        with showing(faces_of({"puzzle": str(file)})):
            return open_puzzle(puzzle)

    def tell() -> PuzzleSummary:
        opened = task()
        page.soundness.demand(id, str(file))
        return page.soundness.told(str(file)) or summarize(opened)

    try:
        puzzle = read(str(file), id)
        known = page.made.of(["puzzle", id, str(file)], tell)
        if known["game"] not in OWN:  # a game from elsewhere, whose code may change unseen
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
        shown = drawn(spec, page, lambda spec: _player(task(), known, spec))
    except SpecError as error:
        raise block.error(str(error)) from error
    solution = "".join(el("p", None, text(paragraph)) for paragraph in known["solution"])
    cards = tuple(map(card, known["cards"]))
    return ReadyPuzzle(
        puzzle, file, known["game"], known["question"], cards, spec, shown, solution + explained
    )


def section(shown: ReadyPuzzle, block: Block, level: int = 3, home: str = "") -> str:
    """A puzzle as a section: its heading, the widget, the solution folded.

    Args:
        shown: The puzzle.
        block: The fence that shows it.
        level: The level of its heading.
        home: Under which page its log is kept, as a link from the page that shows it; empty for that one.
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
        placed_on(block.conversion.page, shown.spec, shown.drawn, home),
        solution_html(shown, el("p", {"class": "kp-themes"}, text(", ".join(map(theme_label, of.themes))))),
    )


def solution_html(shown: ReadyPuzzle, more: str = "") -> str:
    """The solution of a puzzle, folded.

    Args:
        shown: The puzzle.
        more: What stands below it: HTML.
    """
    summary = el("summary", None, text(catalogue.say("fence.puzzle.solution")))
    return el("details", {"class": "kp-solution", "data-search-exclude": True}, summary, shown.solution, more)


def _explained(puzzle: Puzzle, file: Text, block: Block) -> str:
    """The author's explanation as HTML; empty for none."""
    where = file.part(puzzle.line("explanation"), file.lines)
    explained = puzzle.explanation.strip()
    return html_of(explained, where, block.conversion.page) if explained else ""


def _player(task: PuzzleKind, known: PuzzleSummary, spec: Mapping[str, Any]) -> Widget:
    """The widget of a puzzle that is open already; to prove it once more for its hints takes long."""
    task.hints = tuple(known["hints"])
    widget = player(task, spec, Prefs())
    widget.restore(widget.beginning)
    return widget


FENCE: Final = FenceKind(
    "puzzle", {"id": FenceOption(an_id), "from": FenceOption(plain), "log": FenceOption(a_log)}, _html
)
