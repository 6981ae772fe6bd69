"""Search goals, written as text such as `points NS`."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import permutations
from typing import Final

from kontrapunkt.core.interface import SEATS, SIDES, Seat
from kontrapunkt.core.messages import say
from kontrapunkt.core.old_names import old_names
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
"""The kinds of goal, each with whether it names a side; each solver knows some."""

NEIGHBOURS: Final[tuple[tuple[Seat, ...], ...]] = (("N", "E"), ("E", "S"), ("S", "W"), ("N", "W"))
"""The pairs of neighbouring seats."""

_PAIRS: Final = {"".join(each): pair for pair in (*SIDES, *NEIGHBOURS) for each in permutations(pair)}
_PARTIES: Final = frozenset(KINDS) - {"cleans", "not-cleans", "result"}
"""The kinds of goal that may name a single seat or two neighbours."""

YES_OR_NO: Final = ("cleans", "not-cleans", "no-tricks", "wins", "contract")
"""The kinds of goal whose numbers are 1 (reached) and 0 (not reached)."""


class GoalError(ValueError):
    """Raised if a goal cannot be read or is unknown to the game's solver."""


class Unsolvable(ValueError):
    """Raised if the solver cannot solve a state, such as one with cards in the stock."""


@old_names(of="create")
@dataclass(frozen=True, slots=True)
class Goal:
    """The goal of a search.

    `points SIDE`: the card points that the side takes from here on, including the trick in progress.
    `difference SIDE`: those less the other side's. `tricks SIDE`: the tricks it takes from here on, including
    the one in progress. `no-tricks SIDE`: 1 if it takes none of them, else 0. `wins SIDE`: 1 if the side wins
    the deal, else 0. `contract SIDE`: 1 if the side fulfils what it undertook in the auction or by
    announcing, else 0. `lines SIDE`: the lines by which the whole deal puts it ahead of the others. `chips
    SIDE`, `game SIDE`: its result of the whole deal in chips or game points. `cleans SIDE`: 1 if the side is
    clean at the end of the deal, else 0. `not-cleans SIDE`: 1 if the side is not clean at the end of the
    deal, else 0. `result`: the result of the deal for N–S under the options, on the scale of the solver's
    payoffs.

    Both sides play their best: SIDE's seats for a high number, the others for a low one; with `not-cleans` it
    is the other way round. If SIDE is one seat or two neighbours (`NE`), all others play together against it,
    so the number is what it can be sure of.

    Attributes:
        kind: One of `KINDS`.
        side: 0 for N–S, 1 for E–W; 0 if the goal names none.
        party: The seats of a side that is neither: one seat or two neighbours, in the order N E S W.
    """

    kind: str
    side: int = 0
    party: tuple[Seat, ...] = ()

    @classmethod
    def create(cls, kind: str, seats: Iterable[Seat]) -> "Goal":
        """Return the goal of a kind for a side.

        Args:
            kind: One of `KINDS`.
            seats: The seats of the side: one or two.
        """
        party = tuple(seat for seat in SEATS if seat in {*seats})
        return cls(kind, SIDES.index(party)) if party in SIDES else cls(kind, party=party)

    @property
    def seat(self) -> Seat | None:
        """The seat that is a side of its own; None for other sides."""
        return self.party[0] if len(self.party) == 1 else None

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of the side that the goal names; empty if it names none."""
        return (self.party or SIDES[self.side]) if KINDS[self.kind] else ()

    @classmethod
    def read(cls, text: "str | Goal") -> "Goal":
        """Parse a goal, leniently: `points NS`, `not-cleans e-w`, `result`.

        Raises:
            GoalError: if there is no such goal; the message names the goals there are.
        """
        if isinstance(text, Goal):
            return text
        kind, _, rest = " ".join(text[:60].split()).partition(" ")
        kind = kind.lower()
        side = "".join(letter for letter in rest.upper() if letter not in "-–/ ")
        seat = read_seat(side)
        seats = _PAIRS.get(side) or ((seat,) if seat else ())
        if seats and (kind in _PARTIES or (KINDS.get(kind) and seats in SIDES)):
            return cls.create(kind, seats)
        if KINDS.get(kind) is False and not side:
            return cls(kind)
        forms = ", ".join(f"{name} NS" if sided else name for name, sided in KINDS.items())
        raise GoalError(say("search.goal.unreadable", text=" ".join(text[:60].split()), forms=forms))

    def __str__(self) -> str:
        return " ".join([self.kind, "".join(self.seats)]).rstrip()

    def wants_more(self, seat: Seat) -> bool:
        """Return True if a seat wants the goal's number to be high."""
        return (seat in (self.party or SIDES[self.side])) != (self.kind == "not-cleans")
