"""Rules of thumb for Konter a Matt."""

from collections.abc import Sequence
from typing import Final

from kontrapunkt.core.cards import SUITS, Card
from kontrapunkt.core.heuristics import EndgameRule, Heuristics, RuleOfThumb
from kontrapunkt.core.interface import SEATS, Action, Seat
from kontrapunkt.families.follow_suit import TRUMP
from kontrapunkt.families.follow_suit.heuristics import LAST_WINS, POOREST, SMEAR, SURE_WINS, FollowSight
from kontrapunkt.games.konter_a_matt.constants import HALF, HOLDS, MATADORS, WORTH, order
from kontrapunkt.games.konter_a_matt.state import KonterState

Sight = FollowSight[KonterState]

_TO_SAY: Final = 2.6
"""The least strength of a hand for an announcement (see `trump_strength`)."""

_POINT: Final = 0.02
"""The worth of a card point in lines.

It makes the safer of two winning cards count more.
"""


def trump_strength(hand: Sequence[Card], trump: str) -> float:
    """Estimate the tricks, out of six, that a hand takes with a trump suit.

    Args:
        trump: The suit's letter.
    """
    found = order(trump)
    highest = found.trumps
    held = [card for card in hand if found.suits[card] == TRUMP]
    trumps = sum(1.05 - 0.09 * highest.index(card) for card in held)
    aces = sum(card[0] == "A" and card not in held for card in hand)
    return trumps + 0.6 * aces


def _strength(sight: Sight) -> float:
    return trump_strength(sight.hand, sight.state.trump)


_NAME: Final = RuleOfThumb[Sight](
    "heuristic.km.name",
    lambda s: [f"trump {suit}" for suit in SUITS],
    lambda s, each: max(each, key=lambda a: trump_strength(s.hand, a[-1])),
)

_SAY: Final = RuleOfThumb[Sight](
    "heuristic.km.say",
    lambda s: [a for a in s.actions if a in HOLDS] if s.state.trump and _strength(s) >= _TO_SAY else (),
    lambda s, each: max(each, key=lambda a: WORTH[Action(a)]),
)

_DRAW: Final = RuleOfThumb[Sight](
    "heuristic.km.draw",
    lambda s: (
        [c for c in s.trumps(s.hand)[:1] if s.master(c)] if s.trumps_out and len(s.trumps(s.hand)) > 1 else ()
    ),
)

_SURE: Final = RuleOfThumb[Sight](
    "heuristic.km.sure", lambda s: [c for c in s.hand if s.sure(c)], Sight.richest
)

_LOW: Final = RuleOfThumb[Sight](
    "heuristic.km.low",
    lambda s: [c for c in s.hand if s.order.suits[c] != TRUMP and s.worth(c) < 3],
    lambda s, cards: min(cards, key=lambda c: (s.worth(c), s.length(c[1]), s.strength(c))),
)

_MATADOR: Final = RuleOfThumb[Sight](
    "heuristic.km.ruff",
    lambda s: (
        [c for c in s.beating if s.order.suits[c] == TRUMP and c not in MATADORS]
        if s.ours(s.best) != 1 and s.trick_points >= 4
        else ()
    ),
    Sight.richest,
)


def _gain(state: KonterState, seat: Seat, value: int) -> float:
    """Return the payoff of a seat, in lines, if N–S take `value` more card points.

    The line for all tricks is left out, because it occurs too often when all hands are open.
    """
    ns = state.card_points[0] + value
    own = SEATS.index(seat) & 1
    ahead = (ns - HALF) * (-1 if own else 1)
    if ahead:
        loses = own if ahead < 0 else 1 - own
        sides = 2 if state.makers == loses else 1
        lines = (1 + state.announced) * sides * (1 if ahead > 0 else -1)
    else:
        lines = (1 + state.announced) * (-1 if state.makers == own else 1)
    return lines + _POINT * ahead


HEURISTICS: Final = Heuristics(
    Sight,
    {
        "name_trump": (_NAME,),
        "calls": (_SAY,),
        "lead": (_DRAW, _SURE, _LOW, POOREST),
        "follow": (SMEAR, LAST_WINS, SURE_WINS, _MATADOR, POOREST),
    },
    EndgameRule(lambda state: True, lambda state, seat: "points NS", _gain),
)
