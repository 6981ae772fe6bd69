"""Drills: endless questions about a game, each made from a seed by dealing and playing on up to some moment.

    question = ask(kontrapunkt.game("doppelkopf"), "trick", seed=7, level=2)
    question.task.question           # what is asked; a drill is a puzzle that nobody wrote down
    [pick.key for pick in question.task.picks if pick.right]

What is right, and why the rest is not, comes from the engine alone: the game's own refusals and items, the
deals that a seat cannot exclude, what puzzles know of the game. A kind of drill is one
`Drill`, registered in `DRILLS`; one from elsewhere comes in through the entry points `kontrapunkt.drills`.

A seed asks the same on every Python, wherever it is asked. How hard the next question is tells a ladder of
five rungs for each kind. Who answers two questions of a kind running on a rung climbs to the next; who
misses one goes down a rung. What a rung means is relative: of the moments of a deal at which a kind can be
asked, ordered by how hard they are, the lowest rung takes one from the easiest fifth, the highest one from
the hardest. So a ladder is there in every game, and nothing has to be set for a new one. What makes a
moment hard each kind says itself: more cards to look at, special cards, rules that seldom matter.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from kontrapunkt.core.interface import Game, Seat, State
from kontrapunkt.core.registry import Registry
from kontrapunkt.play.players import Player, player_for
from kontrapunkt.puzzles.kind import ChoicePuzzle, Pick
from kontrapunkt.puzzles.knowledge import Knowledge, knowledge_of
from kontrapunkt.puzzles.mining.deals import PlayedDeal
from kontrapunkt.puzzles.model import Puzzle
from kontrapunkt.puzzles.phrasing import Move
from kontrapunkt.record import Watched, record_of, write


@dataclass(frozen=True, slots=True)
class QuestionMoment:
    """Where a question can be asked.

    Attributes:
        at: After how many moves of the deal.
        hard: How hard it is there: a number that only orders the moments of one kind.
        about: What it is about, where a moment leaves a choice: a card, a suit, a rank.
    """

    at: int
    hard: float
    about: str = ""


@dataclass(frozen=True, slots=True)
class QuestionSetting:
    """A deal up to the moment at which a question is asked.

    Attributes:
        line: The deal.
        moment: The moment.
        reader: The seat from which the reader looks on.
    """

    line: PlayedDeal
    moment: QuestionMoment
    reader: Seat

    def puzzle(self, kind: str, seat: Seat | str = "") -> Puzzle:
        """The question as the file of a puzzle has it, of which nobody has written title and story.

        Args:
            kind: What is asked.
            seat: Whose calls are asked for; empty for nobody's.
        """
        record = record_of(self.line.start, self.line.moves[: self.moment.at])
        return Puzzle("drill", kind, "", "", ("result",), 1, write(record), seat=str(seat))


@dataclass(frozen=True, slots=True)
class Drill:
    """A kind of drill.

    Attributes:
        name: Its name in fences and logs.
        moments: Where in a deal it can be asked, and how hard it is there. The deal is looked at from a seat;
            chance may choose, where there are too many moments.
        task: The question at one of those moments.
        shows: Whose cards are seen: those of the `reader` alone, or `all`.
    """

    name: str
    moments: Callable[[PlayedDeal, Knowledge, Seat, Random], Iterator[QuestionMoment]]
    task: Callable[[QuestionSetting], ChoicePuzzle]
    shows: str = "reader"


DRILLS: Final = Registry[Drill](
    "drills",
    {
        "trick": "kontrapunkt.drills.of_puzzles:TRICK",
        "legal": "kontrapunkt.drills.of_puzzles:LEGAL",
        "worth": "kontrapunkt.drills.of_puzzles:WORTH",
        "result": "kontrapunkt.drills.of_puzzles:RESULT",
        "call": "kontrapunkt.drills.of_puzzles:CALL",
        "out": "kontrapunkt.drills.unseen_cards:OUT",
        "hold": "kontrapunkt.drills.unseen_cards:HOLD",
    },
)
"""Each kind by its name; those from elsewhere come in through `kontrapunkt.drills`."""


# A question from a seed ------------------------------------------------------------------------------------

MOST: Final = 60
"""So many deals are looked through for a question, at most."""

ENOUGH: Final = 5
"""So many deals are looked through for five moments, from which the rung chooses; then fewer must do."""

TRIED: Final = 8
"""So many deals tell whether a kind makes sense in a game."""


class NoQuestion(ValueError):
    """A kind that cannot be asked in a game, or not about the rule that is wanted."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question.

    Attributes:
        kind: The kind of drill.
        level: The rung of the ladder that it was made for.
        reader: The seat from which the reader looks on.
        shows: Whose cards are seen, as `Drill.shows` says.
        hard: How hard it is, by what its kind says of the moment.
        task: What is asked, what may be picked, and why it is right or wrong.
    """

    kind: str
    level: int
    reader: Seat
    shows: str
    hard: float
    task: ChoicePuzzle

    @property
    def rule(self) -> str:
        """The rule that it is about: where all that is right is marked, the first that bars something."""
        ordered = sorted(self.task.picks, key=lambda pick: pick.right == self.task.many)
        return next((pick.rule for pick in ordered if pick.rule), self.task.game.trick_rules[0])

    @property
    def rules(self) -> frozenset[str]:
        """All rules that an answer to it may rest on."""
        return frozenset(pick.rule for pick in self.task.picks if pick.rule)

    @property
    def right(self) -> frozenset[str]:
        """The keys of the picks that are right."""
        return frozenset(pick.key for pick in self.task.right)

    def wrong(self, given: frozenset[str]) -> Pick | None:
        """The first pick of an answer that is wrong; None where it is right, or leaves something out.

        Args:
            given: The keys of the answer.
        """
        return next((pick for pick in self.task.wrong if pick.key in given), None)


def asking(game: Game, kind: str, seed: int, level: int, rule: str = "") -> Iterator[Question | None]:
    """Looks for the question of a seed, deal by deal; the last thing that it yields is the question.

    Args:
        game: The game with its options.
        kind: The kind of drill.
        seed: From 0.
        level: The rung of the ladder, from 1.
        rule: The rule that it is to be about; empty for any.

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
        for asked in (on_rung(able, level, chance),) if not rule else able[:-4:-1]:
            hard = asked.moment.hard
            found = Question(kind, level, asked.reader, drill.shows, hard, drill.task(asked))
            if rule in found.rules or not rule:
                yield found
                return
        able.clear()
        yield None
    raise NoQuestion(f"{game.id} has no question of kind {kind} for the seed {seed} {rule}".rstrip())


def ask(game: Game, kind: str, seed: int, level: int, rule: str = "") -> Question:
    """The question of a seed.

    Args:
        game: The game with its options.
        kind: The kind of drill.
        seed: From 0.
        level: The rung of the ladder, from 1.
        rule: The rule that it is to be about; empty for any.

    Raises:
        NoQuestion: if none is found in `MOST` deals.
    """
    return next(filter(None, asking(game, kind, seed, level, rule)))


def _moments(drill: Drill, game: Game, chance: Random) -> Iterator[QuestionSetting]:
    """The moments of one deal at which a kind can be asked; readers look on from South, if South plays."""
    line = dealt(game, chance)
    reader = next((seat for seat in game.seats if seat == "S"), game.seats[0])
    for each in drill.moments(line, knowledge_of(game), reader, chance):
        yield QuestionSetting(line, each, reader)


def drills_of(game: Game) -> tuple[str, ...]:
    """The kinds of drill that can be asked in a game: one of a few deals has a moment for each."""

    def makes_sense(drill: Drill) -> bool:
        chances = (Random(f"{drill.name} {number}") for number in range(TRIED))
        return any(next(_moments(drill, game, chance), None) for chance in chances)

    return tuple(name for name in DRILLS if makes_sense(DRILLS[name]))


# The ladder ------------------------------------------------------------------------------------------------

HARDEST: Final = 5
"""The highest rung; the lowest is 1."""

RUNNING: Final = 2
"""So many right answers running lead to the next rung."""


def moved(level: int, running: int, right: bool) -> tuple[int, int]:
    """The rung after an answer.

    Args:
        level: The rung that it was asked on.
        running: How many answers before it were right, one after the other, on this rung.
        right: Whether it is right.

    Returns:
        The rung of the next question, and how many answers running count there.
    """
    if not right:
        return max(1, level - 1), 0
    if running + 1 < RUNNING:
        return level, running + 1
    return min(HARDEST, level + 1), 0


def on_rung[T](ordered: Sequence[T], level: int, chance: Random) -> T:
    """One of several things, by how hard they are.

    Args:
        ordered: The things, the easiest first; at least one.
        level: The rung, from 1 to `HARDEST`.
        chance: Chooses within the fifth of that rung.
    """
    place = (level - 1 + chance.random()) / HARDEST
    return ordered[int(place * len(ordered))]


# Deals, played out by computer players, with words said out of turn ----------------------------------------

CARELESS: Final = 0.3
"""How often a seat plays at random rather than by rules of thumb, which alone would play much the same."""

TALKATIVE: Final = 0.08
"""How often a seat that may say something out of turn does so."""


def dealt(game: Game, chance: Random) -> PlayedDeal:
    """A deal, played out.

    Args:
        game: What is played.
        chance: Deals, says who plays a seat, and what is said.
    """
    start = game.deal(int(chance.random() * 2**48))
    players = {seat: _player(game, chance) for seat in game.seats}
    seen = Watched.of(start).seen  # they look at views alone

    def decide(state: State) -> Move:
        turn = state.to_act
        assert turn is not None
        return _word(state, turn, chance) or (turn, players[turn].choose(state.view(turn), seen[turn]))

    return PlayedDeal.played(start, decide)


def _player(game: Game, chance: Random) -> Player:
    """Somebody for a seat; of a game without rules of thumb it is chance."""
    careless = chance.random() < CARELESS or not game.heuristics
    return player_for("random" if careless else "first-steps", game, int(chance.random() * 2**32))


def _word(state: State, turn: Seat, chance: Random) -> Move | None:
    """What somebody says out of turn, if anybody does: the least that may be said."""
    for seat in state.game.seats:
        able = state.actions(seat) if seat != turn else ()
        if able and chance.random() < TALKATIVE:
            return seat, able[0]
    return None
