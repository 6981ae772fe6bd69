"""The result of a deal of Konter a Matt in lines: erased lines are negative."""

from collections.abc import Iterator

from kontrapunkt.core.interface import SEATS, Item, Result, Session
from kontrapunkt.core.messages import Message, listed, say, seat_name, side_name
from kontrapunkt.games.konter_a_matt.session import KonterOutcome
from kontrapunkt.games.konter_a_matt.state import KonterState


def deal_result(state: KonterState) -> Result:
    """Return the result of a finished deal: the change of each team's lines."""
    outcome: KonterOutcome = state.session.brought(state)
    items, winner, sides = _items(state, outcome), outcome.winner, state.game.sides
    if winner is None:
        return Result.from_items(sides, "lines", (), say("km.tie"), items)
    points, winners = state.card_points, sides[winner]
    values = {"ours": points[winner], "theirs": points[1 - winner], "n": outcome.erased[winner]}
    key = "km.claimed" if state.claimed is not None else "km.won"
    verdict = say(key, side=side_name(winners), **values)
    return Result.from_items(sides, "lines", winners, verdict, items)


def _items(state: KonterState, outcome: KonterOutcome) -> Iterator[Item]:
    sides = state.game.sides
    ns, ew = state.card_points
    if state.claimed is not None:
        values = {"who": side_name(sides[state.claimed]), "n": state.card_points[state.claimed]}
        yield Item("KM-R16", say("km.status.claimed.text", **values))
    else:
        yield Item("KM-R17", say("km.count", ns=ns, ew=ew))
    if state.said:
        yield Item("KM-R11", _announcements(state, outcome))
    if outcome.winner is None:
        yield _tie(state, outcome)
    else:
        winner = outcome.winner
        yield Item("KM-R18", _value(state, outcome))
        value, beyond = outcome.value, outcome.value - outcome.erased[winner]
        winners, losers = sides[winner], sides[1 - winner]
        side = side_name(winners)
        yield Item("KM-R19", say("km.erase", side=side, n=value), dict.fromkeys(winners, -value))
        if beyond:
            yield Item("KM-R24", say("km.beyond", side=side, n=beyond), dict.fromkeys(winners, beyond))
        adds = winner != state.makers
        text = say("km.add" if adds else "km.add.none", side=side_name(losers), n=value)
        yield Item("KM-R20", text, dict.fromkeys(losers, value) if adds else {})
    yield from _session(state.session.counting(outcome))


def _announcements(state: KonterState, outcome: KonterOutcome) -> Message:
    label = state.game.call_label
    told = [say("km.said", seat=seat_name(SEATS[seat]), what=label(action)) for seat, action in state.said]
    if outcome.winner is None and state.game.options["tie_rule"] == "add_1":
        return say("km.said.idle", told=listed("and", told))
    return say("km.said.all", told=listed("and", told), n=state.announced)


def _tie(state: KonterState, outcome: KonterOutcome) -> Item:
    makers, value = state.game.sides[state.makers], outcome.value
    if outcome.carried:
        return Item("KM-R21", say("km.tie.carried", n=value, all=outcome.carried))
    text = say("km.tie.add", side=side_name(makers), n=value)
    return Item("KM-R21", text, dict.fromkeys(makers, value))


def _value(state: KonterState, outcome: KonterOutcome) -> Message:
    held = state.session.carried
    more = {"announced": state.announced, "capot": outcome.capot, "held": held}
    parts = [say(f"km.value.{key}", n=number) for key, number in more.items() if number]
    told = listed("and", [say("km.value.deal"), *parts])
    return say("km.value", n=outcome.value, more=int(bool(parts)), parts=told)


def _session(after: Session) -> Iterator[Item]:
    if after.over:
        yield Item("KM-R24", after.standing)
        yield Item("KM-R26", say("km.revenge"))
        return
    yield Item("KM-R23", after.standing)
    if after.dealer:
        yield Item("KM-R4", say("session.dealer", seat=seat_name(after.dealer)))
