"""The options and option sets of Doppelkopf, and the rules that follow from them."""

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
"""The greatest number of trumps in a poor hand (DK-V13)."""

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
    """The rules of Doppelkopf that options set.

    Attributes:
        all_owing: The persons who owe a compulsory solo when a session begins.
        bids: The games that may be named, grouped by the condition that allows them.
        bock: The events after which a round counts double.
        by_table: True if the deadlines of announcements go by the cards on the table.
        classes: The classes of reservations, highest first.
        clear_foxes: True if foxes and Doppelköpfe count only once a wedding is clarified.
        deadlines: The number of cards that a caller must hold, by level; a late wedding lowers it.
        deals: The number of deals in a session; None for any number.
        doubles_special: True if announcements double special points, too.
        doubling: True if announcements double the value.
        dulle: True if the ten of hearts is the highest trump.
        exchanging: True if a player may take the cards of a poverty.
        first_in_last: True if the first ten of hearts wins only in the last trick.
        frees_fox: True if a single fox does not count among the trumps of a poverty.
        genscher: True if the kings of diamonds let a player choose a partner.
        has_house_calls: True if there are other calls in play than announcements and bids.
        counted_sign: 1 if only gains are written down, -1 if only losses, 0 for both.
        nines: True if the pack has nines.
        obliging: True if a rich first trick obliges its winner to announce.
        persons: The players of the session: the seats, or P1 to P5, P6 or P7, of whom four play each deal.
        piglets: The moment when both aces of diamonds become the highest trumps, or `off`.
        replies: True if calls may be answered after their deadline.
        restricts_cards: True if a house rule may forbid cards.
        silence: The number of cards below which nobody can call, unless a wedding was late; for speed.
        skipping: True if a call includes the levels below.
        solo_bids: The solos as actions.
        solos: The solos by name.
        special: The special points that count.
        thrown_in: The hands that may be thrown in.
        wedding_bids: The bids open to the holder of both queens of clubs.
        wedding_kind: The trick that finds the partner of a wedding, if an option restricts it.
        wedding_limit: The number of tricks in which a wedding may find its partner.
        withdrawing: True if a reservation may be taken back.
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
        self.counted_sign = {"plus": 1, "minus": -1}.get(chosen["counting"], 0)
        self.zero_sum = not self.counted_sign
        self.bock = chosen.parts("bock")
        house = {
            constants.CAUGHT_CHARLIE: chosen.on("karlchen_caught"),
            constants.LAST_FOX: chosen["fox_last_trick"] == "1",
            constants.BEATEN_DULLE: chosen["dulle_beats_dulle"] == "1",
            constants.HEARTS: chosen["heart_trick"] == "1",
        }
        self.special = {*chosen.parts("special_points"), *(name for name, so in house.items() if so)}

    def bid_value(self, action: Action) -> int | None:
        """Return the game points that a call adds; 0 if it doubles the value (DK-S12, DK-S13)."""
        if action.verb != "say":
            return None
        return 1 if " " in action.argument else 0 if self.doubling else 2

    def order_of(self, mode: str, trick: int, piglets: bool) -> CardOrder:
        """Return the order of cards in a trick of a game.

        Args:
            trick: The number of the trick.
            piglets: True if the aces of diamonds are the highest trumps.
        """
        second = self.second and not (self.first_in_last and trick >= self.hand_size)
        return constants.order(mode, self.nines, self.dulle, second, piglets)

    def soloist_leads(self, mode: str, owes: bool) -> bool:
        """Return True if the declarer of a game leads to its first trick (DK-R11).

        Args:
            owes: True if it is the declarer's compulsory solo.
        """
        rule = self.options["solo_leads"]
        return mode in self.solos and (rule == "always" or (rule == "compulsory_only" and owes))

    # Games that a hand allows; hidden cards may be anything

    def is_poor(self, hand: Sequence[Card]) -> bool:
        """Return True if a hand has few enough trumps for a poverty."""
        return len(self.poor_trumps(hand)) <= MOST_POOR

    def poor_trumps(self, hand: Sequence[Card], put: Sequence[Card] = ()) -> list[Card]:
        """Return the trumps of a hand that count for a poverty (DK-V13).

        They are all trumps, or all except a single fox.

        Args:
            put: The cards that it has put down already.
        """
        free = self.frees_fox and (*hand, *put).count(constants.FOX) == 1
        return [
            card for card in hand if self.home.suits[card] == TRUMP and not (free and card == constants.FOX)
        ]

    def may_throw_in(self, hand: Sequence[Card]) -> bool:
        """Return True if a hand may be thrown in (DK-V14)."""
        kinds = self.thrown_in
        return bool(kinds) and (HIDDEN in hand or any(self._may_throw(kind, hand) for kind in kinds))

    def _may_throw(self, kind: str, hand: Sequence[Card]) -> bool:
        ranks = [card[0] for card in hand]
        if kind in constants.THROWN:
            some, least = constants.THROWN[kind]
            return sum(rank in some for rank in ranks) >= least
        if kind == "points70":
            return sum(constants.VALUES.get(rank, 0) for rank in ranks) >= 70
        return not {*hand} & {*self.missed_trumps(kind)}

    def missed_trumps(self, kind: str) -> tuple[Card, ...]:
        """Return the trumps that must be absent from a hand thrown in for low trumps.

        They are all above the fox, or all above the jack of diamonds.

        Args:
            kind: `fox_high` or `jack_high`.
        """
        return self.home.trumps[: self.home.places[constants.FOX] - (kind == "jack_high")]

    def can_name(self, hand: Sequence[Card]) -> bool:
        """Return True if the cards of a hand allow a wedding, a poverty or a throw-in."""
        poor = POVERTY in self.classes and self.is_poor(hand)
        return hand.count(constants.OLD) == 2 or poor or self.may_throw_in(hand)
