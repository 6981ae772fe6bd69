"""The result of a deal of Konter a Matt, in lines: erased ones count below nothing, added ones above."""

from collections.abc import Iterator, Mapping
from typing import Final

from kontrapunkt.game import SEATS, Item, Result, Seat, Session
from kontrapunkt.games.konter_a_matt.reckoning import Ended, Outcome
from kontrapunkt.games.konter_a_matt.session import session_of
from kontrapunkt.games.konter_a_matt.table import call_label
from kontrapunkt.said import Said, listed, say, seat_name, side_name

UNIT: Final = "lines"


def result(state: Ended) -> Result:
    """The result of a finished deal: what each team has more, or less, on the slate."""
    outcome = session_of(state).outcome(state)
    items = tuple(_items(state, outcome))
    numbers = {seat: sum(item.seats.get(seat, 0) for item in items) for seat in SEATS}
    sides = state.game.sides
    if outcome.winner is None:
        grades: Mapping[Seat, str] = {"N": "tie", "E": "tie"}
        return Result(UNIT, numbers, (), say("km.tie"), items, grades=grades)
    grades = {"N": "loss" if outcome.winner else "win", "E": "win" if outcome.winner else "loss"}
    text = _verdict(state, outcome, outcome.winner)
    return Result(UNIT, numbers, sides[outcome.winner], text, items, grades=grades)


def _verdict(state: Ended, outcome: Outcome, winner: int) -> Said:
    points = state.card_points
    values = {"ours": points[winner], "theirs": points[1 - winner], "n": outcome.erased[winner]}
    key = "km.claimed" if state.claimed is not None else "km.won"
    return say(key, side=side_name(state.game.sides[winner]), **values)


def _items(state: Ended, outcome: Outcome) -> Iterator[Item]:
    sides = state.game.sides
    ns, ew = state.card_points
    if state.claimed is not None:
        values = {"side": side_name(sides[state.claimed]), "n": state.card_points[state.claimed]}
        yield Item("KM-R16", say("km.claimed.text", **values))
    else:
        yield Item("KM-R17", say("km.count", ns=ns, ew=ew))
    if state.said:
        yield Item("KM-R11", _said(state, outcome))
    if outcome.winner is None:
        yield _tie(state, outcome)
    else:
        winner = outcome.winner
        yield Item("KM-R18", _value(outcome))
        side = side_name(sides[winner])
        value, beyond = outcome.value, outcome.value - outcome.erased[winner]
        yield Item("KM-R19", say("km.erase", side=side, n=value), _each(winner, -value))
        if beyond:
            yield Item("KM-R24", say("km.beyond", side=side, n=beyond), _each(winner, beyond))
        loser = 1 - winner
        key = "km.add" if loser == outcome.makers else "km.add.none"
        text = say(key, side=side_name(sides[loser]), n=value)
        yield Item("KM-R20", text, _each(loser, value) if loser == outcome.makers else {})
    yield from _session(session_of(state).counting(outcome))


def _said(state: Ended, outcome: Outcome) -> Said:
    told = [
        say("km.said", seat=seat_name(SEATS[seat]), what=call_label(action)) for seat, action in state.said
    ]
    if outcome.winner is None and state.game.options["tie_rule"] == "add_1":
        return say("km.said.idle", told=listed("and", told))
    return say("km.said.all", told=listed("and", told), n=outcome.announced)


def _tie(state: Ended, outcome: Outcome) -> Item:
    side, value = side_name(state.game.sides[outcome.makers]), outcome.value
    if outcome.carried:
        return Item("KM-R21", say("km.tie.carried", n=value, all=outcome.carried))
    return Item("KM-R21", say("km.tie.add", side=side, n=value), _each(outcome.makers, value))


def _value(outcome: Outcome) -> Said:
    parts = [say("km.value.deal")]
    parts += [say("km.value.announced", n=outcome.announced)] if outcome.announced else []
    parts += [say("km.value.capot")] if outcome.capot else []
    parts += [say("km.value.held", n=outcome.held)] if outcome.held else []
    if len(parts) == 1:
        return say("km.value.plain", n=outcome.value)
    return say("km.value", n=outcome.value, parts=listed("and", parts))


def _session(after: Session) -> Iterator[Item]:
    if after.over:
        yield Item("KM-R24", after.standing)
        yield Item("KM-R26", say("km.revenge"))
        return
    yield Item("KM-R23", after.standing)
    if after.dealer:
        yield Item("KM-R4", say("session.dealer", seat=seat_name(after.dealer)))


def _each(side: int, number: int) -> dict[Seat, int]:
    return {seat: number for i, seat in enumerate(SEATS) if i % 2 == side}
