"""Doppelkopf: the German game of four with a double pack, whose partners are hidden.

Kept: everything from the deal to the settlement. Reservations by class, with compulsory and forced solos;
solos, weddings and silent weddings; parties by the queens of clubs, and what all know of them; announcements
and bids at any moment until their deadlines, replies included; who has won in every case, special points,
and the settlement of games of two and of one; a match with rounds of any length, for four to seven players;
poverty, piglets, a partner chosen, deals that count double and the other house rules as options.
Simplified: every deal is played to the end (DK-P7), and nobody names a game before being asked
(DK-R9); neither changes a result. Cards fall one by one and only where they may, so nothing can be revoked
and there are no penalties. Cutting is chance.
Our rulings: a call names its party (`say re no 90`); who chooses a partner (DK-V22) or shows piglets
(DK-V15) says so before playing the card, which then must follow; a second ace of diamonds becomes the
highest trump only if all know that its own party won the first, for a card’s rank cannot be a secret; of
six or seven players the four at the dealer’s left play (DK-D1), and a round has six deals for each; a single
fox that does not count may stay in a poor hand (DK-V13).
Where more than four play, the seats N E S W are those of a deal, and the match knows who sits there:
`seating` says how.
A result is in game points and adds up to nothing, unless only gains or losses are written down.
From: the tournament rules of the Deutscher Doppelkopf-Verband of 2026, Ham Vocke's tutorial; house rules
as FreeDoko has them, as each rule and option says.

Phases: `reservations` (each says healthy or reservation; a player who is forced names a solo), `naming`
(who is asked names a game or passes), `put`, `offer`, `give` and `tell` (the cards of a poverty), `lead`,
`follow`, `over`.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar, override

from kontrapunkt.cards import Card, shuffled
from kontrapunkt.deal import Deal
from kontrapunkt.game import SEATS, Action, Match, Result, Seat, View
from kontrapunkt.games.doppelkopf.events import (
    BEATEN_DULLE,
    CAUGHT_CHARLIE,
    HEARTS,
    LAST_FOX,
)
from kontrapunkt.games.doppelkopf.facts import KEYS
from kontrapunkt.games.doppelkopf.house import PARTNERS
from kontrapunkt.games.doppelkopf.leaning import weights
from kontrapunkt.games.doppelkopf.match import KEYS as MATCH_KEYS
from kontrapunkt.games.doppelkopf.match import DoppelkopfMatch, read_match
from kontrapunkt.games.doppelkopf.options import OPTIONS, PRESETS
from kontrapunkt.games.doppelkopf.reservations import (
    BID_POVERTY,
    BID_SOLO,
    BID_WEDDING,
    COMPULSORY,
    RESERVATIONS,
    THROW_IN,
    THROWING,
    VOLUNTARY,
    WEDDING_KINDS,
    WITHDRAW,
)
from kontrapunkt.games.doppelkopf.result import result
from kontrapunkt.games.doppelkopf.speech import SAID
from kontrapunkt.games.doppelkopf.start import DoppelkopfStart
from kontrapunkt.games.doppelkopf.state import DoppelkopfState
from kontrapunkt.games.doppelkopf.table import NORMAL, PACK_40, PACK_48, POVERTY, VALUES, WEDDING, order
from kontrapunkt.games.following import FollowGame, FollowState, Order
from kontrapunkt.rules import RuleBook, numbered
from kontrapunkt.said import Text, say

PACKETS: Mapping[int, tuple[int, ...]] = {12: (3, 3, 3, 3), 10: (3, 4, 3)}
"""How many cards are dealt at a time (DK-D3)."""

FIVE_CARDS = "five_cards"


class Doppelkopf(FollowGame):
    """Doppelkopf with its options fixed.

    Attributes:
        all_owing: Who owes a compulsory solo when a match begins.
        appends: Whether rounds that count double follow each other.
        bids: The games that may be named, together those that stand and fall together.
        backdoor: Whether special points may give the deal to who has lost it.
        bock: What is followed by a round that counts double.
        both_need_more: Whether both parties need 121 as soon as anything is announced (`seed_literal`).
        by_table: Whether announcements end by the cards on the table.
        classes: The classes of reservations, highest first.
        clear_foxes: Whether foxes and Doppelköpfe count only once a wedding is clarified.
        deadlines: How many cards a caller must hold, by level; a late wedding subtracts from it.
        deals: Deals in a match; None for any number.
        doubles_special: Whether announcements double special points, too.
        doubling: Whether announcements double.
        dulle: Whether the ten of hearts is the highest trump.
        elders_in_solo: Whether winning against the queens of clubs counts in solos.
        exceeds_every: Whether exceeding counts against every bid.
        exchanging: Whether the cards of a poverty go to who takes them.
        fails_bare: Whether nothing that was played counts when both parties fail.
        first_in_last: Whether the first ten of hearts wins in the last trick alone.
        frees_fox: Whether a single fox does not count among the trumps of a poverty.
        genscher: Whether the kings of diamonds let one choose a partner.
        has_house_calls: Whether anything but announcements may be said in play.
        kept: 1 if only gains are written down, -1 if only losses, 0 for both.
        nines: Whether the pack has nines.
        obliging: Whether a rich first trick obliges to announce.
        persons: Who plays the match: the seats, or P1 to P5, P6, P7, of whom four sit down to each deal.
        piglets: When both aces of diamonds become the highest trumps, or `off`.
        replies: Whether calls may be answered.
        restricts_cards: Whether a house rule may forbid cards.
        schwarz_by_points: Whether schwarz means no card points.
        skipping: Whether a call includes the levels below.
        solo_bids: The solos as actions.
        solos: The solos by name.
        special: The special points.
        thrown_in: The hands that may be thrown in.
        wedding_bids: What the holder of both queens of clubs may name.
        wedding_limit: The tricks in which a wedding may find its partner.
        withdrawing: Whether a reservation may be taken back.
    """

    id = "doppelkopf"
    title = "Doppelkopf"
    prefix = "DK"
    puzzle_lore = "kontrapunkt.games.doppelkopf.puzzle_knowledge:DoppelkopfLore"
    known_options = OPTIONS
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = PRESETS
    rulebook = RuleBook(numbered("DK", "D1-4 R1-18 R20-31 P1-7 S1-5 S10-24 A25 V2 V4 V3 V10-11 V13-23 V25"))
    sides = tuple((seat,) for seat in SEATS)
    trick_rules = ("DK-P4", "DK-S16")
    calls_form = "E say re, N say kontra no 90"
    match_facts = MATCH_KEYS
    own_facts = KEYS
    refusal_rules: ClassVar[Mapping[str, str]] = {"over": "DK-P5", "turn": "DK-P2", "hand": "DK-P1"}
    solver = "kontrapunkt.games.doppelkopf.solver:DoppelkopfSolver"
    first_phase = RESERVATIONS
    reader = DoppelkopfStart
    states = DoppelkopfState
    values: Mapping[str, int] = VALUES

    def __init__(self, preset: str | None = None, **options: object) -> None:
        super().__init__(preset, **options)
        chosen = self.options
        self.nines = chosen["pack"] == "48"
        self.pack = PACK_48 if self.nines else PACK_40
        self.hand_size = 12 if self.nines else 10
        self.dulle = chosen.on("dulle")
        self.second = chosen["second_dulle"] != "first_wins"
        self.first_in_last = chosen["second_dulle"] == "second_wins_except_last_trick"
        self.home = self.order_of(NORMAL, 1, False)
        self._read_table()
        self._read_games()
        self._read_calls()
        self._read_scoring()

    def _read_table(self) -> None:
        players = int(self.options["players"])
        self.persons = SEATS if players == 4 else tuple(f"P{n}" for n in range(1, players + 1))
        length = self.options["deals"]
        self.deals = {"open": None, "round": 6 * players}.get(length) if not length.isdigit() else int(length)

    def _read_games(self) -> None:
        chosen = self.options
        self.solos = chosen.parts("solos")
        self.solo_bids: tuple[Action, ...] = tuple(
            action for action, name in BID_SOLO.items() if name in self.solos
        )
        choosing = chosen["wedding_partner"] == "declarer_chooses"
        self.wedding_bids: tuple[Action, ...] = tuple(WEDDING_KINDS) if choosing else (BID_WEDDING,)
        self.wedding_limit = min(int(chosen["wedding_limit"]), self.hand_size)
        compulsory = chosen["compulsory_solos"] == "1" and bool(self.solos)
        self.all_owing = self.persons if compulsory else ()
        self.exchanging = chosen["poverty"] == "shift"
        self.frees_fox = chosen["poverty_fox"] == "single_free"
        self.thrown_in = chosen.parts("throw_in")
        self.withdrawing = chosen.on("withdraw")
        present = {
            COMPULSORY: compulsory,
            VOLUNTARY: True,
            POVERTY: chosen["poverty"] != "off",
            THROWING: bool(self.thrown_in),
            WEDDING: True,
        }
        if chosen["poverty_class"] == "after_wedding":
            present[POVERTY] = present.pop(POVERTY)
        self.classes = tuple(name for name, so in present.items() if so)
        special = {POVERTY: (BID_POVERTY,), THROWING: (THROW_IN,), WEDDING: self.wedding_bids}
        self.bids = (self.solo_bids, *(special[name] for name in self.classes if name in special))

    def _read_calls(self) -> None:
        chosen, size = self.options, self.hand_size
        scheme = chosen["deadline_scheme"]
        self.by_table = scheme == FIVE_CARDS
        listed = "-" in scheme
        self.deadlines = tuple(
            [int(number) for number in scheme.split("-")] if listed else [size - 1 - n for n in range(5)]
        )
        self.replies = chosen.on("reply")
        self.skipping = chosen["skipped_levels"] == "implied"
        self.piglets = chosen["schweinchen"]
        self.genscher = chosen.on("genscher")
        self.obliging = chosen.on("obligatory_announcement")
        self.has_house_calls = self.genscher or self.piglets in ("announce_at_start", "on_playing_first")
        self.restricts_cards = self.has_house_calls or self.obliging

    def _read_scoring(self) -> None:
        chosen = self.options
        self.both_need_more = chosen["target_rule"] == "seed_literal"
        self.schwarz_by_points = chosen["schwarz_means"] == "no_points"
        self.fails_bare = chosen["both_fail"] == "seed"
        self.exceeds_every = chosen.on("exceed_cumulative")
        self.doubling = chosen["re_kontra_value"] != "plus2"
        self.doubles_special = chosen["re_kontra_value"] == "double_all"
        self.backdoor = chosen.on("backdoor")
        self.elders_in_solo = chosen.on("elders_in_solo")
        self.clear_foxes = chosen["wedding_fox"] == "none_before_clarification"
        self.kept = {"plus": 1, "minus": -1}.get(chosen["counting"], 0)
        self.zero_sum = not self.kept
        self.bock = chosen.parts("bock")
        self.appends = chosen.on("bock_append")
        house = {
            CAUGHT_CHARLIE: chosen.on("karlchen_caught"),
            LAST_FOX: chosen["fox_last_trick"] == "1",
            BEATEN_DULLE: chosen["dulle_beats_dulle"] == "1",
            HEARTS: chosen["heart_trick"] == "1",
        }
        self.special = {*chosen.parts("special_points"), *(name for name, so in house.items() if so)}

    @override
    def leaning(self, view: View) -> Sequence[float]:
        return weights(self, view)

    def order_of(self, mode: str, trick: int, piglets: bool) -> Order:
        """The order of a game.

        Args:
            mode: The game.
            trick: The number of the trick.
            piglets: Whether the aces of diamonds are the highest trumps.
        """
        second = self.second and not (self.first_in_last and trick >= self.hand_size)
        return order(mode, self.nines, self.dulle, second, piglets)

    @override
    def match(self, deal: Deal | None = None) -> DoppelkopfMatch:
        return read_match(self, deal)

    @override
    def deal(
        self, seed: int | None = None, dealer: Seat | None = None, match: Match | None = None
    ) -> FollowState:
        cards = list(shuffled(self.pack, seed))
        who = dealer or (match.dealers if match else SEATS)[-1]
        hands: dict[Seat, list[Card]] = {self.after(who, i): [] for i in (1, 2, 3, 4)}
        for size in PACKETS[self.hand_size]:
            for hand in hands.values():
                hand += cards[:size]
                del cards[:size]
        dealt = {seat: self.home.in_order(hand) for seat, hand in hands.items()}
        return self.start(Deal(dealt, dealer=who), match=match)

    @override
    def fresh(self, state: FollowState) -> bool:
        assert isinstance(state, DoppelkopfState)
        return not state.spoken and not state.mode

    @override
    def is_call(self, action: Action) -> bool:
        return action.verb == "say" or action == WITHDRAW or action in PARTNERS

    @override
    def call_label(self, action: Action) -> Text:
        return say(f"action.{action}") if action in SAID else action

    @override
    def result(self, state: FollowState) -> Result:
        assert isinstance(state, DoppelkopfState)
        return result(state)


__all__ = ["Doppelkopf"]
