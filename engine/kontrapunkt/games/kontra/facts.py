"""The facts of a deal of Kontra: their text form, read and written.

cut: N AH S AD N TC S 4D   who cut what for the deal; a tie at the top, then those cut again
lead: N                    who leads, or led, the trick in progress; before the first lead, whose lead it is
pack: locked               the pack is locked for good
declined: N                who would not unlock it, in the order asked
bottom: led                the bottom card was led to the first trick, so that it lies in the pack no more
trick: N 7C S dark 9S      its cards so far; with all of them, the winner is to add the spice
points: N 24 S 11          card points before this trick; may be left out where unknown
tricks: N 3 S 2            tricks before this one; may be left out where unknown
shown: S KC                cards in a hand that everybody has seen

How the match stands: `score: N 75 S 45` and `deals: 1`, those played so far.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from kontrapunkt.cards import HIDDEN, Card
from kontrapunkt.deal import Deal
from kontrapunkt.game import Seat
from kontrapunkt.record import facts as record
from kontrapunkt.record.facts import read_number
from kontrapunkt.record.text import read_card, read_seat

if TYPE_CHECKING:
    from kontrapunkt.games.kontra import Kontra

DEAL_FACTS: Final = ("cut", "lead", "pack")
POSITION_FACTS: Final = (
    "lead", "trick", "pack", "declined", "bottom", "points", "tricks", "shown",
)  # fmt: skip
LOCKED: Final = "locked"
LED: Final = "led"


def write_numbers(seats: Sequence[Seat], numbers: Sequence[int]) -> str:
    """A number for each seat: `N 24 S 11`."""
    return " ".join(f"{seat} {number}" for seat, number in zip(seats, numbers, strict=True))


def write_cards(pairs: Sequence[tuple[Seat, Card]]) -> str:
    """Cards of seats: `N 7C S 9S`."""
    return " ".join(f"{seat} {card}" for seat, card in pairs)


class Facts(record.Facts):
    """What the facts of a deal say."""

    sentences = "kontra.fault."

    def __init__(self, game: "Kontra", deal: Deal, known: tuple[str, ...]) -> None:
        super().__init__(deal, known)
        self.seats = game.seats

    def number_of(self, seat: Seat) -> int:
        """The number of a seat in the order of play."""
        return self.seats.index(seat)

    def own_seat(self, key: str) -> int | None:
        """The number of the one seat of a fact, if it plays."""
        seat = self.seat(key)
        if seat is not None and seat not in self.seats:
            self.unreadable(key, f"{key}: N")
            return None
        return None if seat is None else self.seats.index(seat)

    def own_seats(self, key: str) -> tuple[int, ...]:
        """The numbers of the seats of a fact."""
        found = [read_seat(word) for word in self.words(key)]
        known = [self.seats.index(seat) for seat in found if seat in self.seats]
        if len(known) < len(found) or len({*known}) < len(known):
            self.unreadable(key, f"{key}: {' '.join(self.seats)}")
        return tuple(known)

    def flag(self, key: str, word: str) -> bool:
        """Whether a fact says its one word."""
        given = self.words(key)
        if given and [each.lower() for each in given] != [word]:
            self.unreadable(key, f"{key}: {word}")
        return bool(given)

    def numbers(self, key: str, total: int | None = None) -> tuple[int, ...] | None:
        """A number for each seat; one left out is the rest of the total, if known. None where open.

        Args:
            key: The fact.
            total: What they add up to, where that is known.
        """
        given = self.words(key)
        found: dict[Seat, int] = {}
        for seat_text, text in zip(given[::2], given[1::2], strict=False):
            seat, number = read_seat(seat_text), read_number(text)
            if seat in self.seats and seat not in found and number is not None:
                found[seat] = number
        if len(found) * 2 != len(given) or (key in self.deal.facts and not given):
            self.unreadable(key, f"{key}: {write_numbers(self.seats, (24, 11, 7)[: len(self.seats)])}")
            return None
        missing = [seat for seat in self.seats if seat not in found]
        if len(missing) == 1 and found and total is not None:
            found[missing[0]] = total - sum(found.values())
        return tuple(found[seat] for seat in self.seats) if len(found) == len(self.seats) else None

    def held(self, key: str) -> tuple[tuple[Seat, Card], ...]:
        """Cards of seats: `N 7C S 9S`."""
        given = self.words(key)
        pairs = [(read_seat(s), read_card(c)) for s, c in zip(given[::2], given[1::2], strict=False)]
        found = tuple(
            (seat, card) for seat, card in pairs if seat in self.seats and card not in (None, HIDDEN)
        )
        if len(found) * 2 != len(given):
            self.unreadable(key, f"{key}: {'N AH S TD' if key == 'cut' else 'S KC'}")
        return found

    def trick(self) -> tuple[int | None, tuple[Card, ...], int]:
        """Leader, cards and dark plays of the trick in progress; no leader while it is empty."""
        rest = self.words("trick")
        seats: list[int] = []
        cards: list[Card] = []
        dark = 0
        while rest:
            seat = read_seat(rest.pop(0))
            if rest and rest[0].lower() == "dark":
                rest.pop(0)
                dark |= 1 << len(cards)
            card = read_card(rest.pop(0)) if rest else None
            if seat not in self.seats or not card:
                self.unreadable("trick", "trick: N 7C S dark 9S")
                return None, (), 0
            seats.append(self.seats.index(seat))
            cards.append(card)
        if not seats:
            return None, (), 0
        number = len(self.seats)
        if len(seats) > number or any((seats[0] + i) % number != seat for i, seat in enumerate(seats)):
            self.fault("trick_wrong", "trick_wrong", "trick", n=number)
            return None, (), 0
        return seats[0], tuple(cards), dark


def write_trick(seats: Sequence[Seat], leader: int, cards: tuple[Card, ...], dark: int) -> str:
    """The cards of a trick in progress: `N 7C S dark 9S`."""
    return " ".join(
        f"{seats[(leader + i) % len(seats)]} {'dark ' * (dark >> i & 1)}{card}"
        for i, card in enumerate(cards)
    )
