"""The printable puzzles of a shelf: questions, then answers on a separate page."""

from collections.abc import Iterable

from kontrapunkt.core.registry import game_class
from kontrapunkt.render.markup import contents, el, text
from kontrapunkt.text import catalogue
from kontrapunkt_site.shelves import ShelfPuzzle


def shelf_sheet(puzzles: Iterable[ShelfPuzzle]) -> str:
    """Render the questions and answers of puzzles; their widgets are not playable."""
    numbered = list(enumerate(puzzles, 1))
    game = game_class(numbered[0][1].game).title
    return el(
        "div",
        {"class": "kp-sheet"},
        el("h1", None, text(catalogue.say("sheet.title", game=game))),
        el("div", {"class": "kp-sheet-questions"}, *(_question(n, each) for n, each in numbered)),
        el(
            "div",
            {"class": "kp-sheet-answers"},
            el("h2", None, text(catalogue.say("sheet.answers"))),
            *(_answer(n, each) for n, each in numbered),
        ),
    )


def _question(n: int, of: ShelfPuzzle) -> str:
    body = el("div", {"class": "kp-body"}, of.frame)
    return el(
        "section",
        {"class": "kp-sheet-question", "data-kind": of.puzzle.kind},
        el("h2", None, text(f"{n}. {of.puzzle.title}")),
        el("div", {"class": "kp kp-still", "data-has": contents(of.frame)}, body),
    )


def _answer(n: int, of: ShelfPuzzle) -> str:
    return el("section", None, el("h3", None, text(f"{n}. {of.puzzle.title}")), of.solution)
