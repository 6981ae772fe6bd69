"""A question from a seed: the same seed asks the same on every Python, wherever it is asked.

How hard the next question is tells a ladder of five rungs for each kind. Who answers two questions of a kind
running on a rung climbs to the next; who misses one goes down a rung. What a rung means is relative: of the
moments of a deal at which a kind can be asked, ordered by how hard they are, the lowest rung takes one from
the easiest fifth, the highest one from the hardest. So a ladder is there in every game, and nothing has to be
set for a new one. What makes a moment hard each kind says itself: more cards to look at, special cards, rules
that seldom matter.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from kontrapunkt.drills.drill import DRILLS, Asked, Drill
from kontrapunkt.game import Action, Game, Seat, State
from kontrapunkt.players import Player, player_for
from kontrapunkt.puzzles.kind import Pick, Picking
from kontrapunkt.puzzles.knowledge import knowledge_of
from kontrapunkt.puzzles.mining.deals import Line
from kontrapunkt.record import Seen

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


def _moments(drill: Drill, game: Game, chance: Random) -> Iterator[Asked]:
    """The moments of one deal at which a kind can be asked; readers look on from South, if South plays."""
    line = dealt(game, chance)
    reader = next((seat for seat in game.seats if seat == "S"), game.seats[0])
    for each in drill.moments(line, knowledge_of(game), reader, chance):
        yield Asked(line, each, reader)


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


def dealt(game: Game, chance: Random) -> Line:
    """A deal, played out.

    Args:
        game: What is played.
        chance: Deals, says who plays a seat, and what is said.
    """
    state = game.deal(int(chance.random() * 2**48))
    players = {seat: _player(game, chance) for seat in game.seats}
    seen = {seat: Seen(game, seat, state.as_deal(seat)) for seat in game.seats}  # they look at views alone
    states, moves = [state], list[tuple[Seat, Action]]()
    while (turn := state.to_act) is not None:
        seat, action = _word(state, turn, chance) or (
            turn,
            players[turn].choose(state.view(turn), seen[turn]),
        )
        state = state.apply(action, seat)
        moves.append((seat, action))
        states.append(state)
    return Line(tuple(moves), tuple(states))


def _player(game: Game, chance: Random) -> Player:
    """Somebody for a seat; of a game without rules of thumb it is chance."""
    careless = chance.random() < CARELESS or not game.heuristics
    return player_for("random" if careless else "first-steps", game, int(chance.random() * 2**32))


def _word(state: State, turn: Seat, chance: Random) -> tuple[Seat, Action] | None:
    """What somebody says out of turn, if anybody does: the least that may be said."""
    for seat in state.game.seats:
        able = state.actions(seat) if seat != turn else ()
        if able and chance.random() < TALKATIVE:
            return seat, able[0]
    return None
