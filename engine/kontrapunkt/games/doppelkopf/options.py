"""The options and presets of Doppelkopf, and what they come to: the game as all but its composer know it."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from kontrapunkt.core.cards import HIDDEN, Card
from kontrapunkt.core.interface import SEATS, Action
from kontrapunkt.core.options import Option
from kontrapunkt.families.follow_suit import TRUMP, CardOrder, FollowGame, FollowState
from kontrapunkt.games.doppelkopf import constants
from kontrapunkt.games.doppelkopf.constants import NORMAL, POVERTY, WEDDING

MOST_POOR: Final = 3
"""Trumps that a poor hand holds at most (DK-V13)."""

option = partial(Option, "dk")

OPTIONS: Final = (
    option("pack", ("48", "40"), ("DK-D3",)),
    option("players", ("4", "5", "6", "7"), ("DK-D1",)),
    option(
        "second_dulle",
        ("first_wins", "second_wins", "second_wins_except_last_trick"),
        ("DK-P4", "DK-V2"),
        only="dulle=on",
    ),
    option("dulle", ("on", "off"), ("DK-P2", "DK-V3")),
    option("target_rule", ("ddv", "seed_literal"), ("DK-S1", "DK-S2", "DK-V4")),
    option("schwarz_means", ("no_trick", "no_points"), ("DK-S3", "DK-S11")),
    option("both_fail", ("ddv", "seed"), ("DK-S5", "DK-S11")),
    option("exceed_cumulative", ("on", "off"), ("DK-S14",)),
    option("compulsory_solos", ("0", "1"), ("DK-R7", "DK-R10"), only="solos!=off"),
    option("deals", ("open", "4", "8", "12", "16", "20", "24", "round"), ("DK-D1", "DK-R10")),
    option("solo_leads", ("compulsory_only", "always", "never"), ("DK-R11",), only="solos!=off"),
    option(
        "solos",
        (*constants.SOLOS, *constants.HOUSE_SOLOS),
        ("DK-R4", "DK-V10"),
        default="+".join(constants.SOLOS),
        several=True,
    ),
    option(
        "wedding_partner",
        ("first_foreign_trick", "first_plain_trick", "first_trump_trick", "declarer_chooses"),
        ("DK-R14", "DK-V11"),
    ),
    option("wedding_limit", tuple(str(number) for number in range(1, 13)), ("DK-R14", "DK-R15"), default="3"),
    option("poverty", ("off", "shift", "redeal"), ("DK-V13",)),
    option("poverty_fox", ("counted", "single_free"), ("DK-V13",), only="poverty!=off"),
    option("poverty_class", ("before_wedding", "after_wedding"), ("DK-R5", "DK-V13"), only="poverty!=off"),
    option(
        "throw_in",
        ("nines5", "kings5", "kings6", "full7", "points70", "fox_high", "jack_high"),
        ("DK-V14",),
        several=True,
    ),
    option("schweinchen", ("off", "announce_at_start", "on_playing_first", "second_only"), ("DK-V15",)),
    option("karlchen_caught", ("off", "on"), ("DK-V16",)),
    option("fox_last_trick", ("0", "1"), ("DK-V17",)),
    option("dulle_beats_dulle", ("0", "1"), ("DK-V17",), only="dulle=on"),
    option("heart_trick", ("0", "1"), ("DK-V17",)),
    option("re_kontra_value", ("plus2", "double", "double_all"), ("DK-S12", "DK-V18")),
    option(
        "deadline_scheme", ("ddv", "five_cards", "11-9-6-3-3", "9-8-7-6-5"), ("DK-R22", "DK-V19"), numbers=5
    ),
    option("obligatory_announcement", ("off", "on"), ("DK-V20",)),
    option(
        "bock",
        ("draw", "lost_solo", "lost_announcement", "heart_trick", "schwarz", "zero"),
        ("DK-V21",),
        several=True,
    ),
    option("bock_append", ("on", "off"), ("DK-V21",), only="bock!=off"),
    option("genscher", ("off", "on"), ("DK-V22",)),
    option("counting", ("plus_minus", "plus", "minus"), ("DK-S21", "DK-V23")),
    option("reply", ("on", "off"), ("DK-R27",)),
    option(
        "special_points",
        ("doppelkopf", "fox", "karlchen", "elders"),
        ("DK-S15", "DK-S16", "DK-S17", "DK-S18"),
        default="doppelkopf+fox+karlchen+elders",
        several=True,
    ),
    option("backdoor", ("on", "off"), ("DK-S20", "DK-V25")),
    option("skipped_levels", ("implied", "forbidden"), ("DK-R24", "DK-A25")),
    option("elders_in_solo", ("off", "on"), ("DK-S15", "DK-S19"), only="special_points=elders"),
    option("wedding_fox", ("final_parties", "none_before_clarification"), ("DK-S16", "DK-S17")),
    option("withdraw", ("off", "on"), ("DK-R8",)),
)

PRESETS: Final[Mapping[str, Mapping[str, str]]] = {
    "tutorial": {
        "target_rule": "seed_literal",
        "schwarz_means": "no_points",
        "both_fail": "seed",
        "reply": "off",
        "skipped_levels": "forbidden",
    },
    "ddv": {},
    "tournament": {"compulsory_solos": "1", "deals": "round"},
}


class DoppelkopfRules(FollowGame[FollowState]):
    """A game of Doppelkopf, as far as its options fix it.

    Attributes:
        all_owing: Who owes a compulsory solo when a session begins.
        bids: The games that may be named, together those that stand and fall together.
        bock: What is followed by a round that counts double.
        by_table: Whether announcements end by the cards on the table.
        classes: The classes of reservations, highest first.
        clear_foxes: Whether foxes and Doppelköpfe count only once a wedding is clarified.
        deadlines: How many cards a caller must hold, by level; a late wedding subtracts from it.
        deals: Deals in a session; None for any number.
        doubles_special: Whether announcements double special points, too.
        doubling: Whether announcements double.
        dulle: Whether the ten of hearts is the highest trump.
        exchanging: Whether the cards of a poverty go to who takes them.
        first_in_last: Whether the first ten of hearts wins in the last trick alone.
        frees_fox: Whether a single fox does not count among the trumps of a poverty.
        genscher: Whether the kings of diamonds let one choose a partner.
        has_house_calls: Whether anything but announcements may be said in play.
        kept: 1 if only gains are written down, -1 if only losses, 0 for both.
        nines: Whether the pack has nines.
        obliging: Whether a rich first trick obliges to announce.
        persons: Who plays the session: the seats, or P1 to P5, P6, P7, of whom four sit down to each deal.
        piglets: When both aces of diamonds become the highest trumps, or `off`.
        replies: Whether calls may be answered.
        restricts_cards: Whether a house rule may forbid cards.
        silence: With fewer cards than this, and no late wedding, nobody can call: for speed.
        skipping: Whether a call includes the levels below.
        solo_bids: The solos as actions.
        solos: The solos by name.
        special: The special points.
        thrown_in: The hands that may be thrown in.
        wedding_bids: What the holder of both queens of clubs may name.
        wedding_kind: How a wedding finds its partner, where the options say more than in the first trick.
        wedding_limit: The tricks in which a wedding may find its partner.
        withdrawing: Whether a reservation may be taken back.
    """

    values: Mapping[str, int] = constants.VALUES
    stock_in_order = False

    def __init__(self, preset: str | None = None, **options: object) -> None:
        super().__init__(preset, **options)
        chosen = self.options
        self.nines = chosen["pack"] == "48"
        self.pack = constants.PACK_48 if self.nines else constants.PACK_40
        self.packets = (3, 3, 3, 3) if self.nines else (3, 4, 3)  # DK-D3
        self.hand_size = sum(self.packets)
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
            action for action, name in constants.BID_SOLO.items() if name in self.solos
        )
        wedding = chosen["wedding_partner"]
        self.wedding_kind = {"first_plain_trick": "plain", "first_trump_trick": "trump"}.get(wedding)
        choosing = wedding == "declarer_chooses"
        self.wedding_bids: tuple[Action, ...] = (
            tuple(constants.WEDDING_KINDS) if choosing else (constants.BID_WEDDING,)
        )
        self.wedding_limit = min(int(chosen["wedding_limit"]), self.hand_size)
        compulsory = chosen["compulsory_solos"] == "1" and bool(self.solos)
        self.all_owing = self.persons if compulsory else ()
        self.exchanging = chosen["poverty"] == "shift"
        self.frees_fox = chosen["poverty_fox"] == "single_free"
        self.thrown_in = chosen.parts("throw_in")
        self.withdrawing = chosen.on("withdraw")
        present = {
            constants.COMPULSORY: compulsory,
            constants.VOLUNTARY: True,
            POVERTY: chosen["poverty"] != "off",
            constants.THROWING: bool(self.thrown_in),
            WEDDING: True,
        }
        if chosen["poverty_class"] == "after_wedding":
            present[POVERTY] = present.pop(POVERTY)
        self.classes = tuple(name for name, so in present.items() if so)
        special = {
            POVERTY: (constants.BID_POVERTY,),
            constants.THROWING: (constants.THROW_IN,),
            WEDDING: self.wedding_bids,
        }
        self.bids = (self.solo_bids, *(special[name] for name in self.classes if name in special))

    def _read_calls(self) -> None:
        chosen, size = self.options, self.hand_size
        scheme = chosen["deadline_scheme"]
        self.by_table = scheme == "five_cards"
        listed = "-" in scheme
        self.deadlines = tuple(
            [int(number) for number in scheme.split("-")] if listed else [size - 1 - n for n in range(5)]
        )
        self.silence = 0 if self.by_table else min(self.deadlines) - 1
        self.replies = chosen.on("reply")
        self.skipping = chosen["skipped_levels"] == "implied"
        self.piglets = chosen["schweinchen"]
        self.genscher = chosen.on("genscher")
        self.obliging = chosen.on("obligatory_announcement")
        self.has_house_calls = self.genscher or self.piglets in ("announce_at_start", "on_playing_first")
        self.restricts_cards = self.has_house_calls or self.obliging

    def _read_scoring(self) -> None:
        chosen = self.options
        self.doubling = chosen["re_kontra_value"] != "plus2"
        self.doubles_special = chosen["re_kontra_value"] == "double_all"
        self.clear_foxes = chosen["wedding_fox"] == "none_before_clarification"
        self.kept = {"plus": 1, "minus": -1}.get(chosen["counting"], 0)
        self.zero_sum = not self.kept
        self.bock = chosen.parts("bock")
        house = {
            constants.CAUGHT_CHARLIE: chosen.on("karlchen_caught"),
            constants.LAST_FOX: chosen["fox_last_trick"] == "1",
            constants.BEATEN_DULLE: chosen["dulle_beats_dulle"] == "1",
            constants.HEARTS: chosen["heart_trick"] == "1",
        }
        self.special = {*chosen.parts("special_points"), *(name for name, so in house.items() if so)}

    def order_of(self, mode: str, trick: int, piglets: bool) -> CardOrder:
        """The order of a game.

        Args:
            mode: The game.
            trick: The number of the trick.
            piglets: Whether the aces of diamonds are the highest trumps.
        """
        second = self.second and not (self.first_in_last and trick >= self.hand_size)
        return constants.order(mode, self.nines, self.dulle, second, piglets)

    def soloist_leads(self, mode: str, owes: bool) -> bool:
        """Whether the declarer of a game leads to its first trick (DK-R11).

        Args:
            mode: The game.
            owes: Whether it is the declarer's compulsory solo.
        """
        rule = self.options["solo_leads"]
        return mode in self.solos and (rule == "always" or (rule == "compulsory_only" and owes))

    # What the cards of a hand allow; where they are hidden, they may be anything

    def is_poor(self, hand: Sequence[Card]) -> bool:
        """Whether a hand holds few enough trumps for a poverty."""
        return len(self.poor_trumps(hand)) <= MOST_POOR

    def poor_trumps(self, hand: Sequence[Card], put: Sequence[Card] = ()) -> list[Card]:
        """The trumps of a hand that count for a poverty: all, or all but a single fox (DK-V13).

        Args:
            hand: The hand.
            put: What it has laid down already.
        """
        free = self.frees_fox and (*hand, *put).count(constants.FOX) == 1
        return [
            card for card in hand if self.home.suits[card] == TRUMP and not (free and card == constants.FOX)
        ]

    def may_throw_in(self, hand: Sequence[Card]) -> bool:
        """Whether a hand may be thrown in (DK-V14)."""
        kinds = self.thrown_in
        return bool(kinds) and (HIDDEN in hand or any(self._thrown(kind, hand) for kind in kinds))

    def _thrown(self, kind: str, hand: Sequence[Card]) -> bool:
        ranks = [card[0] for card in hand]
        if kind in constants.THROWN:
            some, least = constants.THROWN[kind]
            return sum(rank in some for rank in ranks) >= least
        if kind == "points70":
            return sum(constants.VALUES.get(rank, 0) for rank in ranks) >= 70
        return not {*hand} & {*self.missed_trumps(kind)}

    def missed_trumps(self, kind: str) -> tuple[Card, ...]:
        """The trumps that a hand thrown in for low trumps lacks: all above the fox, or above the jacks, too.

        Args:
            kind: `fox_high` or `jack_high`.
        """
        return self.home.trumps[: self.home.places[constants.FOX] - (kind == "jack_high")]

    def can_name(self, hand: Sequence[Card]) -> bool:
        """Whether the cards of a hand allow a game beside a solo: a wedding, a poverty, to throw in."""
        poor = POVERTY in self.classes and self.is_poor(hand)
        return hand.count(constants.OLD) == 2 or poor or self.may_throw_in(hand)
