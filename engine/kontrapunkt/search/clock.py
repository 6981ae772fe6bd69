"""Time slices: interrupting a search without losing its results."""

import gc
import math
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Final

PACE: Final = 8
"""The number of table entries written between two looks at the clock."""

_UNLIMITED: Final = 1 << 30
_LEAST: Final = 500  # positions, which take at least a tenth of a millisecond
_SLOWEST: Final = 20.0
_FASTEST: Final = 5000.0

type Work[T] = Generator[None, None, T]
"""Work in pieces: it yields between them and returns its result at the end."""


class SearchPaused(Exception):
    """Raised when the slice is over; results so far are in the tables."""


class Clock:
    """Interrupts a search when its slice is over.

    Long work is a generator that yields between its pieces (`Work`). The deepest part of a search is a
    recursion, where a generator would cost too much; it calls `tick` whenever it has written a table entry,
    and `SearchPaused` interrupts it there. Called again, it finds its way back through the table. So every
    slice, however short, advances by a piece, or by at least `PACE` entries.
    """

    __slots__ = ("_deadline", "_left", "_now")

    def __init__(self, now: Callable[[], float] = perf_counter) -> None:
        """Create a clock.

        Args:
            now: The source of the time, in seconds.
        """
        self._now = now
        self._deadline = math.inf
        self._left = PACE

    @contextmanager
    def slice(self, budget_ms: float = math.inf) -> Iterator[None]:
        """Run a slice of the given length.

        Python's cyclic garbage collector is off meanwhile: a search leaves no cycles, and a collection would
        take time from the slice. Tables with tens of thousands of entries hold plain numbers, which the next
        collection can skip.

        Args:
            budget_ms: The time to spend in milliseconds, above 0.
        """
        self._deadline = self._now() + budget_ms / 1000
        self._left = PACE
        collecting = gc.isenabled()
        gc.disable()
        try:
            yield
        finally:
            self._deadline = math.inf
            if collecting:
                gc.enable()

    def left_ms(self) -> float:
        """Return the rest of the slice in milliseconds; infinite without a limit."""
        return (self._deadline - self._now()) * 1000

    def over(self) -> bool:
        """Return True if the slice is over."""
        return self._now() > self._deadline

    def tick(self) -> None:
        """Count a table entry and look at the clock now and then.

        Raises:
            SearchPaused: if the slice is over.
        """
        self._left -= 1
        if self._left <= 0:
            self._left = PACE
            if self._now() > self._deadline:
                raise SearchPaused


class Pace:
    """The number of positions that a compiled kernel may search between two looks.

    It adapts to the measured speed, in positions per millisecond.
    """

    def __init__(self, clock: Clock) -> None:
        """Start with a guess.

        Args:
            clock: The clock that interrupts the search.
        """
        self._clock = clock
        self._pace = 200.0

    def run[T](self, search: Callable[[int], tuple[T, int, int]]) -> T:
        """Run a search until it is done or the slice is over.

        Args:
            search: A function of the largest number of positions to search; it returns its result, whether it
                is done and the number of positions searched.

        Raises:
            SearchPaused: if the slice is over; the search retains its results.
        """
        while True:
            start, left = perf_counter(), self._clock.left_ms()
            found, done, nodes = search(int(max(_LEAST, min(left * self._pace, _UNLIMITED))))
            if nodes > _LEAST:
                took = (perf_counter() - start) * 1000
                self._pace = max(_SLOWEST, min(nodes / max(took, 0.1), _FASTEST)) * 0.8
            if done:
                return found
            if self._clock.over():
                raise SearchPaused


def retry_until_done[T](work: Callable[[], T]) -> Work[T]:
    """Call a function again after each pause until it returns."""
    while True:
        try:
            return work()
        except SearchPaused:
            yield


def run_slice[T](work: Iterator[T], budget_ms: float) -> tuple[T | None, bool]:
    """Run work for a slice of at least one piece.

    Args:
        budget_ms: The time to spend in milliseconds, above 0.

    Returns:
        The last value it yielded, None for none; and True if the work is finished.
    """
    until = perf_counter() + budget_ms / 1000
    found = None
    for found in work:
        if perf_counter() > until:
            return found, False
    return found, True


def run_to_end[T](work: Work[T]) -> T:
    """Run work to its end and return its result."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            found: T = end.value
            return found
