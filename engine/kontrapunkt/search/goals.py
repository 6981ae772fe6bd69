"""Goals: what a search is to find out, as text such as `points NS`."""

from dataclasses import dataclass
from typing import Final

from kontrapunkt.game import Seat
from kontrapunkt.record.text import read_seat
from kontrapunkt.said import say

KINDS: Final = {
    "points": True,
    "difference": True,
    "cleans": True,
    "not-cleans": True,
    "result": False,
}
"""The kinds of goal, each with whether it names a side. A game's solver says which of them it knows."""

_SIDES: Final[dict[str, int]] = {"NS": 0, "SN": 0, "EW": 1, "WE": 1}
_ALONE: Final = ("points",)  # the kinds that a lone seat may be named with


class GoalError(ValueError):
    """A goal that cannot be read, or that the game's solver does not know."""


class Unsolvable(ValueError):
    """A state that the game's solver cannot answer for, such as one with cards still in the stock."""


@dataclass(frozen=True, slots=True)
class Goal:
    """What a search is to find out.

    `points SIDE`: the card points the side takes from here to the end, the trick in progress included.
    `difference SIDE`: those, less what the other side takes.
    `cleans SIDE`: 1 if the side is clean when the deal ends, 0 if not.
    `not-cleans SIDE`: 1 if the side is not clean when the deal ends, 0 if it is.
    `result`: what the deal brings N–S under the options, as the solver's payoffs number it.

    In all of them both sides do their best: the numbers of SIDE's seats are as high, those of the other's as
    low as can be; with `not-cleans` it is the other way round. In a game in which each plays alone SIDE is a
    seat, and all others play together against it: the number is what that seat can be sure of.

    Attributes:
        kind: One of `KINDS`.
        side: 0 for N–S, 1 for E–W; 0 where the goal names none.
        seat: The seat that is a side of its own; None for a side of two, and where the goal names none.
    """

    kind: str
    side: int = 0
    seat: Seat | None = None

    @classmethod
    def read(cls, text: "str | Goal") -> "Goal":
        """Reads a goal, leniently: `points NS`, `not-cleans e-w`, `result`.

        Raises:
            GoalError: naming the goals there are.
        """
        if isinstance(text, Goal):
            return text
        kind, _, rest = " ".join(text[:60].split()).partition(" ")
        kind = kind.lower()
        side = "".join(letter for letter in rest.upper() if letter not in "-–/ ")
        if kind in KINDS and (side in _SIDES if KINDS[kind] else not side):
            return cls(kind, _SIDES.get(side, 0))
        if kind in _ALONE and (seat := read_seat(side)):
            return cls(kind, seat=seat)
        forms = ", ".join(f"{name} NS" if sided else name for name, sided in KINDS.items())
        raise GoalError(say("search.goal.unreadable", text=" ".join(text[:60].split()), forms=forms))

    def __str__(self) -> str:
        return f"{self.kind} {self.seat or ('NS', 'EW')[self.side]}" if KINDS[self.kind] else self.kind

    def wants_more(self, seat: Seat) -> bool:
        """Whether a seat wants the goal's number to be high."""
        if self.seat:
            return seat == self.seat
        ours = (seat in ("N", "S")) == (self.side == 0)
        return ours != (self.kind == "not-cleans")
