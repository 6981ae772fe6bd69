"""The pack of Konter a Matt, its four orders, and the actions that are not cards."""

from functools import cache
from typing import Final

from kontrapunkt.cards import SUITS, Card, card, pack
from kontrapunkt.families.follow_suit import Duty, FollowGame, FollowState, Order
from kontrapunkt.game import Action
from kontrapunkt.said import Text, say

PACK: Final = pack(24)
RANKS: Final = "AKQJT9"
VALUES: Final = {"A": 4, "K": 3, "Q": 2, "J": 1}
"""Card points by rank."""

HAND: Final = 6
"""Cards in a hand, and tricks in a deal."""

HALF: Final = 20
"""What each side has in a tie; one more wins."""

WHOLE: Final = 2 * HALF
"""The card points of the pack."""

MATT: Final = card("QS")
KONTERS: Final = (card("QH"), card("QD"))
MATADORS: Final = (MATT, *KONTERS)
"""The permanent trumps, high to low (KM-R13)."""

DUTY: Final = Duty(trump_freely=True)
"""Follow suit or trump; a trump led asks for trumps; nothing else is asked (KM-R14)."""

TRUMPS: Final = {Action(f"trump {suit}"): suit for suit in SUITS}
"""The actions of naming trumps."""

SAY_MATT: Final = Action("say matt")
SAY_KONTER: Final = Action("say konter")
SAY_BOTH: Final = Action("say konter-a-matt")
HOLDS: Final[dict[Action, tuple[Card, ...]]] = {
    SAY_MATT: (MATT,),
    SAY_KONTER: KONTERS,
    SAY_BOTH: MATADORS,
}
"""The announcements, and the cards that the announcer must hold (KM-R8)."""

WORTH: Final = {SAY_MATT: 1, SAY_KONTER: 1, SAY_BOTH: 2}
"""What an announcement adds to the value of the deal, in lines."""

CLAIM: Final = Action("claim")


@cache
def order(trump: str, clubs_queen: str = "below_king") -> Order:
    """The order with a suit as trumps; without one, that of a hand before they are named.

    Args:
        trump: The suit's letter, or empty.
        clubs_queen: Where the queen of clubs stands among trump clubs: `below_king` or `above_king`.
    """
    ranks = "AQKJT9" if clubs_queen == "above_king" else RANKS
    own = [card(rank + trump) for rank in ranks if trump]
    rest = [one for one in own[1:] if one not in MATADORS]
    return Order(PACK, RANKS, (*own[:1], *MATADORS, *rest))


def call_label(action: Action) -> Text:
    """An announcement, or a claim, as a table shows it."""
    return say(f"action.{action}") if action in HOLDS else action


class KonterRules(FollowGame[FollowState]):
    """Konter a Matt as far as its options fix it.

    Attributes:
        clubs_queen: Where the queen of clubs stands among trump clubs.
        deals_three_each: Whether all have three cards when trumps are named.
        announces_in_turn: Whether announcements are made only in turn.
        claims: Whether a team that has won may end the deal.
    """

    def __init__(self, preset: str | None = None, **options: object) -> None:
        super().__init__(preset, **options)
        self.clubs_queen = self.options["clubs_queen"]
        self.deals_three_each = self.options["deal_procedure"] == "three_each_first"
        self.announces_in_turn = self.options["announce_window"] == "own_turn"
        self.claims = self.options["claim"] == "allowed"
        self.home = order("", self.clubs_queen)
