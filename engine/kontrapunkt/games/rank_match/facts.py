"""The facts of a position's past: their text form, read and written.

lead: N                    who leads, or led, the trick in progress
trick: N 7C E dark 9S      its cards so far
turned: KC                 the seat to act has turned this card, must keep it and plays another from the hand
streak: N 8 2              the last leads of one rank: by whom, which, how many tricks running
points: NS 24 EW 11        card points before this trick; may be left out where unknown
tricks: NS 5 EW 3          tricks before this one; may be left out where unknown
shown: E KC                cards in a hand that everybody has seen
kings: 2                   kings played so far, where hidden cards leave it open and the fourth must be kept
played: 2C 7D ...          the cards of the earlier tricks, where hidden cards leave them open

How the match stands is stated by facts of each game's own.
"""

from collections.abc import Mapping
from typing import Final

from kontrapunkt.cards import Card
from kontrapunkt.game import SEATS
from kontrapunkt.record import facts as record
from kontrapunkt.record.facts import read_number, read_signed
from kontrapunkt.record.text import read_card, read_seat

PLAY_FACTS: Final = ("lead", "trick", "turned", "streak", "points", "tricks", "shown", "kings", "played")
_SIDES: Final = {"NS": 0, "SN": 0, "EW": 1, "WE": 1}


def read_side(text: str) -> int | None:
    """The side (0 N–S, 1 E–W) of `NS`, `n-s`, `EW` ...; None for anything else."""
    return _SIDES.get("".join(letter for letter in text[:8].upper() if letter not in "-–/"))


def write_sides(numbers: tuple[int, int]) -> str:
    """A number for each side: `NS 24 EW 11`."""
    return f"NS {numbers[0]} EW {numbers[1]}"


class Facts(record.Facts):
    """What the facts of this family's games say."""

    sentences = "rank_match.fault."

    def sides(self, key: str) -> frozenset[int]:
        """The sides of a fact: `NS EW`."""
        found = [read_side(word) for word in self.words(key)]
        if None in found:
            self.unreadable(key, f"{key}: NS EW")
        return frozenset(side for side in found if side is not None)

    def numbers(self, key: str, total: int | None) -> tuple[int, int] | None:
        """A number for each side; one left out is the rest of the total, if known. None for nothing."""
        given = self.words(key)
        found: dict[int, int] = {}
        for side_text, text in zip(given[::2], given[1::2], strict=False):
            side, number = read_side(side_text), read_number(text)
            if side is not None and side not in found and number is not None:
                found[side] = number
        if len(found) * 2 != len(given) or (key in self.deal.facts and not given):
            self.unreadable(key, f"{key}: NS 24 EW 11")
            return None
        if not found:
            return None
        if len(found) == 2:
            return found[0], found[1]
        if total is None:
            return None
        return (found[0], total - found[0]) if 0 in found else (total - found[1], found[1])

    def score(self, key: str, signed: bool = False) -> tuple[int, int] | None:
        """A number for each side, neither left out; None for a missing fact.

        Args:
            key: The fact.
            signed: Whether they may be below nothing.
        """
        given = self.words(key)
        found: dict[int, int] = {}
        for side_text, text in zip(given[::2], given[1::2], strict=False):
            side, number = read_side(side_text), (read_signed if signed else read_number)(text)
            if side is not None and number is not None:
                found[side] = number
        if key not in self.deal.facts:
            return None
        if len(given) != 4 or len(found) != 2:
            self.unreadable(key, f"{key}: NS 3 EW {-3 if signed else 2}")
            return None
        return found[0], found[1]

    def streak(self) -> tuple[int, str, int] | None:
        """Leader, rank and number of the last leads of one rank."""
        given = self.words("streak")
        if not given:
            return None
        if len(given) == 3:
            seat, rank, number = read_seat(given[0]), given[1].upper().replace("10", "T"), given[2]
            if seat and len(rank) == 1 and rank in "AKQJT98765432" and number in ("1", "2", "3", "4"):
                return SEATS.index(seat), rank, int(number)
        self.unreadable("streak", "streak: N 8 2")
        return None

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
            if not seat or not card:
                self.unreadable("trick", "trick: N 7C E dark 9S")
                return None, (), 0
            seats.append(SEATS.index(seat))
            cards.append(card)
        if not seats:
            return None, (), 0
        if len(seats) > 3 or any((seats[0] + i) % 4 != seat for i, seat in enumerate(seats)):
            self.fault("trick_wrong", "trick_wrong", "trick")
            return None, (), 0
        return seats[0], tuple(cards), dark

    def shown(self) -> tuple[tuple[int, Card], ...]:
        """Cards in hands that everybody has seen."""
        given = self.words("shown")
        pairs = [(read_seat(s), read_card(c)) for s, c in zip(given[::2], given[1::2], strict=False)]
        found = tuple((SEATS.index(seat), card) for seat, card in pairs if seat and card)
        if len(found) * 2 != len(given):
            self.unreadable("shown", "shown: E KC")
        return found


def write_trick(leader: int, cards: tuple[Card, ...], dark: int) -> str:
    """The cards of a trick in progress: `N 7C E dark 9S`."""
    return " ".join(
        f"{SEATS[(leader + i) % 4]} {'dark ' * (dark >> i & 1)}{card}" for i, card in enumerate(cards)
    )


def tidy(facts: Mapping[str, str]) -> dict[str, str]:
    """The facts that say something."""
    return {key: text for key, text in facts.items() if text}
