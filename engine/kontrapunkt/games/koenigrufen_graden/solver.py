"""The solver of Königrufen of Graden, with goals for contracts, chips and tricks.

The bidder plays the contract against all others, alone or with the holder of the called card. If two players
share a Bettler or Plauderer, a goal may name one of them or both. A goal for chips names one seat or two; its
value is what they are sure of if all others play together against them, so nobody can hope to become the
partner in a Durchmarsch at the last. Schurln has goals for chips only. If a deal ends early, no more tricks
are counted.
"""

from functools import partial
from typing import Any, Final, NamedTuple, override

from kontrapunkt.core.cards import Card
from kontrapunkt.core.interface import SEATS
from kontrapunkt.core.messages import Text, say
from kontrapunkt.families.follow_suit.game import FollowGame
from kontrapunkt.games.koenigrufen_graden.constants import LAST_TRICK, VALUES
from kontrapunkt.games.koenigrufen_graden.result import GradenOutcome, outcome_of, settle_schurln
from kontrapunkt.games.koenigrufen_graden.state import KoenigrufenState
from kontrapunkt.search.follow import FollowSolver, SettlementGoal, with_more
from kontrapunkt.search.follow.solver import PARTIES
from kontrapunkt.search.goals import Goal

UNIT: Final = LAST_TRICK
"""The unit of card points in Schurln."""

WEIGHTS: Final = {rank: points // UNIT for rank, points in VALUES.items()}
ALL: Final = sum(WEIGHTS.values()) * 4 + 1
"""All card points in Schurln, in tens."""


class GradenTricks(NamedTuple):
    """The parts of the tricks taken that the settlement needs.

    Attributes:
        taken: The number of tricks of N, E, S and W.
        last: The seat that took the last one.
    """

    taken: tuple[int, ...]
    last: int


class PlayedTricks(NamedTuple):
    """The tricks of a deal that may end early.

    Attributes:
        taken: The number of tricks of N, E, S and W.
        partner: The holder of the called card, if that may end the deal; None otherwise.
        over: True if the deal has ended.
    """

    taken: tuple[int, ...]
    partner: int | None
    over: bool = False


class GradenSolver(FollowSolver[KoenigrufenState, FollowGame[Any]]):
    """The solver of Königrufen of Graden."""

    kinds = ("contract", "chips", "tricks", "no-tricks")
    counted = ()
    parties = PARTIES

    @override
    def worth_showing(self, state: KoenigrufenState) -> tuple[str, ...]:
        if state.contract.aim == "points":
            return tuple(f"chips {seat}" for seat in SEATS)
        sides = [(seat,) for seat in state.bidders] if state.contract.aim == "none" else [state.team]
        return tuple(
            str(Goal.create(kind, [SEATS[seat] for seat in side]))
            for kind in ("contract", "chips")
            for side in sides
        )

    @override
    def why_not(self, state: KoenigrufenState, goal: Goal) -> Text | None:
        if goal.kind != "contract":
            return None
        if state.contract.aim == "points":
            return say("search.graden.schurln")
        own = {SEATS.index(seat) for seat in goal.seats}
        alone = state.contract.aim == "none" and len(own) == 1
        together = {*state.team}
        return None if own == together or (alone and own <= together) else say("search.graden.others")

    @override
    def settling(self, state: KoenigrufenState, goal: Goal) -> SettlementGoal[Any]:
        key = (state.contract.name, state.bidders, state.partner, state.pair_lacks)
        if state.contract.aim == "points":
            start = tuple(points // UNIT for points in state.card_points)
            return SettlementGoal(_add_points, partial(_in_schurln, state, goal), start, key, WEIGHTS)
        return SettlementGoal(
            _add_trick, partial(_worth, state, goal), GradenTricks(state.taken, state.leader), key
        )

    @override
    def counting(self, state: KoenigrufenState, goal: Goal) -> SettlementGoal[Any]:
        contract, called = state.contract, state.standing.called
        if state.game.stops == "never" or contract.aim == "points":
            return super().counting(state, goal)
        start = PlayedTricks(state.taken, state.known_partner)
        taken, worth = partial(_add_counted_trick, state, state.partner), partial(_number, goal, start)
        key = (contract.name, state.bidders, state.partner, called, start)
        return SettlementGoal(taken, worth, start, key, {called: 1} if called else {})

    @override
    def due(self, state: KoenigrufenState) -> tuple[tuple[Card, ...], ...]:
        return tuple((card,) if card else () for card in state.standing.laid)


def _add_counted_trick(
    state: KoenigrufenState, partner: int | None, kept: PlayedTricks, winner: int, pot: int, last: bool
) -> PlayedTricks:
    """Add a trick unless the deal has ended.

    Only a trick with the called card has a weight.
    """
    if kept.over:
        return kept
    taken = with_more(kept.taken, winner)
    known = partner if pot else kept.partner
    return PlayedTricks(taken, known, state.ends_with(taken, known))


def _number(goal: Goal, start: PlayedTricks, kept: PlayedTricks) -> int:
    """Return the value of a goal for tricks: their number, or 1 if there are none."""
    own = [SEATS.index(seat) for seat in goal.seats]
    more = sum(kept.taken[seat] - start.taken[seat] for seat in own)
    return int(not more) if goal.kind == "no-tricks" else more


def _add_trick(kept: GradenTricks, winner: int, pot: int, last: bool) -> GradenTricks:
    return GradenTricks(with_more(kept.taken, winner), winner)


def _add_points(kept: tuple[int, ...], winner: int, pot: int, last: bool) -> tuple[int, ...]:
    """Add the tens of card points of a trick in Schurln.

    The last trick counts one for itself, and all card points that are left.
    """
    left = ALL - sum(kept)
    return with_more(kept, winner, left if last else min(left - 1, pot))


def _in_schurln(state: KoenigrufenState, goal: Goal, kept: tuple[int, ...]) -> int:
    return _chips_of(goal, settle_schurln([tens * UNIT for tens in kept], state.game.stakes["schurln"]))


def _worth(state: KoenigrufenState, goal: Goal, kept: GradenTricks) -> int:
    if goal.kind == "contract" and state.contract.aim == "none":
        return int(not any(kept.taken[SEATS.index(seat)] for seat in goal.seats))
    found = outcome_of(state.as_finished(state.card_points, kept.taken, kept.last))
    return int(found.case.startswith("won")) if goal.kind == "contract" else _chips_of(goal, found)


def _chips_of(goal: Goal, found: GradenOutcome) -> int:
    """Return the chips that the seats of a goal receive."""
    return sum(found.chips[SEATS.index(seat)] for seat in goal.seats)
