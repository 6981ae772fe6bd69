"""Seats and sides as the reader meets them: names, letters, and places round the table."""

from typing import Final, Literal

from kontrapunkt import words
from kontrapunkt.game import SEATS, Seat
from kontrapunkt.naming import seat_name, side_name, side_short

__all__ = [
    "PLACES",
    "Place",
    "place_of",
    "seat_letter",
    "seat_name",
    "side_name",
    "side_short",
]

Place = Literal["foot", "left", "top", "right"]
"""Where a seat is drawn; the reader's is the foot."""

PLACES: Final[tuple[Place, ...]] = ("foot", "left", "top", "right")


def seat_letter(seat: Seat) -> str:
    """The seat's letter in the language in force: "N"."""
    return words.say(f"seat.short.{seat}")


def place_of(seat: Seat, foot: Seat = "S") -> Place:
    """Where a seat is drawn when `foot` sits at the foot of the table."""
    return PLACES[(SEATS.index(seat) - SEATS.index(foot)) % 4]
