"""The facts of a position's past: their text form, read and written.

lead: N                         who leads, or led, the trick in progress
trick: N 7C E 9S                its cards so far, in the order of play
trump: C                        the trump suit
calls: E say matt, N say konter what was said aloud and still stands, in order
points: NS 24 EW 11             card points of the sides before this trick; one left out is the rest
tricks: NS 5 EW 3               tricks of the sides before this one; one left out is the rest

A game in which everybody plays alone has seats for sides. What else the past leaves, and how the session
stands, is stated by facts of each game's own.
"""

from collections.abc import Iterable
from typing import Final

from kontrapunkt.game import SEATS

PLAY_FACTS: Final = ("lead", "trick", "trump", "calls", "points", "tricks")


def write_pairs(pairs: Iterable[tuple[int, str]]) -> str:
    """What is of each of some seats: `E say matt, N say konter`.

    Args:
        pairs: The numbers of the seats, N E S W from 0, each with what is of it.
    """
    return ", ".join(f"{SEATS[seat]} {text}" for seat, text in pairs)
