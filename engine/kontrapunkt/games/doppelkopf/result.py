"""The result of a deal of Doppelkopf, in game points: what counts for a party, each seat its share."""

from collections.abc import Iterator, Mapping
from typing import cast

from kontrapunkt.game import SEATS, Item, Result, Seat
from kontrapunkt.games.doppelkopf.reckoning import Ended, Line, Reckoning, reckoned, shares
from kontrapunkt.games.doppelkopf.session import DoppelkopfSession
from kontrapunkt.games.doppelkopf.table import KONTRA, NAMES, POVERTY, RE, REDEAL
from kontrapunkt.said import Said, say, seat_name, side_spoken

UNIT = "game points"


def result(state: Ended) -> Result:
    """The result of a finished deal."""
    if state.contract.mode == REDEAL:
        return _thrown_in(state)
    found = reckoned(state)
    items = tuple(_items(state, found))
    numbers = {seat: sum(item.seats.get(seat, 0) for item in items) for seat in SEATS}
    winners = tuple(SEATS[i] for i, party in enumerate(state.roles.parties) if party == found.won)
    return Result(UNIT, numbers, winners, _verdict(state, found), items, grades=_grades(state, found))


def _thrown_in(state: Ended) -> Result:
    poor = state.contract.declarer is not None
    rule, key = ("DK-V13", "dk.redeal.poverty") if poor else ("DK-V14", "dk.redeal")
    text = say(key)
    nothing = dict.fromkeys(SEATS, 0)
    return Result(UNIT, nothing, (), text, (Item(rule, text),), grades=dict.fromkeys(SEATS, "tie"))


def _grades(state: Ended, found: Reckoning) -> Mapping[Seat, str]:
    names = {0: "tie", 1: "win", -1: "loss"}
    return {SEATS[i]: names[party * found.won] for i, party in enumerate(state.roles.parties)}


def party_seats(state: Ended, party: int) -> tuple[Seat, ...]:
    """The seats of a party.

    Args:
        state: The moment.
        party: 1 for Re, -1 for Kontra.
    """
    return tuple(SEATS[i] for i, each in enumerate(state.roles.parties) if each == party)


def _verdict(state: Ended, found: Reckoning) -> Said:
    re, kontra = found.tally.points
    values = {"re": side_spoken(party_seats(state, RE)), "ours": re, "theirs": kontra}
    if found.won:
        back = ".back" if found.value * found.won < 0 else ""
        key = f"{NAMES[found.won]}{back}"
    else:
        key = "none" if found.value else "nothing"
    gets = say(f"dk.party.{NAMES[RE if found.value > 0 else KONTRA]}")
    return say(f"dk.won.{key}", value=abs(found.value), party=gets, **values)


def _items(state: Ended, found: Reckoning) -> Iterator[Item]:
    re, kontra = found.tally.points
    seats = party_seats(state, RE), party_seats(state, KONTRA)
    names = dict(zip(("re", "kontra"), map(side_spoken, seats), strict=True))
    yield Item(_parties_rule(state), say("dk.parties", n=len(seats[0]), others=len(seats[1]), **names))
    won = say(f"dk.who.{found.won}", re=re, kontra=kontra)
    yield Item(found.rule, won)
    for line in found.lines:
        yield Item(line.rule, _text(line), shares(state, line.party * line.points))
    counted = sum(line.party * line.points for line in found.lines)
    if found.factor > 1:
        text = say("dk.doubled", n=found.factor)
        yield Item("DK-V18", text, shares(state, found.cut - counted))
    if found.value != found.cut:
        yield Item("DK-V25", say("dk.backdoor"), shares(state, found.value - found.cut))
    settled = "DK-S22" if found.tally.alone else "DK-S21"
    key = "dk.value.solo" if found.tally.alone else "dk.value"
    yield Item(settled, say(key, re=found.value, kontra=-found.value))
    yield from _session(state, found)


def _parties_rule(state: Ended) -> str:
    if state.roles.regrouped:
        return "DK-V22"
    if state.contract.mode == POVERTY:
        return "DK-V13"
    if state.contract.mode == "wedding":
        return "DK-R14" if state.contract.partner is not None else "DK-R15"
    if state.contract.mode == "normal":
        return "DK-R17" if state.roles.alone is not None else "DK-R12"
    return "DK-R13"


def _text(line: Line) -> Said:
    party = say(f"dk.party.{NAMES[line.party]}")
    return say("dk.line", what=say(f"dk.line.{line.key}", party=party), n=line.points, party=party)


def _session(state: Ended, found: Reckoning) -> Iterator[Item]:
    """What the session makes of it: rounds that count double, and what is written down."""
    session = cast(DoppelkopfSession, state.session)
    if session.resting:
        yield Item("DK-D1", session.told_of_resting())
    numbers = shares(state, found.value)
    if session.factor > 1:
        more = {seat: number * (session.factor - 1) for seat, number in numbers.items()}
        numbers = {seat: number * session.factor for seat, number in numbers.items()}
        yield Item("DK-V21", say("dk.bock", n=session.factor), more)
    kept = state.game.kept
    if kept:
        away = {seat: -number if number * kept < 0 else 0 for seat, number in numbers.items()}
        yield Item("DK-V23", say(f"dk.kept.{kept}"), away)
    after = session.counting(state, found)
    for seat, person in session.sitting.items():
        if person in session.owing and person not in after.owing:
            yield Item("DK-R10" if session.forced else "DK-R7", say("dk.solo.done", seat=seat_name(seat)))
    if sum(after.bock) > sum(session.bock):
        yield Item("DK-V21", say("dk.bock.more"))
