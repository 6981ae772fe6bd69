"""The result of a deal of Doppelkopf in game points."""

from collections.abc import Iterator

from kontrapunkt.core.interface import SEATS, Item, Result, Seat
from kontrapunkt.core.messages import Message, say, seat_name, side_name, side_spoken
from kontrapunkt.core.view_model import StatedNumber
from kontrapunkt.games.doppelkopf.constants import KONTRA, LEVELS, NAMES, NORMAL, POVERTY, RE, REDEAL, WEDDING
from kontrapunkt.games.doppelkopf.scoring import DealScore, ScoreLine, score_deal, seat_shares
from kontrapunkt.games.doppelkopf.session import DoppelkopfSession
from kontrapunkt.games.doppelkopf.state import DoppelkopfState


def deal_result(state: DoppelkopfState) -> Result:
    """Return the result of a finished deal."""
    if state.mode == REDEAL:
        return _redeal_result(state)
    found = score_deal(state)
    game, winners = state.game, party_seats(state, found.won)
    return Result.from_items(
        game.sides, game.gain_unit, winners, _verdict(state, found), _items(state, found)
    )


def _redeal_result(state: DoppelkopfState) -> Result:
    poor = state.contract.declarer is not None
    rule, key = ("DK-V13", "dk.redeal.poverty") if poor else ("DK-V14", "dk.redeal")
    text = say(key)
    return Result.from_items(state.game.sides, state.game.gain_unit, (), text, (Item(rule, text),))


def party_seats(state: DoppelkopfState, party: int) -> tuple[Seat, ...]:
    """Return the seats of a party.

    Args:
        party: 1 for Re, -1 for Kontra; 0 for neither, once all seats have one.
    """
    return tuple(SEATS[i] for i, each in enumerate(state.parties) if each == party)


def _verdict(state: DoppelkopfState, found: DealScore) -> Message:
    re, kontra = found.tally.points
    players, others = party_seats(state, RE), party_seats(state, KONTRA)
    values = {
        "for_re": side_name(players),  # the first two only tell which side is the reader's
        "for_kontra": side_name(others),
        "re": side_spoken(players),
        "n": len(players),
        "ours": re,
        "theirs": kontra,
    }
    key = NAMES.get(found.won, "none" if found.value else "nothing")
    turned = int(found.value * found.won < 0)
    gets = say(f"action.say {NAMES[RE if found.value > 0 else KONTRA]}")
    return say(f"dk.won.{key}", value=abs(found.value), party=gets, turned=turned, **values)


def _items(state: DoppelkopfState, found: DealScore) -> Iterator[Item]:
    re, kontra = found.tally.points
    seats = party_seats(state, RE), party_seats(state, KONTRA)
    names = dict(zip(("re", "kontra"), map(side_spoken, seats), strict=True))
    yield Item(_parties_rule(state), say("dk.parties", n=len(seats[0]), others=len(seats[1]), **names))
    won = say("dk.who", re=re, kontra=kontra, won=found.won)
    yield Item(found.rule, won)
    for line in found.lines:
        shares = seat_shares(state, line.party * line.points)
        stated = StatedNumber(f"dk.line.{line.key}", party_seats(state, line.party), line.points)
        yield Item(line.rule, _text(line), shares, stated)
    counted = sum(line.party * line.points for line in found.lines)
    if found.factor > 1:
        text = say("dk.doubled", n=found.factor)
        yield Item("DK-V18", text, seat_shares(state, found.cut - counted))
    if found.value != found.cut:
        yield Item("DK-V25", say("dk.backdoor"), seat_shares(state, found.value - found.cut))
    settled = "DK-S22" if found.tally.alone else "DK-S21"
    key = "dk.value.solo" if found.tally.alone else "dk.value"
    yield Item(settled, say(key, re=found.value, kontra=-found.value))
    yield from _session(state, found)


def _parties_rule(state: DoppelkopfState) -> str:
    if state.roles.regrouped:
        return "DK-V22"
    rules = {
        NORMAL: "DK-R12" if state.alone is None else "DK-R17",
        WEDDING: "DK-R15" if state.contract.partner is None else "DK-R14",
        POVERTY: "DK-V13",
    }
    return rules.get(state.mode, "DK-R13")


def _text(line: ScoreLine) -> Message:
    party, caller = (say(f"action.say {NAMES[each]}") for each in (line.party, line.caller or line.party))
    level = LEVELS[line.level + 1]
    bid = say(f"dk.bid.{level}", level=level)
    what = say(f"dk.line.{line.key}", party=party, caller=caller, bid=bid, limit=line.limit)
    return say("dk.line", what=what, n=line.points, party=party)


def _session(state: DoppelkopfState, found: DealScore) -> Iterator[Item]:
    """Yield the effects on the session: double rounds, and gains or losses left out."""
    session: DoppelkopfSession = state.session
    if session.resting:
        yield Item("DK-D1", session.resting_sentence())
    numbers = seat_shares(state, found.value)
    if session.factor > 1:
        more = {seat: number * (session.factor - 1) for seat, number in numbers.items()}
        numbers = {seat: number * session.factor for seat, number in numbers.items()}
        yield Item("DK-V21", say("dk.bock", n=session.factor), more)
    kept = state.game.counted_sign
    if kept:
        away = {seat: -number if number * kept < 0 else 0 for seat, number in numbers.items()}
        yield Item("DK-V23", say("dk.kept", kept=kept), away)
    after = session.counting(state, found)
    for seat, person in session.players_by_seat.items():
        if person in session.owing and person not in after.owing:
            yield Item("DK-R10" if session.forced else "DK-R7", say("dk.solo.done", seat=seat_name(seat)))
    if sum(after.bock) > sum(session.bock):
        yield Item("DK-V21", say("dk.bock.more"))
