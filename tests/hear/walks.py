"""Walks by keys alone: each is described once, for Orca and for the listener in Chromium."""

import re
from collections.abc import Iterable, Iterator
from typing import Final, Protocol

END: Final = "Below are the scoresheet"
TURN: Final = rf"Your turn\.\xa0?$|{END}"
_REFUSED: Final = "you may not|not possible"
_OPENED: Final = "^expanded$"
_MOST: Final = 90
"""The most keys of a deal."""

type Heard = tuple[str, list[str]]
"""A key and what is said after it."""

OTHERS: Final = {
    "puzzle": ("ristikontra/puzzles/deuce-first/", "b", "East’s king of spades", ("Return", "BackSpace")),
    "walk-through": ("ristikontra/examples/", "b", "^Next", ("Return", "Return", "shift+b", "Return")),
    "lesson": ("ristikontra/learn/", "b", "^Next", ("Return", "Return", "shift+b", "Return")),
}
"""The page of each walk without a table; a key, pressed until words are heard; and the keys that follow."""


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

    def find_turn(self) -> None:
        """Go from the button that deals to a card or bid."""
        ...


def play_deal(ear: Ear, address: str) -> Iterator[Heard]:
    """Play the deal that is on the table: each time the card or bid that has focus."""
    yield "open", ear.open(address)
    for key in ("Tab", "Return"):
        yield key, ear.press(key)
    ear.find_turn()
    key = "Return"
    for _ in range(_MOST):
        told = ear.press(key, f"{TURN}|{_REFUSED}|{_OPENED}" if key == "Return" else "")
        yield key, told
        if any(END in each for each in told):
            return
        if any(re.search(_OPENED, each) for each in told):  # a family of bids
            key = "Tab"
        else:
            key = "Left" if any(re.search(_REFUSED, each) for each in told) else "Return"


def press_keys(ear: Ear, address: str, key: str, until: str, keys: Iterable[str]) -> Iterator[Heard]:
    """Press a key on a page until words are heard, then other keys.

    Args:
        until: An expression for the words.
    """
    yield "open", ear.open(address)
    told: list[str] = []
    while not any(re.search(until, each) for each in told):
        told = ear.press(key)
    yield key, told
    for each in keys:
        yield each, ear.press(each)


def as_lines(walk: Iterable[Heard]) -> Iterator[str]:
    """Yield a transcript: a line for each key."""
    for key, told in walk:
        yield f"[{key}]  {' | '.join(told)}".rstrip()
