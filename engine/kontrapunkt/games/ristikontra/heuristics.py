"""Rules of thumb for Ristikontra: those of all rank-matching games."""

from typing import Final

from kontrapunkt.core.heuristics import EndgameRule, Heuristics
from kontrapunkt.core.interface import SEATS, Seat
from kontrapunkt.families.rank_match import RankMatchState
from kontrapunkt.families.rank_match.heuristics import FOLLIES, PLAYS, RankSight


def _side(seat: Seat) -> int:
    return SEATS.index(seat) & 1


def _gain(state: RankMatchState, seat: Seat, value: int) -> float:
    """Return the payoff of a seat if its side takes `value` more card points.

    It counts the card points above half of all.
    """
    return state.card_points[_side(seat)] + value - state.game.total / 2


HEURISTICS: Final = Heuristics(
    RankSight,
    dict.fromkeys(("lead", "follow", "exchange"), PLAYS),
    EndgameRule(
        lambda state: not state.stock, lambda state, seat: f"points {('NS', 'EW')[_side(seat)]}", _gain
    ),
    FOLLIES,
)
