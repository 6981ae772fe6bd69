"""Slices: how a search stops in the middle and loses nothing."""

import gc
import math
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Final

PACE: Final = 8
"""How many findings lie between two looks at the clock."""

_UNLIMITED: Final = 1 << 30
_LEAST: Final = 500  # positions; a tenth of a millisecond and more
_SLOWEST: Final = 20.0
_FASTEST: Final = 5000.0

type Work[T] = Generator[None, None, T]
"""Work in pieces: it yields between any two of them and returns what it has found in the end."""


class SearchPaused(Exception):
    """The slice is over. What has been found lies in the tables; the same question finds it there."""


class Clock:
    """Tells a search when its slice is over.

    Long work is a generator that yields between its pieces (`Work`). The deepest part of a search is a
    recursion, where a generator would cost too much; it calls `tick` whenever it has written a finding into a
    table, and `SearchPaused` interrupts it there. Asked again, it goes down the tables to where it was. So
    every slice, however short, brings it forward by a piece, or by at least `PACE` findings.
    """

    __slots__ = ("_deadline", "_left", "_now")

    def __init__(self, now: Callable[[], float] = perf_counter) -> None:
        """Makes a clock.

        Args:
            now: What tells the time, in seconds.
        """
        self._now = now
        self._deadline = math.inf
        self._left = PACE

    @contextmanager
    def slice(self, budget_ms: float = math.inf) -> Iterator[None]:
        """A slice of that many milliseconds.

        Python's cyclic garbage collector rests meanwhile: a search leaves no cycles, and a collection in its
        midst takes time from the slice. Tables that grow by the ten thousand hold plain numbers, so that the
        next collection, too, need not look into them.

        Args:
            budget_ms: Milliseconds, more than none.
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
        """How many milliseconds of the slice are left; infinite if it has no end."""
        return (self._deadline - self._now()) * 1000

    def over(self) -> bool:
        """Whether the slice is over."""
        return self._now() > self._deadline

    def tick(self) -> None:
        """Looks at the clock, now and then.

        Raises:
            SearchPaused: if the slice is over.
        """
        self._left -= 1
        if self._left <= 0:
            self._left = PACE
            if self._now() > self._deadline:
                raise SearchPaused


class Pace:
    """How far a compiled kernel may search before it looks at the clock.

    It is the number of positions a millisecond, as found so far, for searches that must keep to their slice.
    """

    def __init__(self, clock: Clock) -> None:
        """Begins with a guess.

        Args:
            clock: What interrupts a search.
        """
        self._clock = clock
        self._pace = 200.0

    def through[T](self, search: Callable[[int], tuple[T, int, int]]) -> T:
        """What a search finds, until it is done or the slice is over.

        Args:
            search: Searches as many positions as it is told at the most; gives what it has found, whether it
                is done, and how many it has searched.

        Raises:
            SearchPaused: if the slice is over; what has been found is kept.
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


def patiently[T](work: Callable[[], T]) -> Work[T]:
    """What a function gives that a slice may interrupt: it is called until it comes to its end."""
    while True:
        try:
            return work()
        except SearchPaused:
            yield


def through[T](work: Iterator[T], budget_ms: float) -> tuple[T | None, bool]:
    """Does work for a slice of at least one piece.

    Args:
        work: The work, which yields between its pieces.
        budget_ms: Milliseconds, more than none.

    Returns:
        What it yielded last, None for nothing; and whether that was all.
    """
    until = perf_counter() + budget_ms / 1000
    found = None
    for found in work:
        if perf_counter() > until:
            return found, False
    return found, True


def whole[T](work: Work[T]) -> T:
    """What a piece of work gives, done at once."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            found: T = end.value
            return found
