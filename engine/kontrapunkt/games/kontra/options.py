"""The options of Kontra, the rules that follow from them, its phases and actions.

A fresh deal and a position have facts of their own, beside those of the family:

cut: N AH S AD N TC S 4D   the cards cut for the deal; after a tie at the top, those cut again
lead: N                    the leader of the trick in progress; before the first lead, the seat that has it
pack: locked               the pack is locked for good
declined: N                the seats that would not unlock it, in the order asked
bottom: led                the bottom card was led to the first trick, so it is no longer in the pack
trick: N 7C S dark 9S      the cards of the trick so far; if it is full, the winner is to add the spice

The standing of the session is `score: N 75 S 45` and `deals: 1`, the number of deals played so far.
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
"""The number of cards in a full hand."""


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
    """The phases that are played from the hands alone."""


SPICE: Final = "spice"
"""The verb of adding a card to a trick."""

TOP: Final = Action("top")
"""The play of the top card of the pack while it is face up."""

BOTTOM: Final = Action("bottom")
"""The lead of the face-up bottom card."""

DECLINE: Final = Action("decline")
"""The refusal to unlock the pack, where an option allows it."""

SPICES: Final = {card: Action(f"{SPICE} {card}") for card in (*PACK, HIDDEN)}
"""The action that adds a card of the hand to the trick just won, by card."""

SPICE_DARK: Final = Action(f"{SPICE} dark")
"""The action that adds the top card of the pack to the trick just won."""

LOCKED: Final = "locked"
LED: Final = "led"

SEATS: Mapping[int, tuple[Seat, ...]] = {2: ("N", "S"), 3: ("N", "E", "S")}
"""The seats in the order of play, by the number of players."""


class KontraRules[S: State](RankRules[S]):
    """The rules of Kontra that options set.

    Attributes:
        players: The number of players.
        spices: True if winners add a card to their tricks.
        per_trick: The number of cards of the pack that an ordinary trick uses.
        full_pack: The number of cards in the pack after the deal.
        ordinary: The number of tricks that begin with enough cards of the pack.
        stray: The number of cards of the pack that are left for the endgame.
        last_trick: The number of the last trick, unless the pack stays locked.
        dark_tricks: By the number of a trick, True if it may be played to in the dark with the pack unlocked.
        visible_top: True if the top card may be played while it is face up after the first lead.
        unlock_trick_dark: True if the trick that unlocks the pack may be played to in the dark.
        must_unlock: True if a player who can unlock the pack must do so.
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
