"""Processes to work in, each a fresh Python that imports nothing of the program that asks.

`multiprocessing` would run the asking program's main module once more in each of them, which a build that was
started from somebody's script, or from standard input, does not survive.
"""

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from queue import SimpleQueue
from types import TracebackType
from typing import IO, Any, Final, Protocol, Self

_SERVE: Final = "from kontrapunkt.puzzles.process_pool import serve; serve()"


class PoolError(RuntimeError):
    """A process that has died at its work."""


class Promise[T](Protocol):
    """Work that somebody has taken on."""

    def result(self) -> T:
        """What comes of it, once it is done."""


class Workers(Protocol):
    """Who takes on work."""

    def submit[T](self, work: Callable[..., T], *given: object) -> Promise[T]:
        """Lets somebody do a piece of work, as `Pool.submit` does."""


class Pool(Protocol):
    """What gives work to others: a context.

    Attributes:
        jobs: How many pieces of work it does at a time.
    """

    jobs: int

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def submit[T](self, work: Callable[..., T], *given: object) -> Future[T]:
        """Lets somebody do a piece of work.

        Args:
            work: A function at the top of a module.
            *given: What it is given; it has to be possible to pickle that, and what the function answers.
        """


class ProcessPool:
    """So many processes; a context, at whose end they end.

    Attributes:
        jobs: How many.
    """

    def __init__(self, jobs: int) -> None:
        """Starts them.

        Args:
            jobs: How many.
        """
        self.jobs = jobs
        paths = [path or os.getcwd() for path in sys.path]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
        self._processes = [
            subprocess.Popen(
                [sys.executable, "-c", _SERVE],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=environment,
            )
            for _ in range(jobs)
        ]
        self._idle: SimpleQueue[subprocess.Popen[bytes]] = SimpleQueue()
        for process in self._processes:
            self._idle.put(process)
        self._threads = ThreadPoolExecutor(jobs)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
        for process in self._processes:
            process.kill()
        self._threads.shutdown(wait=True)
        for process in self._processes:
            for pipe in (process.stdin, process.stdout):
                if pipe:
                    with suppress(OSError):
                        pipe.close()
            process.wait()

    def submit[T](self, work: Callable[..., T], *given: object) -> Future[T]:
        """Lets one of them do a piece of work.

        Args:
            work: A function at the top of a module.
            *given: What it is given; it has to be possible to pickle that, and what the function answers.
        """
        return self._threads.submit(self._do, work, given)

    def _do[T](self, work: Callable[..., T], given: tuple[object, ...]) -> T:
        process = self._idle.get()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            pickle.dump((work, given), process.stdin)
            process.stdin.flush()
            done, answer = pickle.load(process.stdout)
        except (OSError, EOFError, ValueError, pickle.UnpicklingError):
            raise PoolError("a process has died at its work") from None
        finally:
            self._idle.put(process)
        if not done:
            raise answer
        result: T = answer
        return result


def serve() -> None:
    """The life of one of the processes: piece of work after piece, until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the one that asks decides when there is enough
    answers: IO[bytes] = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever is printed on the way is no answer
    while True:
        try:
            work, given = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        answer: tuple[bool, Any]
        try:
            answer = True, work(*given)
        except Exception as error:
            answer = False, _sendable(error)
        pickle.dump(answer, answers)
        answers.flush()


def _sendable(error: Exception) -> Exception:
    """An error as it can be sent; one that cannot be pickled, by what it says."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return PoolError(repr(error))
    return error
