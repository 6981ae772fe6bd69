"""Answers to what a deal of Kontra comes to: card points, and who deals next or cuts for it."""

from collections.abc import Iterator, Sequence

from kontrapunkt import words
from kontrapunkt.game import Game, Seat
from kontrapunkt.games.kontra import KontraState
from kontrapunkt.games.kontra.session import KontraSession, next_dealers, tell_numbers, whole_points
from kontrapunkt.naming import side_spoken
from kontrapunkt.record.facts import read_number
from kontrapunkt.record.text import read_seat

Points = tuple[int, ...]
"""Card points in the order of the seats."""

DEALS = "deals"
CUT = "cut"


def named(game: Game, points: Sequence[int], dealers: Sequence[Seat]) -> str:
    """A result as an answer reads: "North 75, South 45; South deals".

    Args:
        game: The game.
        points: Card points in the order of the seats.
        dealers: Who deals next, or those who cut for it; nobody where the session is over.
    """
    sums = str(tell_numbers(game.seats, points))
    if not dealers:
        return sums
    key = "puzzle.kontra.answer.cut" if len(dealers) > 1 else "puzzle.kontra.answer"
    return words.say(key, sums=sums, seats=side_spoken(dealers))


def read(game: Game, text: str) -> str | None:
    """An answer of a file: `N 75 S 45 deals S`, `N 60 S 60 cut N S`; None if it cannot be read."""
    found = text.split()
    word = next((each for each in found if each in (DEALS, CUT)), "")
    if not word:
        return None
    at = found.index(word)
    given, who = found[:at], found[at + 1 :]
    numbers = {read_seat(seat): read_number(n) for seat, n in zip(given[::2], given[1::2], strict=False)}
    points = [number for seat in game.seats if (number := numbers.get(seat)) is not None]
    dealers = [seat for seat in game.seats if seat in map(read_seat, who)]
    whole = len(points) == len(game.seats) and len(given) == 2 * len(points)
    if not whole or len(dealers) != len(who) or (len(dealers) > 1) != (word == CUT) or not dealers:
        return None
    return named(game, points, dealers)


def true_points(end: KontraState) -> Points:
    """The card points of a finished deal; its result is settled."""
    points = whole_points(end)
    assert points is not None
    return points


def dealers(end: KontraState, points: Sequence[int]) -> tuple[Seat, ...]:
    """Who would deal after so many card points, or cut for it; nobody if the session were over.

    Args:
        end: The end of the deal.
        points: Card points of the players, in the order of play.
    """
    session = end.session
    assert isinstance(session, KontraSession)
    after = session.counting(points)
    return () if after.over else after.dealers


def steps(end: KontraState) -> int:
    """How many findings lead to the result: spice, last cards, who is short of 21, a tie, a single one."""
    points, least = true_points(end), _least(end)
    rule, _ = next_dealers(points, least)
    spiced = any(trick.added for trick in end.finished if trick.number <= end.game.ordinary)
    last = any(trick.added for trick in end.finished if trick.number > end.game.ordinary)
    close = sum(least - 1 <= number <= least for number in points)
    return 1 + spiced + last + close + (rule != "KO-R19") + (min(points) < least)


def mistaken(end: KontraState) -> Iterator[tuple[str, str, str]]:
    """Results that the deal does not have but may be thought to: answer, why not, rule."""
    points, least = true_points(end), _least(end)
    yield from _miscounted(end, points)
    right = dealers(end, points)
    if not right:
        return
    for who, mistake, rule in _misdealt(end, points, least):
        text = words.say(f"puzzle.kontra.not.{mistake}", least=least, less=least - 1)
        yield named(end.game, points, who), text, rule


def _least(end: KontraState) -> int:
    return int(end.game.options["min_dealer"])


def _miscounted(end: KontraState, points: Points) -> Iterator[tuple[str, str, str]]:
    """Counts that forget something; whoever makes them finds the dealer by them."""
    game = end.game
    forgotten = (
        (
            "spice",
            "KO-R11",
            [(trick, trick.added) for trick in end.finished if trick.number <= game.ordinary],
        ),
        ("last", "KO-R15", [(trick, trick.added) for trick in end.finished if trick.number > game.ordinary]),
        ("trick", "KO-R10", [(trick, trick.cards + trick.added) for trick in end.finished[-1:]]),
    )
    for key, rule, parts in forgotten:
        sums = list(points)
        for trick, cards in parts:
            sums[trick.winner] -= sum(game.values.get(card[0], 0) for card in cards)
        if tuple(sums) != points:
            yield named(game, sums, dealers(end, sums)), words.say(f"puzzle.kontra.not.{key}"), rule


def _misdealt(end: KontraState, points: Points, least: int) -> Iterator[tuple[tuple[Seat, ...], str, str]]:
    """Who may be thought to deal: seats, which mistake that is, and the rule that it overlooks."""
    seats = end.game.seats
    rule, right = next_dealers(points, least)

    def those(number: int) -> tuple[Seat, ...]:
        return tuple(seat for seat, own in zip(seats, points, strict=True) if own == number)

    fewest, most = min(points), max(points)
    if len(right) > 1 and rule == "KO-R20":
        yield from (((seats[place],), "tie", rule) for place in right)
    if fewest == least - 1:
        yield those(fewest), "nearly", "KO-R19"
    if fewest < least:
        yield those(fewest), "fewest", "KO-R22" if rule == "KO-R22" else "KO-R19"
    more = [number for number in points if number > least]
    if least in points and more:
        yield those(min(more)), "exactly", "KO-R19"
    if rule == "KO-R21":
        yield from (((seat,), "nobody", rule) for seat in seats)
    yield those(most), "most", "KO-R19"
    yield seats, "all", rule
    if end.session.dealer:
        yield (end.game.after(end.session.dealer),), "round", "KO-R19"
        yield (end.session.dealer,), "again", "KO-R19"
