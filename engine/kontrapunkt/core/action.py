"""Seats, and what is done from them: an action as its one text form."""

from typing import Final, Literal

from kontrapunkt.core.cards import CARDS, HIDDEN, Card, card_named
from kontrapunkt.core.messages import say

Seat = Literal["N", "E", "S", "W"]
SEATS: Final[tuple[Seat, ...]] = ("N", "E", "S", "W")
"""The seats clockwise; E sits at N's left."""

type SeatIndex = int
"""A seat as a number: 0 to 3 for N E S W in most games; in Kontra, the place in the order of play."""

SIDES: Final[tuple[tuple[Seat, ...], ...]] = (("N", "S"), ("E", "W"))
"""Who sits opposite each other, by number; who plays with whom is for a game to say."""

CHANCE: Final = "*"
"""The actor of cuts, shuffles and drawn cards in a record."""


def known_seat(seat: str) -> Seat:
    """The seat, if there is such a one.

    Raises:
        ValueError: if there is not.
    """
    for each in SEATS:
        if each == seat:
            return each
    raise ValueError(say("seat.unknown", seat=repr(seat), seats=", ".join(SEATS)))


def left_of(seat: Seat, steps: int = 1) -> Seat:
    """The seat that many places clockwise.

    Args:
        seat: The seat to count from.
        steps: How many places; less than none go the other way.
    """
    return SEATS[(SEATS.index(seat) + steps) % 4]


def partner_of(seat: Seat) -> Seat:
    """The seat opposite."""
    return left_of(seat, 2)


class Action(str):
    """An action as its one text form: a card (`7S`), or a word and what belongs to it (`dark`, `say re`)."""

    __slots__ = ()

    @property
    def verb(self) -> str:
        """The first word; `play` for a card."""
        return "play" if self.card else self.partition(" ")[0]

    @property
    def card(self) -> Card | None:
        """The card, where the action is to play one."""
        return CARDS.get(self) or (card_named(self) if len(self) == 2 else None)

    @property
    def argument(self) -> str:
        """What follows the word; empty for a lone word and for a card."""
        return self.partition(" ")[2]

    @property
    def carries(self) -> Card | None:
        """The card that it does something with: the one played, or the one that a word names (`spice TD`)."""
        return self.card or Action(self.argument).card


ACTIONS: Final = {card: Action(card) for card in (*CARDS.values(), HIDDEN)}
"""The action of playing a card, a hidden one included."""

PASS: Final = Action("pass")
"""What is done by who wants nothing, where one may want something."""
