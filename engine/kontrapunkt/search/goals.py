"""Goals: what a search is to find out, as text such as `points NS`."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import permutations
from typing import Final

from kontrapunkt.core.interface import SEATS, SIDES, Seat
from kontrapunkt.core.messages import say
from kontrapunkt.record.text import read_seat

KINDS: Final = {
    "points": True,
    "difference": True,
    "tricks": True,
    "no-tricks": True,
    "wins": True,
    "contract": True,
    "lines": True,
    "chips": True,
    "game": True,
    "cleans": True,
    "not-cleans": True,
    "result": False,
}
"""The kinds of goal, each with whether it names a side. A game's solver says which of them it knows."""

NEIGHBOURS: Final[tuple[tuple[Seat, ...], ...]] = (("N", "E"), ("E", "S"), ("S", "W"), ("N", "W"))
"""Any two seats beside each other."""

_PAIRS: Final = {"".join(each): pair for pair in (*SIDES, *NEIGHBOURS) for each in permutations(pair)}
_PARTIES: Final = frozenset(KINDS) - {"cleans", "not-cleans", "result"}
"""The kinds that may name a lone seat, or two that sit beside each other."""

YES_OR_NO: Final = ("cleans", "not-cleans", "no-tricks", "wins", "contract")
"""The kinds of goal that are reached or not: their numbers are 1 and 0."""


class GoalError(ValueError):
    """A goal that cannot be read, or that the game's solver does not know."""


class Unsolvable(ValueError):
    """A state that the game's solver cannot answer for, such as one with cards still in the stock."""


@dataclass(frozen=True, slots=True)
class Goal:
    """What a search is to find out.

    `points SIDE`: the card points the side takes from here to the end, the trick in progress included.
    `difference SIDE`: those, less what the other side takes.
    `tricks SIDE`: the tricks it takes from here to the end, the one in progress included.
    `no-tricks SIDE`: 1 if it takes none of them, 0 if it takes any.
    `wins SIDE`: 1 if the side wins the deal, 0 if not.
    `contract SIDE`: 1 if the side does what it has undertaken in the auction or by announcing, 0 if not.
    `lines SIDE`: by how many lines the whole deal brings it ahead of the others.
    `chips SIDE`, `game SIDE`: what the whole deal brings it, in chips or in game points.
    `cleans SIDE`: 1 if the side is clean when the deal ends, 0 if not.
    `not-cleans SIDE`: 1 if the side is not clean when the deal ends, 0 if it is.
    `result`: what the deal brings N–S under the options, as the solver's payoffs number it.

    In all of them both sides do their best: the numbers of SIDE's seats are as high, those of the other's as
    low as can be; with `not-cleans` it is the other way round. Where SIDE is one seat, or two that sit beside
    each other (`NE`), all others play together against it: the number is what it can be sure of.

    Attributes:
        kind: One of `KINDS`.
        side: 0 for N–S, 1 for E–W; 0 where the goal names none.
        party: Who makes up a side that is neither: one seat, or two beside each other, N before E, S, W.
    """

    kind: str
    side: int = 0
    party: tuple[Seat, ...] = ()

    @classmethod
    def of(cls, kind: str, seats: Iterable[Seat]) -> "Goal":
        """The goal of a kind for some seats.

        Args:
            kind: One of `KINDS`.
            seats: Who the side is: one seat, or two.
        """
        party = tuple(seat for seat in SEATS if seat in {*seats})
        return cls(kind, SIDES.index(party)) if party in SIDES else cls(kind, party=party)

    @property
    def seat(self) -> Seat | None:
        """The seat that is a side of its own; None for a side of two, and where the goal names none."""
        return self.party[0] if len(self.party) == 1 else None

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of the side that the goal names; nobody where it names none."""
        return (self.party or SIDES[self.side]) if KINDS[self.kind] else ()

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
        seat = read_seat(side)
        seats = _PAIRS.get(side) or ((seat,) if seat else ())
        if seats and (kind in _PARTIES or (KINDS.get(kind) and seats in SIDES)):
            return cls.of(kind, seats)
        if KINDS.get(kind) is False and not side:
            return cls(kind)
        forms = ", ".join(f"{name} NS" if sided else name for name, sided in KINDS.items())
        raise GoalError(say("search.goal.unreadable", text=" ".join(text[:60].split()), forms=forms))

    def __str__(self) -> str:
        return " ".join([self.kind, "".join(self.seats)]).rstrip()

    def wants_more(self, seat: Seat) -> bool:
        """Whether a seat wants the goal's number to be high."""
        return (seat in (self.party or SIDES[self.side])) != (self.kind == "not-cleans")
