"""The pack, card orders, contracts, actions and options of Königrufen of Graden."""

from dataclasses import dataclass
from functools import partial
from typing import Final, Literal, NamedTuple

from kontrapunkt.core.cards import Card, pack
from kontrapunkt.core.interface import Action
from kontrapunkt.core.messages import Message, say
from kontrapunkt.core.options import Option
from kontrapunkt.families.follow_suit import CardOrder, Duty, FollowGame, FollowState

PACK: Final = pack(24)
KING: Final = CardOrder(PACK, "AKQJT9")
"""The order of cards in which the king is second."""
TEN: Final = CardOrder(PACK, "ATKQJ9")
"""The order of cards in which the ten is second."""

VALUES: Final = {"A": 10, "T": 10}
"""The card points by rank; only Schurln counts them."""
LAST_TRICK: Final = 10
"""The card points for the last trick of Schurln."""

BEAT: Final = Duty(must_beat=True)
"""The duties to follow suit and to beat the best card (KG-P2, KG-P3)."""
FOLLOW_ONLY: Final = Duty()
"""The duty to follow suit, without a duty to beat."""

Aim = Literal["none", "with_another", "at_the_last", "all", "points"]
"""The aim of a contract.

It is to win no trick (`none`); to win all tricks with the holder of a called card (`with_another`), with the
winner of the last trick (`at_the_last`) or alone (`all`); in Schurln, not to have the most card points
(`points`).
"""


@dataclass(frozen=True, slots=True)
class GradenContract:
    """A contract; all of them are in `CONTRACTS`.

    Attributes:
        name: The name in actions and records.
        rank: The place in ascending order, from 1; 0 for Schurln, which nobody bids.
        order: The order of the cards, unless a called ten changes it.
        pair: True if the bidder must hold king and queen of one suit.
    """

    name: str
    rank: int
    aim: Aim
    order: CardOrder
    pair: bool = False

    @property
    def joined(self) -> bool:
        """True if a second player may join and a card is put face down (KG-R4, KG-R5)."""
        return self.aim == "none"

    @property
    def action(self) -> Action:
        """The action that bids it."""
        return Action(f"bid {self.name}")

    @property
    def title(self) -> Message:
        """The name in the language in force."""
        return say(f"action.{self.action}" if self.rank else "kg.schurln")

    @property
    def second(self) -> Message:
        """The name of the same bid when a second player joins."""
        return say(f"kg.{self.name}.second")


SCHURLN: Final = GradenContract("schurln", 0, "points", TEN)
BETTLER: Final = GradenContract("bettler", 1, "none", KING)
DURCHMARSCH: Final = GradenContract("durchmarsch", 2, "with_another", KING)
PLAUDERER: Final = GradenContract("plauderer", 4, "none", KING)

CONTRACTS: Final = (
    SCHURLN,
    BETTLER,
    DURCHMARSCH,
    GradenContract("durchmarsch_letzten", 3, "at_the_last", KING),
    PLAUDERER,
    GradenContract("hundert", 5, "with_another", TEN, pair=True),
    GradenContract("hundert_letzten", 6, "at_the_last", TEN, pair=True),
    GradenContract("zehnermord", 7, "all", TEN),
    GradenContract("koenigmord", 8, "all", KING),
    GradenContract("hundertermord", 9, "all", TEN, pair=True),
)
"""All contracts by rank, beginning with Schurln."""


class ContractWorth(NamedTuple):
    """The value of a contract.

    Attributes:
        chips: The value unless an option sets another, in chips.
        lines: The rule ids of its settlement, one for each outcome, the best outcome first.
    """

    chips: str
    lines: tuple[str, ...]


STAKES: Final = {
    "bettler": ContractWorth("30", ("KG-S1", "KG-S2")),
    "two_bettler": ContractWorth("50", ("KG-S3", "KG-S4", "KG-S5")),
    "durchmarsch": ContractWorth("40", ("KG-S6", "KG-S7")),
    "durchmarsch_letzten": ContractWorth("40", ("KG-S8", "KG-S9", "KG-S10")),
    "plauderer": ContractWorth("50", ("KG-S11",) * 2),
    "two_plauderer": ContractWorth("100", ("KG-S12", "KG-S13", "KG-S14")),
    "hundert": ContractWorth("60", ("KG-S15",) * 2),
    "hundert_letzten": ContractWorth("60", ("KG-S16",) * 3),
    "zehnermord": ContractWorth("60", ("KG-S17",) * 2),
    "koenigmord": ContractWorth("70", ("KG-S18",) * 2),
    "hundertermord": ContractWorth("80", ("KG-S19",) * 2),
    "schurln": ContractWorth("10", ("KG-S20", "KG-S21", "KG-S22")),
}
"""The value of each contract by name, also for two players in one contract."""

option = partial(Option, "kg")

_JOINED: Final = dict.fromkeys(("two_bettler", "two_plauderer"), "max_joiners=1")

OPTIONS: Final = (
    option("call_own_card", ("off", "on"), ("KG-R10", "KG-S6", "KG-S7", "KG-S15")),
    option("max_joiners", ("1", "0"), ("KG-R4",)),
    option("raise_own_bid", ("off", "on"), ("KG-R7",), only="max_joiners=1"),
    option("must_beat", ("all", "not_for_negative"), ("KG-P3",)),
    option("show_pair", ("off", "on"), ("KG-R9",)),
    option("stop_when_decided", ("public", "never", "always"), ("KG-P8",)),
    *(
        option(f"value_{name}", (), tuple(dict.fromkeys(lines)), default=chips, only=_JOINED.get(name, ""))
        for name, (chips, lines) in STAKES.items()
    ),
    option(
        "settle_one_bettler_fails", ("loser_pays_winner", "seed_literal"), ("KG-S4",), only="max_joiners=1"
    ),
    option("called_ten_changes_order", ("on", "off"), ("KG-R11",)),
    option("bad_hundert_bid", ("rejected", "lost"), ("KG-R9", "KG-S15", "KG-S16", "KG-S19")),
    option("exposed_discussion", ("on", "off"), ("KG-P7",)),
)
"""The options; all defaults but one follow the forum post."""

BIDS: Final = {contract.action: contract for contract in CONTRACTS[1:]}
"""The contract that each bid names."""
LAYS: Final = {card: Action(f"lay {card}") for card in (*PACK, Card("?"))}
"""The action that puts a card face down (KG-R5), by card."""
LAID: Final = {action: card for card, action in LAYS.items()}
"""The card that is put face down, by action."""
CALLS: Final = {Action(f"call {card}"): card for card in PACK}
"""The card that each call names; its holder is the partner (KG-R10)."""


_OTHER: Final = {
    Card(f"{one}{suit}"): Card(f"{other}{suit}") for suit in "CSHD" for one, other in ("KQ", "QK")
}
"""The other card of a pair of king and queen."""


def pairs(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the kings and queens of complete pairs among the cards."""
    return tuple([card for card in cards if _OTHER.get(card) in cards])


def has_pair(cards: tuple[Card, ...]) -> bool:
    """Return True if king and queen of one suit are among the cards."""
    for card in cards:  # noqa: SIM110 - fast, because it runs at every turn of an auction
        if card[0] == "K" and _OTHER[card] in cards:
            return True
    return False


class GradenRules(FollowGame[FollowState]):
    """The rules of Königrufen of Graden that options set.

    Attributes:
        calls_own: True if the bidder may call a card of their own hand.
        joiners: The number of players who may join a Bettler or a Plauderer.
        raises: True if one of two players who share the highest bid is asked again.
        shows_pair: True if the bidder of a Hundert contract shows king and queen.
        rejects: True if a Hundert contract may not be bid without them.
        stops: The rule for ending a deal before its last trick: `public`, `never` or `always`.
        stakes: The value of each contract by name, in chips; also of `two_bettler` and `two_plauderer`.
    """

    def __init__(self, preset: str | None = None, **options: object) -> None:
        super().__init__(preset, **options)
        chosen = self.options
        self.calls_own = chosen.on("call_own_card")
        self.joiners = int(chosen["max_joiners"])
        self.raises = chosen.on("raise_own_bid")
        self.shows_pair = chosen.on("show_pair")
        self.rejects = chosen["bad_hundert_bid"] == "rejected"
        self.stops = chosen["stop_when_decided"]
        self.stakes = {name: int(chosen[f"value_{name}"]) for name in STAKES}

    def bid_value(self, action: Action) -> int | None:
        """Return the chips that a bid is worth to one player."""
        return self.stakes[BIDS[action].name] if action in BIDS else None

    def order_of(self, contract: GradenContract, called: Card | None) -> CardOrder:
        """Return the order of cards in a contract.

        A called ten may change that of a Durchmarsch (KG-R11).
        """
        ten = called is not None and called.rank == "T" and self.options.on("called_ten_changes_order")
        return TEN if contract is DURCHMARSCH and ten else contract.order

    def duty_in(self, contract: GradenContract) -> Duty:
        """Return the duties of those who follow in a contract (KG-P2, KG-P3)."""
        negative = contract.aim in ("none", "points")
        return FOLLOW_ONLY if negative and self.options["must_beat"] != "all" else BEAT
