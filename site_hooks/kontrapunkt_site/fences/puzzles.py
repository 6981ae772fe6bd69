"""The puzzles of a folder, easy ones first: ` ```puzzles from=tutorials/... `.

If the host can make pages, each puzzle gets a page of its own, and the page is a shelf of covers with links
to them. Otherwise the covers link to the puzzles further down the page.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final, TypedDict

from kontrapunkt.core.cards import card
from kontrapunkt.core.files import find_files
from kontrapunkt.core.registry import game_class
from kontrapunkt.puzzles.model import Puzzle, PuzzleError, read
from kontrapunkt.render.markup import el, text
from kontrapunkt.text import catalogue
from kontrapunkt_site.combined_pages import PAGE
from kontrapunkt_site.covers import SHELF, cover, filter_form
from kontrapunkt_site.fences.base import Block, FenceKind, FenceOption, claim_id, plain
from kontrapunkt_site.fences.puzzle import ReadyPuzzle, prepare_puzzle, section
from kontrapunkt_site.fences.result_cache import cached_result
from kontrapunkt_site.fences.widget import file_text
from kontrapunkt_site.problems import PageError, Text, together
from kontrapunkt_site.rule_pages import relative
from kontrapunkt_site.shelves import SHEET, ShelfPuzzle, address


def _html(block: Block) -> str:
    name = block.options["from"].rstrip("/")
    folder = Path(block.conversion.page.folder, name)
    paths = find_files(folder, ".toml")
    if not paths:
        raise block.error(f"from={name}: there are no puzzles (*.toml) in this folder")
    files = [(file_text(block, f"{name}/{path.name}"), path.stem) for path in paths]
    found = sorted(_each(lambda each: _read(*each), files), key=_order)
    for puzzle, _ in found:
        claim_id(block, puzzle.id)
    shelves = block.conversion.page.shelves
    given = [[puzzle.id, str(file)] for puzzle, file in found]
    if shelves is None:
        return cached_result(block, given, partial(_in_the_page, found))
    made = cached_result(block, given, partial(_on_pages, found))
    for (puzzle, file), shelved in zip(found, made["shelved"], strict=True):
        cards = tuple(map(card, shelved["cards"]))
        try:
            shelves.add(ShelfPuzzle(block.conversion.page.url, puzzle=puzzle, **{**shelved, "cards": cards}))
        except ValueError as error:
            raise file.error(1, str(error)) from error
    return made["html"]


def _each[T, R](do: Callable[[T], R], items: Iterable[T]) -> list[R]:
    """Return a result for each item.

    Raises:
        PageError: if some fail, the first of their errors with the others.
    """
    done, errors = [], []
    for each in items:
        try:
            done.append(do(each))
        except PageError as error:
            errors.append(error)
    if errors:
        raise together(errors)
    return done


type _Found = list[tuple[Puzzle, Text]]


def _read(file: Text, id: str) -> tuple[Puzzle, Text]:
    try:
        return read(str(file), id), file
    except PuzzleError as error:
        raise file.error(error.line, error.text) from error


def _order(found: tuple[Puzzle, Text]) -> tuple[int, str]:
    return found[0].difficulty, found[0].id


def _in_the_page(found: _Found, block: Block) -> str:
    """Render the puzzles below a list of covers."""
    shown = _each(lambda each: prepare_puzzle(each[1], each[0].id, block), found)
    covers = [cover(each.puzzle, each.game, each.cards, f"#puzzle-{each.puzzle.id}") for each in shown]
    return el(
        "div",
        {"class": "kp-puzzles"},
        el("ol", {"class": "kp-shelf"}, *covers),
        *(section(each, block, level=2) for each in shown),
    )


class _Shelf(TypedDict):
    """A shelf and the pages of its puzzles in the cache.

    Attributes:
        html: The shelf.
        shelved: The fields of each `ShelfPuzzle` besides its file.
    """

    html: str
    shelved: list[dict[str, Any]]


def _on_pages(found: _Found, block: Block) -> _Shelf:
    """Render a shelf of covers and the content of the puzzles' pages."""
    here = block.conversion.page.url
    urls = [address(here, puzzle.id) for puzzle, _ in found]
    pages = [block.on_page(replace(block.conversion.page, url=url, placeholders=None)) for url in urls]
    nexts = [relative(there, url) for url, there in zip(urls, [*urls[1:], urls[0]], strict=True)]

    def ready(each: tuple[tuple[Puzzle, Text], Block, str]) -> ReadyPuzzle:
        (puzzle, file), page, next = each
        return prepare_puzzle(file, puzzle.id, page, **({"next": next} if next else {}))

    shown = _each(ready, zip(found, pages, nexts, strict=True))
    covers = []
    shelved = []
    for place, (each, page) in enumerate(zip(shown, pages, strict=True)):
        href, id = relative(urls[place], here), f"puzzle-{each.puzzle.id}"
        covers.append(cover(each.puzzle, each.game, each.cards, href, id=id, page=urls[place]))
        shelved.append(
            {
                "url": urls[place],
                "game": each.game,
                "question": each.question,
                "html": _page(shown, place, page, here),
                "frame": each.drawn["html"],
                "solution": each.solution,
                "cards": [str(card) for card in each.cards],
            }
        )
    sheet = address(here, SHEET)
    html = el(
        "div",
        {"class": "kp-puzzles", SHELF: True},
        filter_form([each.puzzle for each in shown]),
        el(
            "ol",
            {"class": "kp-shelf", "data-search-exclude": True},
            *covers,
        ),
        el(
            "p",
            {"class": "kp-shelf-foot"},
            el(
                "a",
                {"class": "md-button", "href": relative(sheet, here), "data-kp-sheet": True, PAGE: sheet},
                text(catalogue.say("fence.puzzles.print")),
            ),
            _own(block),
        ),
    )
    return {"html": html, "shelved": shelved}


def _own(block: Block) -> str:
    """Render the link to the reader's own mistakes; empty if the site has none."""
    page = block.conversion.page
    if page.mistakes is None:
        return ""
    link = {"class": "md-button", "href": relative(page.mistakes, page.url)}
    return " " + el("a", link, text(catalogue.say("fence.mistakes.own")))


def _page(shown: list[ReadyPuzzle], place: int, page: Block, shelf: str) -> str:
    """Render the page of a puzzle: its place, the puzzle, and links to others.

    Args:
        place: The index of the puzzle on its shelf, from 0.
    """
    here = page.conversion.page.url
    back = relative(shelf, here)
    title = game_class(shown[place].game).title
    where = catalogue.say("fence.puzzles.place", n=place + 1, of=len(shown))
    return el(
        "p",
        {"class": "kp-shelfmark", "data-search-exclude": True},
        el("a", {"href": back}, text(catalogue.say("fence.puzzles.shelf", game=title))),
        " ",
        el("span", None, text(where)),
    ) + el(
        "div",
        {"class": "kp-own-page"},
        section(shown[place], page, level=1, home=back),
        _onward(shown, place, here, shelf),
    )


def _onward(shown: list[ReadyPuzzle], place: int, here: str, shelf: str) -> str:
    """Render links to the previous and next puzzle; scripts add others."""
    ways = []
    for rel, beside in (("prev", place - 1), ("next", place + 1)):
        if 0 <= beside < len(shown):
            puzzle = shown[beside].puzzle
            ways.append(
                el(
                    "a",
                    {"rel": rel, "href": relative(address(shelf, puzzle.id), here)},
                    el("span", None, text(catalogue.say(f"fence.puzzles.{rel}"))),
                    " ",
                    text(puzzle.title),
                )
            )
    return el(
        "nav",
        {"class": "kp-onward", "data-kp-onward": True, "aria-label": catalogue.say("fence.puzzles.onward")},
        *ways,
    )


FENCE: Final = FenceKind("puzzles", {"from": FenceOption(plain, required=True)}, _html)
