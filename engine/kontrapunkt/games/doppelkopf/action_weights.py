"""Weights for the actions of a computer player of Doppelkopf.

They are rough rules of thumb: most hands are healthy, and weak ones stay silent. Each action gets a weight,
and chance does the rest. The weights depend on a view only.
"""

from collections.abc import Sequence
from typing import Any, Final

from kontrapunkt.core.cards import Card
from kontrapunkt.core.interface import PASS, SEATS, Action, Seat, View
from kontrapunkt.families.follow_suit import TRUMP
from kontrapunkt.games.doppelkopf import constants
from kontrapunkt.games.doppelkopf.constants import NORMAL, UNKNOWN
from kontrapunkt.games.doppelkopf.options import DoppelkopfRules

_FOR_SOLO: Final = 8.5
_FOR_POVERTY: Final = 4.8
_FOR_CALLS: Final = (6.4, 7.6, 8.6, 9.5, 10.5)
"""The strength of a hand for a solo, for taking a poverty, and for each call.

See `strength`.
"""


def strength(game: DoppelkopfRules, hand: Sequence[Card], mode: str = NORMAL) -> float:
    """Estimate the tricks, out of twelve, that a hand takes.

    High trumps count, and so do aces and tens behind them.

    Args:
        mode: The game that is played, such as the name of a solo.
    """
    highest = game.order_of(mode, 1, False).trumps
    found = 0.0
    for card in hand:
        if card in highest:
            found += 1 - 0.7 * highest.index(card) / len(highest)
        elif card[0] == "A" or (card[0] == "T" and len(highest) <= 8 and "A" + card[1] in hand):
            found += 0.8
    return found * 12 / game.hand_size


def weights(game: DoppelkopfRules, view: View[Any]) -> list[float]:
    """Return a weight for each action of a view; at least one is above 0."""
    seat = view.seat or view.to_act
    assert seat is not None
    hand = view.hands[seat]
    found = [_weight(game, view, seat, hand, action) for action in view.actions]
    return found if any(found) else [1.0] * len(found)


def _weight(
    game: DoppelkopfRules, view: View[Any], seat: Seat, hand: Sequence[Card], action: Action
) -> float:
    if action in constants.SAID:
        return _call(game, view, hand, constants.SAID[action][1])
    if action.card:
        return _card(view, seat, hand, action.card)
    if action.verb == "discard":
        kept = action.carries is None or action.carries[0] == "A" or _is_trump(view, action.carries)
        return 0.1 if kept else 1.0
    if action in constants.BID_SOLO:
        able = [constants.BID_SOLO[bid] for bid in view.actions if bid in constants.BID_SOLO]
        best = max(able, key=lambda mode: strength(game, hand, mode))
        wanted = _wants_solo(game, hand) or PASS not in view.actions
        return (0.9 if wanted else 0.0) if constants.BID_SOLO[action] == best else 0.0
    if action in constants.WEDDING_KINDS or action in (constants.BID_POVERTY, constants.THROW_IN):
        return 20.0  # the reservation was made for it, unless the hand is good for a solo
    if action in (constants.HEALTHY, constants.RESERVATION):
        reserved = _wants_solo(game, hand) or game.can_name(hand)
        return 1.0 if (action == constants.RESERVATION) == reserved else 0.0
    if action in (constants.ACCEPT, PASS) and constants.ACCEPT in view.actions:
        return 1.0 if (action == constants.ACCEPT) == (strength(game, hand) >= _FOR_POVERTY) else 0.0
    return {PASS: 0.5, constants.WITHDRAW: 0.0}.get(action, 1.0)


def _wants_solo(game: DoppelkopfRules, hand: Sequence[Card]) -> bool:
    return any(strength(game, hand, mode) >= _FOR_SOLO for mode in game.solos)


def _call(game: DoppelkopfRules, view: View[Any], hand: Sequence[Card], level: int) -> float:
    """Return the weight of a call: strong hands call, and only near the start of play."""
    if len(hand) < game.hand_size - 1 or view.trumps[-3:] != ("Q", "J", "D"):
        return 0.0
    return 3.0 if strength(game, hand) >= _FOR_CALLS[level] else 0.0


# Cards -----------------------------------------------------------------------------------------------------


def _is_trump(view: View[Any], card: Card) -> bool:
    return bool(view.moment.order.suits[card] == TRUMP)


def _beats(view: View[Any], card: Card) -> bool:
    """Return True if a card beats the best card of the trick so far."""
    assert view.best is not None
    order = view.moment.order
    strength = order.strength[order.suits[view.trick[0].card]]
    return bool(strength[card] > strength[view.trick[view.best].card])


def _with(view: View[Any], seat: Seat, other: Seat) -> bool:
    """Return True if two seats are of one party, as far as the viewer knows."""
    roles = view.moment.roles
    known = roles.proved if view.seat else roles.parties
    own = roles.parties[SEATS.index(seat)]
    return bool(own != UNKNOWN and known[SEATS.index(other)] == own)


def _card(view: View[Any], seat: Seat, hand: Sequence[Card], card: Card) -> float:
    worth = constants.VALUES.get(card[0], 0)
    if not view.trick:
        alone = not _is_trump(view, card) and card[0] == "A"
        return 12.0 if alone and sum(each[1] == card[1] for each in hand) <= 4 else 3.0 / (1 + worth)
    assert view.best is not None
    lying = sum(constants.VALUES.get(play.card[0], 0) for play in view.trick)
    if _with(view, seat, view.trick[view.best].seat):
        return 0.2 + worth  # card points go to the partner
    if not _beats(view, card):
        return 3.0 / (1 + worth)
    last = len(view.trick) == 3
    return (0.3 + (lying + worth) / 6) * (0.7 if _is_trump(view, card) and not last else 1)
