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

from kontrapunkt.cards import SUIT_SIGNS, Card
from kontrapunkt.game import SEATS, Action
from kontrapunkt.record import facts as record
from kontrapunkt.record.facts import read_number, read_signed, write_numbers
from kontrapunkt.record.text import read_card, read_seat, tidy_action

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

    def numbers(
        self, key: str, total: int | None = None, *, signed: bool = False, form: Sequence[int] = range(4)
    ) -> tuple[int, ...] | None:
        """A number for each side; one left out is the rest of the total, if known. None for nothing.

        Args:
            key: The fact.
            total: What they add up to, where that is known.
            signed: Whether they may be below nothing.
            form: Numbers that may stand there, for the sentence about others.
        """
        given, sides = self.words(key), self.game.sides
        keys = ["".join(seats) for seats in sides]
        found: dict[int, int] = {}
        for name, text in zip(given[::2], given[1::2], strict=False):
            side, number = _side(name, keys), (read_signed if signed else read_number)(text)
            if side is not None and side not in found and number is not None:
                found[side] = number
        rest = [side for side in range(len(keys)) if side not in found]
        odd = len(found) * 2 != len(given) or (key in self.deal.facts and not given)
        if not odd and len(rest) == 1 and total is not None:
            found[rest[0]] = max(0, total - sum(found.values()))
        elif odd or (rest and given):
            self.unreadable(key, f"{key}: {write_numbers(sides, form[: len(keys)])}")
        return tuple(found[side] for side in range(len(keys))) if len(found) == len(keys) else None

    def trick(self, step: int) -> tuple[int | None, tuple[Card, ...]]:
        """Leader and cards of the trick in progress; no leader while it is empty.

        Args:
            step: How the numbers of the seats run in the order of play: 1 or 3.
        """
        given = self.words("trick")
        pairs = [(read_seat(s), read_card(c)) for s, c in zip(given[::2], given[1::2], strict=False)]
        seats = [SEATS.index(seat) for seat, _ in pairs if seat]
        cards = tuple(card for _, card in pairs if card)
        if not len(seats) == len(cards) == len(pairs) or len(given) % 2:
            self.unreadable("trick", "trick: N 7C E 9S")
        elif len(seats) > 3 or any((seats[0] + i * step) % 4 != seat for i, seat in enumerate(seats)):
            self.fault("trick_wrong", "trick_wrong", "trick")
        elif seats:
            return seats[0], cards
        return None, ()

    def suit(self, key: str) -> str:
        """The letter of the one suit of a fact; empty for none."""
        given = self.words(key)
        signs = {sign: letter for letter, sign in SUIT_SIGNS.items()}
        found = [signs.get(word.replace("\ufe0f", ""), word.upper()) for word in given]
        if key in self.deal.facts and (len(found) != 1 or found[0] not in SUIT_SIGNS):
            self.unreadable(key, f"{key}: C")
            return ""
        return found[0] if found else ""

    def calls(self, form: str) -> tuple[tuple[int, Action], ...]:
        """What was said aloud, each with the number of its seat.

        Args:
            form: How they are written, as an example in the game's words.
        """
        entries = [entry.split() for entry in self.deal.facts.get("calls", "").split(",")]
        found = []
        for entry in entries if "calls" in self.deal.facts else ():
            seat = read_seat(entry[0]) if entry else None
            if seat is None or len(entry) < 2:
                self.unreadable("calls", f"calls: {form}")
                return ()
            found.append((SEATS.index(seat), tidy_action(" ".join(entry[1:]))))
        return tuple(found)


def _side(text: str, keys: Sequence[str]) -> int | None:
    letters = sorted(letter for letter in text[:8].upper() if letter not in "-–/")
    return next((i for i, key in enumerate(keys) if sorted(key) == letters), None)
