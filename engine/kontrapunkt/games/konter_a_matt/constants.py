"""The pack, card orders, actions and options of Konter a Matt."""

from collections.abc import Mapping
from functools import cache, partial
from typing import Final

from kontrapunkt.core.cards import SUITS, Card, card, pack
from kontrapunkt.core.interface import Action
from kontrapunkt.core.options import Option
from kontrapunkt.families.follow_suit import CardOrder, Duty, FollowGame, FollowState

PACK: Final = pack(24)
RANKS: Final = "AKQJT9"
VALUES: Final = {"A": 4, "K": 3, "Q": 2, "J": 1}
"""The card points by rank."""

HAND: Final = 6
"""The number of cards in a hand, and of tricks in a deal."""

HALF: Final = 20
"""The card points of each side in a tie; one more wins."""

WHOLE: Final = 2 * HALF
"""The card points of the pack."""

MATT: Final = card("QS")
KONTERS: Final = (card("QH"), card("QD"))
MATADORS: Final = (MATT, *KONTERS)
"""The permanent trumps, highest first (KM-R13)."""

DUTY: Final = Duty(trump_freely=True)
"""The duty to follow suit or trump; a trump lead asks for trumps (KM-R14)."""

TRUMPS: Final = {Action(f"trump {suit}"): suit for suit in SUITS}
"""The trump suit, by the action that names it."""

SAY_MATT: Final = Action("say matt")
SAY_KONTER: Final = Action("say konter")
SAY_BOTH: Final = Action("say konter-a-matt")
HOLDS: Final[dict[Action, tuple[Card, ...]]] = {
    SAY_MATT: (MATT,),
    SAY_KONTER: KONTERS,
    SAY_BOTH: MATADORS,
}
"""The cards that the player must hold for each announcement (KM-R8)."""

WORTH: Final = {SAY_MATT: 1, SAY_KONTER: 1, SAY_BOTH: 2}
"""The lines that each announcement adds to the value of the deal."""

CLAIM: Final = Action("claim")


@cache
def order(trump: str, clubs_queen: str = "below_king") -> CardOrder:
    """Return the order of cards with a trump suit.

    Args:
        trump: The suit's letter; empty before trumps are named.
        clubs_queen: The place of the queen of clubs among trump clubs: `below_king` or `above_king`.
    """
    ranks = "AQKJT9" if clubs_queen == "above_king" else RANKS
    own = [card(rank + trump) for rank in ranks if trump]
    rest = [one for one in own[1:] if one not in MATADORS]
    return CardOrder(PACK, RANKS, (*own[:1], *MATADORS, *rest))


class KonterRules(FollowGame[FollowState]):
    """The rules of Konter a Matt that options set.

    Attributes:
        clubs_queen: The place of the queen of clubs among trump clubs.
        deals_three_each: True if all have three cards when trumps are named.
        announces_in_turn: True if players may announce only in turn.
        claims: True if a team that has won may end the deal.
    """

    def __init__(self, preset: str | None = None, **options: object) -> None:
        super().__init__(preset, **options)
        self.clubs_queen = self.options["clubs_queen"]
        self.deals_three_each = self.options["deal_procedure"] == "three_each_first"
        self.announces_in_turn = self.options["announce_window"] == "own_turn"
        self.claims = self.options["claim"] == "allowed"
        self.home = order("", self.clubs_queen)


# Options --------------------------------------------------------------------------------------------------

option = partial(Option, "km")

OPTIONS: Final = (
    option("direction", ("anticlockwise", "clockwise"), ("KM-R1",)),
    option("deal_procedure", ("forehand_first", "three_each_first"), ("KM-R3",)),
    option("announce_window", ("before_own_first_card", "own_turn"), ("KM-R9",)),
    option("tie_rule", ("add_1_plus_a", "add_1", "carry_forward"), ("KM-R21",)),
    option("start_lines", (), ("KM-R22",), default="9"),
    option("clubs_queen", ("below_king", "above_king"), ("KM-R13",)),
    option("win_threshold", ("21",), ("KM-R17",)),
    option("capot_line", ("1", "0"), ("KM-R18",)),
    option("claim", ("allowed", "off"), ("KM-R16",)),
    option("claim_keeps_capot", ("off", "on"), ("KM-R16",), only="claim=allowed capot_line=1"),
)

PRESETS: Final[Mapping[str, Mapping[str, str]]] = {
    "article": {},
    "wellkomm": {"direction": "clockwise"},
    "tutorial": {
        "direction": "clockwise",
        "deal_procedure": "three_each_first",
        "announce_window": "own_turn",
        "tie_rule": "add_1",
    },
}
