"""The goal of a side in a puzzle: a goal of the solver with a target."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from kontrapunkt.core.interface import SEATS, Game, Seat
from kontrapunkt.core.messages import Message, side_name, side_spoken
from kontrapunkt.search import Goal, Value


@dataclass(frozen=True, slots=True)
class Aim:
    """A side, its goal, and the number to reach.

    Attributes:
        side: The side as a puzzle names it, by its seats: `NS`, `EW`, or `N` for a single player.
        target: The least number to reach if the side wants more of the goal's number, or else the greatest.
        table: All seats that play.
    """

    side: str
    goal: Goal
    target: int
    table: tuple[Seat, ...] = SEATS

    @classmethod
    def create(cls, side: str, goal: Goal, target: int | None, table: tuple[Seat, ...] = SEATS) -> "Aim":
        """Return the aim with a target; a goal of yes or no has its own.

        Args:
            side: The side, as `side_text` names it.
            target: In the unit of the goal; None for the goal's own.
            table: The seats that play, in the order of play.
        """
        aim = cls(side, goal, target or 0, table)
        return aim if target is not None else replace(aim, target=int(aim.more))

    @property
    def more(self) -> bool:
        """True if the side wants more of the goal's number."""
        return self.goal.wants_more(self.seats[0])

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of the side."""
        return tuple(filter(self.side.__contains__, self.table))

    @property
    def others(self) -> tuple[Seat, ...]:
        """All other seats, which play against the side."""
        return tuple(seat for seat in self.table if seat not in self.side)

    @property
    def own(self) -> bool:
        """True if the goal names the side itself, and not its opponents."""
        return self.more != (self.goal.kind == "not-cleans")

    @property
    def whose(self) -> str:
        """The value of `own` in keys of sentences: `own` or `other`."""
        return "own" if self.own else "other"

    @property
    def alone(self) -> bool:
        """True if the side is a single player."""
        return len(self.seats) == 1

    @property
    def name(self) -> Message:
        """The side in words, as in "North and South"."""
        return side_name(_from_north(self.seats))

    @property
    def opponents(self) -> Message:
        """The other players in words: two partners as a side, others one by one."""
        partners = len(self.seats) == len(self.others) == 2
        others = _from_north(self.others)
        return side_name(others) if partners else side_spoken(others)

    @property
    def tighter(self) -> "Aim":
        """The aim with a target that is harder by one."""
        return replace(self, target=self.target + (1 if self.more else -1))

    def reached(self, value: Value) -> bool:
        """Return True if a value of the goal reaches the target.

        If the value depends on earlier play, it must reach the target in every case.
        """
        if isinstance(value, int):
            return value >= self.target if self.more else value <= self.target
        ends = [end for each in value for end in (each.least, each.most)]
        return all(end >= self.target if self.more else end <= self.target for end in ends)

    def of_side(self, seat: Seat | None) -> bool:
        """Return True if a seat belongs to the side."""
        return seat in self.table and seat in self.side


def _from_north(seats: Sequence[Seat]) -> list[Seat]:
    """Return seats in the order in which they are named: North–South, East–West."""
    return sorted(seats, key=SEATS.index)


def side_text(seats: Sequence[Seat]) -> str:
    """Return the name of a side in a puzzle, as in `NS` or `N`."""
    return "".join(seats)


def sides_of(game: Game) -> dict[str, tuple[Seat, ...]]:
    """Return the sides of a game that play, by their names in puzzles."""
    sides = (tuple(seat for seat in side if seat in game.seats) for side in game.sides)
    return {side_text(side): side for side in sides if side}


def fits(goal: Goal, side: Sequence[Seat], table: Sequence[Seat]) -> bool:
    """Return True if all seats of a side, and no others, share a wish about a goal.

    The wish is that the goal's number be high, or that it be low. If three players each play alone, a goal
    for the number of a seat fits that seat only: how far another seat could hold it down depends on the
    third.

    Args:
        side: The seats of the side.
        table: All seats that play.
    """
    wants = {seat: goal.wants_more(seat) for seat in table}
    return all((wants[seat] == wants[side[0]]) == (seat in side) for seat in table)


def agreed(answers: Iterable[bool]) -> bool | None:
    """Return the common answer; None if the answers differ."""
    found = set(answers)
    return found.pop() if len(found) == 1 else None
