"""What players of Kontra agree on before the first deal, and what follows from it."""

from collections.abc import Mapping
from typing import ClassVar, Final, override

from kontrapunkt.game import Option, Seat, State
from kontrapunkt.games.kontra.table import HAND
from kontrapunkt.games.rank_match.rules import RankRules
from kontrapunkt.games.rank_match.table import PACK

OPTIONS: Final = (
    Option(
        "players",
        "How many play",
        ("2", "3"),
        "2",
        "both McLeod",
        ("KO-R6",),
    ),
    Option(
        "match",
        "Whether card points are added up from deal to deal",
        ("single", "cumulative"),
        "single",
        "the family counts each deal by itself; adding up: C. Seres’ suggestion",
        ("KO-R24",),
    ),
    Option(
        "deals",
        "How many deals are added up",
        (),
        "6",
        "our ruling: C. Seres speaks of a series",
        ("KO-R24",),
        only="match=cumulative",
    ),
    Option(
        "unlock",
        "Whether a player who can unlock the pack must do so",
        ("compulsory", "optional"),
        "compulsory",
        "our ruling: McLeod has the holder start with that card",
        ("KO-R3", "KO-R4"),
    ),
    Option(
        "recut",
        "Who cuts again after equal highest cards",
        ("tied", "all"),
        "tied",
        "our ruling: with two players both come to the same",
        ("KO-R20",),
        only="players=3",
    ),
    Option(
        "unlock_trick_dark",
        "Playing in the dark in the trick that unlocks the pack",
        ("allowed", "forbidden"),
        "allowed",
        "our ruling: the lead has unlocked it",
        ("KO-R7",),
    ),
    Option(
        "visible_top",
        "The top card that still lies face up when the bottom one has been led",
        ("playable", "draw_only"),
        "playable",
        "our ruling: the next player may play it or draw it",
        ("KO-R2",),
    ),
    Option(
        "min_dealer",
        "The fewest card points that entitle to the next deal",
        (),
        "21",
        "McLeod",
        ("KO-R19",),
    ),
    Option(
        "spice",
        "The extra card that the winner of a trick adds",
        ("on", "off"),
        "on",
        "off is nobody’s rule: a plainer game to learn with",
        ("KO-R11",),
    ),
)

SEATS: Mapping[int, tuple[Seat, ...]] = {2: ("N", "S"), 3: ("N", "E", "S")}
"""Who plays, by the number of players, in the order of play."""


class KontraRules[S: State](RankRules[S]):
    """The rules of Kontra with its options fixed.

    Attributes:
        players: How many play.
        spices: Whether winners add a card to their tricks.
        per_trick: Cards of the pack that an ordinary trick uses up.
        full_pack: Cards of the pack after the deal.
        ordinary: How many tricks begin with enough of the pack for that.
        stray: Cards of the pack that are left for the endgame.
        last_trick: The number of the last trick, unless the pack stays locked.
        dark_tricks: Whether a trick may be played to in the dark, by its number, the pack being open.
        visible_top: Whether the top card may be played while it lies face up after the first lead.
        unlock_trick_dark: Whether the trick that unlocks the pack may be played to in the dark.
        must_unlock: Whether who can unlock the pack must do so.
    """

    known_options = OPTIONS
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = {"seed": {}, "three": {"players": "3"}}
    trick_rules = ("KO-R10", "KO-R18")
    match_facts = ("score", "deals")

    def __init__(self, preset: str | None = None, **options: object) -> None:
        super().__init__(preset, **options)
        chosen = self.options
        self.players = int(chosen["players"])
        self.sides = tuple((seat,) for seat in self.seats)
        self.spices = chosen.on("spice")
        self.visible_top = chosen["visible_top"] == "playable"
        self.unlock_trick_dark = chosen["unlock_trick_dark"] == "allowed"
        self.must_unlock = chosen["unlock"] == "compulsory"
        self.per_trick = self.players + self.spices
        self.full_pack = len(PACK) - HAND * self.players
        self.ordinary = self.full_pack // self.per_trick
        self.stray = self.full_pack % self.per_trick
        self.last_trick = self.ordinary + HAND
        enough = [self.full_pack - self.per_trick * before >= 3 for before in range(self.ordinary)]
        self.dark_tricks = (False, *enough)

    @property
    @override
    def seats(self) -> tuple[Seat, ...]:
        return SEATS[self.players]
