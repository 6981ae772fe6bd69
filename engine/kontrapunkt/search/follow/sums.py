"""Search for results that depend on two sums: points and extra points.

A game defines the result for each pair; a higher sum never gives the first side a lower result. Both searches
answer whether the result reaches a number.
"""

import struct
from dataclasses import dataclass
from functools import cached_property
from typing import Final, override

from kontrapunkt.search.follow.compiled import VALUE, CompiledFollowKernel
from kontrapunkt.search.follow.kernel import Recursion
from kontrapunkt.search.follow.numbering import Hands, KernelSetup, TrialPosition, members
from kontrapunkt.search.native import Machine, MachineError

POINTS: Final = 64
"""An exclusive upper bound of the points in a trick."""

OURS: Final = POINTS
"""The weight of a card that counts one against the first side if the others take it."""

THEIRS: Final = 3 * POINTS
"""The weight of a card that counts one for the first side if it takes it."""

CROWN: Final = 9 * POINTS
"""The weight of a card that counts one for whoever takes the last trick with it."""

SPAN: Final = 64
"""The largest number of different extra points."""


@dataclass(frozen=True)
class Sums:
    """The result of the deal for each pair of sums.

    A node is `(points * span + beside) * 4 + took`: the points of the first side, the extra points above
    their minimum, and the sides that have taken a trick: bit 0 for the first side, 1 for the others.

    Attributes:
        most: The points in the pack.
        span: The number of different extra points.
        rich: The points in a trick that count an extra point for whoever takes it.
        ends: The result by node.
    """

    most: int
    span: int
    rich: int
    ends: tuple[int, ...]

    def node(self, points: int, beside: int, took: int) -> int:
        """Return the number of a node.

        Args:
            points: The points of the first side.
            beside: The extra points above their minimum.
            took: The sides that have taken a trick, as bits.
        """
        return (points * self.span + beside) * 4 + took

    @property
    def depends_on_points_alone(self) -> bool:
        """Return True if the result depends on points alone."""
        return self.span == 1 and self.ends[1::4] == self.ends[2::4] == self.ends[3::4]

    @cached_property
    def worths(self) -> tuple[int, ...]:
        """All possible results, ascending."""
        return tuple(sorted({*self.ends}))


class CompiledSums(CompiledFollowKernel):
    """The compiled search of `native/source/sums.c`.

    Attributes:
        sums: The results by pair of sums.
    """

    def __init__(self, machine: Machine, given: KernelSetup, sums: Sums, *, size: int) -> None:
        """Write the configuration and the results into the machine's memory.

        Args:
            machine: A machine with the kernel `sums` that nobody else uses.
            given: The configuration of every kernel; its marks are weights besides points.
            sums: The results by pair of sums.
            size: The size of its table, in bytes, a power of two.

        Raises:
            ValueError: if there are too many cards or results.
            MachineError: if there is no memory for the tables.
        """
        self.sums = sums
        super().__init__(machine, given, size=size)

    @override
    def _prepare(self, machine: Machine) -> None:
        sums = self.sums
        fits = len(sums.ends) == 4 * sums.span * (sums.most + 1) and 0 < sums.span <= SPAN
        if not fits or sums.rich < 1 or max(sums.ends) >= VALUE or min(sums.ends) <= -VALUE:
            raise ValueError("the compiled kernel has no room for such sums")
        machine.write(machine.call("table_at"), struct.pack("<3i", sums.most, sums.span, sums.rich))
        super()._prepare(machine)
        machine.write(machine.call("pages_at"), struct.pack(f"<{len(sums.ends)}h", *sums.ends))

    @override
    def _ask(self, trial: TrialPosition, least: int, budget: int) -> tuple[int, int, int]:
        self._check_node(trial)
        self._machine.write(self._machine.call("table_at") + 12, struct.pack("<i", trial.root))
        return super()._ask(trial, least, budget)

    def _check_node(self, trial: TrialPosition) -> None:
        """Reject a node from which the sums could leave their table.

        Raises:
            MachineError: for such a node.
        """
        sums = self.sums
        hands, _, laid, root, _ = trial
        weights = [self.values[card] for card in {*laid}.union(*map(members, hands))]
        points = sum(weight % POINTS for weight in weights)
        marks = sum(weight >= OURS for weight in weights) + (points // sums.rich if sums.rich < POINTS else 0)
        beside, at = (root >> 2) % sums.span, (root >> 2) // sums.span
        if root < 0 or at + points > sums.most or not marks <= beside < sums.span - marks:
            raise MachineError("no such node")


class PythonSums(Recursion):
    """The search of `CompiledSums` in Python.

    Attributes:
        sums: The results by pair of sums.
        known: For positions between two tricks the number last asked about, less one if it was not reached.
    """

    def __init__(self, given: KernelSetup, sums: Sums) -> None:
        """Prepare the tables of cards.

        Args:
            given: The configuration of every kernel; its marks are weights besides points.
            sums: The results by pair of sums.
        """
        super().__init__(given)
        self.sums = sums
        self.known: dict[tuple[Hands, int, int, int], int] = {}

    @override
    def _over(self, hands: Hands, winner: int, top: int, pot: int, kept: int, least: int) -> int:
        points, marks, side = pot % POINTS, pot // POINTS, self.sides[winner]
        beside = (points >= self.sums.rich) + (not any(hands) and self.values[top] >= CROWN)
        beside += marks % 3 if side else marks // 3 % 3
        node = kept + 4 * (-beside if side else beside) + (0 if side else points * self.sums.span * 4)
        node |= 1 << side
        if not hands[winner]:
            return least - (self.sums.ends[node] < least)
        key = hands, winner, node, least
        if key not in self.known:
            self.known[key], _ = self._led(hands, winner, node, least)
            self.clock.tick()
        return self.known[key]
