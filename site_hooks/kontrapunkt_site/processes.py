"""Worker processes of a build."""

import os
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Final

from kontrapunkt.puzzles.process_pool import Pool, ProcessPool

_OTHERS: Final = max(1, (os.cpu_count() or 1) - 1)
"""The number of processes besides the build's own."""


@dataclass(frozen=True, slots=True)
class BuildTask[T]:
    """A task for another process."""

    _under_way: Future[T]
    _work: Callable[..., T]
    _given: tuple[object, ...]

    def result(self) -> T:
        """Return the result; do the task here if nobody has begun it.

        Processes begin with the oldest tasks, so it is best to ask for the last one first.
        """
        return self._work(*self._given) if self._under_way.cancel() else self._under_way.result()


class Processes:
    """A process for each core but one, started with the first task."""

    def __init__(self) -> None:
        """Start no process yet."""
        self._pool: Pool | None = None
        self._open = ExitStack()  # the pool, if it is running

    @property
    def started(self) -> bool:
        """Return True if the processes are running."""
        return self._pool is not None

    def begin(self, work: Callable[[], object]) -> None:
        """Start the processes before there are tasks, so that they are ready.

        Args:
            work: A function as in `submit`; it loads modules that tasks need.
        """
        for _ in range(_OTHERS):
            self.submit(work)

    def submit_if_running[T](self, work: Callable[..., T], *given: object) -> BuildTask[T]:
        """Submit a task if the processes are running; otherwise do it on request.

        Args:
            work: The function, as in `submit`.
            *given: Its arguments, as in `submit`.
        """
        return self.submit(work, *given) if self.started else BuildTask(Future(), work, given)

    def submit[T](self, work: Callable[..., T], *given: object) -> BuildTask[T]:
        """Submit a task.

        Args:
            work: A function at the top level of a module.
            *given: Its arguments, which must be picklable, as must its result.
        """
        if self._pool is None:
            self._pool = self._open.enter_context(ProcessPool(_OTHERS))
        return BuildTask(self._pool.submit(work, *given), work, given)

    def stop(self) -> None:
        """Stop the processes at once; another task starts new ones."""
        self._open.close()
        self._pool = None
