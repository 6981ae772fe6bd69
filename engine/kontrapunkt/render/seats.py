"""Seats and sides as the reader meets them: names, letters, and places round the table."""

from collections.abc import Sequence
from typing import Final, Literal

from kontrapunkt import words
from kontrapunkt.game import SEATS, Seat

Place = Literal["foot", "left", "top", "right"]
"""Where a seat is drawn; the reader's is the foot."""

PLACES: Final[tuple[Place, ...]] = ("foot", "left", "top", "right")


def seat_name(seat: Seat) -> str:
    """The seat's name in the language in force: "North"."""
    return words.say(f"render.seat.{seat}")


def seat_letter(seat: Seat) -> str:
    """The seat's letter in the language in force: "N"."""
    return words.say(f"render.letter.{seat}")


def side_name(seats: Sequence[Seat]) -> str:
    """A side by its letters, "N–S"; a lone player by name."""
    return seat_name(seats[0]) if len(seats) == 1 else "–".join(seat_letter(seat) for seat in seats)


def side_spoken(seats: Sequence[Seat]) -> str:
    """A side for the ear: "North and South"."""
    return words.say("render.and").join(seat_name(seat) for seat in seats)


def place_of(seat: Seat, foot: Seat = "S") -> Place:
    """Where a seat is drawn when `foot` sits at the foot of the table."""
    return PLACES[(SEATS.index(seat) - SEATS.index(foot)) % 4]


words.register(
    "en",
    {
        "render.seat.N": "North",
        "render.seat.E": "East",
        "render.seat.S": "South",
        "render.seat.W": "West",
        "render.letter.N": "N",
        "render.letter.E": "E",
        "render.letter.S": "S",
        "render.letter.W": "W",
        "render.and": " and ",
    },
)
