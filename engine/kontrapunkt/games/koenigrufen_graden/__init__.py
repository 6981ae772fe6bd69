"""Königrufen of Graden: a plain-trick game of Styria without trumps, and nine contracts to bid.

Not the Tarock game of that name, nor the game of Rußbach.

Kept: everything from the deal to the chips. An auction of as many rounds as it takes, with Mitbettler and
Mitplauderer and their face-down cards; the called card and its hidden holder; both orders of cards; must
follow and must beat; open hands in Plauderer; all nine contracts and Schurln with every line of settlement;
chips from deal to deal.
Simplified: nothing. Shuffling and cutting are chance, a misdeal cannot happen (a record with a wrong number
of cards is refused), and whoever likes may end the match.
Where a result is certain before the last trick, play ends between two tricks, never within one, and all hands
are laid open (our ruling).
From: a forum post that seems to retell John McLeod's page on Anrufen and Königrufen, and a German draft
article on the game of Graden, as each rule and option says.

Phases: `auction`; `lay` (a card for the first trick is put face down); `call` (the bidder names a card);
`lead`, `follow`, `over`.
"""

from collections.abc import Mapping
from typing import ClassVar, override

from kontrapunkt.cards import Card, shuffled
from kontrapunkt.deal import Deal
from kontrapunkt.game import SEATS, Action, Match, Result, Seat
from kontrapunkt.games.following import Duty, FollowGame, FollowState, Order
from kontrapunkt.games.koenigrufen_graden.match import ChipMatch, read_match
from kontrapunkt.games.koenigrufen_graden.options import OPTIONS, PRESETS
from kontrapunkt.games.koenigrufen_graden.result import result
from kontrapunkt.games.koenigrufen_graden.rulebook import RULES
from kontrapunkt.games.koenigrufen_graden.start import KoenigrufenStart
from kontrapunkt.games.koenigrufen_graden.state import AUCTION, KoenigrufenState
from kontrapunkt.games.koenigrufen_graden.table import (
    BEAT,
    DURCHMARSCH,
    FOLLOW_ONLY,
    KING,
    PACK,
    TEN,
    VALUES,
    Contract,
)
from kontrapunkt.rules import RuleBook


class KoenigrufenGraden(FollowGame):
    """Königrufen of Graden with its options fixed.

    Attributes:
        calls_own: Whether the bidder may call a card of the own hand.
        joiners: How many may join a Bettler or a Plauderer.
        raises: Whether of two who hold the highest bid jointly one is asked again.
        beats_in_negatives: Whether one must beat in Bettler, Plauderer and Schurln too.
        shows_pair: Whether who bids a Hundert contract shows king and queen.
        rejects: Whether a Hundert contract cannot be bid without them.
        stops: When a deal ends before its last trick: `public`, `never` or `always`.
        stakes: The value of each contract, in chips.
    """

    id = "koenigrufen-graden"
    title = "Königrufen of Graden"
    prefix = "KG"
    puzzle_lore = "kontrapunkt.puzzles.following.koenigrufen_graden:GradenLore"
    known_options = OPTIONS
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = PRESETS
    rulebook = RuleBook(RULES)
    sides = (("N",), ("E",), ("S",), ("W",))
    trick_rules = ("KG-P5", "KG-S20")
    faces = "either"
    zero_sum = True
    match_facts = ("chips",)
    calls_form = "N bid bettler, E pass"
    refusal_rules: ClassVar[Mapping[str, str]] = {"over": "KG-P8", "turn": "KG-P5", "hand": "KG-P2"}
    first_phase = AUCTION
    own_facts = ("laid", "partner", "shown", "pair")
    reader = KoenigrufenStart
    states = KoenigrufenState
    pack = PACK
    hand_size = 6
    values: Mapping[str, int] = VALUES
    home = KING

    def __init__(self, preset: str | None = None, **options: object) -> None:
        super().__init__(preset, **options)
        chosen = self.options
        self.calls_own = chosen.on("call_own_card")
        self.joiners = int(chosen["max_joiners"])
        self.raises = chosen.on("raise_own_bid")
        self.beats_in_negatives = chosen["must_beat"] == "all"
        self.shows_pair = chosen.on("show_pair")
        self.rejects = chosen["bad_hundert_bid"] == "rejected"
        self.stops = chosen["stop_when_decided"]
        self.stakes = {
            key.removeprefix("value_"): int(value) for key, value in chosen.items() if key[:6] == "value_"
        }
        self._ten_changes = chosen.on("called_ten_changes_order")

    def order_of(self, contract: Contract, called: Card | None = None) -> Order:
        """The order of cards in a contract; a called ten may change that of a Durchmarsch (KG-R11)."""
        if contract is DURCHMARSCH and called and called.rank == "T" and self._ten_changes:
            return TEN
        return contract.order

    def duty_in(self, contract: Contract) -> Duty:
        """What is asked of who follows in a contract (KG-P2, KG-P3)."""
        negative = contract.aim in ("none", "points")
        return FOLLOW_ONLY if negative and not self.beats_in_negatives else BEAT

    @override
    def match(self, deal: Deal | None = None) -> ChipMatch:
        return read_match(self, deal)

    @override
    def deal(
        self, seed: int | None = None, dealer: Seat | None = None, match: Match | None = None
    ) -> FollowState:
        cards = shuffled(PACK, seed)
        who = dealer or (match.dealers if match else SEATS)[-1]
        hands = {
            self.after(who, 1 + i): (*cards[3 * i : 3 * i + 3], *cards[3 * i + 12 : 3 * i + 15])
            for i in range(4)
        }
        return self.start(Deal(hands, dealer=who), match=match)

    @override
    def is_call(self, action: Action) -> bool:
        return False

    @override
    def result(self, state: FollowState) -> Result:
        assert isinstance(state, KoenigrufenState)
        return result(state)


__all__ = ["KoenigrufenGraden"]
