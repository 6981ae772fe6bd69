"""What the tricks of a deal come to in the end, and the recursions over it.

A game says what it keeps of the tricks so far, what one more trick makes of that, and what it is worth when
all tricks are played: chips, lines, a contract made or not. Of that the smallest automaton that can tell is
made: two pasts from which the same trick always leads to the same end are one node. A contract that is lost
whatever comes is a single one, so that the search stops there.

Can those who want more of it bring the deal to such an end? Both recursions know positions between two tricks
by who holds which cards, who leads, and the node that the tricks so far have led to. Who wants more is the
first side, who wants less the second.
"""

import struct
from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple, override

from kontrapunkt.core.interface import SEATS, Seat
from kontrapunkt.search.clock import Work
from kontrapunkt.search.follow.compiled import VALUE, CompiledFollowKernel
from kontrapunkt.search.follow.kernel import Recursion
from kontrapunkt.search.follow.numbering import Hands, KernelSetup, TrialPosition
from kontrapunkt.search.native import Machine, MachineError

MOST: Final = 60_000
"""The most nodes that an automaton may have."""


class SettlementGoal[S: Hashable](NamedTuple):
    """What a goal asks of the end of a deal; seats are numbers, N E S W from 0.

    Attributes:
        taken: What a trick makes of what was kept: that, who took it, what its cards weigh together, whether
            it was the last.
        worth: What it is worth in the end, in the unit of the goal.
        start: What is kept at the moment asked about.
        key: All that the goal's number hangs on beside the options, the goal and the order of the cards.
        weights: What the cards weigh in a trick, by card or rank; what is left out weighs nothing.
    """

    taken: Callable[[S, int, int, bool], S]
    worth: Callable[[S], int]
    start: S
    key: Hashable = ()
    weights: Mapping[str, int] = {}


def none_taken(seats: Sequence[Seat]) -> SettlementGoal[bool]:
    """Whether some seats take no trick.

    Args:
        seats: The seats.
    """
    own = tuple(SEATS.index(seat) for seat in seats)
    return SettlementGoal(lambda none, winner, pot, last: none and winner not in own, int, start=True)


def tricks_taken(seats: Sequence[Seat]) -> SettlementGoal[int]:
    """How many tricks some seats take.

    Args:
        seats: The seats.
    """
    own = tuple(SEATS.index(seat) for seat in seats)
    return SettlementGoal(lambda number, winner, pot, last: number + (winner in own), int, start=0)


class Outcomes[S: Hashable]:
    """The automaton of what is kept of the tricks, grown from where it is asked about.

    Attributes:
        pots: How many different weights a trick may have, from 0.
        leads_to: The nodes that each node leads to, by who takes the trick, then by its weight.
        low: The least that a node may still be worth.
        high: The most.
        worths: All that there may be in the end, ascending.
    """

    def __init__(self, pots: int) -> None:
        """Begins with nothing; `grow` makes the nodes.

        Args:
            pots: How many different weights a trick may have, from 0.
        """
        self.pots = pots
        self.leads_to: list[tuple[int, ...]] = []
        self.low: list[int] = []
        self.high: list[int] = []
        self.worths: tuple[int, ...] = ()
        self._known: list[dict[S, int]] = []
        self._alike: dict[tuple[int, ...] | int, int] = {}

    def grow(self, asked: SettlementGoal[S], tricks: int) -> Work[None]:
        """Makes all nodes, the last first.

        Args:
            asked: What is kept.
            tricks: How many tricks are to come from there, the one in progress included.

        Raises:
            ValueError: if there are too many nodes.
        """
        reached: list[dict[S, tuple[S, ...]]] = []
        states = {asked.start}
        for left in range(tricks, 0, -1):
            following: dict[S, tuple[S, ...]] = {}
            for state in states:
                following[state] = tuple([
                    asked.taken(state, winner, pot, left == 1)
                    for winner in range(4)
                    for pot in range(self.pots)
                ])  # fmt: skip
                yield
            reached.append(following)
            states = {each for row in following.values() for each in row}
        self._known = [{state: self._end(asked.worth(state)) for state in states}]
        for following in reversed(reached):
            after = self._known[-1]
            now: dict[S, int] = {}
            for state, row in following.items():
                now[state] = self._made(tuple([after[each] for each in row]))
                yield
            self._known.append(now)
        self.worths = tuple(sorted({*self.low, *self.high}))

    def node(self, tricks: int, state: S) -> int | None:
        """The number of the node for what is kept before so many tricks; None if there is none.

        Args:
            tricks: How many are to come, the one in progress included.
            state: What is kept.
        """
        return self._known[tricks].get(state) if tricks < len(self._known) else None

    def _made(self, leads_to: tuple[int, ...]) -> int:
        low, high = min(self.low[each] for each in leads_to), max(self.high[each] for each in leads_to)
        return self._end(low) if low == high else self._numbered(leads_to, leads_to, low, high)

    def _end(self, worth: int) -> int:
        """The node from which nothing else can come: it leads to itself."""
        here = len(self.low)
        return self._numbered(worth, (here,) * 4 * self.pots, worth, worth)

    def _numbered(self, key: tuple[int, ...] | int, leads_to: tuple[int, ...], low: int, high: int) -> int:
        if key not in self._alike:
            if len(self.low) == MOST:
                raise ValueError("the tricks come to too many different things")
            self._alike[key] = len(self.low)
            self.leads_to.append(leads_to)
            self.low.append(low)
            self.high.append(high)
        return self._alike[key]


class CompiledEnds(CompiledFollowKernel):
    """The recursion in `native/source/outcomes.c`.

    Attributes:
        outcomes: What the tricks come to.
    """

    def __init__(self, machine: Machine, given: KernelSetup, outcomes: Outcomes[Any]) -> None:
        """Fills the machine's desk and writes the automaton into its memory.

        Args:
            machine: A machine with the kernel `outcomes`, in nobody else's use.
            given: What every kernel is given; the values are what cards weigh in a trick.
            outcomes: What the tricks come to.

        Raises:
            ValueError: for more cards, weights or worths than it has room for.
            MachineError: if there is no memory for the tables.
        """
        if (
            4 * max(given.values.values()) >= outcomes.pots
            or not -VALUE < outcomes.worths[0] <= outcomes.worths[-1] < VALUE
        ):
            raise ValueError("the compiled kernel has no room for such outcomes")
        self.outcomes = outcomes
        super().__init__(machine, given)

    @override
    def _prepare(self, machine: Machine) -> None:
        found, pots = self.outcomes, self.outcomes.pots
        machine.write(machine.call("book_at"), struct.pack("<2i", len(found.low), pots))
        super()._prepare(machine)
        seats = [place * self.step & 3 for place in range(4)]
        by_place = [row[seat * pots : (seat + 1) * pots] for row in found.leads_to for seat in seats]
        pages = struct.pack(f"<{4 * pots * len(found.low)}H", *chain.from_iterable(by_place))
        bounds = struct.pack(f"<{2 * len(found.low)}h", *found.low, *found.high)
        machine.write(machine.call("pages_at"), pages + bounds)

    @override
    def _ask(self, trial: TrialPosition, least: int, budget: int) -> tuple[int, int, int]:
        if not 0 <= trial.root < len(self.outcomes.low):
            raise MachineError("no such node")
        book = struct.pack("<i2I", trial.root, trial.due & 0xFFFFFFFF, trial.due >> 32)
        self._machine.write(self._machine.call("book_at") + 8, book)
        return super()._ask(trial, least, budget)


class Ends(Recursion):
    """The same as `CompiledEnds` in Python.

    Attributes:
        outcomes: What the tricks come to.
        known: Of positions between two tricks, the least and the most that they may come to.
    """

    def __init__(self, given: KernelSetup, outcomes: Outcomes[Any]) -> None:
        """Prepares the tables of cards.

        Args:
            given: What every kernel is given; the values are what cards weigh in a trick.
            outcomes: What the tricks come to.
        """
        super().__init__(given)
        self.outcomes = outcomes
        self.known: dict[tuple[Hands, int, int], tuple[int, int]] = {}

    @override
    def _over(self, hands: Hands, winner: int, top: int, pot: int, kept: int, least: int) -> int:
        node = self.outcomes.leads_to[kept][winner * self.outcomes.pots + pot]
        key = hands, winner, node
        low, high = self.known.get(key, (self.outcomes.low[node], self.outcomes.high[node]))
        if low >= least:
            return low
        if high < least:
            return high
        best, _ = self._led(hands, winner, node, least)
        self.known[key] = (best, high) if best >= least else (low, best)
        self.clock.tick()
        return best
