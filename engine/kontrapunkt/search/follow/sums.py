"""The recursions over two sums: the points of the first side, and what counts beside them, for it or against.

A game says what they are worth together in the end; of either, more is never worth less to the first side.
Both recursions answer yes or no: is it worth at least so much?
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
"""The points of a trick are fewer."""

OURS: Final = POINTS
"""What a card weighs more that counts one against the first side when the others take it."""

THEIRS: Final = 3 * POINTS
"""What a card weighs more that counts one for the first side when it takes it."""

CROWN: Final = 9 * POINTS
"""What a card weighs more that counts one for who takes the last trick with it."""

SPAN: Final = 64
"""How many values at most what counts beside the points may have."""


@dataclass(frozen=True)
class Sums:
    """What two sums come to.

    A node is `(points * span + beside) * 4 + took`: the points of the first side, what counts beside them,
    from the least that there may be, and who has taken a trick: bit 0 for the first side, 1 for the others.

    Attributes:
        most: The points in the pack.
        span: How many values what counts beside them may have.
        rich: So many points in a trick count one beside for who takes it.
        ends: By node, what the deal is worth.
    """

    most: int
    span: int
    rich: int
    ends: tuple[int, ...]

    def node(self, points: int, beside: int, took: int) -> int:
        """The number of a node.

        Args:
            points: The points of the first side.
            beside: What counts beside them, from the least that there may be.
            took: Which sides have taken a trick, as bits.
        """
        return (points * self.span + beside) * 4 + took

    @property
    def counted(self) -> bool:
        """Whether nothing counts but the points, so that to count them is enough."""
        return self.span == 1 and self.ends[1::4] == self.ends[2::4] == self.ends[3::4]

    @cached_property
    def worths(self) -> tuple[int, ...]:
        """All that there may be in the end, ascending."""
        return tuple(sorted({*self.ends}))


class CompiledSums(CompiledFollowKernel):
    """The recursion in `native/source/sums.c`.

    Attributes:
        sums: What the sums come to.
    """

    def __init__(self, machine: Machine, given: KernelSetup, sums: Sums, *, size: int) -> None:
        """Fills the machine's desk and writes what the sums are worth into its memory.

        Args:
            machine: A machine with the kernel `sums`, in nobody else's use.
            given: What every kernel is given; the marks are what cards weigh beside their points.
            sums: What the sums come to.
            size: The bytes of its table, a power of two.

        Raises:
            ValueError: for more than it has room for.
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
        machine.write(machine.call("book_at"), struct.pack("<3i", sums.most, sums.span, sums.rich))
        super()._prepare(machine)
        machine.write(machine.call("pages_at"), struct.pack(f"<{len(sums.ends)}h", *sums.ends))

    @override
    def _ask(self, trial: TrialPosition, least: int, budget: int) -> tuple[int, int, int]:
        self._check_node(trial)
        self._machine.write(self._machine.call("book_at") + 12, struct.pack("<i", trial.root))
        return super()._ask(trial, least, budget)

    def _check_node(self, trial: TrialPosition) -> None:
        """Refuses a node from which the sums could leave their table.

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
    """The same in Python.

    Attributes:
        sums: What the sums come to.
        known: Of positions between two tricks, so much if they are worth at least that, else one less.
    """

    def __init__(self, given: KernelSetup, sums: Sums) -> None:
        """Prepares the tables of cards.

        Args:
            given: What every kernel is given; the marks are what cards weigh beside their points.
            sums: What the sums come to.
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
