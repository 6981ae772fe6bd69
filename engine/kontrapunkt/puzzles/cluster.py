"""Machines to work on: the workers of a scheduler of Dask's `distributed` (extra `cluster`).

They need the same kontrapunkt as whoever asks. Work that a worker was at when it died is done by another.
"""

import logging
import socket
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import nullcontext
from typing import Any, Final, override
from urllib.parse import urlsplit

from kontrapunkt.puzzles.process_pool import Pool, ProcessPool

PATIENCE: Final = 10
"""Seconds in which a scheduler has to answer."""


class NoCluster(Exception):
    """The package `distributed` is not installed."""


class Unanswered(Exception):
    """Nobody answers at an address, or nobody works there."""


class Cluster(Pool):
    """The workers of a scheduler, which are left alone at the end of the context."""

    def __init__(self, address: str) -> None:
        """Calls the scheduler.

        Args:
            address: Where it listens, such as `tcp://192.168.1.4:8786`.

        Raises:
            NoCluster: if `distributed` is not installed.
            Unanswered: if nobody answers there, or it has no workers.
        """
        try:
            import distributed
        except ImportError:
            raise NoCluster from None
        _knock(address)
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what goes wrong is told in a sentence
        try:
            client: Any = distributed.Client  # it has no types
            self._client = client(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError, TypeError):
            raise Unanswered(address) from None
        self.jobs = sum(self._client.nthreads().values())
        if not self.jobs:
            self._client.close()
            raise Unanswered(address)
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
            raise Unanswered(address)
        socket.create_connection((parts.hostname, parts.port), PATIENCE).close()
    except (OSError, ValueError):
        raise Unanswered(address) from None


def pool_of(jobs: int, address: str = "") -> Pool | nullcontext[None]:
    """Whom to give work to: so many processes of this machine, or a cluster; nobody for one process.

    Args:
        jobs: How many processes.
        address: Where a cluster's scheduler listens; empty for none.

    Raises:
        NoCluster: if there is an address, and `distributed` is not installed.
        Unanswered: if nobody answers there, or it has no workers.
    """
    if address:
        return Cluster(address)
    return ProcessPool(jobs) if jobs > 1 else nullcontext()
