"""Progress of long work on a terminal, and the errors of a cluster."""

import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from time import monotonic
from typing import Final, override

from kontrapunkt.commands import exit_on_error
from kontrapunkt.puzzles.process_pool import ClusterMissing, PoolUnreachable

PATIENCE: Final = 0.8
"""Seconds before the first progress is shown."""

_EVERY: Final = 0.1
_WIDTH: Final = 24


class Progress(AbstractContextManager["Progress"]):
    """A context that shows progress on a terminal and clears it at the end."""

    def __init__(self) -> None:
        self._stream = sys.stderr
        self._begun = monotonic()
        self._last = 0.0
        self._written = 0
        self._mute = not (self._stream and self._stream.isatty())

    @override
    def __exit__(self, *raised: object) -> None:
        self.clear()

    @property
    def seconds(self) -> float:
        """The seconds since it began."""
        return monotonic() - self._begun

    def tell(self, done: int, total: int, text: str = "") -> None:
        """Show the progress.

        Args:
            done: The amount of work done.
            total: The whole amount.
            text: A further remark.
        """
        now = monotonic()
        if self._mute or self.seconds < PATIENCE or now - self._last < _EVERY:
            return
        self._last = now
        full = _WIDTH * done // max(1, total)
        self._write(f"[{'#' * full}{'.' * (_WIDTH - full)}] {done}/{total} {text}".rstrip())

    def clear(self) -> None:
        """Clear the line, so that other output can follow."""
        self._write("")

    def _write(self, text: str) -> None:
        if not self._mute and (text or self._written):
            filled = f"\r{text}{' ' * (self._written - len(text))}"
            print(filled, end="" if text else "\r", file=self._stream, flush=True)
            self._written = len(text)


@contextmanager
def cluster_errors() -> Iterator[None]:
    """End the command with a sentence if a cluster cannot be used.

    Raises:
        CommandError: if `distributed` is not installed, or the cluster does not answer.
    """
    with (
        exit_on_error(ClusterMissing, key="cli.needs_cluster"),
        exit_on_error(PoolUnreachable, key="cli.no_cluster"),
    ):
        yield
