"""Walks by keys alone: each is described once, for Orca and for the listener in Chromium."""

import re
from collections.abc import Iterable, Iterator
from typing import Final, Protocol

END: Final = "Below are the scoresheet"
TURN: Final = rf"Your turn\.\xa0?$|{END}"
_REFUSED: Final = "you may not|not now"
_MOST: Final = 90
"""The most keys of a deal."""

type Heard = tuple[str, list[str]]
"""A key and what is said after it."""

OTHERS: Final = {
    "puzzle": ("ristikontra/puzzles/", ("b", "b", "b", "Return")),
    "walk-through": ("ristikontra/examples/", ("b", "Right", "Right", "Left")),
    "lesson": ("ristikontra/learn/", ("h", "h", "Tab", "Return")),
}
"""The page of each walk without a table, and its keys."""


class Ear(Protocol):
    """A listener that presses keys."""

    def open(self, address: str) -> list[str]:
        """Open a page, and hear how it begins."""
        ...

    def press(self, key: str, last: str = "") -> list[str]:
        """Press a key, by its name for xdotool, and hear what is said.

        Args:
            last: An expression for the words that are waited for; empty for none.
        """
        ...


def play_deal(ear: Ear, address: str) -> Iterator[Heard]:
    """Play the deal that is on the table: each time the card or bid that has focus."""
    yield "open", ear.open(address)
    for key in ("Tab", "Return", "shift+Tab", "shift+Tab", "Home"):
        yield key, ear.press(key)
    key = "Return"
    for _ in range(_MOST):
        told = ear.press(key, f"{TURN}|{_REFUSED}" if key == "Return" else "")
        yield key, told
        if any(END in each for each in told):
            return
        key = "Right" if any(re.search(_REFUSED, each) for each in told) else "Return"


def press_keys(ear: Ear, address: str, keys: tuple[str, ...]) -> Iterator[Heard]:
    """Press keys on a page."""
    yield "open", ear.open(address)
    for key in keys:
        yield key, ear.press(key)


def as_lines(walk: Iterable[Heard]) -> Iterator[str]:
    """Yield a transcript: a line for each key."""
    for key, told in walk:
        yield f"[{key}]  {' | '.join(told)}".rstrip()
