"""A line on a terminal that tells how long work goes on; where there is no terminal, or no wait, nothing."""

import sys
from time import monotonic
from types import TracebackType
from typing import Final, Self

PATIENCE: Final = 0.8
"""Seconds that pass before anything is told."""

_EVERY: Final = 0.1
_WIDTH: Final = 24


class Progress:
    """A context in which work is told; what was told is gone at its end."""

    def __init__(self) -> None:
        self._stream = sys.stderr
        self._begun = monotonic()
        self._last = 0.0
        self._written = 0
        self._mute = not (self._stream and self._stream.isatty())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._write("")

    @property
    def seconds(self) -> float:
        """Since it began."""
        return monotonic() - self._begun

    def tell(self, done: int, total: int, text: str = "") -> None:
        """Tells how far the work is.

        Args:
            done: How much is done.
            total: Of how much.
            text: What else there is to say.
        """
        now = monotonic()
        if self._mute or self.seconds < PATIENCE or now - self._last < _EVERY:
            return
        self._last = now
        full = _WIDTH * done // max(1, total)
        self._write(f"[{'#' * full}{'.' * (_WIDTH - full)}] {done}/{total} {text}".rstrip())

    def clear(self) -> None:
        """Takes the line away, so that something else can be printed."""
        self._write("")

    def _write(self, text: str) -> None:
        if not self._mute and (text or self._written):
            print(
                f"\r{text}{' ' * (self._written - len(text))}",
                end="" if text else "\r",
                file=self._stream,
                flush=True,
            )
            self._written = len(text)
