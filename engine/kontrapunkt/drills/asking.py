"""A question from a seed: the same seed asks the same on every Python, wherever it is asked."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from kontrapunkt.drills.deals import dealt
from kontrapunkt.drills.drill import Asked, Drill
from kontrapunkt.drills.kinds import DRILLS
from kontrapunkt.drills.ladder import HARDEST, on_rung
from kontrapunkt.game import Game, Seat
from kontrapunkt.puzzles.kind import Pick, Picking
from kontrapunkt.puzzles.knowledge import knowledge_of

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
        seed: What it was made from.
        level: The rung of the ladder that it was made for.
        reader: The seat from which the reader looks on.
        shows: Whose cards are seen, as `Drill.shows` says.
        hard: How hard it is, by what its kind says of the moment.
        task: What is asked, what may be picked, and why it is right or wrong.
    """

    kind: str
    seed: int
    level: int
    reader: Seat
    shows: str
    hard: float
    task: Picking

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
        return frozenset(pick.key for pick in self.task.picks if pick.right)

    def wrong(self, given: frozenset[str]) -> Pick | None:
        """The first pick of an answer that is wrong; None where it is right, or leaves something out.

        Args:
            given: The keys of the answer.
        """
        return next((pick for pick in self.task.picks if pick.key in given and not pick.right), None)


def reader_of(game: Game) -> Seat:
    """The seat from which readers look on: South, wherever South plays."""
    return next((seat for seat in game.seats if seat == "S"), game.seats[0])


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
    able: list[Asked] = []
    for number in range(MOST):
        chance = Random(f"{kind} {seed} {number}")
        able += _moments(drill, game, chance)
        able.sort(key=lambda each: each.moment.hard)
        if not able or (len(able) < HARDEST and number < ENOUGH and not rule):
            yield None
            continue
        for asked in (on_rung(able, level, chance),) if not rule else able[:-4:-1]:
            hard = asked.moment.hard
            found = Question(kind, seed, level, asked.reader, drill.shows, hard, drill.task(asked))
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
    found = [each for each in asking(game, kind, seed, level, rule) if each]
    return found[-1]


def makes_sense(drill: Drill, game: Game) -> bool:
    """Whether a kind can be asked in a game: whether one of a few deals has a moment for it."""
    chances = (Random(f"{drill.name} {number}") for number in range(TRIED))
    return any(next(_moments(drill, game, chance), None) for chance in chances)


def _moments(drill: Drill, game: Game, chance: Random) -> Iterator[Asked]:
    """The moments of one deal at which a kind can be asked."""
    line, reader = dealt(game, chance), reader_of(game)
    for each in drill.moments(line, knowledge_of(game), reader, chance):
        yield Asked(line, each, reader)


def drills_of(game: Game) -> tuple[str, ...]:
    """The kinds of drill that make sense in a game, in the order of the registry."""
    return tuple(name for name in DRILLS if makes_sense(DRILLS[name], game))
