"""The questions of a sheet, from seeds or a folder of puzzles, for each group."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any, Final, Self

from kontrapunkt.core.deal import short
from kontrapunkt.core.interface import Game, Seat, View
from kontrapunkt.core.registry import UnknownGame, game_class
from kontrapunkt.drills import DRILLS, HARDEST, NoQuestion, Question, ask, drills_of
from kontrapunkt.puzzles.kind import ChoicePuzzle, PuzzleKind
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import EITHER, use_faces
from kontrapunkt.widgets.drill.round import AskedQuestion

MOST: Final = 60
"""The most questions on a sheet."""

MOST_GROUPS: Final = 8
RECORD: Final = ("list", "tricks")
"""The places of questions for which one looks through the record."""

LONGEST: Final = 40
"""The most characters in the name of a group."""

SEEDS: Final = 10_000
"""An exclusive upper bound of seeds, which are short because links contain them."""

TRIED: Final = 4
"""The number of candidates among which another group's question is chosen.

The one closest in difficulty to the first group's question wins.
"""

PATIENCE: Final = 12
"""The number of seeds tried for a question that is not used yet."""


class OrderError(ValueError):
    """Raised if a sheet cannot be made as ordered; the message is one sentence."""


@dataclass(frozen=True, slots=True)
class SheetOrder:
    """The order of a sheet.

    Attributes:
        game: The game's id.
        kinds: The kinds of drill, asked in turn; empty for all of the game.
        count: The number of questions, from 1 to `MOST`.
        seed: The random seed; the same one gives the same sheet.
        groups: The names of the groups; a single empty one for no groups.
        level: The difficulty, from 1 to 5; 0 to rise from the first question to the last.
        shuffled: Whether the groups have the same questions in another order.
        site: The address of the site for links, with a final slash; empty for no links.
        title: The title; empty for the name of the game.
        faces: The faces of the cards, `french` or `german`; empty for those of the game.
    """

    game: str
    kinds: tuple[str, ...] = ()
    count: int = 10
    seed: int = 0
    groups: tuple[str, ...] = ("",)
    level: int = 0
    shuffled: bool = False
    site: str = ""
    title: str = ""
    faces: str = ""

    def __post_init__(self) -> None:
        """Validate the order.

        Raises:
            OrderError: if something in it is invalid.
        """
        for kind in self.kinds:
            if kind not in DRILLS:
                values = {"kind": short(kind), "kinds": ", ".join(DRILLS)}
                raise OrderError(catalogue.say("drill.kind.unknown", **values))
        if not 1 <= self.count <= MOST:
            raise OrderError(catalogue.say("sheet.fault.count", most=MOST))
        fits = all(len(name) <= LONGEST for name in self.groups) and len(self.groups) <= MOST_GROUPS
        if not self.groups or len(set(self.groups)) < len(self.groups) or not fits:
            raise OrderError(catalogue.say("sheet.fault.groups", most=MOST_GROUPS))
        if not 0 <= self.level <= HARDEST:
            raise OrderError(catalogue.say("sheet.fault.level", hardest=HARDEST))

    @classmethod
    def read(cls, given: Mapping[str, Any]) -> Self:
        """Read the order of a page; lists may be texts with commas.

        Raises:
            OrderError: if something in it is invalid.
        """

        def names(key: str) -> tuple[str, ...]:
            return tuple(each.strip() for each in str(given.get(key) or "").split(",") if each.strip())

        def number(key: str, otherwise: int) -> int:
            text = str(given.get(key, "")).strip()
            return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else otherwise

        return cls(
            game=str(given.get("game") or ""),
            kinds=names("kinds"),
            count=number("count", 0),
            seed=number("seed", 0),
            groups=names("groups") or ("",),
            level=number("level", 0),
            shuffled=bool(given.get("shuffled")),
            site=str(given.get("site") or ""),
            title=str(given.get("title") or "")[:200],
            faces=str(given.get("faces") or ""),
        )

    @property
    def sheet_faces(self) -> str:
        """The faces of the sheet: those ordered if the game has them, else its own.

        Raises:
            OrderError: if there is no such game.
        """
        own = self.open_game().faces
        if self.faces == "german" and own == EITHER:
            return "german"
        return "german" if own == "german" and self.faces != "french" else "french"

    def open_game(self) -> Game:
        """Return the game.

        Raises:
            OrderError: if there is no such game.
        """
        try:
            return game_class(self.game)()
        except UnknownGame as error:
            raise OrderError(str(error)) from error


@dataclass(frozen=True)
class SheetQuestion:
    """A question on a sheet.

    Attributes:
        kind: Its kind, of drill or puzzle.
        task: The question and its answer.
        view: The reader's view.
        reader: The reader's seat.
        level: The difficulty, from 1 to 5.
        shelf: The path to similar questions on a site, from the site's root.
        name: The end of the path to this question.
        hard: A finer measure of difficulty, from its kind.
    """

    kind: str
    task: PuzzleKind
    view: View[Any]
    reader: Seat
    level: int
    shelf: str
    name: str
    hard: float = 0.0

    @property
    def about(self) -> tuple[object, ...]:
        """The parts that distinguish it from other questions."""
        return self.task.name, self.task.puzzle.record, self.task.question


def question_of_drill(game: Game, asked: AskedQuestion, made: Question) -> SheetQuestion:
    """Return a drill's question, with a short path to it (`assets/pages/short.js`).

    Args:
        asked: The question's parameters.
    """
    state = made.task.state
    view = state.view(None if made.shows == "all" else made.reader)
    shown = view.replace(result=None)  # the reader counts a finished deal from the piles
    shelf, name = f"#q={game.id}.", str(asked).replace(" ", ".")
    return SheetQuestion(asked.kind, made.task, shown, made.reader, made.level, shelf, name, made.hard)


def question_of_puzzle(task: PuzzleKind) -> SheetQuestion:
    """Return a puzzle as a question, with all hands open."""
    puzzle = task.puzzle
    view = task.state.view(None).replace(result=None)
    foot = puzzle.seat or puzzle.side[:1] or (view.to_act if puzzle.kind == "legal" else "") or "S"
    reader = next((seat for seat in task.game.seats if seat == foot), task.game.seats[0])
    shelf, name = f"{task.game.id}/puzzles/", f"{puzzle.id}/"
    return SheetQuestion(task.name, task, view, reader, puzzle.difficulty, shelf, name)


def choose_questions(order: SheetOrder, tell: Callable[[int, int], object]) -> dict[str, list[SheetQuestion]]:
    """Return the questions of each group.

    Args:
        tell: Called after each question with the number made and the total.

    Raises:
        OrderError: if the game has no such questions.
    """
    game = order.open_game()
    kinds = order.kinds or drills_of(game)
    if not kinds:
        raise OrderError(catalogue.say("sheet.fault.none", game=game.title))
    sheets: dict[str, list[SheetQuestion]] = {name: [] for name in order.groups}
    first, *others = sheets.values()
    used: set[tuple[object, ...]] = set()
    made = count(1)
    of = order.count * (1 if order.shuffled else len(sheets))
    for slot in range(order.count):
        kind = kinds[slot % len(kinds)]
        level = order.level or 1 + slot * HARDEST // order.count
        with use_faces(order.sheet_faces):
            first.append(_fresh(game, kind, level, Random(f"{order.seed} {kind} {slot}"), used))
        tell(next(made), of)
        for number, other in enumerate(others if not order.shuffled else (), 2):
            chance = Random(f"{order.seed} {kind} {slot} {number}")
            with use_faces(order.sheet_faces):
                other.append(_twin(game, first[-1], chance, used))
            tell(next(made), of)
    if order.shuffled:
        for name, other in list(sheets.items())[1:]:
            other += reorder(first, f"{order.seed} {name}")
    return {name: sort_questions(each, () if order.shuffled else kinds) for name, each in sheets.items()}


def sort_questions(entries: Sequence[SheetQuestion], kinds: Sequence[str] = ()) -> list[SheetQuestion]:
    """Sort questions for a sheet: those with a record come last.

    They take the width of the page; the others are side by side, preferably two of a kind, which have the
    same height.

    Args:
        kinds: The order of kinds; empty to leave them mixed.
    """

    def place(of: SheetQuestion) -> tuple[bool, int]:
        return needs_record(of.task), kinds.index(of.kind) if of.kind in kinds else 0

    return sorted(entries, key=place)


def needs_record(task: PuzzleKind) -> bool:
    """Return True if one looks through the record, so that the question is wide."""
    return isinstance(task, ChoicePuzzle) and task.place in RECORD


def reorder(entries: Sequence[SheetQuestion], seed: str) -> list[SheetQuestion]:
    """Return the questions in another order, a different one if there is any.

    Args:
        seed: The random seed.
    """
    chance = Random(seed)
    found = sorted(entries, key=lambda _: chance.random())
    return found if found != list(entries) else [*found[1:], *found[:1]]


def _fresh(game: Game, kind: str, level: int, chance: Random, used: set[tuple[object, ...]]) -> SheetQuestion:
    """Make a question that is not on any sheet yet.

    Raises:
        OrderError: if the game has no questions of that kind.
    """
    for _ in range(PATIENCE):
        asked = AskedQuestion(kind, int(chance.random() * SEEDS), level)
        try:
            found = question_of_drill(game, asked, ask(game, kind, asked.seed, level))
        except NoQuestion as error:
            raise OrderError(catalogue.say("sheet.fault.kind", game=game.title, kind=kind)) from error
        if found.about not in used:
            used.add(found.about)
            return found
    raise OrderError(catalogue.say("sheet.fault.many", game=game.title, kind=kind))


def _twin(game: Game, of: SheetQuestion, chance: Random, used: set[tuple[object, ...]]) -> SheetQuestion:
    """Make another question of the same kind and level, about as hard as the first."""
    tried: set[tuple[object, ...]] = {*used}
    found = [_fresh(game, of.kind, of.level, chance, tried) for _ in range(TRIED)]
    best = min(found, key=lambda each: abs(each.hard - of.hard))
    used.add(best.about)
    return best
