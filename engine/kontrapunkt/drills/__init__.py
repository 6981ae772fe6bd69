"""Drills: endless questions about a game, each computed from a seed.

A seed deals, and the deal is played up to some moment.

    question = ask(kontrapunkt.game("doppelkopf"), "trick", seed=7, level=2)
    question.task.question           # the text; a drill is a puzzle without an author
    [pick.key for pick in question.task.picks if pick.right]

The right answers and the reasons come from the engine alone: from the game's own refusals and items, the
deals that a seat cannot exclude, and the puzzle knowledge of the game. A kind of drill is one `Drill`,
registered in `DRILLS`; other packages add theirs by the entry points `kontrapunkt.drills`.

A seed asks the same question on every Python. The difficulty of the next question follows a ladder of five
levels for each kind. Two right answers of a kind in a row lead one level up; a wrong one leads one level
down. Levels are relative. The moments of a deal at which a kind can be asked are ordered by difficulty: the
lowest level takes one from the easiest fifth, the highest one from the hardest. So every game has a ladder
without any settings. Each kind decides what makes a moment hard: more cards to look at, special cards, rules
that seldom matter.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, Final

from kontrapunkt.core.interface import Game, Seat, State
from kontrapunkt.core.old_names import old_members
from kontrapunkt.core.registry import Registry
from kontrapunkt.play.players import Player, player_for
from kontrapunkt.puzzles.kind import ChoicePuzzle, Pick
from kontrapunkt.puzzles.knowledge import Knowledge, knowledge_of
from kontrapunkt.puzzles.mining.deals import PlayedDeal
from kontrapunkt.puzzles.model import Puzzle
from kontrapunkt.puzzles.phrasing import Move
from kontrapunkt.record import ObservedDeal, record_of, write


@dataclass(frozen=True, slots=True)
class QuestionMoment:
    """A moment at which a question can be asked.

    Attributes:
        at: The number of moves of the deal before it.
        hard: The difficulty: a number that only orders the moments of one kind.
        about: The topic, if the moment leaves a choice: a card, a suit, a rank.
    """

    at: int
    hard: float
    about: str = ""


@dataclass(frozen=True, slots=True)
class QuestionSetting:
    """A deal up to the moment at which a question is asked.

    Attributes:
        reader: The seat of the reader.
    """

    line: PlayedDeal
    moment: QuestionMoment
    reader: Seat

    def puzzle(self, kind: str, seat: Seat | str = "") -> Puzzle:
        """Return the question as a puzzle, without a title and story.

        Args:
            kind: The kind of puzzle.
            seat: The seat whose calls are asked for; empty for none.
        """
        record = record_of(self.line.start, self.line.moves[: self.moment.at])
        return Puzzle("drill", kind, "", "", ("result",), 1, write(record), seat=str(seat))


@dataclass(frozen=True, slots=True)
class Drill:
    """A kind of drill.

    Attributes:
        name: The name in fences and logs.
        moments: Yields the moments of a deal at which it can be asked, with their difficulty. It gets the
            reader's seat, and random numbers for a choice among too many moments.
        task: Returns the question at one of those moments.
        shows: The cards that are visible: those of the `reader` alone, or `all`.
    """

    name: str
    moments: Callable[[PlayedDeal, Knowledge[Any], Seat, Random], Iterator[QuestionMoment]]
    task: Callable[[QuestionSetting], ChoicePuzzle]
    shows: str = "reader"


DRILLS: Final = Registry[Drill](
    "drills",
    {
        "trick": "kontrapunkt.drills.puzzle_drills:TRICK",
        "legal": "kontrapunkt.drills.puzzle_drills:LEGAL",
        "worth": "kontrapunkt.drills.puzzle_drills:WORTH",
        "result": "kontrapunkt.drills.puzzle_drills:RESULT",
        "call": "kontrapunkt.drills.puzzle_drills:CALL",
        "out": "kontrapunkt.drills.unseen_cards:OUT",
        "hold": "kontrapunkt.drills.unseen_cards:HOLD",
    },
)
"""Each kind by its name; other packages add theirs by `kontrapunkt.drills`."""


# A question from a seed ------------------------------------------------------------------------------------

MOST: Final = 60
"""The most deals to search for a question."""

ENOUGH: Final = 5
"""The number of deals to search for five moments, after which fewer must do."""

TRIED: Final = 8
"""The number of deals to try if a kind makes sense in a game."""


class NoQuestion(ValueError):
    """An error for a kind without a question in a game, or about the wanted rule."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question of a drill.

    Attributes:
        kind: The kind of drill.
        level: The level of the ladder, from 1 to 5.
        reader: The seat of the reader.
        shows: The cards that are visible, as in `Drill.shows`.
        hard: The difficulty of the moment within its kind.
        task: The puzzle, with the picks and the reasons.
        about: The topic, if its moment leaves a choice.
    """

    kind: str
    level: int
    reader: Seat
    shows: str
    hard: float
    task: ChoicePuzzle
    about: str = ""

    @property
    def rule(self) -> str:
        """The rule that it is about.

        If all right picks are to be marked, it is the first that forbids something.
        """
        ordered = sorted(self.task.picks, key=lambda pick: pick.right == self.task.many)
        return next((pick.rule for pick in ordered if pick.rule), self.task.game.trick_rules[0])

    @property
    def rules(self) -> frozenset[str]:
        """All rules that an answer to it may depend on."""
        return frozenset(pick.rule for pick in self.task.picks if pick.rule)

    @property
    def right(self) -> frozenset[str]:
        """The keys of the right picks."""
        return frozenset(pick.key for pick in self.task.right)

    def wrong(self, given: frozenset[str]) -> Pick | None:
        """Return the first wrong pick of an answer, if any.

        It is None if the answer is right or only incomplete.

        Args:
            given: The keys of the answer.
        """
        return next((pick for pick in self.task.wrong if pick.key in given), None)


def search_question(
    game: Game, kind: str, seed: int, level: int, rule: str = ""
) -> Iterator[Question | None]:
    """Search for the question of a seed, deal by deal; the last item is the question.

    All other items are None.

    Args:
        kind: The kind of drill.
        seed: From 0.
        level: The level of the ladder, from 1.
        rule: The rule that it must be about; empty for any.

    Raises:
        NoQuestion: if none is found in `MOST` deals.
    """
    drill = DRILLS[kind]
    able: list[QuestionSetting] = []
    for number in range(MOST):
        chance = Random(f"{kind} {seed} {number}")
        able += _moments(drill, game, chance)
        able.sort(key=lambda each: each.moment.hard)
        if not able or (len(able) < HARDEST and number < ENOUGH and not rule):
            yield None
            continue
        for asked in (pick_by_level(able, level, chance),) if not rule else able[:-4:-1]:
            hard, about = asked.moment.hard, asked.moment.about
            found = Question(kind, level, asked.reader, drill.shows, hard, drill.task(asked), about)
            if rule in found.rules or not rule:
                yield found
                return
        able.clear()
        yield None
    raise NoQuestion(f"{game.id} has no question of kind {kind} for the seed {seed} {rule}".rstrip())


def ask(game: Game, kind: str, seed: int, level: int, rule: str = "") -> Question:
    """Return the question of a seed.

    Args:
        kind: The kind of drill.
        seed: From 0.
        level: The level of the ladder, from 1.
        rule: The rule that it must be about; empty for any.

    Raises:
        NoQuestion: if none is found in `MOST` deals.
    """
    return next(filter(None, search_question(game, kind, seed, level, rule)))


def _moments(drill: Drill, game: Game, chance: Random) -> Iterator[QuestionSetting]:
    """Yield the moments of one deal for a kind; the reader is South, if South plays."""
    line = play_out_deal(game, chance)
    reader = next((seat for seat in game.seats if seat == "S"), game.seats[0])
    for each in drill.moments(line, knowledge_of(game), reader, chance):
        yield QuestionSetting(line, each, reader)


def drills_of(game: Game) -> tuple[str, ...]:
    """Return the kinds of drill that suit a game.

    A kind does if one of a few deals has a moment for it.
    """

    def makes_sense(drill: Drill) -> bool:
        chances = (Random(f"{drill.name} {number}") for number in range(TRIED))
        return any(next(_moments(drill, game, chance), None) for chance in chances)

    return tuple(name for name in DRILLS if makes_sense(DRILLS[name]))


# The ladder ------------------------------------------------------------------------------------------------

HARDEST: Final = 5
"""The highest level; the lowest is 1."""

RUNNING: Final = 2
"""The number of right answers in a row that lead to the next level."""


def next_level(level: int, running: int, right: bool) -> tuple[int, int]:
    """Return the level after an answer.

    Args:
        level: The level of the question.
        running: The number of right answers in a row before it, on this level.

    Returns:
        The level of the next question, and the number of right answers in a row there.
    """
    if not right:
        return max(1, level - 1), 0
    if running + 1 < RUNNING:
        return level, running + 1
    return min(HARDEST, level + 1), 0


def pick_by_level[T](ordered: Sequence[T], level: int, chance: Random) -> T:
    """Return one of several items, by difficulty.

    Args:
        ordered: The items, the easiest first; at least one.
        level: The level, from 1 to `HARDEST`.
        chance: Chooses within the fifth of that level.
    """
    place = (level - 1 + chance.random()) / HARDEST
    return ordered[int(place * len(ordered))]


# Deals, played out by computer players, with calls out of turn ---------------------------------------------

CARELESS: Final = 0.3
"""The probability that a player plays at random.

Rules of thumb alone would play much the same each time.
"""

TALKATIVE: Final = 0.08
"""The probability that a seat makes a possible call out of turn."""


def play_out_deal(game: Game, chance: Random) -> PlayedDeal:
    """Deal and play a deal out.

    Args:
        chance: The random numbers for the deal, its players and the calls.
    """
    start = game.deal(int(chance.random() * 2**48))
    players = {seat: _player(game, chance) for seat in game.seats}
    seen = ObservedDeal.start(start).histories  # the players see views only

    def decide(state: State) -> Move:
        turn = state.to_act
        assert turn is not None
        return _word(state, turn, chance) or (turn, players[turn].choose(state.view(turn), seen[turn]))

    return PlayedDeal.played(start, decide)


def _player(game: Game, chance: Random) -> Player:
    """Return a computer player; a random one if the game has no rules of thumb."""
    careless = chance.random() < CARELESS or not game.heuristics
    return player_for("random" if careless else "first-steps", game, int(chance.random() * 2**32))


def _word(state: State, turn: Seat, chance: Random) -> Move | None:
    """Return a call out of turn, if a seat makes one; it is the lowest possible call."""
    for seat in state.game.seats:
        able = state.actions(seat) if seat != turn else ()
        if able and chance.random() < TALKATIVE:
            return seat, able[0]
    return None


if not TYPE_CHECKING:  # no type checker finds old names
    __getattr__ = old_members(
        __name__,
        {"dealt": play_out_deal, "moved": next_level, "on_rung": pick_by_level, "asking": search_question},
    )
