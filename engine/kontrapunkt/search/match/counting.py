"""Counting: the kernel as the rest of the solver asks it, in what N–S count, whoever leads."""

from typing import Any

from kontrapunkt.search.clock import Clock
from kontrapunkt.search.match.family import Family
from kontrapunkt.search.match.kernel import FAR, Kernel
from kontrapunkt.search.match.place import Frame, Position
from kontrapunkt.search.match.plain import Plain
from kontrapunkt.search.match.tables import Tables
from kontrapunkt.search.match.techniques import Techniques


class Counting:
    """A kind of count in an ending; an `Engine`."""

    def __init__(
        self, frame: Frame, family: Family, tables: Tables, techniques: Techniques, clock: Clock
    ) -> None:
        """Prepares to count.

        Args:
            frame: The ending.
            family: What is counted.
            tables: The tables of its hands.
            techniques: What to make use of.
            clock: Tells when to pause.
        """
        self._family = family
        self._kernel = Kernel(frame.ending, family, tables, frame.limit, techniques, clock)
        self._plain = None if techniques.zero_window else Plain(frame, family, tables, techniques.memory)

    @property
    def nodes(self) -> int:
        """Positions searched so far."""
        return self._plain.nodes if self._plain else self._kernel.nodes

    @property
    def found(self) -> tuple[dict[Any, Any] | list[int], ...]:
        """What has been found so far, in several tables."""
        return (*self._kernel.found, *([self._plain.found] if self._plain else []))

    def ask(self, position: Position, points: int, tricks: int, target: int, rank: int | None = None) -> int:
        """A bound on what N–S count; see `Engine`.

        Args:
            position: The position.
            points: Card points that N–S took on the way there; they count.
            tricks: Tricks that N–S took on the way there.
            target: In what is counted.
            rank: The rank's number that is led there; None for any.
        """
        hands, number, leader, flags, streak = position
        flags &= self._family.flags
        gain = points * self._family.scale + tricks * self._family.per_trick
        if self._plain:
            return gain + self._plain.value(position._replace(flags=flags), rank)
        kernel = self._kernel
        a, b, c, d = hands[leader], hands[leader - 3], hands[leader - 2], hands[leader - 1]
        total = kernel.total(hands, number)
        ours = leader in (0, 2)
        aim = target - gain if ours else total - (target - gain) + 1
        if rank is None:
            found = kernel.value(a, b, c, d, number, leader, flags, streak, aim)
        else:
            leads = bytes([[move[1] for move in kernel.tables.low[a]].index(rank)])
            found = kernel.lines(a, b, c, d, number, leader, flags, streak, aim, total, leads, -FAR)
        return gain + (found if ours else total - found)
