"""Konter a Matt: Luxembourg's point-trick game of two teams and three permanent trumps.

Kept: everything from the deal to the slate. Trumps are named by forehand on three cards, which nobody else
has seen then; announcements, in turn or out of it, before one's own first card; follow or trump; the claim
between two tricks; the value of a deal in lines, all three rules for a tie, and the match until a team has no
line left.
Simplified: nothing. Shuffling and cutting are chance, finding teams and the first dealer is left to the
players (a match begins with any dealer), and a revenge is a fresh match with the same teams, whose first
dealer is open again (`KonterMatch.revenge`; our ruling).
A result is in lines and counts as the slate does: erased lines below nothing, added ones above. It does not
add up to nothing, as losers who did not name trumps add none. The fewer lines, the better; `winners` says
who won.
From: the English encyclopedia's article in several states, the Luxembourgish one of 2007, the café campaign
Wëllkomm, and MicromixerC's tutorial in Luxembourgish, as each rule and option says.

Phases: `name_trump` (forehand, on three cards), `lead`, `follow`, `over`.
"""

from collections.abc import Mapping
from typing import ClassVar, Final, override

from kontrapunkt.cards import SUITS, shuffled
from kontrapunkt.game import SEATS, Action, Result, Seat
from kontrapunkt.games.following import FollowGame, FollowState
from kontrapunkt.games.konter_a_matt.match import KonterMatch, read_match
from kontrapunkt.games.konter_a_matt.options import OPTIONS, PRESETS
from kontrapunkt.games.konter_a_matt.result import result
from kontrapunkt.games.konter_a_matt.rulebook import RULES
from kontrapunkt.games.konter_a_matt.start import KonterStart
from kontrapunkt.games.konter_a_matt.state import NAME_TRUMP, KonterState
from kontrapunkt.games.konter_a_matt.table import CLAIM, HOLDS, MATADORS, PACK, VALUES, order
from kontrapunkt.match import Match
from kontrapunkt.record.model import Deal
from kontrapunkt.rules import RuleBook
from kontrapunkt.said import Text, say

SIDES: Final[tuple[tuple[Seat, ...], ...]] = (("N", "S"), ("E", "W"))
"""The teams."""


class KonterAMatt(FollowGame):
    """Konter a Matt with its options fixed.

    Attributes:
        orders: The order by trump suit; by the empty text that of hands before trumps are named.
        announces_in_turn: Whether announcements are made only in turn.
        deals_three_each: Whether all have three cards when trumps are named.
        claims: Whether a team that has won may end the deal.
        claim_keeps_capot: Whether it may keep the line for all tricks.
        capot_line: What taking all six tricks adds, in lines.
    """

    id = "konter-a-matt"
    title = "Konter a Matt"
    prefix = "KM"
    known_options = OPTIONS
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = PRESETS
    rulebook = RuleBook(RULES)
    sides = SIDES
    solver = "kontrapunkt.search.follow:FollowSolver"
    trick_rules = ("KM-R15", "KM-R17")
    match_facts = ("lines", "erased", "carried")
    calls_form = "E say matt, N say konter"
    refusal_rules: ClassVar[Mapping[str, str]] = {"over": "KM-R12", "turn": "KM-R12", "hand": "KM-R14"}
    first_phase = NAME_TRUMP
    reader = KonterStart
    pack = PACK
    pinned = MATADORS
    hand_size = 6
    values: Mapping[str, int] = VALUES

    def __init__(self, preset: str | None = None, **options: object) -> None:
        super().__init__(preset, **options)
        chosen = self.options
        self.orders = {suit: order(suit, chosen["clubs_queen"]) for suit in ("", *SUITS)}
        self.home = self.orders[""]
        self.announces_in_turn = chosen["announce_window"] == "own_turn"
        self.deals_three_each = chosen["deal_procedure"] == "three_each_first"
        self.claims = chosen["claim"] == "allowed"
        self.claim_keeps_capot = chosen.on("claim_keeps_capot")
        self.capot_line = int(chosen["capot_line"])

    @property
    @override
    def seats(self) -> tuple[Seat, ...]:
        return SEATS if self.options["direction"] == "clockwise" else ("N", "W", "S", "E")

    @override
    def match(self, deal: Deal | None = None) -> KonterMatch:
        return read_match(self, deal)

    @override
    def deal(
        self, seed: int | None = None, dealer: Seat | None = None, match: Match | None = None
    ) -> FollowState:
        order_ = shuffled(PACK, seed)
        who = dealer or (match.dealers if match else SEATS)[-1]
        dealt = 4 if self.deals_three_each else 1
        hands = {self.after(who, 1 + i): order_[3 * i : 3 * i + 3] if i < dealt else () for i in range(4)}
        return self.start(Deal(hands, order_[3 * dealt :], dealer=who), match=match)

    @override
    def is_call(self, action: Action) -> bool:
        return action.verb == "say" or action == CLAIM

    @override
    def call_label(self, action: Action) -> Text:
        return say(f"action.{action}") if action in HOLDS else action

    @override
    def state(self) -> KonterState:
        return KonterState()

    @override
    def result(self, state: FollowState) -> Result:
        assert isinstance(state, KonterState)
        return result(state)


__all__ = ["KonterAMatt"]
