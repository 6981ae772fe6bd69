"""Who gives work to others: processes of this machine, or the workers of a cluster.

Each process is a fresh Python that imports nothing of the program that asks.

`multiprocessing` would run the asking program's main module once more in each of them, which a build that was
started from somebody's script, or from standard input, does not survive.

A cluster is a scheduler of Dask's `distributed` (extra `cluster`) with its workers. They need the same
kontrapunkt as whoever asks. Work that a worker was at when it died is done by another.
"""

import logging
import os
import pickle
import signal
import socket
import subprocess
import sys
from abc import abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext, suppress
from queue import SimpleQueue
from threading import Lock
from typing import IO, Any, Final, Protocol, override
from urllib.parse import urlsplit

_SERVE: Final = "from kontrapunkt.puzzles.process_pool import serve; serve()"


class PoolError(RuntimeError):
    """A process that has died at its work."""


class PendingWork[T](Protocol):
    """Work that somebody has taken on."""

    def result(self) -> T:
        """What comes of it, once it is done."""


class Workers(Protocol):
    """Who takes on work."""

    def submit[T](self, work: Callable[..., T], *given: object) -> PendingWork[T]:
        """Lets somebody do a piece of work, as `Pool.submit` does."""


class Pool(AbstractContextManager["Pool", None]):
    """What gives work to others: a context, at whose end it gives no more.

    Attributes:
        jobs: How many pieces of work it does at a time.
    """

    jobs: int

    @abstractmethod
    def submit[T](self, work: Callable[..., T], *given: object) -> Future[T]:
        """Lets somebody do a piece of work.

        Args:
            work: A function at the top of a module.
            *given: What it is given; it has to be possible to pickle that, and what the function answers.
        """


WAITING: Final = 3
"""Pieces of work for each process that are asked for before they are needed."""


def in_order[T](pool: Pool | None, work: Callable[..., T], given: Iterable[Sequence[object]]) -> Iterator[T]:
    """What comes of many pieces of work, in their order.

    Args:
        pool: Who does it; None for whoever asks.
        work: As in `Pool.submit`.
        given: What each is given.
    """
    waiting: deque[Future[T]] = deque()
    for each in given:
        if pool is None:
            yield work(*each)
            continue
        waiting.append(pool.submit(work, *each))
        if len(waiting) >= WAITING * pool.jobs:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


class ProcessPool(Pool):
    """So many processes, which end with the context."""

    def __init__(self, jobs: int) -> None:
        """Starts them.

        Args:
            jobs: How many.
        """
        self.jobs = jobs
        paths = [path or os.getcwd() for path in sys.path]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
        self._workers = [_Worker(environment) for _ in range(jobs)]
        self._able: SimpleQueue[_Worker] = SimpleQueue()
        for worker in self._workers * _AHEAD:
            self._able.put(worker)
        self._threads = ThreadPoolExecutor(jobs * _AHEAD)

    @override
    def __exit__(self, *error: object) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
        for worker in self._workers:
            worker.end()
        self._threads.shutdown()

    @override
    def submit[T](self, work: Callable[..., T], *given: object) -> Future[T]:
        return self._threads.submit(self._done, pickle.dumps((work, given)))

    def _done(self, work: bytes) -> Any:
        """What comes of a piece of work, done by the first process that is able to."""
        worker = self._able.get()
        try:
            return worker.answer(work)
        finally:
            self._able.put(worker)


_AHEAD: Final = 2
"""So many pieces a process has at a time: the next is there before it has done the last. Else it would wait
whenever the program that asks is busy, and its threads are slow to hear of an answer."""

_ROOM: Final = 1 << 20
"""Bytes of an answer that need not be read before the process goes on, where the system lets us choose."""


class _Worker:
    """A process, which is given work by some threads at a time and answers them in turn."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", _SERVE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._work, self._answers = self._process.stdin, self._process.stdout
        with suppress(ImportError, AttributeError, OSError):  # Linux alone knows how
            import fcntl

            fcntl.fcntl(self._answers, fcntl.F_SETPIPE_SZ, _ROOM)
        self._giving, self._taking = Lock(), Lock()

    def answer(self, work: bytes) -> Any:
        """What comes of a piece of work.

        Raises:
            PoolError: if the process dies at it.
        """
        with self._giving:
            with suppress(OSError, ValueError):  # it has died; who takes its answers hears of it
                self._work.write(work)
                self._work.flush()
            self._taking.acquire()  # before anybody else gives it work: answers come in turn
        try:
            done, answer = pickle.load(self._answers)
        except (OSError, EOFError, ValueError, pickle.UnpicklingError):
            raise PoolError("a process has died at its work") from None
        finally:
            self._taking.release()
        if not done:
            raise answer
        return answer

    def end(self) -> None:
        """Ends it, whatever it is doing."""
        with suppress(OSError), self._process:
            self._process.kill()


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


# Clusters --------------------------------------------------------------------------------------------------

PATIENCE: Final = 10
"""Seconds in which a scheduler has to answer."""


class ClusterMissing(Exception):
    """The package `distributed` is not installed."""


class PoolUnreachable(Exception):
    """Nobody answers at an address, or nobody works there."""


class Cluster(Pool):
    """The workers of a scheduler, which are left alone at the end of the context."""

    def __init__(self, address: str) -> None:
        """Calls the scheduler.

        Args:
            address: Where it listens, such as `tcp://192.168.1.4:8786`.

        Raises:
            ClusterMissing: if `distributed` is not installed.
            Unanswered: if nobody answers there, or it has no workers.
        """
        try:
            import distributed
        except ImportError:
            raise ClusterMissing from None
        _knock(address)
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what goes wrong is told in a sentence
        try:
            client: Any = distributed.Client  # it has no types
            self._client = client(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError, TypeError):
            raise PoolUnreachable(address) from None
        self.jobs = sum(self._client.nthreads().values())
        if not self.jobs:
            self._client.close()
            raise PoolUnreachable(address)
        self._executor = self._client.get_executor(pure=False)

    @override
    def __exit__(self, *error: object) -> None:
        self._executor.shutdown(wait=False)
        self._client.close()

    @override
    def submit[T](self, work: Callable[..., T], *given: object) -> Future[T]:
        found: Future[Any] = self._executor.submit(work, *given)
        return found


def _knock(address: str) -> None:
    """Looks whether anybody listens; a client of `distributed` would go on trying in a thread of its own.

    Raises:
        Unanswered: if nobody does.
    """
    try:
        parts = urlsplit(address)
        if parts.scheme not in ("tcp", "tls") or not parts.hostname or not parts.port:
            raise PoolUnreachable(address)
        socket.create_connection((parts.hostname, parts.port), PATIENCE).close()
    except (OSError, ValueError):
        raise PoolUnreachable(address) from None


def pool_of(jobs: int, address: str = "") -> Pool | nullcontext[None]:
    """Whom to give work to: so many processes of this machine, or a cluster; nobody for one process.

    Args:
        jobs: How many processes.
        address: Where a cluster's scheduler listens; empty for none.

    Raises:
        ClusterMissing: if there is an address, and `distributed` is not installed.
        Unanswered: if nobody answers there, or it has no workers.
    """
    if address:
        return Cluster(address)
    return ProcessPool(jobs) if jobs > 1 else nullcontext()
