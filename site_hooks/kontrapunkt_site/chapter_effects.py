"""The examples and puzzles of a chapter that an option changes.

A chapter is the pages in one folder. Its examples are the records of their fences; its puzzles those of
their shelves, and those written into the pages.
"""

import posixpath
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from markdown.extensions.toc import slugify

from kontrapunkt.core.deal import Record, RecordError
from kontrapunkt.core.files import find_files
from kontrapunkt.core.interface import Game, OptionError
from kontrapunkt.core.registry import UnknownGame
from kontrapunkt.core.rules import PositionError, Refusal
from kontrapunkt.puzzles.model import PuzzleError
from kontrapunkt.puzzles.model import read as read_puzzle
from kontrapunkt.record import game_of, read
from kontrapunkt.text.phrasing import use_faces
from kontrapunkt.widgets.diagrams import read_trick, with_hands
from kontrapunkt_site import source
from kontrapunkt_site.fences import FENCES
from kontrapunkt_site.fences.base import Block
from kontrapunkt_site.fences.widget import body_or_file, file_text, record_text
from kontrapunkt_site.option_effects import compare_deals, play_deals
from kontrapunkt_site.option_values import changed_games
from kontrapunkt_site.page import Conversion, Page
from kontrapunkt_site.problems import PageError
from kontrapunkt_site.puzzle_effects import LONG, puzzle_effects
from kontrapunkt_site.rule_pages import relative
from kontrapunkt_site.shelves import address
from kontrapunkt_site.watched_game import Watch

PLAYED: Final = "played"
"""The kind of the effect of a value that an example is played by."""

SCORED: Final = "score"
"""The kind of fence that shows the session's score, too."""

_RECORDS: Final = ("example", "trick", "deal", SCORED)
_HEADING: Final = re.compile(r"#{1,6} +(?P<title>.*?) *(?:\{ *#(?P<id>[\w-]+) *\})? *$")


@dataclass(frozen=True, slots=True)
class ChapterItem:
    """An example or a puzzle of a chapter.

    Attributes:
        kind: The kind of its fence, or `puzzle`.
        url: Its address, from the page that shows the effects.
        title: Its title; empty for none.
        text: Its record, or the puzzle's file.
    """

    kind: str
    url: str
    title: str
    text: str


type Effects = dict[str, list[tuple[str, str]]]
"""The effects of each other value by `key=value`: kind and sentence; no sentence for a puzzle."""


# The items -------------------------------------------------------------------------------------------------


def chapter_items(page: Page) -> list[ChapterItem]:
    """Return the examples and puzzles of the chapter that a page is in; none for a page without a file."""
    found: list[ChapterItem] = []
    if not page.path:
        return found
    folder = posixpath.dirname(page.path)
    for path in find_files(Path(page.folder, folder), ".md"):
        url = _beside(page.url, path.stem)
        there = replace(page, path=f"{folder}/{path.name}", url=url, errors=None, placeholders=None)
        try:
            found += _items(there, path.read_text("utf-8-sig").splitlines(), page.url)
        except (OSError, UnicodeDecodeError):  # the build reports it at that page
            continue
    shelved = {each.text for each in found if each.kind == "puzzles"}
    unique = [each for each in found if each.kind != "puzzle" or each.text not in shelved]
    return [replace(each, kind="puzzle") if each.kind == "puzzles" else each for each in unique]


def _beside(url: str, name: str) -> str:
    """Return the address of a page in the same folder as another."""
    if url.endswith(".html"):
        return posixpath.join(posixpath.dirname(url), f"{name}.html")
    above = posixpath.dirname(url.rstrip("/"))
    path = above if name in ("index", "README") else posixpath.join(above, name)
    return f"{path}/" if path else ""


def _items(page: Page, lines: list[str], shown_on: str) -> Iterator[ChapterItem]:
    """Yield the examples and puzzles of a page."""
    now = Conversion.create(page, lines)
    here = relative(page.url, shown_on)
    counts = dict.fromkeys(_RECORDS, 0)
    headings = _headings(lines)
    for fence in source.fences(lines):
        if fence.name not in (*_RECORDS, "puzzle", "puzzles"):
            continue
        try:
            block = Block.create(FENCES[fence.name], fence, now)
            if fence.name == "puzzles":
                yield from _shelved(block, shown_on)
                continue
            if fence.name == "puzzle":
                name = block.options.get("from", "")
                id = block.options.get("id") or Path(name).stem
                file = str(body_or_file(block))
                yield ChapterItem("puzzle", f"{here}#puzzle-{id}", read_puzzle(file, id).title, file)
                continue
            counts[fence.name] += 1
            text = str(record_text(block))
            above = (headings[line] for line in reversed(headings) if line < fence.line)
            heading, anchor = next(above, ("", ""))
            if fence.name != SCORED:
                anchor = f"kp-{block.options.get('id') or f'{fence.name}-{counts[fence.name]}'}"
            title = block.options.get("title") or _record(fence.name, text).title or heading
            yield ChapterItem(fence.name, f"{here}#{anchor}", title, text)
        except (PageError, PuzzleError, RecordError):  # the build reports it at that page
            continue


def _shelved(block: Block, shown_on: str) -> Iterator[ChapterItem]:
    """Yield the puzzles of a shelf."""
    page, name = block.conversion.page, block.options["from"].rstrip("/")
    for path in find_files(Path(page.folder, name), ".toml"):
        file = str(file_text(block, f"{name}/{path.name}"))
        url = relative(address(page.url, path.stem), shown_on)
        yield ChapterItem("puzzles", url, read_puzzle(file, path.stem).title, file)


def _headings(lines: list[str]) -> dict[int, tuple[str, str]]:
    """Return the title and the anchor of each heading by its line."""
    return {
        number: (found["title"], found["id"] or slugify(found["title"], "-"))
        for number, line in source.prose(lines)
        if (found := _HEADING.match(line))
    }


def _record(kind: str, text: str) -> Record:
    return with_hands(read_trick(text)) if kind == "trick" else read(text)


# Their effects ---------------------------------------------------------------------------------------------


def effects_on(items: Sequence[ChapterItem], page: Page) -> list[Effects | None]:
    """Return the effects of each option on some examples and puzzles; None for one that is not examined.

    Args:
        page: The page that shows them, with its cache and processes.
    """
    given = [["effects", item.kind, item.text] for item in items]
    known: list[Effects | None] = [page.cache.find(each) for each in given]
    new = [place for place, found in enumerate(known) if found is None]
    tasks = {place: page.processes.submit_if_running(examine, items[place]) for place in new}
    for place in reversed(new):  # processes begin with the first ones
        known[place] = tasks[place].result()
        page.cache.keep(given[place], known[place])
    return [None if found is None or "" in found else found for found in known]


def examine(item: ChapterItem) -> Effects:
    """Return the effects; one with an empty name if an item is not examined."""
    try:
        if item.kind == "puzzle":
            puzzle = read_puzzle(item.text, "")
            if puzzle.kind in LONG:
                return {"": []}
            found = {name: [(kind, "")] for name, kind in puzzle_effects(puzzle).items()}
            return {**found, **_chosen(game_of(read(puzzle.record)))}
        return _compared(_record(item.kind, item.text), item.kind == SCORED)
    except (RecordError, PuzzleError, PositionError, Refusal, OptionError, UnknownGame):
        return {"": []}


def _compared(record: Record, scored: bool) -> Effects:
    game = game_of(record)
    watch = Watch(game)
    played = [*play_deals(watch.game, record.deals, sessions=scored)]
    found: dict[str, Any] = {}
    with use_faces(game.faces):
        for option, value, changed in changed_games(game):
            if option.key not in game.chosen and watch.depends_on(changed):
                effects = [(each.kind, str(each.said)) for each in compare_deals(played, changed)]
                if effects:
                    found[f"{option.key}={value}"] = effects
    return {**found, **_chosen(game)}


def _chosen(game: Game) -> Effects:
    """Return the options that a record chooses itself."""
    return {f"{key}={value}": [(PLAYED, "")] for key, value in game.chosen.items()}
