"""The facts of a deal, `key: text`, read word by word; each game has its own keys."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from kontrapunkt.core.cards import Card
from kontrapunkt.core.deal import Deal, nearest, short
from kontrapunkt.core.interface import Game
from kontrapunkt.core.messages import Text, say, seat_name
from kontrapunkt.core.rules import Fault, PositionError
from kontrapunkt.record.text import read_card, read_seat
from kontrapunkt.text.catalogue import knows

_FAULTS_NAMED: Final = 5  # of one kind; a text of nothing but unknown facts shall not be told at length


def read_number(text: str) -> int | None:
    """A number of at most nine digits; None for anything else.

    No session comes so far: a record has an end, and so has what an option lets one deal bring.
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None


def read_signed(text: str) -> int | None:
    """The same with a sign before it, or none."""
    number = read_number(text[1:] if text[:1] in ("+", "-", "−") else text)
    return -number if number and text[0] in "-−" else number


def write_pairs(pairs: Iterable[tuple[object, object]], between: str = " ") -> str:
    """Things two by two, as `Facts.pairs` reads them: `N 7C S 9S`.

    Args:
        pairs: The things.
        between: What stands between two pairs; with a comma they may have several words.
    """
    return between.join(f"{one} {other}" for one, other in pairs)


def write_numbers(sides: Sequence[Sequence[str]], numbers: Sequence[int]) -> str:
    """A number for each side: `NS 24 EW 11`; for each seat, where all play alone: `N 24 S 11`.

    Args:
        sides: Who plays with whom; a lone player is a side.
        numbers: One for each side, in their order.
    """
    return write_pairs(zip(map("".join, sides), numbers, strict=True))


def word_of[T](known: Mapping[str, T]) -> Callable[[str], T | None]:
    """What reads one of some words, in any case of its letters; None for anything else."""
    return lambda text: known.get(text.lower())


def tidy(facts: Mapping[str, str]) -> dict[str, str]:
    """The facts that say something."""
    return {key: text for key, text in facts.items() if text}


def distinct(found: Sequence[object]) -> bool:
    """Whether nothing is named twice."""
    return len({*found}) == len(found)


class FactsReader[G: Game = Game]:
    """Reads a deal's facts; what cannot be read becomes a fault with the line of the record.

    Attributes:
        game: The game.
        seats: The seats by number.
        sides: Who each of some numbers is of: the sides of the game.
        faults: What has been found so far; the reader of the position adds its own.
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
        """Adds a fault; its fixed name is the first part of the key of its sentence.

        Args:
            sentence: That key, after what the game's begin with, or after `facts.` if all games say the same.
            key: The fact, seat or `stock` whose line it points to.
            **values: What the sentence names.
        """
        own = self.game.faults + sentence
        name = sentence.partition(".")[0]
        self._add(name, own if knows(own) else f"facts.{sentence}", key, **values)

    def _add(self, name: str, sentence: str, key: str, /, **values: object) -> None:
        fault = Fault(name, say(sentence, **values), self.deal.line(key))
        if fault not in self.faults:  # a fact may be read more than once
            self.faults.append(fault)

    def stop_at_faults(self) -> None:
        """Stops at what has been found so far, if anything.

        Raises:
            PositionError: naming each fault.
        """
        if self.faults:
            raise PositionError(self.faults)

    def words(self, key: str) -> list[str]:
        """The words of a fact, commas dropped; none for `-` or a missing fact."""
        text = self.deal.facts.get(key)
        if not text:
            return []
        text = text.replace(",", " ")
        return [] if text.strip() in ("-", "–") else text.split()

    def unreadable(self, key: str, form: str) -> None:
        """Adds the fault of a fact that cannot be read, with the form its text should have."""
        values = {"key": key, "text": short(self.deal.facts[key]), "form": f"{key}: {form}"}
        self._add("fact_unreadable", "facts.unreadable", key, **values)

    def one[T](self, key: str, read: Callable[[str], T | None], form: str, empty: bool = True) -> T | None:
        """What the one word of a fact says.

        Args:
            key: The fact.
            read: Reads the word; None for one that says nothing.
            form: How it may be written.
            empty: Whether the fact may be written without a word.
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
        """What each word of a fact says.

        Args:
            key: The fact.
            read: Reads a word; None for one that says nothing.
            form: How they may be written.
            fit: Whether they may stand together.
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
        """What the words of a fact say, two by two: `N 7C S 9S`; nothing if one cannot be read.

        Args:
            key: The fact.
            first: Reads the first of two; None for one that says nothing.
            second: Reads the second.
            form: How they may be written.
            fit: Whether they may stand together.
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
        """A number for each side; one left out is the rest of the total, if known. None where open.

        Args:
            key: The fact.
            total: What they add up to, where that is known; the rest may be less than 0.
            read: Reads one of them.
            form: Numbers that may stand there, for the sentence about others.
            whole: Whether none may stay open if the fact is stated.
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
        """The number of the side of `NS`, `n-s`, `EW` ...; None for anything else."""
        letters = sorted(letter for letter in text[:8].upper() if letter not in "-–/")
        return next((i for i, seats in enumerate(self.game.sides) if sorted(seats) == letters), None)

    def place(self, text: str) -> int | None:
        """The number of a seat that plays; None for anything else."""
        seat = read_seat(text)
        return self.seats.index(seat) if seat in self.seats else None

    def name_of(self, seat: int) -> Text:
        """A seat as one speaks of it.

        Args:
            seat: Its number.
        """
        return seat_name(self.seats[seat])

    def seat(self, key: str) -> int | None:
        """The number of the one seat of a fact."""
        return self.one(key, self.place, "N")

    def cards(self, key: str) -> tuple[Card, ...]:
        """The cards of a fact."""
        return self.each(key, read_card, "7S TH")

    def number(self, key: str) -> int | None:
        """The one number of a fact."""
        return self.one(key, read_number, "2", empty=False)

    def flag(self, key: str, word: str, empty: bool = True) -> bool:
        """Whether a fact says its one word.

        Args:
            key: The fact.
            word: The word.
            empty: Whether the fact may be written without it.
        """
        return bool(self.one(key, lambda text: text.lower() == word or None, word, empty))
