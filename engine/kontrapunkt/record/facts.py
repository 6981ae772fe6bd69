"""The facts of a deal, `key: text`, read word by word; each game has its own keys."""

from collections.abc import Sequence
from typing import Final

from kontrapunkt.action import Seat
from kontrapunkt.cards import Card
from kontrapunkt.deal import Deal, nearest, short
from kontrapunkt.game import Game
from kontrapunkt.record.text import read_card, read_seat
from kontrapunkt.rules import Fault, PositionError
from kontrapunkt.said import say
from kontrapunkt.words import knows

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


def write_numbers(sides: Sequence[Sequence[Seat]], numbers: Sequence[int]) -> str:
    """A number for each side: `NS 24 EW 11`; for each seat, where all play alone: `N 24 S 11`.

    Args:
        sides: Who plays with whom; a lone player is a side.
        numbers: One for each side, in their order.
    """
    return " ".join(f"{''.join(side)} {number}" for side, number in zip(sides, numbers, strict=True))


class Facts[G: Game = Game]:
    """Reads a deal's facts; what cannot be read becomes a fault with the line of the record.

    Attributes:
        game: The game.
        faults: What has been found so far; the reader of the position adds its own.
        sentences: Where the sentences of a game's own faults are registered: `rank_match.fault.`.
    """

    sentences: str

    def __init__(self, game: G, deal: Deal, known: tuple[str, ...]) -> None:
        self.game = game
        self.deal = deal
        self.faults: list[Fault] = []
        for key in [key for key in deal.facts if key not in known][:_FAULTS_NAMED]:
            near = nearest(key, known)
            values = {"key": short(key), "near": near or "", "keys": ", ".join(known)}
            self._add("unknown_fact", "facts.unknown.near" if near else "facts.unknown", key, **values)

    def fault(self, name: str, sentence: str, key: str, /, **values: object) -> None:
        """Adds a fault.

        Args:
            name: The fault's fixed name.
            sentence: The key of its sentence, after `sentences`, or after `facts.` if all games say the same.
            key: The fact, seat or `stock` whose line it points to.
            **values: What the sentence names.
        """
        own = self.sentences + sentence
        self._add(name, own if knows(own) else f"facts.{sentence}", key, **values)

    def _add(self, name: str, sentence: str, key: str, /, **values: object) -> None:
        text = say(sentence, **values)
        self.faults.append(Fault(name, text, self.deal.line(key)))

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
        """Adds the fault of a fact that cannot be read, with the form it should have."""
        values = {"key": key, "text": short(self.deal.facts[key]), "form": form}
        self._add("fact_unreadable", "facts.unreadable", key, **values)

    def seat(self, key: str) -> Seat | None:
        """The one seat of a fact."""
        given = self.words(key)
        seat = read_seat(given[0]) if len(given) == 1 else None
        if given and not seat:
            self.unreadable(key, f"{key}: N")
        return seat

    def cards(self, key: str) -> tuple[Card, ...]:
        """The cards of a fact."""
        found = [read_card(word) for word in self.words(key)]
        if None in found:
            self.unreadable(key, f"{key}: 7S TH")
        return tuple(card for card in found if card is not None)

    def number(self, key: str) -> int | None:
        """The one number of a fact."""
        given = self.words(key)
        found = read_number(given[0]) if len(given) == 1 else None
        if found is None and key in self.deal.facts:
            self.unreadable(key, f"{key}: 2")
        return found
