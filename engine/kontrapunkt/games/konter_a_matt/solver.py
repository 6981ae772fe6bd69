"""The solver of Konter a Matt, with goals for points, tricks, the deal and lines.

Announcements made so far count; the search makes no new ones. It makes no claims that change nothing. If a
claim saves the line for all tricks, a side claims when it has won and has taken all tricks. Tricks and card
points are counted to the last card, as though nobody claimed; a deal that has been claimed has none left.
"""

from typing import Any, NamedTuple, override

from kontrapunkt.families.follow_suit.game import FollowGame
from kontrapunkt.games.konter_a_matt.constants import HALF, VALUES, WHOLE
from kontrapunkt.games.konter_a_matt.session import KonterOutcome, KonterSession
from kontrapunkt.games.konter_a_matt.state import KonterState
from kontrapunkt.search.follow import FollowSolver, SettlementGoal
from kontrapunkt.search.follow.solver import COUNTED
from kontrapunkt.search.goals import Goal


class KonterTricks(NamedTuple):
    """The parts of the tricks taken that the settlement needs; sides are N–S and E–W.

    Attributes:
        ours: The card points of N–S.
        tricks: For each side, True if it has taken a trick.
        all_so_far: The card points of a side that has taken all tricks; 0 if that does not matter.
        claimed: The side that has claimed.
    """

    ours: int
    tricks: tuple[bool, bool]
    all_so_far: int = 0
    claimed: int | None = None


class KonterSolver(FollowSolver[KonterState, FollowGame[Any]]):
    """The solver of Konter a Matt."""

    kinds = (*COUNTED, "no-tricks", "wins", "lines")

    @override
    def worth_showing(self, state: KonterState) -> tuple[str, ...]:
        return "points NS", "lines NS", "tricks NS"

    @override
    def settling(self, state: KonterState, goal: Goal) -> SettlementGoal[Any]:
        claims = state.game.claims and state.game.options.on("claim_keeps_capot")
        ours, theirs = state.card_points
        took = state.taken[0] > 0, state.taken[1] > 0
        all_so_far = ours + theirs if claims and not all(took) else 0
        start = KonterTricks(ours, took, all_so_far, state.claimed)
        session: KonterSession = state.session
        key = (state.makers, state.announced, session.lines, session.carried)
        taking = _add_trick_or_claim if claims else _add_trick
        return SettlementGoal(taking, lambda kept: _worth(state, goal, kept), start, key, VALUES)


def _add_trick(kept: KonterTricks, winner: int, pot: int, last: bool) -> KonterTricks:
    side = winner % 2
    ns, ew = kept.tricks
    return KonterTricks(min(WHOLE, kept.ours + pot * (not side)), (ns or not side, ew or bool(side)))


def _add_trick_or_claim(kept: KonterTricks, winner: int, pot: int, last: bool) -> KonterTricks:
    """Add a trick; a side that has taken all tricks claims as soon as it may."""
    if kept.claimed is not None:
        return kept
    then = _add_trick(kept, winner, pot, last)
    if all(then.tricks):
        return then
    points = min(WHOLE, kept.all_so_far + pot)
    claims = points > HALF and not last
    return then._replace(all_so_far=points, claimed=winner % 2 if claims else None)


def _worth(state: KonterState, goal: Goal, kept: KonterTricks) -> int:
    theirs = WHOLE - kept.ours
    taken = int(kept.tricks[0]), int(kept.tricks[1])
    end = state.as_finished((kept.ours, theirs), taken, state.leader, claimed=kept.claimed)
    found: KonterOutcome = state.session.brought(end)
    if goal.kind == "wins":
        return int(found.winner == goal.side)
    ours, others = (found.added[side] - found.erased[side] for side in (goal.side, 1 - goal.side))
    return others - ours
