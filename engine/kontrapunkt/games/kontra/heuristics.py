"""Rules of thumb for Kontra: who wins a trick adds to it and leads, so an equal is worth any trick."""

from typing import Final

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
from kontrapunkt.play.heuristics import Heuristics, RuleOfThumb, WinMargin

_LEAD: Final = RuleOfThumb[RankSight](
    "thumb.kontra.lead",
    lambda s: [] if s.trick else s.legal,
    lambda s, cards: min(cards, key=lambda c: (s.left(c), s.worth(c))),
)
"""Lead a card with few equals elsewhere, the cheapest of several."""

_TAKE: Final = RuleOfThumb[RankSight]("thumb.kontra.take", lambda s: s.equals if s.trick else ())
"""An equal takes the trick, however little lies in it: the spice and the next lead come with it."""

_CHEAP: Final = 4
"""Card points up to which a card is cheap: a king is, a ten or an ace is not."""

_SPARE: Final = RuleOfThumb[RankSight](
    "thumb.kontra.spare",
    lambda s: s.legal if s.trick else (),
    lambda s, cards: min(cards, key=lambda c: (s.worth(c) > _CHEAP, -s.held(c), s.worth(c), s.left(c))),
)
"""Nothing to win: throw a cheap card, of a rank held twice if there is one; each rank may match a lead."""

_RICH: Final = RuleOfThumb[RankSight](
    "thumb.kontra.spice",
    lambda s: [each for each in s.actions if each.carries and s.worth(each.carries) > 0],
    lambda s, each: max(each, key=lambda a: s.worth(a.split()[-1])),
)
"""The spice is safe in your pile: add the card that counts most."""

_DARK: Final = RuleOfThumb[RankSight](
    "thumb.kontra.dark",
    lambda s: [each for each in s.actions if each == "spice dark"],
)
"""Nothing that counts to add: turn the top card of the pack."""

_POINT: Final = 0.01
"""What a card point more is worth in deals won: most deals are won long before their end, or lost."""


def _ahead(state: KontraState, seat: Seat) -> float:
    """By how much a seat's card points are above the mean, in deals won."""
    points = state.card_points
    return _POINT * (points[state.game.seats.index(seat)] - sum(points) / len(points))


def _lists(plays: tuple[RuleOfThumb[RankSight], ...]) -> dict[str, tuple[RuleOfThumb[RankSight], ...]]:
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
