"""Slices: how a search stops in the middle and loses nothing."""

import gc
import math
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Final

PACE: Final = 16
"""How many finished positions lie between two looks at the clock."""


class Paused(Exception):
    """The slice is over. What has been found lies in the tables; the same question finds it there."""


class Clock:
    """Tells a search when its slice is over.

    A search calls `tick` whenever it has written a finding into a table, and is interrupted by `Paused`
    there. Asked again, it walks down the tables to where it was. So every slice, however short, brings it
    forward by at least `PACE` findings, and the walk costs little.
    """

    __slots__ = ("_deadline", "_left")

    def __init__(self) -> None:
        self._deadline = math.inf
        self._left = PACE

    @contextmanager
    def slice(self, budget_ms: float = math.inf) -> Iterator[None]:
        """A slice of that many milliseconds.

        Python's cyclic garbage collector rests meanwhile: a search leaves no cycles, but fills tables by the
        ten thousand, and a collection that walks them all takes longer than a slice.
        """
        self._deadline = perf_counter() + budget_ms / 1000
        self._left = PACE
        collecting = gc.isenabled()
        gc.disable()
        try:
            yield
        finally:
            if collecting:
                gc.enable()

    def tick(self) -> None:
        """Looks at the clock, now and then.

        Raises:
            Paused: if the slice is over.
        """
        self._left -= 1
        if self._left <= 0:
            self._left = PACE
            if perf_counter() > self._deadline:
                raise Paused
