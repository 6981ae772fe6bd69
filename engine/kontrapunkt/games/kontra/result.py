"""The result of a deal of Kontra: card points and next dealer (KO-R18)."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from kontrapunkt.core.interface import Item, Result, Seat
from kontrapunkt.core.messages import say, side_spoken
from kontrapunkt.games.kontra.session import KontraSession, next_dealers, tell_numbers, whole_points
from kontrapunkt.games.kontra.state import KontraState

UNIT: Final = "card points"


def deal_result(state: KontraState) -> Result:
    """Return the result of a finished deal, in card points; each plays alone."""
    session: KontraSession = state.session
    points = whole_points(state)
    return _open_result(state) if points is None else settle_points(session, points, _sources(state))


def settle_points(session: KontraSession, points: Sequence[int], came: Iterable[Item]) -> Result:
    """Return the result for given card points.

    Args:
        session: The session before the deal.
        points: The card points of each player.
        came: The sources of the card points.
    """
    seats = session.game.seats
    numbers = dict(zip(seats, points, strict=True))
    most = [seat for seat, number in numbers.items() if number == max(points)]
    grades = {seat: ("win" if len(most) == 1 else "tie") if seat in most else "loss" for seat in seats}
    text = say("kontra.result", sums=tell_numbers(seats, points))
    items = (*came, *_session_items(session, points))
    return Result(UNIT, numbers, tuple(most) if len(most) == 1 else (), text, items, grades=grades)


def _sources(state: KontraState) -> Iterator[Item]:
    """Yield the card points from cards played, from the spice and from the last cards."""
    game, before = state.game, state.before.points
    size, ordinary = len(game.seats), game.ordinary
    played, spiced, last = [0] * size, [0] * size, [0] * size
    for trick in state.finished:
        added = game.worth(trick.added)
        (spiced if trick.number <= ordinary else last)[trick.winner] += added
        played[trick.winner] += trick.points - added
    if before and any(before):
        yield _item("KO-R18", "before", game.seats, before)
    came = any(trick.added and trick.number > ordinary for trick in state.finished)
    yield from sources(game.seats, played, spiced, last if came else ())


def sources(
    seats: Sequence[Seat], played: Sequence[int], spiced: Sequence[int], last: Sequence[int]
) -> Iterator[Item]:
    """Yield the sources of each player's card points.

    Args:
        played: The card points of the cards played.
        spiced: The card points of the spice.
        last: The card points of the last cards of the pack; empty if none of them came to a trick.
    """
    yield _item("KO-R18", "played", seats, played)
    if any(spiced):
        yield _item("KO-R11", "spiced", seats, spiced)
    if last:
        yield _item("KO-R15", "last", seats, last)


def _item(rule: str, key: str, seats: Sequence[Seat], numbers: Sequence[int]) -> Item:
    counting = {seat: number for seat, number in zip(seats, numbers, strict=True) if number}
    sums = tell_numbers(list(counting), list(counting.values())) if counting else ""
    text = say(f"kontra.result.{key}" if counting else f"kontra.result.{key}.nothing", sums=sums)
    return Item(rule, text, counting)


def _session_items(session: KontraSession, points: Sequence[int]) -> Iterator[Item]:
    """Yield the effect on the session, and the next dealer."""
    after = session.counting(points)
    if session.cumulative:
        yield Item("KO-R24", after.standing)
    if after.over:
        return
    least = int(session.game.options["min_dealer"])
    rule, able = next_dealers(points, least)
    names = side_spoken([session.game.seats[seat] for seat in able])
    number = points[able[0]]
    yield Item(rule, say(f"kontra.next.{rule}", seat=names, n=number, least=least))


def _open_result(state: KontraState) -> Result:
    """Return a result that is partly unknown, because the record omits early tricks."""
    seats = state.game.seats
    text = say("kontra.result.open", sums=tell_numbers(seats, state.card_points))
    return Result(UNIT, dict.fromkeys(seats, 0), (), text, (Item("KO-R18", text),), settled=False)
