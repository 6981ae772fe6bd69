"""The pack of Kontraspiel, its orders, and the actions that are not cards."""

from typing import Final

from kontrapunkt.cards import HIDDEN, SUITS, card, pack
from kontrapunkt.families.follow_suit import Duty, Order
from kontrapunkt.game import PASS as PASS
from kontrapunkt.game import Action

PACK: Final = pack(24)
RANKS: Final = "AKQJT9"
HAND: Final = 5
"""Cards in a hand, and tricks in a deal."""

WENZELS: Final = (card("JC"), card("JS"))
"""The permanent trumps, high to low: the Unters of Acorns and Leaves."""

DUTY: Final = Duty()
"""Follow suit, trumps being one; nothing else is asked (KS-R22)."""

STAKE: Final = 1
"""What the dealer puts into the pot before the deal, in chips (KS-R2)."""

TAKE: Final = Action("take")
PLAY: Final = Action("play")
CONTRA: Final = Action("say contra")
SWAP: Final = Action("say contra-swap")
RECONTRA: Final = Action("say recontra")
TRUMPS: Final = {Action(f"trump {suit}"): suit for suit in SUITS}
"""The actions of becoming soloist in the second round, with the suit."""

MATCHES: Final = {Action(f"match {suit}"): suit for suit in SUITS}
"""The announcements of a match, with the new trump suit."""

ANNOUNCEMENTS: Final = (CONTRA, SWAP, RECONTRA)
"""The announcements that are said with “say”."""

DISCARDS: Final = {one: Action(f"discard {one}") for one in (*PACK, HIDDEN)}
"""The actions of putting a card away."""

DISCARDED: Final = {action: one for one, action in DISCARDS.items()}


def _order(trump: str) -> Order:
    rest = [one for one in (card(rank + trump) for rank in RANKS if trump) if one not in WENZELS]
    return Order(PACK, RANKS, (*WENZELS, *rest))


ORDERS: Final = {suit: _order(suit) for suit in ("", *SUITS)}
"""The order by trump suit; by the empty text that of hands before there are other trumps than the Wenzels."""
