"""Puzzles with pages of their own, collected from fences for the host to write.

A page that shows the puzzles of a folder is a shelf; the addresses of its puzzles are below its own. A
reader's progress is stored by shelf and puzzle id.
"""

import json
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import PurePosixPath
from typing import Any, Final
from urllib.parse import quote

from kontrapunkt.core.cards import Card
from kontrapunkt.core.registry import game_class
from kontrapunkt.puzzles.kind import PuzzleKind
from kontrapunkt.puzzles.model import Puzzle, theme_label
from kontrapunkt.text.phrasing import use_faces
from kontrapunkt.widgets.drill import kind_label as drill_label
from kontrapunkt.widgets.puzzle.base import kind_label

INDEX: Final = "assets/puzzles.json"
"""The list of all puzzles of a site, used by links between puzzles."""

SHEET: Final = "kp-sheet"
"""The last part of the address of a shelf's printable sheet."""

COVER_CARDS: Final = 4
"""The most cards on a cover."""


@dataclass(frozen=True, slots=True)
class ShelfPuzzle:
    """A puzzle that has a page of its own.

    Attributes:
        shelf: The address of its shelf, relative to the site's root.
        url: The address of its page, likewise.
        puzzle: The content of its file.
        game: The game's id.
        question: The question in words.
        html: The page's own HTML.
        frame: The first frame of its widget, as HTML.
        solution: Its solution, as HTML.
        cards: A few cards of its position.
    """

    shelf: str
    url: str
    puzzle: Puzzle
    game: str
    question: str
    html: str
    frame: str
    solution: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TaskEntry:
    """Another possible task: a lesson or a drill.

    Attributes:
        url: The address of its page, relative to the site's root.
        id: Its id there.
        game: The game's id.
        title: Its title; for a drill its game's.
        kinds: The kinds of a drill; empty for a lesson.
        preset: The rule set of a drill; empty for the game's own.
    """

    url: str
    id: str
    game: str
    title: str
    kinds: tuple[str, ...] = ()
    preset: str = ""


@dataclass(slots=True)
class Shelves:
    """The shelves of a site, in the order in which they were filled.

    Attributes:
        taken: The addresses of existing pages.
        puzzles: The puzzles, easy ones first on each shelf.
        homework: The addresses of homework pages by purpose.
    """

    taken: set[str] = field(default_factory=set)
    puzzles: list[ShelfPuzzle] = field(default_factory=list)
    lessons: list[TaskEntry] = field(default_factory=list)
    drills: list[TaskEntry] = field(default_factory=list)
    homework: dict[str, str] = field(default_factory=dict)

    def add(self, puzzle: ShelfPuzzle) -> None:
        """Add a puzzle to its shelf.

        Raises:
            ValueError: if a page has its address already.
        """
        if puzzle.url in self.taken or puzzle.url == address(puzzle.shelf, SHEET):
            raise ValueError(f"there is a page at {puzzle.url} already")
        self.taken.add(puzzle.url)
        self.puzzles.append(puzzle)

    def on(self, shelf: str) -> list[ShelfPuzzle]:
        """Return the puzzles of a shelf."""
        return [each for each in self.puzzles if each.shelf == shelf]

    def index(self) -> str:
        """Return the list of all puzzles as JSON."""
        found_in = [each.game for each in self.puzzles]
        found_in += [each.game for each in (*self.lessons, *self.drills)]
        games = {game: game_class(game).title for game in found_in}
        kinds = {each.puzzle.kind: kind_label(each.puzzle.kind) for each in self.puzzles}
        themes = {theme: theme_label(theme) for each in self.puzzles for theme in each.puzzle.themes}
        listed = [_entry(each) for each in self.puzzles]
        found: dict[str, Any] = {"games": games, "kinds": kinds, "themes": themes, "puzzles": listed}
        if self.homework:
            asked = {kind: drill_label(kind) for each in self.drills for kind in each.kinds}
            found |= {"homework": self.homework, "asked": asked}
            found |= {"lessons": _tasks(self.lessons), "drills": _tasks(self.drills)}
            _mark(listed, lambda of: f"{of['game']}/{of['id']}")
        return json.dumps(found, ensure_ascii=False, separators=(",", ":"))


def _entry(of: ShelfPuzzle) -> dict[str, Any]:
    """Return a puzzle for `assets/pages/puzzle-index.js`."""
    return {
        "url": of.url,
        "shelf": of.shelf,
        "id": of.puzzle.id,
        "title": of.puzzle.title,
        "game": of.game,
        "kind": of.puzzle.kind,
        "difficulty": of.puzzle.difficulty,
        "themes": of.puzzle.themes,
    }


def _tasks(listed: list[TaskEntry]) -> list[dict[str, Any]]:
    """Return lessons or drills for `assets/pages/puzzle-index.js`."""
    found = [{key: value for key, value in asdict(each).items() if value} for each in listed]
    _mark(found, lambda of: f"{of['game']} {of['id']} {of['url']}")
    return found


def _mark(entries: list[dict[str, Any]], name: Callable[[dict[str, Any]], str]) -> None:
    """Give each task the four characters that identify it in an assignment's link."""
    taken: dict[str, str] = {}
    for each in entries:
        known = name(each)
        mark = urlsafe_b64encode(sha256(known.encode()).digest()[:3]).decode()
        if taken.setdefault(mark, known) != known:
            raise ValueError(f"{known} and {taken[mark]} share a mark in links; one of them needs another id")
        each["mark"] = mark


def address(shelf: str, name: str) -> str:
    """Return the address of a page below a shelf.

    Args:
        shelf: The shelf's address: a folder, or a file if the site uses such addresses.
        name: The name of the page.
    """
    name = quote(name)
    if not shelf.endswith(".html"):
        return f"{shelf}{name}/"
    path = PurePosixPath(shelf)
    folder = path.parent if path.name == "index.html" else path.with_suffix("")
    return str(folder / f"{name}.html")


def cover_cards(task: PuzzleKind) -> tuple[Card, ...]:
    """Return some cards of a puzzle's position: the trick, then the hand in question."""
    with use_faces(task.game.faces):
        view = task.state.view(None)
    trick = [play.card for play in view.trick]
    if not trick and view.tricks and not any(view.hands.values()):
        trick = [play.card for play in view.tricks[-1].plays]
    wanted = task.puzzle.seat or task.puzzle.side[:1] or view.to_act
    hands = sorted(view.hands.items(), key=lambda each: each[0] != wanted)
    hand = next((cards for _, cards in hands if cards), ())
    return tuple(_spread(trick, COVER_CARDS - 1 if hand else COVER_CARDS)) + tuple(
        _spread([each for each in hand if each.suit], COVER_CARDS - min(len(trick), COVER_CARDS - 1))
    )


def _spread(cards: Iterable[Card], n: int) -> Iterator[Card]:
    """Yield some cards at equal distances, from the first on.

    Args:
        n: The number of cards, from 0.
    """
    found = list(dict.fromkeys(cards))
    step = max(1, len(found) / n) if n else 1
    yield from (found[int(place * step)] for place in range(min(n, len(found))))
