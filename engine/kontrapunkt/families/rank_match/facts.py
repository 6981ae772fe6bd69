"""The facts of a position's past: their text form, read and written.

lead: N                    who leads, or led, the trick in progress
trick: N 7C E dark 9S      its cards so far
points: NS 24 EW 11        card points before this trick; may be left out where unknown
tricks: NS 5 EW 3          tricks before this one; may be left out where unknown
shown: E KC                cards in a hand that everybody has seen

Where four play in two sides there are too:

turned: KC                 the seat to act has turned this card, must keep it and plays another from the hand
streak: N 8 2              the last leads of one rank: by whom, which, how many tricks running
kings: 2                   kings played so far, where hidden cards leave it open and the fourth must be kept
played: 2C 7D ...          the cards of the earlier tricks, where hidden cards leave them open

How the session stands is stated by facts of each game's own.
"""

from typing import override

from kontrapunkt.core.cards import HIDDEN, RANKS, Card
from kontrapunkt.core.interface import SEATS, Game, Seat
from kontrapunkt.record import facts as record
from kontrapunkt.record.text import read_card, read_seat


class Facts[G: Game = Game](record.FactsReader[G]):
    """What the facts of this family's games say; seats and sides are numbers in the order of play."""

    @property
    def alone(self) -> str:
        """What is added to the key of a sentence about sides, where each plays alone."""
        return ".alone" * (len(self.game.sides) == len(self.seats))

    @override
    def side(self, text: str) -> int | None:
        return self.place(text) if self.alone else super().side(text)

    def streak(self) -> tuple[int, str, int] | None:
        """Leader, rank and number of the last leads of one rank."""
        given = self.words("streak")
        if not given:
            return None
        if len(given) == 3:
            seat, rank, number = read_seat(given[0]), given[1].upper().replace("10", "T"), given[2]
            if seat and len(rank) == 1 and rank in RANKS and number in ("1", "2", "3", "4"):
                return SEATS.index(seat), rank, int(number)
        self.unreadable("streak", "N 8 2")
        return None

    def trick(self, most: int) -> tuple[int | None, tuple[Card, ...], int]:
        """Leader, cards and dark plays of the trick in progress; no leader while it is empty.

        Args:
            most: How many cards it may have.
        """
        rest = self.words("trick")
        seats: list[int] = []
        cards: list[Card] = []
        dark = 0
        while rest:
            seat = self.place(rest.pop(0))
            if rest and rest[0].lower() == "dark":
                rest.pop(0)
                dark |= 1 << len(cards)
            card = read_card(rest.pop(0)) if rest else None
            if seat is None or not card:
                self.unreadable("trick", f"N 7C {self._second} dark 9S")
                return None, (), 0
            seats.append(seat)
            cards.append(card)
        number = len(self.seats)
        if len(seats) > most or any((seats[0] + i) % number != seat for i, seat in enumerate(seats)):
            self.fault(f"trick_wrong{self.alone}", "trick", n=number)
            return None, (), 0
        return (seats[0] if seats else None), tuple(cards), dark

    @property
    def _second(self) -> Seat:
        """A seat that always plays, and another than north."""
        return "S" if self.alone else "E"

    def shown(self) -> tuple[tuple[int, Card], ...]:
        """The cards in hands that everybody has seen."""
        return self.held("shown", f"{self._second} KC")

    def held(self, key: str, form: str) -> tuple[tuple[int, Card], ...]:
        """Cards of seats: `N 7C S 9S`.

        Args:
            key: The fact.
            form: How it may be written, for the sentence about what cannot be read.
        """
        return self.pairs(key, self.place, _open_card, form)


def _open_card(text: str) -> Card | None:
    found = read_card(text)
    return None if found == HIDDEN else found
