"""Seats, sides and actions; an action is its text."""

from typing import Final, Literal

from kontrapunkt.core.cards import CARDS, HIDDEN, Card, card_named
from kontrapunkt.core.messages import say

Seat = Literal["N", "E", "S", "W"]
"""A seat: north, east, south or west."""

SEATS: Final[tuple[Seat, ...]] = ("N", "E", "S", "W")
"""The seats clockwise; east is to north's left."""

type SeatIndex = int
"""A seat as a number: 0 to 3 for N E S W in most games.

In Kontra, the place in the order of play.
"""

SIDES: Final[tuple[tuple[Seat, ...], ...]] = (("N", "S"), ("E", "W"))
"""The pairs of opposite seats, by number; each game decides who are partners."""

CHANCE: Final = "*"
"""The actor of cuts, shuffles and drawn cards in a record."""


def known_seat(seat: str) -> Seat:
    """Return the text as a seat.

    Raises:
        ValueError: if there is no such seat.
    """
    for each in SEATS:
        if each == seat:
            return each
    raise ValueError(say("seat.unknown", seat=repr(seat), seats=", ".join(SEATS)))


def left_of(seat: Seat, steps: int = 1) -> Seat:
    """Return the seat a number of places clockwise.

    Args:
        seat: The seat to count from.
        steps: The number of places; a negative number counts anticlockwise.
    """
    return SEATS[(SEATS.index(seat) + steps) % 4]


def partner_of(seat: Seat) -> Seat:
    """Return the opposite seat."""
    return left_of(seat, 2)


class Action(str):
    """An action as its text: a card (`7S`) or a verb with its argument (`say re`)."""

    __slots__ = ()

    @property
    def verb(self) -> str:
        """The first word; `play` for a card."""
        return "play" if self.card else self.partition(" ")[0]

    @property
    def card(self) -> Card | None:
        """The card to play; None if the action does not play a card."""
        return CARDS.get(self) or (card_named(self) if len(self) == 2 else None)

    @property
    def argument(self) -> str:
        """The text after the verb; empty for a verb alone and for a card."""
        return self.partition(" ")[2]

    @property
    def carries(self) -> Card | None:
        """The card that is played or that the argument names (`spice TD`); None for none."""
        return self.card or Action(self.argument).card


ACTIONS: Final = {card: Action(card) for card in (*CARDS.values(), HIDDEN)}
"""The actions that play a card, by card, with one for a hidden card."""

PASS: Final = Action("pass")
"""The action of a player who does not want to bid, call or claim."""
