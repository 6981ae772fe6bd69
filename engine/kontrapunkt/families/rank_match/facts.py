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

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from kontrapunkt.cards import HIDDEN, RANKS, Card
from kontrapunkt.deal import Deal
from kontrapunkt.game import SEATS, Game, Seat
from kontrapunkt.record import facts as record
from kontrapunkt.record.facts import read_number, write_numbers
from kontrapunkt.record.text import read_card, read_seat

PLAY_FACTS: Final = ("lead", "trick", "turned", "streak", "points", "tricks", "shown", "kings", "played")
_SIDES: Final = {"NS": 0, "SN": 0, "EW": 1, "WE": 1}


def write_cards(pairs: Iterable[tuple[Seat, str]]) -> str:
    """Cards of seats: `N 7C S 9S`."""
    return " ".join(f"{seat} {card}" for seat, card in pairs)


class Facts[G: Game = Game](record.Facts[G]):
    """What the facts of this family's games say; seats and sides are numbers in the order of play.

    Attributes:
        alone: What is added to the key of a sentence about sides, where each plays alone.
    """

    sentences = "rank_match.fault."

    def __init__(self, game: G, deal: Deal, known: Sequence[str]) -> None:
        super().__init__(game, deal, tuple(known))
        self.seats = game.seats
        self.alone = ".alone" * (len(game.sides) == len(game.seats))

    def side(self, text: str) -> int | None:
        """The side of `NS`, `n-s`, `EW` ..., or of the seat that plays alone; None for anything else."""
        if not self.alone:
            return _SIDES.get("".join(letter for letter in text[:8].upper() if letter not in "-–/"))
        seat = read_seat(text)
        return self.seats.index(seat) if seat in self.seats else None

    def sides(self, key: str) -> frozenset[int]:
        """The sides of a fact: `NS EW`."""
        found = [self.side(word) for word in self.words(key)]
        if None in found:
            self.unreadable(key, f"{key}: NS EW")
        return frozenset(side for side in found if side is not None)

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

    def numbers(
        self,
        key: str,
        total: int | None = None,
        *,
        read: Callable[[str], int | None] = read_number,
        form: Sequence[int] = (24, 11, 7),
        whole: bool = False,
    ) -> tuple[int, ...] | None:
        """A number for each side; one left out is the rest of the total, if known. None where open.

        Args:
            key: The fact.
            total: What they add up to, where that is known.
            read: Reads one of them.
            form: Numbers that may stand there, for the sentence about others.
            whole: Whether none may be left out.
        """
        given = self.words(key)
        found: dict[int, int] = {}
        for side_text, text in zip(given[::2], given[1::2], strict=False):
            side, number = self.side(side_text), read(text)
            if side is not None and side not in found and number is not None:
                found[side] = number
        missing = {*range(len(self.game.sides))} - found.keys()
        stated = key in self.deal.facts
        if len(found) * 2 != len(given) or (stated and not given) or (stated and whole and missing):
            self.unreadable(key, f"{key}: {write_numbers(self.game.sides, form[: len(self.game.sides)])}")
            return None
        if len(missing) == 1 and found and total is not None:
            found[missing.pop()] = total - sum(found.values())
        return None if missing else tuple(found[side] for side in sorted(found))

    def streak(self) -> tuple[int, str, int] | None:
        """Leader, rank and number of the last leads of one rank."""
        given = self.words("streak")
        if not given:
            return None
        if len(given) == 3:
            seat, rank, number = read_seat(given[0]), given[1].upper().replace("10", "T"), given[2]
            if seat and len(rank) == 1 and rank in RANKS and number in ("1", "2", "3", "4"):
                return SEATS.index(seat), rank, int(number)
        self.unreadable("streak", "streak: N 8 2")
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
            seat = read_seat(rest.pop(0))
            if rest and rest[0].lower() == "dark":
                rest.pop(0)
                dark |= 1 << len(cards)
            card = read_card(rest.pop(0)) if rest else None
            if seat not in self.seats or not card:
                self.unreadable("trick", f"trick: N 7C {self._second} dark 9S")
                return None, (), 0
            seats.append(self.seats.index(seat))
            cards.append(card)
        number = len(self.seats)
        if len(seats) > most or any((seats[0] + i) % number != seat for i, seat in enumerate(seats)):
            self.fault("trick_wrong", f"trick_wrong{self.alone}", "trick", n=number)
            return None, (), 0
        return (seats[0] if seats else None), tuple(cards), dark

    @property
    def _second(self) -> Seat:
        """A seat that always plays, and another than north."""
        return "S" if self.alone else "E"

    def shown(self) -> tuple[tuple[int, Card], ...]:
        """The cards in hands that everybody has seen."""
        return self.held("shown", f"shown: {self._second} KC")

    def held(self, key: str, form: str) -> tuple[tuple[int, Card], ...]:
        """Cards of seats: `N 7C S 9S`.

        Args:
            key: The fact.
            form: How it may be written, for the sentence about what cannot be read.
        """
        given = self.words(key)
        pairs = [(read_seat(s), read_card(c)) for s, c in zip(given[::2], given[1::2], strict=False)]
        found = tuple(
            (self.seats.index(seat), card)
            for seat, card in pairs
            if seat in self.seats and card not in (None, HIDDEN)
        )
        if len(found) * 2 != len(given):
            self.unreadable(key, form)
        return found


def tidy(facts: Mapping[str, str]) -> dict[str, str]:
    """The facts that say something."""
    return {key: text for key, text in facts.items() if text}
