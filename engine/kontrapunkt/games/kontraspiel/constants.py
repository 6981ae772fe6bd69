"""The pack, card orders, actions and options of Kontraspiel."""

from functools import partial
from typing import Final

from kontrapunkt.core.cards import HIDDEN, SUITS, card, pack
from kontrapunkt.core.interface import PASS as PASS
from kontrapunkt.core.interface import Action
from kontrapunkt.core.options import Option
from kontrapunkt.families.follow_suit import CardOrder, Duty

PACK: Final = pack(24)
RANKS: Final = "AKQJT9"
HAND: Final = 5
"""The number of cards in a hand, and of tricks in a deal."""

WENZELS: Final = (card("JC"), card("JS"))
"""The permanent trumps, highest first: the Unters of Acorns and Leaves."""

DUTY: Final = Duty()
"""The duty to follow suit (trumps are one suit); there is no other (KS-R22)."""

STAKE: Final = 1
"""The chips that the dealer pays into the pot before the deal (KS-R2)."""

TAKE: Final = Action("take")
PLAY: Final = Action("play")
CONTRA: Final = Action("say contra")
SWAP: Final = Action("say contra-swap")
RECONTRA: Final = Action("say recontra")
TRUMPS: Final = {Action(f"trump {suit}"): suit for suit in SUITS}
"""The bids of the second round, each with the trump suit that it names."""

MATCHES: Final = {Action(f"match {suit}"): suit for suit in SUITS}
"""The announcements of a march, each with the new trump suit."""

ANNOUNCEMENTS: Final = (CONTRA, SWAP, RECONTRA)
"""The announcements written with “say”."""

DISCARDS: Final = {one: Action(f"discard {one}") for one in (*PACK, HIDDEN)}
"""The action that puts a card away, by card."""

DISCARDED: Final = {action: one for one, action in DISCARDS.items()}


def _order(trump: str) -> CardOrder:
    rest = [one for one in (card(rank + trump) for rank in RANKS if trump) if one not in WENZELS]
    return CardOrder(PACK, RANKS, (*WENZELS, *rest))


ORDERS: Final = {suit: _order(suit) for suit in ("", *SUITS)}
"""The card order by trump suit.

The empty key is for hands before a trump suit is known, when only the Wenzels are trumps.
"""


# Options --------------------------------------------------------------------------------------------------

option = partial(Option, "ks")

OPTIONS: Final = (
    option("direction", ("clockwise", "anticlockwise"), ("KS-R1",)),
    option("packets", ("3-2", "2-3"), ("KS-R3",)),
    option("wenzel_turnup", ("automatic", "like_ace"), ("KS-R6", "KS-R8", "KS-R9")),
    option("pact_scope", ("shared", "per_rank"), ("KS-R9", "KS-R10"), only="wenzel_turnup=like_ace"),
    option("second_round_pref", ("eldest_only", "eldest_and_dealer"), ("KS-R12",)),
    option("base_moment", ("before_stake", "after_stake"), ("KS-R27",)),
    option("base_min", ("1",), ("KS-R27",)),
    option("base_max", (), ("KS-R27",), default="4"),
    option("match_suit", ("any_non_pref", "also_differs_from_current"), ("KS-R14",)),
    option("match_overcall", ("once", "repeated"), ("KS-R14",)),
    option("failed_match_revolt", ("cumulative", "failed_match_only"), ("KS-R33",)),
    option("revolt_payees", ("all_others", "undeclared_only"), ("KS-R32",)),
    option("announce_order", ("free", "polled"), ("KS-R18", "KS-R20")),
    option("pot_at_end", ("report", "split_equal"), ("KS-R35",)),
)
