"""The solver of Doppelkopf: card points of who plays alone, or of partners who sit opposite each other.

All hands are open, so the parties are, too. With one against three `points N` is what North can be sure of;
with two against two the goals are those of games with fixed sides, and partners must sit opposite each other,
for only then are they a side that a goal can name. What house rules may still change in the middle of a deal
(the order by piglets or by a last trick of its own, the parties by the kings of diamonds) is not foreseen.
"""

from collections.abc import Mapping
from typing import Final, override

from kontrapunkt.game import SEATS, Game, State
from kontrapunkt.games.doppelkopf import Doppelkopf
from kontrapunkt.games.doppelkopf.state import DoppelkopfState
from kontrapunkt.games.doppelkopf.table import UNKNOWN
from kontrapunkt.said import Said, say, seat_name
from kontrapunkt.search.follow.solver import FollowSolver
from kontrapunkt.search.front import Engine, Search, Value
from kontrapunkt.search.goals import Goal, Unsolvable
from kontrapunkt.search.wording import known_goal

MOST: Final[Mapping[Engine, int]] = {"wasm": 32, "python": 24}
"""Cards in the hands that are not too many to be looked at, by what searches."""

MOST_ALONE: Final[Mapping[Engine, int]] = {"wasm": 40, "python": 24}
"""The same where one plays against three, which is quicker to search."""

OPPOSITE: Final = (0, 1, 0, 1)


class DoppelkopfSolver(FollowSolver):
    """Card points with open hands, all tricks played out, by the parties that the deal has made."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        assert isinstance(game, Doppelkopf)
        self.doppelkopf = game

    @property
    @override
    def goals(self) -> tuple[str, ...]:
        return (*super().goals, *(f"points {seat}" for seat in SEATS))

    @override
    def goals_for(self, state: State) -> tuple[str, ...]:
        assert isinstance(state, DoppelkopfState)
        if self.why_unsolvable(state):
            return ()
        return ("points NS",) if state.alone is None else (f"points {SEATS[state.alone]}",)

    @override
    def why_unsolvable(self, state: State) -> Said | None:
        assert isinstance(state, DoppelkopfState)
        why = super().why_unsolvable(state)
        if why:
            return why
        game, parties = self.doppelkopf, state.parties
        turning = game.first_in_last and state.trick_number < game.hand_size
        if turning or game.restricts_cards or game.piglets != "off":
            return say("search.doppelkopf.house")
        if UNKNOWN in parties:
            return say("search.doppelkopf.wedding")
        if state.alone is None and parties[0] != parties[2]:
            return say("search.doppelkopf.beside")
        most = (MOST if state.alone is None else MOST_ALONE)[self.engine]
        if sum(map(len, state.hands)) > most:
            return say("search.doppelkopf.many", n=most)
        return None

    @override
    def sides(self, goal: Goal) -> tuple[int, ...]:
        return tuple(int(seat != goal.seat) for seat in SEATS) if goal.seat else OPPOSITE

    @override
    def label(self, goal: str | Goal) -> Said:
        found = known_goal(goal, self.game, self.goals)
        if found.seat is None:
            return super().label(found)
        return say("search.doppelkopf.label", seat=seat_name(found.seat))

    @override
    def describe(self, goal: str | Goal, value: Value) -> Said:
        found = known_goal(goal, self.game, self.goals)
        if found.seat is None:
            return super().describe(found, value)
        return say("search.doppelkopf.tell", seat=seat_name(found.seat), n=value)

    @override
    def search(self, state: State, goal: str | Goal, line: bool = True) -> Search:
        assert isinstance(state, DoppelkopfState)
        found = known_goal(goal, self.game, self.goals)
        alone = None if state.alone is None else SEATS[state.alone]
        if found.seat != alone and not self.why_unsolvable(state):
            raise Unsolvable(say("search.doppelkopf.sides"))
        return super().search(state, found, line)
