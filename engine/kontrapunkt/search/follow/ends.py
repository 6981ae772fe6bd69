"""Search for results that the tricks of a whole deal decide.

A game defines a state of the tricks so far, its successor after one more trick and the result after the last:
chips, lines, a contract made or not. From these the smallest equivalent automaton is built: states from which
equal tricks always lead to equal results are one node. A contract that is lost in any case is a single node,
where the search stops.

Both searches identify a position between two tricks by the hands, the leader and the node. The first side
wants a high result, the second a low one.
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
"""The largest number of nodes of an automaton."""


class SettlementGoal[S: Hashable](NamedTuple):
    """The definition of a goal that the result of the deal decides.

    Seats are numbers from 0 in the order N, E, S, W.

    Attributes:
        taken: The successor of a state after a trick, from its winner, the sum of its cards' weights and
            whether it was the last trick.
        worth: The result of a final state, in the unit of the goal.
        start: The state at the position asked about.
        key: Everything that the result depends on besides options, goal and card order.
        weights: The weights of cards in a trick, by card or rank; others weigh nothing.
    """

    taken: Callable[[S, int, int, bool], S]
    worth: Callable[[S], int]
    start: S
    key: Hashable = ()
    weights: Mapping[str, int] = {}


def none_taken(seats: Sequence[Seat]) -> SettlementGoal[bool]:
    """Return the goal that some seats take no trick."""
    own = tuple(SEATS.index(seat) for seat in seats)
    return SettlementGoal(lambda none, winner, pot, last: none and winner not in own, int, start=True)


def tricks_taken(seats: Sequence[Seat]) -> SettlementGoal[int]:
    """Return the goal of the number of tricks that some seats take."""
    own = tuple(SEATS.index(seat) for seat in seats)
    return SettlementGoal(lambda number, winner, pot, last: number + (winner in own), int, start=0)


def with_more(numbers: Sequence[int], winner: int, more: int = 1) -> tuple[int, ...]:
    """Return the numbers of N, E, S and W with more for the winner of a trick.

    Args:
        numbers: Tricks or points, by seat.
        winner: The number of the winner's seat.
        more: What the trick adds.
    """
    return tuple(number + more * (seat == winner) for seat, number in enumerate(numbers))


class Outcomes[S: Hashable]:
    """The automaton of a goal's states, grown from a starting state.

    Attributes:
        pots: The number of different weights of a trick, counting from 0.
        leads_to: The successors of each node, by winner, then by weight.
        low: The lowest result that each node can lead to.
        high: The highest result that each node can lead to.
        worths: All possible results, ascending.
    """

    def __init__(self, pots: int) -> None:
        """Create an automaton without nodes; `grow` adds them.

        Args:
            pots: The number of different weights of a trick, counting from 0.
        """
        self.pots = pots
        self.leads_to: list[tuple[int, ...]] = []
        self.low: list[int] = []
        self.high: list[int] = []
        self.worths: tuple[int, ...] = ()
        self._known: list[dict[S, int]] = []
        self._alike: dict[tuple[int, ...] | int, int] = {}

    def grow(self, asked: SettlementGoal[S], tricks: int) -> Work[None]:
        """Build all nodes, from the last trick backwards.

        Args:
            asked: The definition of the result.
            tricks: The number of tricks left, including the one in progress.

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
        """Return the node of a state; None if there is none.

        Args:
            tricks: The number of tricks left, including the one in progress.
        """
        return self._known[tricks].get(state) if tricks < len(self._known) else None

    def _made(self, leads_to: tuple[int, ...]) -> int:
        low, high = min(self.low[each] for each in leads_to), max(self.high[each] for each in leads_to)
        return self._end(low) if low == high else self._numbered(leads_to, leads_to, low, high)

    def _end(self, worth: int) -> int:
        """Return the node with a single possible result, which leads to itself.

        Args:
            worth: The result, in the unit of the goal.
        """
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
    """The compiled search of `native/source/outcomes.c`.

    Attributes:
        outcomes: The automaton of the results.
    """

    def __init__(self, machine: Machine, given: KernelSetup, outcomes: Outcomes[Any]) -> None:
        """Write the configuration and the automaton into the machine's memory.

        Args:
            machine: A machine with the kernel `outcomes` that nobody else uses.
            given: The configuration of every kernel; its values are the weights of the cards.
            outcomes: The automaton of the results.

        Raises:
            ValueError: if there are too many cards, weights or results.
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
        machine.write(machine.call("table_at"), struct.pack("<2i", len(found.low), pots))
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
        table = struct.pack("<i2I", trial.root, trial.due & 0xFFFFFFFF, trial.due >> 32)
        self._machine.write(self._machine.call("table_at") + 8, table)
        return super()._ask(trial, least, budget)


class Ends(Recursion):
    """The search of `CompiledEnds` in Python.

    Attributes:
        outcomes: The automaton of the results.
        known: The lowest and highest possible result of positions between two tricks.
    """

    def __init__(self, given: KernelSetup, outcomes: Outcomes[Any]) -> None:
        """Prepare the tables of cards.

        Args:
            given: The configuration of every kernel; its values are the weights of the cards.
            outcomes: The automaton of the results.
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
