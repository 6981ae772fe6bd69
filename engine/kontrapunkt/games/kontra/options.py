"""What players of Kontra agree on before the first deal, and what follows from it; its phases and actions.

A deal comes with facts of its own, and so does a position, beside those of the family:

cut: N AH S AD N TC S 4D   who cut what for the deal; a tie at the top, then those cut again
lead: N                    who leads, or led, the trick in progress; before the first lead, whose lead it is
pack: locked               the pack is locked for good
declined: N                who would not unlock it, in the order asked
bottom: led                the bottom card was led to the first trick, so that it lies in the pack no more
trick: N 7C S dark 9S      its cards so far; with all of them, the winner is to add the spice

How the session stands: `score: N 75 S 45` and `deals: 1`, those played so far.
"""

from collections.abc import Mapping
from functools import partial
from typing import ClassVar, Final

from kontrapunkt.core.cards import HIDDEN
from kontrapunkt.core.interface import Action, Seat, State
from kontrapunkt.core.options import Option
from kontrapunkt.families.rank_match.constants import PACK
from kontrapunkt.families.rank_match.rules import RankRules

option = partial(Option, "ko")

OPTIONS: Final = (
    option("players", ("2", "3"), ("KO-R6",)),
    option("session", ("single", "cumulative"), ("KO-R24",), formerly="match"),
    option("deals", (), ("KO-R24",), default="6", only="session=cumulative"),
    option("unlock", ("compulsory", "optional"), ("KO-R3", "KO-R4")),
    option("recut", ("tied", "all"), ("KO-R20",), only="players=3"),
    option("unlock_trick_dark", ("allowed", "forbidden"), ("KO-R7",)),
    option("visible_top", ("playable", "draw_only"), ("KO-R2",)),
    option("min_dealer", (), ("KO-R19",), default="21"),
    option("spice", ("on", "off"), ("KO-R11",)),
)

HAND: Final = 6
"""Cards in a full hand."""


class Phase:
    """The phases of a deal."""

    FIRST_LEAD: Final = "first_lead"
    NORMAL: Final = "normal"
    SPICE: Final = "spice"
    ENDGAME1: Final = "endgame1"
    ENDGAME: Final = "endgame"
    LOCKED_END: Final = "locked_end"
    OVER: Final = "over"

    FROM_HANDS: Final = (ENDGAME1, ENDGAME, LOCKED_END)
    """Those played from the hands alone."""


SPICE: Final = "spice"
"""The verb of adding a card to a trick."""

TOP: Final = Action("top")
"""To play the top card of the pack while it lies face up."""

BOTTOM: Final = Action("bottom")
"""To lead the face-up bottom card."""

DECLINE: Final = Action("decline")
"""Not to unlock the pack, where that may be refused."""

SPICES: Final = {card: Action(f"{SPICE} {card}") for card in (*PACK, HIDDEN)}
"""The action of adding a card of the hand to the trick just won."""

SPICE_DARK: Final = Action(f"{SPICE} dark")
"""To add the top card of the pack to the trick just won."""

LOCKED: Final = "locked"
LED: Final = "led"

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
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = {"two": {}, "three": {"players": "3"}}
    trick_rules = ("KO-R10", "KO-R18")
    play_facts = ("lead", "trick", "pack", "declined", "bottom", "points", "tricks", "shown")
    session_facts = ("score", "deals")

    def __init__(self, preset: str | None = None, **options: object) -> None:
        super().__init__(preset, **options)
        chosen = self.options
        self.players = int(chosen["players"])
        self.seats = self.numbered = SEATS[self.players]
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
