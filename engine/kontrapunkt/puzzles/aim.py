"""What a side is to reach: a goal of the solver, whose it is, and how much of it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from kontrapunkt.core.interface import SEATS, Game, Seat
from kontrapunkt.search import Goal, Value
from kontrapunkt.text.phrasing import side_name, side_spoken


@dataclass(frozen=True, slots=True)
class Aim:
    """A side, a goal, and the number that it is to come to.

    Attributes:
        side: The side as a puzzle names it, by its seats: `NS`, `EW`, or `N` for one who plays alone.
        goal: The goal.
        target: At least so much where the side wants more of the goal's number, at most so much where it
            wants less.
        table: All seats that play.
    """

    side: str
    goal: Goal
    target: int
    table: tuple[Seat, ...] = SEATS

    @classmethod
    def of(cls, side: str, goal: Goal, target: int | None, table: tuple[Seat, ...] = SEATS) -> "Aim":
        """The aim with that target; a goal of yes or no has its own.

        Args:
            side: The side, as `side_text` names it.
            goal: The goal.
            target: In the unit of the goal; None for its own.
            table: The seats that play, in the order of play.
        """
        aim = cls(side, goal, target or 0, table)
        return aim if target is not None else replace(aim, target=int(aim.more))

    @property
    def more(self) -> bool:
        """Whether the side wants more of the goal's number."""
        return self.goal.wants_more(self.seats[0])

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of the side."""
        return tuple(filter(self.side.__contains__, self.table))

    @property
    def others(self) -> tuple[Seat, ...]:
        """All other seats; they play against the side."""
        return tuple(seat for seat in self.table if seat not in self.side)

    @property
    def own(self) -> bool:
        """Whether the goal names the side itself, and not its opponents."""
        return self.more != (self.goal.kind == "not-cleans")

    @property
    def whose(self) -> str:
        """The same as keys of sentences have it."""
        return "own" if self.own else "other"

    @property
    def alone(self) -> bool:
        """Whether the side is a lone player."""
        return len(self.seats) == 1

    @property
    def name(self) -> str:
        """The side in words: "North and South"."""
        return side_name(_from_north(self.seats))

    @property
    def opponents(self) -> str:
        """The others: two partners as a side, all other players one by one."""
        partners = len(self.seats) == len(self.others) == 2
        others = _from_north(self.others)
        return side_name(others) if partners else side_spoken(others)

    @property
    def tighter(self) -> "Aim":
        """The same with one more (or less) to reach."""
        return replace(self, target=self.target + (1 if self.more else -1))

    def reached(self, value: Value) -> bool:
        """Whether a value of the goal reaches it; where it depends on the past, for every past."""
        if isinstance(value, int):
            return value >= self.target if self.more else value <= self.target
        ends = [end for each in value for end in (each.least, each.most)]
        return all(end >= self.target if self.more else end <= self.target for end in ends)

    def of_side(self, seat: Seat | None) -> bool:
        """Whether a seat is one of the side's."""
        return seat in self.table and seat in self.side


def _from_north(seats: Sequence[Seat]) -> list[Seat]:
    """Seats as one names them, whatever the order of play: North–South, East–West."""
    return sorted(seats, key=SEATS.index)


def side_text(seats: Sequence[Seat]) -> str:
    """A side as a puzzle names it: `NS`, `N`."""
    return "".join(seats)


def sides_of(game: Game) -> dict[str, tuple[Seat, ...]]:
    """The sides of a game that play, as puzzles name them."""
    sides = (tuple(seat for seat in side if seat in game.seats) for side in game.sides)
    return {side_text(side): side for side in sides if side}


def fits(goal: Goal, side: Sequence[Seat], table: Sequence[Seat]) -> bool:
    """Whether a side has a goal's number to itself: all its seats want more of it or all less, others not.

    With three who play each alone, only one side can go for the number of a seat: that seat. What another
    could hold it down to would hang on the third.

    Args:
        goal: The goal.
        side: The seats of the side.
        table: All seats that play.
    """
    wants = {seat: goal.wants_more(seat) for seat in table}
    return all((wants[seat] == wants[side[0]]) == (seat in side) for seat in table)


def agreed(answers: Iterable[bool]) -> bool | None:
    """The one answer, where all are the same."""
    found = set(answers)
    return found.pop() if len(found) == 1 else None
