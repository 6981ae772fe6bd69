"""The recursions over outcomes: can those who want more of it bring the deal to such an end?

Both know positions between two tricks by who holds which cards, who leads, and the node of the outcomes that
the tricks so far have led to. Who wants more is the first side, who wants less the second.
"""

import struct
from itertools import chain
from typing import Any, Final, override

from kontrapunkt.cards import Card
from kontrapunkt.families.follow_suit import Duty, Order
from kontrapunkt.search.clock import Clock
from kontrapunkt.search.follow.compiled import VALUE, CompiledKernel
from kontrapunkt.search.follow.kernel import Kernel
from kontrapunkt.search.follow.numbering import Hands, Trial
from kontrapunkt.search.follow.outcomes import Outcomes
from kontrapunkt.search.native import Machine, MachineError

BYTES: Final = 1 << 22
"""The bytes of the table that a deal of 24 cards suffices for."""

_FAR: Final = 1 << 20


class CompiledEnds(CompiledKernel):
    """The recursion in `native/source/outcomes.c`.

    Attributes:
        outcomes: What the tricks come to.
        root: The node before the trick in progress.
        due: The cards that are to be played as soon as their hand has its turn, as a set of bits.
    """

    def __init__(
        self,
        machine: Machine,
        order: Order,
        duty: Duty,
        weights: dict[Card, int],
        step: int,
        sides: tuple[int, ...],
        clock: Clock,
        outcomes: Outcomes[Any],
        copies: int = 1,
        *,
        size: int = BYTES,
    ) -> None:
        """Fills the machine's desk and writes the automaton into its memory.

        Args:
            machine: A machine with the kernel `outcomes`, in nobody else's use.
            order: The order in force.
            duty: What is asked of who does not lead.
            weights: What each card weighs in a trick.
            step: How the numbers of the seats run in the order of play.
            sides: 0 for each seat that wants more, 1 for the others.
            clock: What interrupts a search.
            outcomes: What the tricks come to.
            copies: How many of each card the pack has.
            size: The bytes of its table, a power of two.

        Raises:
            ValueError: for more cards, weights or worths than it has room for.
            MachineError: if there is no memory for the tables.
        """
        if (
            4 * max(weights.values()) >= outcomes.pots
            or not -VALUE < outcomes.worths[0] <= outcomes.worths[-1] < VALUE
        ):
            raise ValueError("the compiled kernel has no room for such outcomes")
        self.outcomes = outcomes
        self.root = self.due = 0
        super().__init__(machine, order, duty, weights, step, sides, clock, copies, size=size)

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
    def _ask(self, trial: Trial, least: int, budget: int) -> tuple[int, int, int]:
        if not 0 <= self.root < len(self.outcomes.low):
            raise MachineError("no such node")
        book = struct.pack("<i2I", self.root, self.due & 0xFFFFFFFF, self.due >> 32)
        self._machine.write(self._machine.call("book_at") + 8, book)
        return super()._ask(trial, least, budget)


class Ends(Kernel):
    """The same in Python.

    Attributes:
        outcomes: What the tricks come to.
        root: The node before the trick in progress.
        due: The cards that are to be played as soon as their hand has its turn, as a set of bits.
        known: Of positions between two tricks, the least and the most that they may come to.
    """

    def __init__(
        self,
        order: Order,
        duty: Duty,
        weights: dict[Card, int],
        step: int,
        sides: tuple[int, ...],
        clock: Clock,
        outcomes: Outcomes[Any],
        copies: int = 1,
    ) -> None:
        """Prepares the tables of cards.

        Args:
            order: The order in force.
            duty: What is asked of who does not lead.
            weights: What each card weighs in a trick.
            step: How the numbers of the seats run in the order of play.
            sides: 0 for each seat that wants more, 1 for the others.
            clock: What interrupts a search.
            outcomes: What the tricks come to.
            copies: How many of each card the pack has.
        """
        super().__init__(order, duty, weights, step, sides, clock, copies)
        self.outcomes = outcomes
        self.root = self.due = 0
        self.known: dict[tuple[Hands, int, int], tuple[int, int]] = {}

    @override
    def bound(self, trial: Trial, least: int) -> int:
        hands, leader, laid = trial
        best = self.best(laid)
        winner, top = (leader + best * self.step) & 3, laid[best]
        seat = (leader + (len(laid) - 1) * self.step) & 3
        pot = sum(self.values[card] for card in laid)
        return self._laid(
            hands, seat, laid[-1], winner, top, len(laid), pot, self.suit[laid[0]], self.root, least
        )

    def _laid(
        self,
        hands: Hands,
        seat: int,
        card: int,
        winner: int,
        top: int,
        played: int,
        pot: int,
        led: int,
        node: int,
        least: int,
    ) -> int:
        """The value when a seat plays a card; winner, top card and weight of the trick are those with it."""
        n, e, s, w = [hand & ~(1 << card) if each == seat else hand for each, hand in enumerate(hands)]
        hands = (n, e, s, w)
        if played == 4:
            node = self.outcomes.leads_to[node][winner * self.outcomes.pots + pot]
            return self._between(hands, winner, node, least)
        seat = (seat + self.step) & 3
        can = hands[seat] & self.due or self.allowed(hands[seat], led, top)
        more = not self.sides[seat]
        best = -_FAR if more else _FAR
        for each in self._distinct(can, hands[0] | hands[1] | hands[2] | hands[3] | 1 << top):
            wins = self.beats(each, top)
            value = self._laid(
                hands, seat, each, seat if wins else winner, each if wins else top, played + 1,
                pot + self.values[each], led, node, least,
            )  # fmt: skip
            best = max(best, value) if more else min(best, value)
            if (best >= least) == more:
                break
        return best

    def _between(self, hands: Hands, leader: int, node: int, least: int) -> int:
        """The value of a position between two tricks: a bound that says whether it is at least so much."""
        key = hands, leader, node
        low, high = self.known.get(key, (self.outcomes.low[node], self.outcomes.high[node]))
        if low >= least:
            return low
        if high < least:
            return high
        self.nodes += 1
        more = not self.sides[leader]
        best = -_FAR if more else _FAR
        can = hands[leader] & self.due or hands[leader]
        for card in self._distinct(can, hands[0] | hands[1] | hands[2] | hands[3]):
            value = self._laid(
                hands, leader, card, leader, card, 1, self.values[card], self.suit[card], node, least
            )
            best = max(best, value) if more else min(best, value)
            if (best >= least) == more:
                break
        self.known[key] = (best, high) if best >= least else (low, best)
        self.clock.tick()
        return best
