"""The result of a deal of Kontraspiel, in chips: stake, pot and side payments, line by line."""

from collections.abc import Iterator, Mapping
from typing import Final

from kontrapunkt.game import SEATS, Item, Result, Seat
from kontrapunkt.games.kontraspiel.reckoning import Ended, Outcome, Payment, outcome_of
from kontrapunkt.games.kontraspiel.table import HAND, STAKE
from kontrapunkt.said import Said, say, seat_name

UNIT: Final = "chips"


def result(state: Ended) -> Result:
    """The result of a finished deal."""
    outcome = outcome_of(state)
    chips = dict(zip(SEATS, outcome.chips, strict=True))
    items = tuple(_items(state, outcome))
    if outcome.winner is None:
        return Result(UNIT, chips, (), say("ks.void"), items, pot=outcome.pot)
    winners = (SEATS[outcome.winner],)
    return Result(
        UNIT, chips, winners, _verdict(state, outcome.winner), items, grades=_grades(state, outcome.winner),
        pot=outcome.pot,
    )  # fmt: skip


def _grades(state: Ended, winner: int) -> Mapping[Seat, str]:
    """Whether those who declared that they would win have won."""
    return {SEATS[seat]: "win" if seat == winner else "loss" for seat in state.standing.declared}


def _verdict(state: Ended, winner: int) -> Said:
    standing = state.standing
    roles = {standing.recontra: "recontra", standing.contra: "contra", standing.soloist: "soloist"}
    values = {"seat": seat_name(SEATS[winner]), "n": state.taken[winner]}
    return say(f"ks.won.{roles.get(winner, 'nobody')}", **values)


def _items(state: Ended, outcome: Outcome) -> Iterator[Item]:
    stake, *paid = outcome.payments
    yield _item(state, stake)
    if outcome.winner is None:
        yield Item("KS-R13", say("ks.item.void"))
        yield _dealer(state)
        return
    yield Item("KS-R25", _how_won(state, outcome.winner))
    yield Item("KS-R27", _base(state, outcome.base))
    for payment in paid:
        yield _item(state, payment)
    failed = [payment.seat for payment in paid if payment.kind == "failed"]
    for payment in paid:
        if payment.kind == "revolt" and payment.seat in failed:
            yield Item("KS-R33", say("ks.item.both", seat=seat_name(SEATS[payment.seat])))
    yield _dealer(state)


def _base(state: Ended, base: int) -> Said:
    pot = state.session.pot
    if state.game.options["base_moment"] == "after_stake":
        return say("ks.item.base.after", n=base, pot=pot + STAKE)
    return say("ks.item.base", n=base, pot=pot)


def _how_won(state: Ended, winner: int) -> Said:
    number = state.taken[winner]
    rival = next((i for i, n in enumerate(state.taken) if n == 2 and i != winner), None)
    values = {"seat": seat_name(SEATS[winner]), "n": number}
    if number > 2:
        return say("ks.item.three", **values)
    if rival is None:
        return say("ks.item.two", **values)
    return say("ks.item.first", other=seat_name(SEATS[rival]), **values)


def _item(state: Ended, payment: Payment) -> Item:
    values = {"seat": seat_name(SEATS[payment.seat]), "n": payment.each, "tricks": HAND}
    key = f"ks.item.{payment.kind}"
    if payment.kind == "revolt" and state.game.options["revolt_payees"] == "undeclared_only":
        key += ".undeclared"
    chips = {SEATS[i]: number for i, number in enumerate(payment.chips) if number}
    return Item(payment.rule, say(key, **values), chips)


def _dealer(state: Ended) -> Item:
    dealer = state.session.dealer
    assert dealer
    return Item("KS-R5", say("session.dealer", seat=seat_name(state.game.after(dealer))))
