"""Pools that run work elsewhere: in processes of this machine, or on a cluster.

Each process is a fresh Python that imports nothing of the calling program. `multiprocessing` would run the
calling program's main module again in each of them, which fails for a build that was started from a script or
from standard input.

A cluster is a scheduler of Dask's `distributed` (extra `cluster`) with its workers. They need the same
version of kontrapunkt as the caller. If a worker dies at its work, another one does it.
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
    """An error for a process that has died at its work."""


class PendingWork[T](Protocol):
    """Work that a pool has accepted."""

    def result(self) -> T:
        """Wait for the work and return its result."""


class Workers(Protocol):
    """An object that accepts work."""

    def submit[T](self, work: Callable[..., T], *given: object) -> PendingWork[T]:
        """Submit a piece of work, as in `Pool.submit`."""


class Pool(AbstractContextManager["Pool", None]):
    """A pool that runs work elsewhere; a context at whose end it accepts no more.

    Attributes:
        jobs: The number of pieces of work that it does at a time.
    """

    jobs: int

    @abstractmethod
    def submit[T](self, work: Callable[..., T], *given: object) -> Future[T]:
        """Submit a piece of work.

        Args:
            work: A function at the top of a module.
            *given: Its arguments; they and the result must be picklable.
        """


WAITING: Final = 3
"""The number of pieces of work to submit for each process before they are needed."""


def in_order[T](pool: Pool | None, work: Callable[..., T], given: Iterable[Sequence[object]]) -> Iterator[T]:
    """Yield the results of many pieces of work, in their order.

    Args:
        pool: The pool; None to do the work here.
        work: As in `Pool.submit`.
        given: The arguments of each piece.
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
    """A pool of processes, which end with the context."""

    def __init__(self, jobs: int) -> None:
        """Start the processes.

        Args:
            jobs: The number of processes.
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
        return self._threads.submit(self._run, pickle.dumps((work, given)))

    def _run(self, work: bytes) -> Any:
        """Return the result of a piece of work, done by the first free process."""
        worker = self._able.get()
        try:
            return worker.answer(work)
        finally:
            self._able.put(worker)


_AHEAD: Final = 2
"""The number of pieces of work that a process has at a time.

The next is there before it has done the last. Otherwise it would wait whenever the calling program is busy
and its threads are slow to receive a result.
"""

_ROOM: Final = 1 << 20
"""The size of the pipe for results in bytes, where the system lets us choose.

A process does not wait until a smaller result is read.
"""


class _Worker:
    """A process that gets work from several threads and does it in turn."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", _SERVE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._work, self._answers = self._process.stdin, self._process.stdout
        with suppress(ImportError, AttributeError, OSError):  # only Linux can do this
            import fcntl

            fcntl.fcntl(self._answers, fcntl.F_SETPIPE_SZ, _ROOM)
        self._giving, self._taking = Lock(), Lock()

    def answer(self, work: bytes) -> Any:
        """Return the result of a piece of work.

        Raises:
            PoolError: if the process dies at it.
        """
        with self._giving:
            with suppress(OSError, ValueError):  # the process has died; reading its answer raises the error
                self._work.write(work)
                self._work.flush()
            self._taking.acquire()  # before other threads submit work, as answers come in order
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
        """End the process, whatever it is doing."""
        with suppress(OSError), self._process:
            self._process.kill()


def serve() -> None:
    """Do pieces of work, one after another, until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the calling program decides when to stop
    answers: IO[bytes] = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # printed text must not get among the answers
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
    """Return an error that can be pickled; if necessary, one with the same text."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return PoolError(repr(error))
    return error


# Clusters --------------------------------------------------------------------------------------------------

PATIENCE: Final = 10
"""The seconds in which a scheduler has to answer."""


class ClusterMissing(Exception):
    """An error for the missing package `distributed`."""


class PoolUnreachable(Exception):
    """An error for an address without a scheduler, or a scheduler without workers."""


class Cluster(Pool):
    """A pool of a scheduler's workers, which go on after the end of the context."""

    def __init__(self, address: str) -> None:
        """Connect to the scheduler.

        Args:
            address: The scheduler's address, such as `tcp://192.168.1.4:8786`.

        Raises:
            ClusterMissing: if `distributed` is not installed.
            PoolUnreachable: if no scheduler answers there, or it has no workers.
        """
        try:
            import distributed
        except ImportError:
            raise ClusterMissing from None
        _knock(address)
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # our own errors describe what goes wrong
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
    """Check that a scheduler listens, because a client would retry in its own thread.

    Raises:
        PoolUnreachable: if none does.
    """
    try:
        parts = urlsplit(address)
        if parts.scheme not in ("tcp", "tls") or not parts.hostname or not parts.port:
            raise PoolUnreachable(address)
        socket.create_connection((parts.hostname, parts.port), PATIENCE).close()
    except (OSError, ValueError):
        raise PoolUnreachable(address) from None


def pool_of(jobs: int, address: str = "") -> Pool | nullcontext[None]:
    """Return a pool: processes of this machine or a cluster; none for one process.

    Args:
        jobs: The number of processes.
        address: The address of a cluster's scheduler; empty for none.

    Raises:
        ClusterMissing: if there is an address, and `distributed` is not installed.
        PoolUnreachable: if no scheduler answers there, or it has no workers.
    """
    if address:
        return Cluster(address)
    return ProcessPool(jobs) if jobs > 1 else nullcontext()
