"""The solver of Doppelkopf, with goals for the card points and tricks of a party.

All hands are face up, so the parties are known. In a solo a goal names the soloist (`points N`), otherwise
either party (`points NS` or `points NE`). The solver does not handle house rules that change a deal midway:
the card order by piglets or in the last trick, and the parties by the kings of diamonds.
"""

from collections.abc import Hashable, Mapping
from typing import Final, override

from kontrapunkt.core.interface import SEATS
from kontrapunkt.core.messages import Text, say
from kontrapunkt.games.doppelkopf import Doppelkopf, constants
from kontrapunkt.games.doppelkopf.constants import KONTRA, RE, UNKNOWN, WHOLE
from kontrapunkt.games.doppelkopf.contract import ENOUGH, Event
from kontrapunkt.games.doppelkopf.scoring import (
    ELDERS,
    score_deal,
    seat_shares,
    special_points,
    total_parties,
)
from kontrapunkt.games.doppelkopf.state import DoppelkopfState
from kontrapunkt.search.clock import Work
from kontrapunkt.search.follow.solver import COUNTED, PARTIES, FollowSolver, PointsGoal
from kontrapunkt.search.follow.sums import POINTS, Sums
from kontrapunkt.search.goals import Goal
from kontrapunkt.search.solver import Engine

EVENTS: Final = {constants.DOPPELKOPF, constants.CAUGHT_FOX, constants.CHARLIE}
"""The events in tricks that the solver handles; house rules may have others."""

FEW: Final = 20
"""The number of cards in all hands up to which the game value is shown, too."""

MOST_BESIDE: Final = 9
"""The most special points of a deal: six tricks of forty, two foxes, Karlchen."""

MOST: Final[Mapping[Engine, int]] = {"wasm": 32, "python": 24}
"""The number of cards in all hands up to which a search runs, by engine."""

MOST_ALONE: Final[Mapping[Engine, int]] = {"wasm": 40, "python": 24}
"""The same for a solo, which is faster to search."""


class DoppelkopfSolver(FollowSolver[DoppelkopfState, Doppelkopf]):
    """The solver of Doppelkopf, for the parties of the deal."""

    kinds = (*COUNTED, "no-tricks", "wins", "game")
    summed = ("wins", "game")
    parties = PARTIES

    def __init__(self, game: Doppelkopf) -> None:
        super().__init__(game)
        self._worths: dict[Hashable, tuple[int, ...]] = {}

    @override
    def worth_showing(self, state: DoppelkopfState) -> tuple[str, ...]:
        few = sum(map(len, state.hands)) <= FEW
        goals = [Goal.create(kind, state.teams[0]) for kind in ("points", *(("game",) * few), "tricks")]
        return tuple(str(goal) for goal in goals if not self.why_not(state, goal))

    @override
    def why_unsolvable(self, state: DoppelkopfState) -> Text | None:
        why = super().why_unsolvable(state)
        if why:
            return why
        game, parties = self.game, state.parties
        turning = game.first_in_last and state.trick_number < game.hand_size
        if turning or game.restricts_cards or game.piglets != "off":
            return say("search.doppelkopf.house")
        if UNKNOWN in parties:
            return say("search.doppelkopf.wedding")
        if self._too_many(state) and not (self.patient and self.needs_patience(state)):
            return say("search.doppelkopf.many", n=self._most(state))
        return None

    @override
    def why_later(self, state: DoppelkopfState) -> Text | None:
        if self.why_unsolvable(state) is None or state.to_act is None:
            return None
        if early := super().why_later(state):
            return early
        if UNKNOWN in state.parties:
            return say("search.later.parties")
        return say("search.later.many", n=self._most(state)) if self._too_many(state) else None

    @override
    def needs_patience(self, state: DoppelkopfState) -> bool:
        return self.engine == "wasm" and self._too_many(state)

    def _most(self, state: DoppelkopfState) -> int:
        """Return the number of cards in all hands up to which a search runs at once."""
        return (MOST_ALONE if state.contract.is_solo else MOST)[self.engine]

    def _too_many(self, state: DoppelkopfState) -> bool:
        return sum(map(len, state.hands)) > self._most(state)

    @override
    def why_not(self, state: DoppelkopfState, goal: Goal) -> Text | None:
        if goal.seats not in state.teams:
            return say("search.doppelkopf.sides")
        if goal.kind == "game" and state.alone is None and {*self.game.special} - EVENTS - {ELDERS}:
            return say("search.doppelkopf.special")
        return None

    @override
    def summing(self, state: DoppelkopfState, goal: Goal) -> Work[PointsGoal]:
        own = [SEATS.index(seat) for seat in goal.seats]
        party = state.parties[own[0]]
        special = self.game.special & EVENTS if goal.kind == "game" and state.alone is None else set()
        foxes = (
            (constants.FOX,)
            if constants.CAUGHT_FOX in special and constants.fox_is_trump(state.contract.mode)
            else ()
        )
        crown = (constants.KARLCHEN,) if constants.CHARLIE in special else ()
        rich = ENOUGH if constants.DOPPELKOPF in special else POINTS
        margin = MOST_BESIDE if special else 0
        before = _beside(state, party) if special else 0
        points, tricks = (sum(numbers[seat] for seat in own) for numbers in (state.card_points, state.taken))
        took = (tricks > 0) | (sum(state.taken) > tricks) << 1
        key = (goal, margin, state.level(RE), state.level(KONTRA), state.parties)
        if key not in self._worths:
            self._worths[key] = yield from _ends(state, goal, party, margin)
        sums = Sums(WHOLE, 2 * margin + 1, rich, self._worths[key])
        return PointsGoal(sums, sums.node(points, before + margin, took), foxes, crown)


def _beside(state: DoppelkopfState, party: int) -> int:
    """Return the special points of a party so far, less those of the other."""
    lines = special_points(state.game, total_parties(state), state, 0)
    return sum(party * line.party * line.points for line in lines)


def _ends(state: DoppelkopfState, goal: Goal, party: int, margin: int) -> Work[tuple[int, ...]]:
    """Return the value of the deal for each possible end.

    An end is given by the card points of the party, its special points, and the parties that took a trick.
    The value changes only at certain card points, so most entries are copied.

    Args:
        party: The party of the goal: 1 for Re, -1 for Kontra.
        margin: The greatest difference of special points between the parties.
    """
    many = 2 * margin + 1
    found: list[int] = []
    for number in range(WHOLE + 1):
        if number > 1 and number % 30 > 1:
            found += found[-4 * many :]
            continue
        for each in range(-margin, margin + 1):
            found += [_worth(state, goal, party, each, number, took) for took in range(4)]
        yield
    return tuple(found)


def _worth(state: DoppelkopfState, goal: Goal, party: int, beside: int, points: int, took: int) -> int:
    """Return the value of a deal with a given end for a party."""
    own = next(seat for seat, each in enumerate(state.parties) if each == party)
    other = next(seat for seat, each in enumerate(state.parties) if each != party)
    sums = [0, 0, 0, 0]
    sums[own], sums[other] = points, WHOLE - points
    tricks = [0, 0, 0, 0]
    tricks[own], tricks[other] = took & 1, took >> 1
    kind = next(iter(sorted(state.game.special & EVENTS)), "")
    gains, pays = (own, other) if beside > 0 else (other, own)
    events = (Event(kind, gains, pays),) * abs(beside)
    end = state.as_finished(tuple(sums), tuple(tricks), state.leader, happened=events)
    if goal.kind == "wins":
        return int(score_deal(end).won == party)
    return seat_shares(end, score_deal(end).value)[SEATS[own]]
