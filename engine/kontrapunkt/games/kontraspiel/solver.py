"""The solver of Kontraspiel, with goals for tricks, the deal, contracts and chips.

All play alone, so a goal names one seat. Its value is what that seat is sure of if all others play together
against it. A goal may name two seats that play together against the other two; then these sides are fixed
from the position on. The search makes no new announcements.
"""

from typing import Any, NamedTuple, override

from kontrapunkt.core.interface import SEATS
from kontrapunkt.core.messages import Text, say
from kontrapunkt.families.follow_suit.game import FollowGame
from kontrapunkt.games.kontraspiel.constants import HAND
from kontrapunkt.games.kontraspiel.result import outcome_of
from kontrapunkt.games.kontraspiel.state import KontraspielState
from kontrapunkt.search.follow import FollowSolver, SettlementGoal, with_more
from kontrapunkt.search.follow.solver import PARTIES
from kontrapunkt.search.goals import Goal


class KontraspielTricks(NamedTuple):
    """The parts of the tricks taken that the settlement needs.

    Attributes:
        taken: The number of tricks of N, E, S and W.
        first_two: The seat that was the first with two tricks; None if nobody has two.
    """

    taken: tuple[int, ...]
    first_two: int | None


class KontraspielSolver(FollowSolver[KontraspielState, FollowGame[Any]]):
    """The solver of Kontraspiel."""

    kinds = ("tricks", "no-tricks", "wins", "contract", "chips")
    parties = PARTIES

    @override
    def worth_showing(self, state: KontraspielState) -> tuple[str, ...]:
        standing = state.standing
        declared = [SEATS[seat] for seat in standing.declared]
        match = [f"contract {declared[0]}"] if standing.matches else []
        return (*match, *(f"{kind} {seat}" for kind in ("wins", "chips") for seat in declared))

    @override
    def why_not(self, state: KontraspielState, goal: Goal) -> Text | None:
        seats = {SEATS[seat] for seat in state.standing.declared}
        if goal.kind == "contract" and not {*goal.seats} <= seats:
            return say("search.kontraspiel.undeclared")
        if goal.kind == "contract" and goal.seat is None:
            return say("search.kontraspiel.each")
        return None

    @override
    def settling(self, state: KontraspielState, goal: Goal) -> SettlementGoal[Any]:
        start, key = KontraspielTricks(state.taken, state.first_two), (state.standing, state.session.pot)
        return SettlementGoal(_add_trick, lambda kept: _worth(state, goal, kept), start, key)


def _add_trick(kept: KontraspielTricks, winner: int, pot: int, last: bool) -> KontraspielTricks:
    taken = with_more(kept.taken, winner)
    first = kept.first_two
    return KontraspielTricks(taken, winner if first is None and taken[winner] == 2 else first)


def _worth(state: KontraspielState, goal: Goal, kept: KontraspielTricks) -> int:
    found = outcome_of(
        state.as_finished(state.card_points, kept.taken, state.leader, first_two=kept.first_two)
    )
    own = [SEATS.index(seat) for seat in goal.seats]
    if goal.kind == "chips":
        return sum(found.chips[seat] for seat in own)
    if goal.kind == "contract" and state.standing.matches and own == [state.standing.soloist]:
        return int(kept.taken[own[0]] == HAND)
    return int(found.winner in own)
