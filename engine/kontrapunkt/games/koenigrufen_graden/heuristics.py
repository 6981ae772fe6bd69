"""Rules of thumb for Königrufen of Graden."""

from collections.abc import Sequence
from typing import Final, override

from kontrapunkt.core.cards import SUITS, Card
from kontrapunkt.core.heuristics import EndgameRule, Heuristics, RuleOfThumb
from kontrapunkt.core.interface import SEATS, Seat
from kontrapunkt.families.follow_suit import CardOrder
from kontrapunkt.families.follow_suit.heuristics import WEAKEST, FollowSight
from kontrapunkt.games.koenigrufen_graden.constants import BIDS, KING, LAID, GradenContract
from kontrapunkt.games.koenigrufen_graden.state import KoenigrufenState

_PER_SUIT: Final = 6
_DANGER: Final = {"9": 0.0, "T": 0.05, "J": 0.15, "Q": 0.4, "K": 0.7, "A": 1.0}
"""The probability that a card takes a trick that it should not."""

_BEGGAR: Final = 1.4
_PLAUDERER: Final = 0.6
"""The highest danger of a hand that bids Bettler, or Plauderer (see `danger`)."""

_WITH_ANOTHER: Final = 4
"""The number of sure tricks that suffices for all six with a partner."""

_EXACT: Final = 3
"""The number of cards in a hand up to which an exact search is used."""


def sure_tricks(hand: Sequence[Card], order: CardOrder) -> int:
    """Return the number of tricks that a hand takes by leading from the top.

    The tricks are sure whatever the other players hold.
    """
    found = 0
    for suit in SUITS:
        ranks = [card for card in order.places if card[1:] == suit]
        held = [card for card in ranks if card in hand]
        run = next((at for at, card in enumerate(ranks) if card not in hand), _PER_SUIT)
        found += len(held) if run >= _PER_SUIT - len(held) else run
    return found


def losers(hand: Sequence[Card], suit: str, order: CardOrder) -> int:
    """Return the number of cards of a suit that are not sure to take a trick.

    Args:
        suit: The suit's letter.
    """
    held = [card for card in hand if card[1] == suit]
    return len(held) - sure_tricks(held, order)


def danger(hand: Sequence[Card]) -> float:
    """Estimate how many tricks a hand takes against its will."""
    found = 0.0
    for suit in SUITS:
        held = sorted((_DANGER[card[0]] for card in hand if card[1] == suit), reverse=True)
        found += sum(each * (0.5 if place else 1.0) for place, each in enumerate(held))
    return found


def wants(hand: Sequence[Card], contract: GradenContract) -> bool:
    """Return True if a hand is good enough for a contract.

    Args:
        hand: All six cards.
    """
    if contract.aim == "none":
        return danger(hand) <= (_BEGGAR if contract.name == "bettler" else _PLAUDERER)
    if contract.aim == "with_another":
        return sure_tricks(hand, contract.order) >= _WITH_ANOTHER
    return _PER_SUIT - sure_tricks(hand, contract.order) <= (contract.aim == "at_the_last")


class GradenSight(FollowSight[KoenigrufenState]):
    """The view of a seat, with the sides as far as the seat knows them."""

    @override
    def ours(self, seat: int) -> int:
        if seat == self.seat:
            return 1
        state, called = self.state, self.state.standing.called
        aim = state.contract.aim
        team: set[int | None] = {*state.bidders}
        if aim == "points" or (aim == "none" and self.seat in team):
            return -1
        if called is None:
            return -1 if seat in team or self.seat in team else 1
        holder = self.seat if called in self.hand else state.standing.revealed
        if holder is None and self.seat not in team:
            return 0
        team.add(holder)
        return 1 if (seat in team) == (self.seat in team) else -1

    @property
    def shy(self) -> bool:
        """True if the seat wants no tricks."""
        aim = self.state.contract.aim
        return aim == "points" or (aim == "none" and self.seat in self.state.bidders)

    @property
    def hunts(self) -> bool:
        """True if the seat wants an opponent to take a trick against their will."""
        return self.state.contract.aim == "none" and not self.shy


_BID: Final = RuleOfThumb[GradenSight](
    "heuristic.kg.bid",
    lambda s: [a for a in s.actions if a in BIDS and wants(s.hand, BIDS[a])],
    lambda s, each: max(each, key=lambda a: BIDS[a].rank),  # type: ignore[index]
)

_LAY: Final = RuleOfThumb[GradenSight](
    "heuristic.kg.lay",
    lambda s: s.actions,
    lambda s, each: min(each, key=lambda a: _lead_risk(s.hand, LAID[a])),  # type: ignore[index]
)

_CALL: Final = RuleOfThumb[GradenSight](
    "heuristic.kg.call",
    lambda s: s.actions,
    lambda s, each: max(
        each,
        key=lambda a: (losers(s.hand, a[-1], s.order), s.strength(a.split()[-1])),
    ),
)


def _lead_risk(hand: Sequence[Card], card: Card) -> float:
    """Estimate the risk of leading a card that is meant to lose.

    It is high if the seat itself holds the higher cards of the suit.
    """
    above = sum(KING.strength[card[1]][each] > KING.strength[card[1]][card] for each in hand)
    return _DANGER[card[0]] + 0.2 * above - 0.02 * _DANGER[card[0]]


_SHY_LEAD: Final = RuleOfThumb[GradenSight](
    "heuristic.kg.shy.lead", lambda s: s.legal if s.shy else (), GradenSight.weakest
)

_SHY_UNDER: Final = RuleOfThumb[GradenSight](
    "heuristic.kg.shy.under",
    lambda s: [c for c in s.legal if c not in s.beating] if s.shy else (),
    GradenSight.strongest,
)

_SHY_OVER: Final = RuleOfThumb[GradenSight](
    "heuristic.kg.shy.over",
    lambda s: s.beating if s.shy else (),
    lambda s, cards: (max if s.last else min)(cards, key=s.strength),
)

_HUNT: Final = RuleOfThumb[GradenSight](
    "heuristic.kg.hunt", lambda s: s.legal if s.hunts else (), GradenSight.weakest
)

_TOP: Final = RuleOfThumb[GradenSight](
    "heuristic.kg.top", lambda s: [c for c in s.legal if s.sure(c)], GradenSight.strongest
)

_HIGH: Final = RuleOfThumb[GradenSight]("heuristic.kg.high", lambda s: s.legal, GradenSight.strongest)

_DUCK: Final = RuleOfThumb[GradenSight](
    "heuristic.kg.keep", lambda s: [c for c in s.legal if c not in s.beating], GradenSight.weakest
)


def _has_open_hands(state: KoenigrufenState) -> bool:
    """Return True if a single Plauderer player plays against open hands.

    The opponents see each other's cards, so they know all of them.
    """
    return bool(state.open_hands) and len(state.bidders) == 1


def _is_searchable(state: KoenigrufenState) -> bool:
    """Return True if the endgame is searched.

    The contract must be won or lost as a whole; Schurln and contracts with two bidders are not.
    """
    if _has_open_hands(state):
        return True
    if not state.playing or len(state.hands[state.turn]) > _EXACT or not state.bidders:
        return False
    if state.contract.aim == "with_another":
        return state.partner is not None
    return not (state.contract.joined and state.bidders[1:])


def _gain(state: KoenigrufenState, seat: Seat, value: int) -> float:
    """Return the payoff of a seat, in chips, if the contract is won (1) or lost (0)."""
    playing = state.team
    stake = state.game.stakes[state.contract.name] * (1 if value else -1)
    return stake * (4 - len(playing)) / len(playing) if SEATS.index(seat) in playing else -stake


HEURISTICS: Final = Heuristics(
    GradenSight,
    {
        "auction": (_BID,),
        "lay": (_LAY,),
        "call": (_CALL,),
        "lead": (_SHY_LEAD, _HUNT, _TOP, _HIGH),
        "follow": (_SHY_UNDER, _SHY_OVER, _DUCK, WEAKEST),
    },
    EndgameRule(
        _is_searchable,
        lambda state, seat: f"contract {''.join(SEATS[each] for each in state.team)}",
        _gain,
        _has_open_hands,
    ),
)
