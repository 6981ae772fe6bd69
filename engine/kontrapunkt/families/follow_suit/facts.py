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

from collections.abc import Iterable, Sequence
from typing import Final

from kontrapunkt.cards import Card
from kontrapunkt.game import SEATS, Action
from kontrapunkt.record import facts as record
from kontrapunkt.record.text import read_card, tidy_action

PLAY_FACTS: Final = ("lead", "trick", "trump", "calls", "points", "tricks")


def write_calls(calls: Iterable[tuple[int, Action]]) -> str:
    """What was said: `E say matt, N say konter`.

    Args:
        calls: What was said, each with the number of its seat, N E S W from 0.
    """
    return ", ".join(f"{SEATS[seat]} {action}" for seat, action in calls)


def write_trick(leader: int, cards: Sequence[Card], step: int) -> str:
    """The cards of a trick in progress: `N 7C E 9S`.

    Args:
        leader: The number of the seat that led, N E S W from 0.
        cards: The cards, in the order played.
        step: How the numbers of the seats run in the order of play: 1 or 3.
    """
    return " ".join(f"{SEATS[(leader + i * step) % 4]} {card}" for i, card in enumerate(cards))


class Facts(record.Facts):
    """What the facts of games with suits to follow say."""

    sentences = "follow_suit.fault."

    def trick(self, step: int) -> tuple[int | None, tuple[Card, ...]]:
        """Leader and cards of the trick in progress; no leader while it is empty.

        Args:
            step: How the numbers of the seats run in the order of play: 1 or 3.
        """
        given = self.pairs("trick", self.place, read_card, "N 7C E 9S")
        if not given:
            return None, ()
        leader = given[0][0]
        if len(given) > 3 or any((leader + i * step) % 4 != seat for i, (seat, _) in enumerate(given)):
            self.fault("trick_wrong", "trick_wrong", "trick")
        return leader, tuple(card for _, card in given)

    def calls(self, form: str) -> tuple[tuple[int, Action], ...]:
        """What was said aloud, each with the number of its seat.

        Args:
            form: How they are written, as an example in the game's words.
        """
        entries = [entry.split() for entry in self.deal.facts.get("calls", "").split(",")]
        found = []
        for entry in entries if "calls" in self.deal.facts else ():
            seat = self.place(entry[0]) if entry else None
            if seat is None or len(entry) < 2:
                self.unreadable("calls", form)
                return ()
            found.append((seat, tidy_action(" ".join(entry[1:]))))
        return tuple(found)
