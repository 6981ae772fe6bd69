"""Seats as the reader meets them: letters, and places round the table."""

from typing import Final, Literal

from kontrapunkt import words
from kontrapunkt.game import SEATS, Seat

Place = Literal["foot", "left", "top", "right"]
"""Where a seat is drawn; the reader's is the foot."""

PLACES: Final[tuple[Place, ...]] = ("foot", "left", "top", "right")


def seat_letter(seat: Seat) -> str:
    """The seat's letter in the language in force: "N"."""
    return words.say(f"seat.short.{seat}")


def place_of(seat: Seat, foot: Seat = "S") -> Place:
    """Where a seat is drawn when `foot` sits at the foot of the table."""
    return PLACES[(SEATS.index(seat) - SEATS.index(foot)) % 4]
