"""The facts about earlier play in a position: reading and writing their text.

lead: N                    the seat that leads or led the trick in progress
trick: N 7C E dark 9S      its cards so far
points: NS 24 EW 11        card points before this trick; may be left out if unknown
tricks: NS 5 EW 3          tricks before this one; may be left out if unknown
shown: E KC                cards in a hand that everybody has seen

Games of four in two sides also have:

turned: KC                 the seat to act has turned this card, must keep it and plays another from the hand
streak: N 8 2              the last leads of one rank: the seat, the rank, the number of tricks in a row
kings: 2                   kings played so far, if hidden cards leave it open and the fourth must be kept
played: 2C 7D ...          the cards of the earlier tricks, if hidden cards leave them open

Each game adds its own facts for the session.
"""

from typing import override

from kontrapunkt.core.cards import HIDDEN, RANKS, Card
from kontrapunkt.core.interface import SEATS, Game, Seat
from kontrapunkt.record import facts as record
from kontrapunkt.record.text import read_card, read_seat


class Facts[G: Game](record.FactsReader[G]):
    """A reader of the facts of this family's games.

    Seats and sides are numbers in the order of play.
    """

    @property
    def alone(self) -> str:
        """The suffix of the keys of sentences about sides, if each plays alone."""
        return ".alone" * (len(self.game.sides) == len(self.seats))

    @override
    def side(self, text: str) -> int | None:
        return self.place(text) if self.alone else super().side(text)

    def streak(self) -> tuple[int, str, int] | None:
        """Return the leader, rank and number of the last leads of one rank; None for none."""
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
        """Return the leader, cards and dark plays of the trick; no leader if it is empty.

        Args:
            most: The greatest number of cards it may have.
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
        """A seat that always plays, other than north."""
        return "S" if self.alone else "E"

    def shown(self) -> tuple[tuple[int, Card], ...]:
        """Return the cards in hands that everybody has seen, each with its seat."""
        return self.held("shown", f"{self._second} KC")

    def held(self, key: str, form: str) -> tuple[tuple[int, Card], ...]:
        """Return cards with their seats: `N 7C S 9S`.

        Args:
            key: The fact.
            form: The correct form, for the error message.
        """
        return self.pairs(key, self.place, _open_card, form)


def _open_card(text: str) -> Card | None:
    found = read_card(text)
    return None if found == HIDDEN else found
