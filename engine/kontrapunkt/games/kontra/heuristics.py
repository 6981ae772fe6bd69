"""Rules of thumb for Kontra.

The winner of a trick adds to it and leads, so an equal card is worth playing on any trick.
"""

from typing import Any, Final

from kontrapunkt.core.heuristics import Heuristics, RuleOfThumb, WinMargin
from kontrapunkt.core.interface import Seat
from kontrapunkt.families.rank_match.heuristics import (
    DARK_SPARES,
    LEAD_CHEAP,
    LEAD_SET,
    LEAD_SURE,
    THROW,
    RankSight,
)
from kontrapunkt.games.kontra.state import KontraState

_LEAD: Final = RuleOfThumb[RankSight[Any]](
    "heuristic.kontra.lead",
    lambda s: [] if s.trick else s.legal,
    lambda s, cards: min(cards, key=lambda c: (s.left(c), s.worth(c))),
)
"""Lead a card with few equals elsewhere, the cheapest of several."""

_TAKE: Final = RuleOfThumb[RankSight[Any]]("heuristic.kontra.take", lambda s: s.equals if s.trick else ())
"""Take the trick with an equal, however little is in it: spice and lead follow."""

_CHEAP: Final = 4
"""The card points up to which a card is cheap: a king is, a ten or an ace is not."""

_SPARE: Final = RuleOfThumb[RankSight[Any]](
    "heuristic.kontra.spare",
    lambda s: s.legal if s.trick else (),
    lambda s, cards: min(cards, key=lambda c: (s.worth(c) > _CHEAP, -s.held(c), s.worth(c), s.left(c))),
)
"""Throw a cheap card if the trick cannot be won, of a rank held twice if possible.

Each rank in the hand may match a later lead.
"""

_RICH: Final = RuleOfThumb[RankSight[Any]](
    "heuristic.kontra.spice",
    lambda s: [each for each in s.actions if each.carries and s.worth(each.carries) > 0],
    lambda s, each: max(each, key=lambda a: s.worth(a.split()[-1])),
)
"""Add the card with the most points, as the spice is safe in your pile."""

_DARK: Final = RuleOfThumb[RankSight[Any]](
    "heuristic.kontra.dark",
    lambda s: [each for each in s.actions if each == "spice dark"],
)
"""Turn the top card of the pack if no card with points can be added."""

_POINT: Final = 0.01
"""The worth of a card point in deals won.

It is small, because most deals are decided long before the end.
"""


def _ahead(state: KontraState, seat: Seat) -> float:
    """Return the lead of a seat over the mean card points, in deals won."""
    points = state.card_points
    return _POINT * (points[state.game.seats.index(seat)] - sum(points) / len(points))


def _lists(
    plays: tuple[RuleOfThumb[RankSight[Any]], ...],
) -> dict[str, tuple[RuleOfThumb[RankSight[Any]], ...]]:
    phases = dict.fromkeys(("first_lead", "normal", "endgame1", "endgame", "locked_end"), plays)
    return {**phases, "spice": (_RICH, _DARK)}


_CLUB: Final = Heuristics(
    RankSight,
    _lists((LEAD_SURE, _LEAD, _TAKE, DARK_SPARES, _SPARE)),
    margin=WinMargin(_ahead, trust=2.0),
)

HEURISTICS: Final = Heuristics(
    RankSight, _lists((LEAD_SURE, LEAD_SET, LEAD_CHEAP, _TAKE, DARK_SPARES, THROW)), club=_CLUB
)
