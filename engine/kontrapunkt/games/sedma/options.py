"""The options of Sedma, and the rules that follow from them.

A position has these facts, beside those of the session (`score: NS 3 EW 2`):

lead: N                    the seat that leads or has led the trick in progress
trick: N 9C E 7S S AD W TH its cards so far; after a full round the leader is to go on or to stop
points: NS 30 EW 10        card points before this trick; may be left out if unknown
tricks: NS 2 EW 1          tricks before this one; may be left out if unknown
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import ClassVar, Final, override

from kontrapunkt.core.cards import pack
from kontrapunkt.core.interface import SIDES, Action, Seat, State
from kontrapunkt.core.options import Option
from kontrapunkt.families.rank_match.rules import RankRules

option = partial(Option, "se")

OPTIONS: Final = (
    option("players", ("4", "2"), ("SE-R1",)),
    option("sevens", ("wild", "plain"), ("SE-R5", "SE-R6", "SE-R7")),
    option("go_on", ("always", "if_beaten", "never"), ("SE-R7", "SE-R8")),
    option("target", (), ("SE-R14",), default="5"),
)

PACK: Final = pack(32)

HAND: Final = 4
"""The number of cards in a full hand."""

SEVEN: Final = "7"

STOP: Final = Action("stop")
"""The leader's decision not to go on with a trick."""

VALUES: Final[Mapping[str, int]] = {"A": 10, "T": 10}
"""Card points by rank; all other ranks count nothing."""

LAST_TRICK: Final = 10
"""The card points for the last trick."""

TOTAL: Final = 90
"""All card points of a deal."""

SEATS: Final[Mapping[int, tuple[Seat, ...]]] = {4: ("N", "E", "S", "W"), 2: ("N", "S")}
"""The seats in the order of play, by the number of players."""


class SedmaRules[S: State](RankRules[S]):
    """The rules of Sedma that options set.

    Attributes:
        players: The number of players.
        wild: True if a seven counts as any rank that was led.
        total: Card points in a deal.
    """

    known_options = OPTIONS
    trick_rules = ("SE-R5", "SE-R11")
    play_facts = ("lead", "trick", "points", "tricks")
    session_facts = ("score",)
    refusal_rules: ClassVar[Mapping[str, str]] = {"over": "SE-R8", "turn": "SE-R3"}
    values = VALUES
    pack = PACK
    packets = (1,) * HAND
    faults = "sedma.fault."
    total = TOTAL

    def __init__(self, preset: str | None = None, **options: object) -> None:
        super().__init__(preset, **options)
        self.players = int(self.options["players"])
        self.seats = self.numbered = SEATS[self.players]
        self.sides = SIDES if self.players == 4 else tuple((seat,) for seat in self.seats)
        self.wild = self.options["sevens"] == "wild"
        self._goes_on = self.options["go_on"]

    @override
    def alike(self, action: Action) -> str:
        return action[0] if action.card else str(action)

    def matches(self, card: str, led: str) -> bool:
        """Return True if a card counts as one of the rank led (SE-R5, SE-R6).

        Args:
            led: The rank led.
        """
        return card[0] == led or (self.wild and card[0] == SEVEN)

    @override
    def taker(self, trick: Sequence[str]) -> int:
        led = trick[0][0]
        return next(at for at in reversed(range(len(trick))) if self.matches(trick[at], led))

    def may_go_on(self, trick: Sequence[str]) -> bool:
        """Return True if the leader of a full trick may go on with it, given the cards (SE-R7)."""
        if self._goes_on == "if_beaten":
            return bool(self.taker(trick) % self.players % 2)
        return self._goes_on == "always"
