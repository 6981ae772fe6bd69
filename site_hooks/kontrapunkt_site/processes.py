"""Other processes that work for a build."""

import os
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import ExitStack

from kontrapunkt.puzzles.process_pool import ProcessPool


class Processes:
    """As many as there are cores, started with the first piece of work."""

    def __init__(self) -> None:
        """Starts none yet."""
        self._pool: ProcessPool | None = None
        self._open = ExitStack()  # the pool, once there is one

    @property
    def started(self) -> bool:
        """Whether they are there."""
        return self._pool is not None

    def submit[T](self, work: Callable[..., T], *given: object) -> Future[T]:
        """Lets one of them do a piece of work.

        Args:
            work: A function at the top of a module.
            *given: What it is given; it has to be possible to pickle that, and what the function answers.
        """
        self._pool = self._pool or self._open.enter_context(ProcessPool(os.cpu_count() or 1))
        return self._pool.submit(work, *given)

    def stop(self) -> None:
        """Ends them, whatever they are doing; another piece of work starts new ones."""
        self._open.close()
        self._pool = None
