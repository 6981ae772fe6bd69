"""Results as numbers: how an answer reads, how a file writes one, and results of plausible mistakes."""

from collections.abc import Iterator, Mapping

from kontrapunkt import words
from kontrapunkt.game import Game, Result, Seat
from kontrapunkt.naming import side_name
from kontrapunkt.record.facts import read_signed
from kontrapunkt.record.text import read_seat


def told(game: Game, numbers: Mapping[Seat, int]) -> str:
    """A number for each seat, partners together: "N–S +2, E–W −2"."""
    found = []
    for side in _sides(game):
        by_number: dict[int, list[Seat]] = {}
        for seat in side:
            by_number.setdefault(numbers.get(seat, 0), []).append(seat)
        found += [f"{side_name(seats)} {_signed(number)}" for number, seats in by_number.items()]
    return ", ".join(found)


def read(game: Game, text: str) -> str | None:
    """An answer of a file, `NS 2 EW -2` or `N 8 E -2`, as `told` says it; who is left out has 0.

    Returns:
        None if it cannot be read.
    """
    given = text.split()
    numbers: dict[Seat, int] = {}
    for who, number in zip(given[::2], given[1::2], strict=False):
        seats = [read_seat(letter) for letter in who]
        value = read_signed(number)
        if value is None or not all(seat in game.seats and seat not in numbers for seat in seats):
            return None
        numbers.update({seat: value for seat in seats if seat})
    return told(game, numbers) if numbers and len(given) % 2 == 0 else None


def mistaken(game: Game, result: Result) -> Iterator[tuple[str, str, str]]:
    """Results that forget a line of the account, count one twice, or turn it round: answer, why not, rule."""
    for sentence, factor in (("forgets", -1), ("twice", 1), ("turns", -2)):
        for item in result.items:
            if any(item.seats.values()):
                numbers = {
                    seat: number + factor * item.seats.get(seat, 0) for seat, number in result.seats.items()
                }
                text = words.say(f"puzzle.numbers.{sentence}", text=item.text)
                yield told(game, numbers), text, item.rule


def _sides(game: Game) -> tuple[tuple[Seat, ...], ...]:
    sides = [tuple(seat for seat in side if seat in game.seats) for side in game.sides]
    return tuple(side for side in sides if side)


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"
