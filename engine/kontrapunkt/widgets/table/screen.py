"""Several people at one screen: who sits at it, and what of the table all of them may see."""

from copy import replace
from typing import Any

from kontrapunkt.cards import HIDDEN
from kontrapunkt.game import Seat, State, View


class Screen:
    """Who of the people at a table sits at the screen; nobody's cards are seen before they have come to it.

    Attributes:
        people: The seats that people play in this deal.
        seat: Whose cards may be seen; None before anybody has come.
    """

    def __init__(self, people: tuple[Seat, ...]) -> None:
        self.people = people
        self.seat: Seat | None = people[0] if len(people) == 1 else None
        self._asked: Seat | None = None  # who was asked for, out of turn

    def awaited(self, turn: Seat | None) -> Seat | None:
        """Who is to come; None for nobody.

        Args:
            turn: Whose turn it is.
        """
        wanted = self._asked or (turn if turn in self.people else None)
        return wanted if wanted != self.seat and len(self.people) > 1 else None

    def covered(self, turn: Seat | None) -> bool:
        """Whether all hands lie covered.

        Args:
            turn: Whose turn it is.
        """
        return len(self.people) > 1 and (self.seat is None or self.awaited(turn) is not None)

    def come(self, seat: Seat) -> None:
        """Somebody has come.

        Args:
            seat: Who.
        """
        self.seat = seat

    def ask_for(self, seat: Seat) -> None:
        """Somebody is asked for who need not be in turn: they may have something to say.

        Args:
            seat: Who.
        """
        self._asked = seat

    def done(self) -> None:
        """Somebody has done something; it goes on in turn."""
        self._asked = None


def covered(state: State, seat: Seat) -> View:
    """What lies open to all: what every seat sees, with all hands face down.

    Args:
        state: The moment.
        seat: Who is to come to the screen next.
    """
    view, *others = (state.view(each) for each in (seat, *state.game.seats) if each)
    parts: dict[str, Any] = {"actions": (), "others": {}}
    parts["task"] = view.task if all(str(other.task) == str(view.task) for other in others) else ""
    parts["hands"] = {each: (HIDDEN,) * len(hand) for each, hand in view.hands.items()}
    for part in ("statuses", "calls", "tricks", "piles"):
        parts[part] = tuple(
            each for each in getattr(view, part) if all(each in getattr(other, part) for other in others)
        )
    parts["laid"] = tuple(
        each
        if all(each in other.laid for other in others)
        else replace(each, cards=tuple(HIDDEN for _ in each.cards))
        for each in view.laid
    )
    return replace(view, **parts)
