"""Pace: how far a compiled kernel may search before it looks at the clock."""

from collections.abc import Callable
from time import perf_counter
from typing import Final

from kontrapunkt.search.clock import Clock, Paused

_UNLIMITED: Final = 1 << 30
_LEAST: Final = 500  # positions; a tenth of a millisecond and more
_SLOWEST: Final = 20.0
_FASTEST: Final = 5000.0


class Pace:
    """The number of positions a millisecond, as found so far, for searches that must keep to their slice."""

    def __init__(self, clock: Clock) -> None:
        """Begins with a guess.

        Args:
            clock: What interrupts a search.
        """
        self._clock = clock
        self._pace = 200.0

    def through(self, search: Callable[[int], tuple[bool, int]]) -> None:
        """Searches until it is done, or the slice is over.

        Args:
            search: Searches as many positions as it is told at the most; gives whether it is done, and how
                many it has searched.

        Raises:
            Paused: if the slice is over; what has been found is kept.
        """
        while True:
            start, left = perf_counter(), self._clock.left_ms()
            done, nodes = search(int(max(_LEAST, min(left * self._pace, _UNLIMITED))))
            if nodes > _LEAST:
                took = (perf_counter() - start) * 1000
                self._pace = max(_SLOWEST, min(nodes / max(took, 0.1), _FASTEST)) * 0.8
            if done:
                return
            if self._clock.over():
                raise Paused
