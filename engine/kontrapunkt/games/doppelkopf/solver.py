"""The solver of Doppelkopf: card points and tricks of a party, from here on.

All hands are open, so the parties are, too. With one against three a goal names who plays alone, `points N`;
with two against two it names either party, `points NS` or `points NE`. What house rules may still change in
the middle of a deal (the order by piglets or by a last trick of its own, the parties by the kings of
diamonds) is not foreseen.
"""

from collections.abc import Mapping
from typing import Any, Final, override

from kontrapunkt.game import SEATS, Game, Seat, State
from kontrapunkt.games.doppelkopf import Doppelkopf
from kontrapunkt.games.doppelkopf.state import DoppelkopfState
from kontrapunkt.games.doppelkopf.table import UNKNOWN
from kontrapunkt.said import Text, say
from kontrapunkt.search.follow.solver import COUNTED, PARTIES, FollowSolver
from kontrapunkt.search.front import Engine
from kontrapunkt.search.goals import Goal

MOST: Final[Mapping[Engine, int]] = {"wasm": 32, "python": 24}
"""Cards in the hands that are not too many to be looked at, by what searches."""

MOST_ALONE: Final[Mapping[Engine, int]] = {"wasm": 40, "python": 24}
"""The same where one plays against three, which is quicker to search."""


class DoppelkopfSolver(FollowSolver):
    """The solver of Doppelkopf, by the parties that the deal has made."""

    kinds = (*COUNTED, "no-tricks")
    parties = PARTIES

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        assert isinstance(game, Doppelkopf)
        self.doppelkopf = game

    @override
    def goals_for(self, state: State) -> tuple[str, ...]:
        assert isinstance(state, DoppelkopfState)
        if self.why_unsolvable(state):
            return ()
        return tuple(str(Goal.of(kind, _parties(state)[0])) for kind in ("points",))

    @override
    def why_unsolvable(self, state: State) -> Text | None:
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
        most = (MOST if state.alone is None else MOST_ALONE)[self.engine]
        if sum(map(len, state.hands)) > most:
            return say("search.doppelkopf.many", n=most)
        return None

    @override
    def why_not(self, state: Any, goal: Goal) -> Text | None:
        return None if goal.seats in _parties(state) else say("search.doppelkopf.sides")


def _parties(state: DoppelkopfState) -> tuple[tuple[Seat, ...], ...]:
    """The parties that a goal can name, that which plays alone or has North in it first."""
    if state.alone is not None:
        return ((SEATS[state.alone],),)
    sides: dict[int, tuple[Seat, ...]] = {}
    for seat, party in zip(SEATS, state.parties, strict=True):
        sides[party] = (*sides.get(party, ()), seat)
    return tuple(sides.values())
