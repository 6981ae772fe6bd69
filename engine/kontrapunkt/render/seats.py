"""Places round the table."""

from typing import Final, Literal

from kontrapunkt.game import SEATS, Seat

Place = Literal["foot", "left", "top", "right"]
"""Where a seat is drawn; the reader's is the foot."""

PLACES: Final[tuple[Place, ...]] = ("foot", "left", "top", "right")


def place_of(seat: Seat, foot: Seat = "S") -> Place:
    """Where a seat is drawn when `foot` sits at the foot of the table."""
    return PLACES[(SEATS.index(seat) - SEATS.index(foot)) % 4]
