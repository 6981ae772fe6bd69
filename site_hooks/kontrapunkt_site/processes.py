"""Other processes that work for a build, while it works itself."""

import os
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Final

from kontrapunkt.puzzles.process_pool import Pool, ProcessPool

_OTHERS: Final = max(1, (os.cpu_count() or 1) - 1)
"""How many work besides the build."""


@dataclass(frozen=True, slots=True)
class BuildTask[T]:
    """A piece of work that waits for another process, or is done by one."""

    _under_way: Future[T]
    _work: Callable[..., T]
    _given: tuple[object, ...]

    def result(self) -> T:
        """What comes of it. Who asks before anybody has begun does it, rather than wait.

        Others begin with what was asked first; so whoever has many errands asks for the last one first.
        """
        return self._work(*self._given) if self._under_way.cancel() else self._under_way.result()


class Processes:
    """One for each core but that of the build itself, started with the first piece of work."""

    def __init__(self) -> None:
        """Starts none yet."""
        self._pool: Pool | None = None
        self._open = ExitStack()  # the pool, once there is one

    @property
    def started(self) -> bool:
        """Whether they are there."""
        return self._pool is not None

    def begin(self, work: Callable[[], object]) -> None:
        """Starts them before there is anything to do, so that they are ready by then.

        Args:
            work: As in `submit`; brings with it what the others will need.
        """
        for _ in range(_OTHERS):
            self.submit(work)

    def aside[T](self, work: Callable[..., T], *given: object) -> BuildTask[T]:
        """Lets one of them do a piece of work if they are there; else it is done when it is asked for.

        Args:
            work: As in `submit`.
            *given: As in `submit`.
        """
        return self.submit(work, *given) if self.started else BuildTask(Future(), work, given)

    def submit[T](self, work: Callable[..., T], *given: object) -> BuildTask[T]:
        """Lets one of them do a piece of work.

        Args:
            work: A function at the top of a module.
            *given: What it is given; it has to be possible to pickle that, and what the function answers.
        """
        if self._pool is None:
            self._pool = self._open.enter_context(ProcessPool(_OTHERS))
        return BuildTask(self._pool.submit(work, *given), work, given)

    def stop(self) -> None:
        """Ends them, whatever they are doing; another piece of work starts new ones."""
        self._open.close()
        self._pool = None
