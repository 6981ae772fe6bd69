"""Covers of puzzles, the form that filters them, and the shelf of all puzzles of a site."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from kontrapunkt.core.cards import Card
from kontrapunkt.core.registry import game_class
from kontrapunkt.puzzles.model import Puzzle, theme_label
from kontrapunkt.render import dots, fan
from kontrapunkt.render.markup import el, text
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import use_faces
from kontrapunkt.widgets.puzzle.base import kind_label
from kontrapunkt_site.combined_pages import PAGE
from kontrapunkt_site.rule_pages import relative
from kontrapunkt_site.shelves import ShelfPuzzle

SHELF: Final = "data-kp-puzzles"
"""The attribute of a shelf whose puzzles have pages of their own."""

PLACE: Final = "<div data-kp-all-puzzles></div>"
"""The place of the shelf of all puzzles, until all pages are read."""


def with_all_puzzles(page: str, puzzles: Sequence[ShelfPuzzle], url: str) -> str:
    """Return a page with all puzzles of the site in their place, easy ones first.

    Args:
        page: The page; unchanged if it has no place for them.
        puzzles: The puzzles.
        url: The address of the page, relative to the site's root.
    """
    if PLACE not in page:
        return page
    ordered = _in_turn(puzzles)
    covers = (
        cover(each.puzzle, each.game, each.cards, relative(each.url, url), shelf=each.shelf)
        for each in ordered
    )
    games = {each.game: game_class(each.game).title for each in puzzles}
    html = el(
        "div",
        {"class": "kp-puzzles", SHELF: "all"},
        filter_form([each.puzzle for each in ordered], games),
        el("ol", {"class": "kp-shelf", "data-search-exclude": True}, *covers),
    )
    return page.replace(PLACE, html, 1)


def _in_turn(puzzles: Sequence[ShelfPuzzle]) -> list[ShelfPuzzle]:
    """Return puzzles by difficulty, with those of all games in turn."""
    counts: Counter[tuple[int, str]] = Counter()
    turns = []
    for each in puzzles:
        kind = each.puzzle.difficulty, each.game
        turns.append((each.puzzle.difficulty, counts[kind]))
        counts[kind] += 1
    return [puzzles[place] for place in sorted(range(len(puzzles)), key=turns.__getitem__)]


def cover(
    puzzle: Puzzle,
    game: str,
    cards: Sequence[Card],
    href: str,
    *,
    id: str | None = None,
    page: str | None = None,
    shelf: str | None = None,
) -> str:
    """Render a puzzle's cover: some cards, title, kind and difficulty.

    Args:
        game: The id of its game.
        href: The address of the puzzle, from the page.
        id: The cover's id; None for none.
        page: The address of the puzzle's page, relative to the site's root; None if it has none.
        shelf: The address of the puzzle's own shelf, relative to the site's root, if this is the shelf of
            all puzzles; then the cover names the game, too.
    """
    game_of = game_class(game)
    with use_faces(game_of.faces):
        drawn = fan(tuple(cards))
    return el(
        "li",
        {
            "class": "kp-cover",
            "id": id,
            "data-puzzle": puzzle.id,
            "data-game": game if shelf is not None else None,
            "data-shelf": shelf,
            "data-kind": puzzle.kind,
            "data-difficulty": puzzle.difficulty,
            "data-themes": " ".join(puzzle.themes),
        },
        el("a", {"href": href, PAGE: page}, drawn, el("b", None, text(puzzle.title))),
        el("p", {"class": "kp-cover-game"}, text(game_of.title)) if shelf is not None else "",
        el(
            "p",
            {"class": "kp-puzzle-kind"},
            dots(puzzle.difficulty),
            " ",
            text(kind_label(puzzle.kind)),
            el(
                "span",
                {
                    "class": "kp-state",
                    "data-solved": catalogue.say("fence.puzzles.solved"),
                    "data-tried": catalogue.say("fence.puzzles.tried"),
                },
            ),
        ),
        el("p", {"class": "kp-story"}, text(puzzle.story)),
    )


def filter_form(puzzles: Sequence[Puzzle], games: dict[str, str] | None = None) -> str:
    """Render the filter of a shelf, which scripts make visible.

    Args:
        puzzles: The puzzles of the shelf.
        games: The titles of their games by id; None for a shelf of one game.
    """
    kinds = {each.kind: kind_label(each.kind) for each in puzzles}
    themes = {theme: theme_label(theme) for each in puzzles for theme in each.themes}
    levels = {str(each.difficulty): str(each.difficulty) for each in puzzles}
    states = {state: catalogue.say(f"fence.puzzles.{state}") for state in ("new", "tried", "solved")}
    return el(
        "form",
        {
            "class": "kp-filter",
            "hidden": True,
            "aria-label": catalogue.say("fence.puzzles.filter"),
            "data-search-exclude": True,
        },
        _select("game", games.items()) if games else "",
        _select("kind", kinds.items()),
        _select("theme", sorted(themes.items(), key=lambda each: each[1])),
        _select("difficulty", sorted(levels.items())),
        _select("progress", states.items()),
        el("button", {"type": "reset", "class": "kp-button", "hidden": True}, _say("reset")),
        el(
            "output",
            {"class": "kp-count", "data-of": catalogue.say("fence.puzzles.of", n="{n}", all="{all}")},
        ),
    ) + el("div", {"class": "kp-loosen", "hidden": True, "data-search-exclude": True})


def _select(name: str, values: Iterable[tuple[str, str]]) -> str:
    options = [el("option", {"value": ""}, _say("all"))]
    options += [el("option", {"value": value}, text(label)) for value, label in values]
    return el(
        "label",
        None,
        el("span", None, _say(name)),
        " ",
        el("select", {"name": name, "autocomplete": "off"}, *options),
    )


def _say(name: str) -> str:
    return text(catalogue.say(f"fence.puzzles.{name}"))
