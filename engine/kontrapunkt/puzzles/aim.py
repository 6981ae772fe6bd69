"""What a side is to reach: a goal of the solver, whose it is, and how much of it."""

from dataclasses import dataclass
from typing import Final

from kontrapunkt.game import Seat, side_spoken
from kontrapunkt.search import Goal, Value

SEATS_OF: Final[dict[str, tuple[Seat, ...]]] = {"NS": ("N", "S"), "EW": ("E", "W")}
"""The seats of a side as a puzzle names it."""

YES_OR_NO: Final = ("cleans", "not-cleans")
"""The kinds of goal that are reached or not, and need no target."""


@dataclass(frozen=True, slots=True)
class Aim:
    """A side, a goal, and the number that it is to come to.

    Attributes:
        side: `NS` or `EW`.
        goal: The goal.
        target: At least so much where the side wants more of the goal's number, at most so much where it
            wants less.
    """

    side: str
    goal: Goal
    target: int

    @classmethod
    def of(cls, side: str, goal: Goal, target: int | None) -> "Aim":
        """The aim with that target; a goal of yes or no has its own."""
        if target is None:
            target = int(goal.wants_more(SEATS_OF[side][0]))
        return cls(side, goal, target)

    @property
    def more(self) -> bool:
        """Whether the side wants more of the goal's number."""
        return self.goal.wants_more(self.seats[0])

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of the side."""
        return SEATS_OF[self.side]

    @property
    def others(self) -> tuple[Seat, ...]:
        """The seats of the other side."""
        return SEATS_OF["EW" if self.side == "NS" else "NS"]

    @property
    def name(self) -> str:
        """The side in words: "North and South"."""
        return side_spoken(self.seats)

    @property
    def tighter(self) -> "Aim":
        """The same with one more (or less) to reach."""
        return Aim(self.side, self.goal, self.target + (1 if self.more else -1))

    def reached(self, value: Value) -> bool:
        """Whether a value of the goal reaches it; where it depends on the past, for every past."""
        ends = (
            [value] if isinstance(value, int) else [end for each in value for end in (each.least, each.most)]
        )
        return all(end >= self.target if self.more else end <= self.target for end in ends)

    def of_side(self, seat: Seat | None) -> bool:
        """Whether a seat is one of the side's."""
        return seat in self.seats
