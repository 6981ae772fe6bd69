"""Rules of thumb for Kontraspiel."""

from collections.abc import Sequence
from typing import Final, override

from kontrapunkt.core.cards import Card
from kontrapunkt.core.heuristics import EndgameRule, Heuristics, RuleOfThumb
from kontrapunkt.families.follow_suit import TRUMP
from kontrapunkt.families.follow_suit.heuristics import TAKE_LAST, TAKE_SURE, WEAKEST, FollowSight
from kontrapunkt.games.kontraspiel.constants import CONTRA, ORDERS, PLAY, RECONTRA, SWAP, TRUMPS
from kontrapunkt.games.kontraspiel.state import KontraspielState

_TO_PLAY: Final = 2.3
"""The least strength of a hand for bidding, in tricks (see `tricks_of`)."""

_TO_CONTRA: Final = 2.6
"""The least strength of a hand for contra or recontra, in tricks."""


def tricks_of(hand: Sequence[Card], trump: str) -> float:
    """Estimate the tricks, out of five, that a hand takes with a trump suit.

    Args:
        trump: The suit's letter.
    """
    order = ORDERS[trump]
    held = [card for card in hand if order.suits[card] == TRUMP]
    trumps = sum(1 - 0.09 * order.trumps.index(card) for card in held)
    plain = [card for card in hand if card not in held]
    return trumps + sum({"A": 0.6, "K": 0.2}.get(card[0], 0.0) for card in plain)


class KontraspielSight(FollowSight[KontraspielState]):
    """The view of a seat, with the players who declared that they win the deal."""

    @override
    def ours(self, seat: int) -> int:
        if seat == self.seat:
            return 1
        declared = self.state.standing.declared
        return -1 if self.seat in declared or seat in declared else 1


_PLAY: Final = RuleOfThumb[KontraspielSight](
    "heuristic.ks.play",
    lambda s: [a for a in s.actions if a == PLAY and tricks_of(s.hand, s.state.standing.pref) >= _TO_PLAY],
)

_CHOOSE: Final = RuleOfThumb[KontraspielSight](
    "heuristic.ks.trump",
    lambda s: [a for a in s.actions if a in TRUMPS and tricks_of(s.hand, TRUMPS[a]) >= _TO_PLAY],
    lambda s, each: max(each, key=lambda a: tricks_of(s.hand, a[-1])),
)

_PUT_AWAY: Final = RuleOfThumb[KontraspielSight](
    "heuristic.ks.discard",
    lambda s: s.actions,
    lambda s, each: min(each, key=lambda a: (s.strength(a.split()[-1]), s.length(a[-1]))),
)

_CONTRA: Final = RuleOfThumb[KontraspielSight](
    "heuristic.ks.contra",
    lambda s: (
        [a for a in (SWAP, CONTRA, RECONTRA) if a in s.actions]
        if s.state.trump and tricks_of(s.hand, s.state.trump) >= _TO_CONTRA
        else ()
    ),
)

_MASTER: Final = RuleOfThumb[KontraspielSight](
    "heuristic.ks.master", lambda s: [c for c in s.hand if s.sure(c)], KontraspielSight.strongest
)

_ACE: Final = RuleOfThumb[KontraspielSight](
    "heuristic.ks.ace",
    lambda s: [c for c in s.hand if s.order.suits[c] != TRUMP and s.master(c) and not s.ruffed(c[1])],
    lambda s, cards: min(cards, key=lambda c: s.length(c[1])),
)

HEURISTICS: Final = Heuristics(
    KontraspielSight,
    {
        "round1": (_PLAY,),
        "round2": (_CHOOSE,),
        "discard": (_PUT_AWAY,),
        "calls": (_CONTRA,),
        "lead": (_MASTER, _ACE, WEAKEST),
        "follow": (TAKE_LAST, TAKE_SURE, WEAKEST),
    },
    EndgameRule(lambda state: len(state.hands[state.turn]) <= 2, lambda state, seat: f"chips {seat}"),
)
