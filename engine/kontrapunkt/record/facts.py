"""Reading the facts of a deal, `key: text`, word by word.

Each game has its own keys.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from kontrapunkt.core.cards import Card
from kontrapunkt.core.deal import Deal, nearest, short
from kontrapunkt.core.interface import Game
from kontrapunkt.core.messages import Text, say, seat_name
from kontrapunkt.core.rules import Fault, PositionError
from kontrapunkt.record.text import read_card, read_seat
from kontrapunkt.text.catalogue import knows

_FAULTS_NAMED: Final = 5  # unknown facts reported at most, for a text that has nothing else


def read_number(text: str) -> int | None:
    """Parse a number of at most nine digits; None for anything else.

    Longer numbers are never needed: a record's length and the options limit a session's scores.
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None


def read_signed(text: str) -> int | None:
    """Parse a number with or without a sign; None for anything else."""
    number = read_number(text[1:] if text[:1] in ("+", "-", "−") else text)
    return -number if number and text[0] in "-−" else number


def write_pairs(pairs: Iterable[tuple[object, object]], between: str = " ") -> str:
    """Write pairs as `FactsReader.pairs` reads them: `N 7C S 9S`.

    Args:
        between: The text between two pairs; with a comma, the second of a pair may have several words.
    """
    return between.join(f"{one} {other}" for one, other in pairs)


def write_numbers(sides: Sequence[Sequence[str]], numbers: Sequence[int]) -> str:
    """Write a number for each side: `NS 24 EW 11`, or `N 24 S 11` if all play alone.

    Args:
        sides: The sides; a lone player is a side.
        numbers: One for each side, in their order.
    """
    return write_pairs(zip(map("".join, sides), numbers, strict=True))


def word_of[T](known: Mapping[str, T]) -> Callable[[str], T | None]:
    """Return a function that looks up a word, in any case; None for an unknown word."""
    return lambda text: known.get(text.lower())


def tidy(facts: Mapping[str, str]) -> dict[str, str]:
    """Return the facts that are not empty."""
    return {key: text for key, text in facts.items() if text}


def distinct(found: Sequence[object]) -> bool:
    """Return True if nothing occurs twice."""
    return len({*found}) == len(found)


class FactsReader[G: Game]:
    """A reader of a deal's facts.

    Unreadable text becomes a fault with the record's line.

    Attributes:
        seats: The seats by number.
        sides: The sides, in the order of numbers for each side: those of the game.
        faults: The faults found so far; a reader of a position adds its own.
    """

    def __init__(self, game: G, deal: Deal, known: Sequence[str] | None = None) -> None:
        self.game = game
        self.deal = deal
        self.seats = game.numbered
        self.sides: Sequence[Sequence[str]] = game.sides
        self.faults: list[Fault] = []
        known = tuple(deal.facts if known is None else known)
        for key in [key for key in deal.facts if key not in known][:_FAULTS_NAMED]:
            near = nearest(key, known)
            values = {"key": short(key), "near": near or "", "keys": ", ".join(known)}
            self._add("unknown_fact", "facts.unknown.near" if near else "facts.unknown", key, **values)

    def fault(self, sentence: str, key: str, /, **values: object) -> None:
        """Add a fault; its name is the first part of its sentence's key.

        Args:
            sentence: The key after the game's own beginning, or after `facts.` for a sentence of all games.
            key: The fact, seat or `stock` whose line it refers to.
            **values: The values that the sentence takes.
        """
        own = self.game.faults + sentence
        name = sentence.partition(".")[0]
        self._add(name, own if knows(own) else f"facts.{sentence}", key, **values)

    def _add(self, name: str, sentence: str, key: str, /, **values: object) -> None:
        fault = Fault(name, say(sentence, **values), self.deal.line(key))
        if fault not in self.faults:  # a fact may be parsed more than once
            self.faults.append(fault)

    def stop_at_faults(self) -> None:
        """Raise an error if there are any faults so far.

        Raises:
            PositionError: naming each fault.
        """
        if self.faults:
            raise PositionError(self.faults)

    def words(self, key: str) -> list[str]:
        """Return the words of a fact without commas; none for `-` or a missing fact."""
        text = self.deal.facts.get(key)
        if not text:
            return []
        text = text.replace(",", " ")
        return [] if text.strip() in ("-", "–") else text.split()

    def unreadable(self, key: str, form: str) -> None:
        """Add the fault of an unreadable fact, with the correct form of its text."""
        values = {"key": key, "text": short(self.deal.facts[key]), "form": f"{key}: {form}"}
        self._add("fact_unreadable", "facts.unreadable", key, **values)

    def one[T](self, key: str, read: Callable[[str], T | None], form: str, empty: bool = True) -> T | None:
        """Return the value of a fact of one word; None without one.

        Args:
            key: The fact.
            read: The function that parses the word; None for an unreadable one.
            form: The correct form, for the error message.
            empty: True if the fact may be written without a word.
        """
        given = self.words(key)
        found = read(given[0]) if len(given) == 1 else None
        if found is None and (given or (key in self.deal.facts and not empty)):
            self.unreadable(key, form)
        return found

    def each[T](
        self,
        key: str,
        read: Callable[[str], T | None],
        form: str,
        fit: Callable[[Sequence[T]], bool] = lambda _: True,
    ) -> tuple[T, ...]:
        """Return the values of a fact's words.

        Args:
            key: The fact.
            read: The function that parses a word; None for an unreadable one.
            form: The correct form, for the error message.
            fit: A predicate on all the values together.
        """
        found = [read(word) for word in self.words(key)]
        known = tuple(one for one in found if one is not None)
        if len(known) < len(found) or not fit(known):
            self.unreadable(key, form)
        return known

    def pairs[A, B](
        self,
        key: str,
        first: Callable[[str], A | None],
        second: Callable[[str], B | None],
        form: str,
        fit: Callable[[Sequence[tuple[A, B]]], bool] = lambda _: True,
    ) -> tuple[tuple[A, B], ...]:
        """Return the values of a fact's words in pairs: `N 7C S 9S`.

        If any is unreadable, there are none.

        Args:
            key: The fact.
            first: The function that parses the first of two; None for an unreadable one.
            second: The function that parses the second.
            form: The correct form, for the error message.
            fit: A predicate on all the values together.
        """
        given = self.words(key)
        read = [(first(a), second(b)) for a, b in zip(given[::2], given[1::2], strict=False)]
        found = tuple((a, b) for a, b in read if a is not None and b is not None)
        if len(found) * 2 != len(given) or not fit(found):
            self.unreadable(key, form)
            return ()
        return found

    def numbers(
        self,
        key: str,
        total: int | None = None,
        *,
        read: Callable[[str], int | None] = read_number,
        form: Sequence[int] = (24, 11, 7),
        whole: bool = False,
    ) -> tuple[int, ...] | None:
        """Return a number for each side; None if any is missing.

        A single missing number is the rest of the total, if that is known.

        Args:
            key: The fact.
            total: The sum of the numbers; None if not known. The rest may be negative.
            read: The function that parses a number.
            form: Valid numbers as an example in the error message.
            whole: True if the fact, when given, must have all numbers.
        """
        sides, given = self.sides, self.words(key)
        found: dict[int, int] = {}
        for name, text in zip(given[::2], given[1::2], strict=False):
            side, number = self.side(name), read(text)
            if side is not None and side not in found and number is not None:
                found[side] = number
        missing = {*range(len(sides))} - found.keys()
        odd = len(found) * 2 != len(given) or (key in self.deal.facts and not given)
        if len(missing) == 1 and found and total is not None and not odd:
            found[missing.pop()] = total - sum(found.values())
        if odd or (given and whole and missing):
            self.unreadable(key, write_numbers(sides, form[: len(sides)]))
            return None
        return None if missing else tuple(found[side] for side in sorted(found))

    def side(self, text: str) -> int | None:
        """Return the number of a side (`NS`, `n-s`, `EW` ...); None for anything else."""
        letters = sorted(letter for letter in text[:8].upper() if letter not in "-–/")
        return next((i for i, seats in enumerate(self.game.sides) if sorted(seats) == letters), None)

    def place(self, text: str) -> int | None:
        """Return the number of a seat that plays; None for anything else."""
        seat = read_seat(text)
        return self.seats.index(seat) if seat in self.seats else None

    def name_of(self, seat: int) -> Text:
        """Return a seat's name.

        Args:
            seat: The seat's number.
        """
        return seat_name(self.seats[seat])

    def seat(self, key: str) -> int | None:
        """Return the number of the one seat of a fact; None without one."""
        return self.one(key, self.place, "N")

    def cards(self, key: str) -> tuple[Card, ...]:
        """Return the cards of a fact."""
        return self.each(key, read_card, "7S TH")

    def number(self, key: str) -> int | None:
        """Return the one number of a fact; None without one."""
        return self.one(key, read_number, "2", empty=False)

    def flag(self, key: str, word: str, empty: bool = True) -> bool:
        """Return True if a fact has its one word.

        Args:
            key: The fact.
            empty: True if the fact may be written without the word.
        """
        return bool(self.one(key, lambda text: text.lower() == word or None, word, empty))
