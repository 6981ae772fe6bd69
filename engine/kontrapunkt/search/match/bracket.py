"""Brackets: the highest target that is reached, found by questions that are answered yes or no.

Exact because every answer is a true bound: one that reaches its target raises the lower end, one that misses
lowers the upper end, until they meet. A bound often lies beyond its target and then moves the end further.
The questions share the kernel's table, so that each is mostly a walk through what earlier ones found.
"""

from bisect import bisect_right
from collections.abc import Sequence

from kontrapunkt.search.match.place import Engine, Spot


class Bracket:
    """How many of some targets are reached; may be interrupted between questions and within one."""

    def __init__(self, spot: Spot, engine: Engine, targets: Sequence[int]) -> None:
        """Takes the question.

        Args:
            spot: Where to ask.
            engine: Whom to ask.
            targets: The targets, ascending.
        """
        self._spot = spot
        self._engine = engine
        self._targets = targets
        self._low = 0  # so many are reached
        self._high = len(targets)  # no more than so many are

    def find(self, guess: int | None = None) -> int:
        """The number of targets reached.

        Args:
            guess: What it may be, where a like question has been answered before.

        Raises:
            Paused: when the slice is over; call again.
        """
        if guess is not None:
            self.is_just(guess)
        while self._low < self._high:
            self._ask((self._low + self._high + 1) // 2)
        return self._low

    def is_just(self, number: int) -> bool:
        """Whether so many targets are reached, no more and no less.

        Args:
            number: How many, from 0.

        Raises:
            Paused: when the slice is over; call again.
        """
        if self._low < number <= self._high:
            self._ask(number)
        if self._low <= number < self._high:
            self._ask(number + 1)
        return self._low == number == self._high

    def _ask(self, number: int) -> None:
        """Whether so many are reached; the answer moves one end at least past the question."""
        target = self._targets[number - 1]
        found = self._spot.at_least(self._engine, target)
        if found >= target:
            self._low = max(number, bisect_right(self._targets, found))
        else:
            self._high = min(number - 1, bisect_right(self._targets, found))
