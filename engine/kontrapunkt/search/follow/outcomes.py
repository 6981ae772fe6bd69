"""Outcomes: what the tricks of a deal come to in the end, as the smallest automaton that can tell.

A game says what it keeps of the tricks so far, what one more trick makes of that, and what it is worth when
all tricks are played: chips, lines, a contract made or not. Two pasts from which the same trick always leads
to the same end are one node. A contract that is lost whatever comes is a single one, so that the search stops
there.
"""

from collections.abc import Callable, Hashable
from typing import Final, NamedTuple

from kontrapunkt.search.clock import Work

MOST: Final = 60_000
"""The most nodes that an automaton may have."""


class Account[S: Hashable](NamedTuple):
    """What a game keeps of the tricks for a goal; seats are numbers, N E S W from 0.

    Attributes:
        taken: What a trick makes of what was kept: that, who took it, what its cards weigh together, whether
            it was the last.
        worth: What it is worth in the end, in the unit of the goal.
    """

    taken: Callable[[S, int, int, bool], S]
    worth: Callable[[S], int]


class Outcomes[S: Hashable]:
    """The automaton of an account, grown from where it is asked about.

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

    def grow(self, account: Account[S], start: S, tricks: int) -> Work[None]:
        """Makes all nodes, the last first.

        Args:
            account: What is kept.
            start: What is kept at the start.
            tricks: How many tricks are to come from there, the one in progress included.

        Raises:
            ValueError: if there are too many nodes.
        """
        reached: list[dict[S, tuple[S, ...]]] = []
        states = {start}
        for left in range(tricks, 0, -1):
            following: dict[S, tuple[S, ...]] = {}
            for state in states:
                following[state] = self._following(account, state, last=left == 1)
                yield
            reached.append(following)
            states = {each for row in following.values() for each in row}
        self._known = [{state: self._end(account.worth(state)) for state in states}]
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

    def _following(self, account: Account[S], state: S, *, last: bool) -> tuple[S, ...]:
        return tuple([
            account.taken(state, winner, pot, last) for winner in range(4) for pot in range(self.pots)
        ])  # fmt: skip

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
