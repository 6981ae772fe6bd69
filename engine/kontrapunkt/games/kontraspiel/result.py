"""Settlement of a finished deal of Kontraspiel in chips (KS-R25 to R34)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from kontrapunkt.core.interface import SEATS, Item, Result
from kontrapunkt.core.messages import Message, action_name, say, seat_name
from kontrapunkt.games.kontraspiel.constants import HAND, STAKE
from kontrapunkt.games.kontraspiel.state import KontraspielState

Kind = Literal["stake", "pays_in", "draws", "match", "announced", "failed", "revolt"]


@dataclass(frozen=True, slots=True)
class Payment:
    """A payment that one rule asks for.

    Attributes:
        kind: The reason for it.
        rule: The rule's id.
        seat: The number of the seat that pays in, draws, receives or pays.
        each: The chips that change hands, for each other player concerned.
        chips: The gain of N, E, S, W in chips.
        pot: The gain of the pot in chips.
    """

    kind: Kind
    rule: str
    seat: int
    each: int
    chips: tuple[int, ...]
    pot: int = 0


@dataclass(frozen=True, slots=True)
class KontraspielOutcome:
    """The outcome of a deal; seats are numbers, N E S W from 0.

    Attributes:
        winner: The seat that won; None if all passed twice.
        base: The base value B, in chips.
        payments: The payments in the order of settlement (KS-R34).
    """

    winner: int | None
    base: int
    payments: tuple[Payment, ...]

    @property
    def chips(self) -> tuple[int, ...]:
        """The gain of N, E, S, W in chips."""
        return tuple(sum(payment.chips[i] for payment in self.payments) for i in range(4))

    @property
    def pot(self) -> int:
        """The gain of the pot in chips, the stake included."""
        return sum(payment.pot for payment in self.payments)


def outcome_of(end: KontraspielState) -> KontraspielOutcome:
    """Return the outcome of a finished deal."""
    options = end.game.options
    counted = end.session.pot + STAKE if options["base_moment"] == "after_stake" else end.session.pot
    base = max(int(options["base_min"]), min(int(options["base_max"]), counted))  # KS-R27
    stake = with_pot("stake", "KS-R2", end.standing.dealer, STAKE)
    if end.standing.soloist is None:
        return KontraspielOutcome(None, base, (stake,))
    most = max(end.taken)
    winner = end.taken.index(most) if most > 2 else end.first_two  # KS-R25
    return KontraspielOutcome(winner, base, (stake, *base_payments(end, winner, base), *_side(end)))


def base_payments(end: KontraspielState, winner: int | None, base: int) -> Iterator[Payment]:
    """Yield the payments into the pot and out of it (KS-R28); losers pay first.

    Args:
        winner: The number of the winning seat.
        base: The base value, in chips.
    """
    declared = end.standing.declared
    for seat in declared:
        if seat != winner:
            yield with_pot("pays_in", "KS-R28", seat, base)
    if winner in declared:
        yield with_pot("draws", "KS-R28", winner, -base)


def with_pot(kind: Kind, rule: str, seat: int, paid: int) -> Payment:
    """Return the payment of a seat into the pot, or out of it.

    Args:
        seat: The number of the seat.
        paid: The chips that it pays in; negative if it draws them.
    """
    return Payment(kind, rule, seat, abs(paid), tuple(-paid * (i == seat) for i in range(4)), paid)


def _side(end: KontraspielState) -> Iterator[Payment]:
    """Yield the side payments between players (KS-R29 to R33)."""
    standing, tricks, options = end.standing, end.taken, end.game.options
    soloist = standing.soloist
    assert soloist is not None
    doubled = 2 if standing.trump == standing.pref else 1
    failed = False
    if standing.matches:
        failed = tricks[soloist] < HAND
        kind: Kind = "failed" if failed else "announced"
        rule = "KS-R31" if failed else "KS-R30"
        yield Payment(kind, rule, soloist, 2, _each(soloist, -2 if failed else 2))
    elif tricks[soloist] == HAND:
        yield Payment("match", "KS-R29", soloist, doubled, _each(soloist, doubled))
    spares = failed and options["failed_match_revolt"] == "failed_match_only"
    declared = standing.declared
    spared = declared if options["revolt_payees"] == "undeclared_only" else ()
    for seat in declared:
        if tricks[seat] == 0 and not (seat == soloist and spares):
            yield Payment("revolt", "KS-R32", seat, doubled, _each(seat, -doubled, spared))


def _each(seat: int, chips: int, spared: tuple[int, ...] = ()) -> tuple[int, ...]:
    """Return the gains if a seat receives chips from each of the others.

    Args:
        chips: The chips from each; negative if the seat pays them.
        spared: The seats that neither pay nor receive.
    """
    others = [i for i in range(4) if i != seat and i not in spared]
    return tuple(chips * len(others) if i == seat else -chips * (i in others) for i in range(4))


# Wording ---------------------------------------------------------------------------------------------


def deal_result(state: KontraspielState) -> Result:
    """Return the result of a finished deal."""
    outcome, standing = outcome_of(state), state.standing
    winner, pot, sides = outcome.winner, outcome.pot, state.game.sides
    items = _items(state, outcome)
    if winner is None:
        return Result.from_items(sides, "chips", (), say("ks.void"), items, {}, pot)
    roles = {standing.recontra: "recontra", standing.contra: "contra", standing.soloist: "soloist"}
    role = roles.get(winner, "nobody")
    values = {"seat": seat_name(SEATS[winner]), "what": action_name(f"say {role}")}
    verdict = say(f"ks.won.{role}", n=state.taken[winner], **values)
    grades = {SEATS[seat]: "win" if seat == winner else "loss" for seat in standing.declared}
    return Result.from_items(sides, "chips", (SEATS[winner],), verdict, items, grades, pot)


def _items(state: KontraspielState, outcome: KontraspielOutcome) -> Iterator[Item]:
    stake, *paid = outcome.payments
    yield _item(state, stake)
    if outcome.winner is None:
        yield Item("KS-R13", say("ks.item.void"))
    else:
        yield Item("KS-R25", _how_won(state, outcome.winner))
        yield Item("KS-R27", _base(state, outcome.base))
    for payment in paid:
        yield _item(state, payment)
    failed = [payment.seat for payment in paid if payment.kind == "failed"]
    for payment in paid:
        if payment.kind == "revolt" and payment.seat in failed:
            yield Item("KS-R33", say("ks.item.both", seat=seat_name(SEATS[payment.seat])))
    yield Item("KS-R5", say("session.dealer", seat=seat_name(SEATS[state.forehand])))


def _base(state: KontraspielState, base: int) -> Message:
    after = int(state.game.options["base_moment"] == "after_stake")
    return say("ks.item.base", n=base, pot=state.session.pot + after * STAKE, after=after)


def _how_won(state: KontraspielState, winner: int) -> Message:
    number = state.taken[winner]
    rival = next((i for i, n in enumerate(state.taken) if n == 2 and i != winner), None)
    values = {"seat": seat_name(SEATS[winner]), "n": number}
    if number > 2:
        return say("ks.item.three", **values)
    if rival is None:
        return say("ks.item.two", **values)
    return say("ks.item.first", other=seat_name(SEATS[rival]), **values)


def _item(state: KontraspielState, payment: Payment) -> Item:
    values = {"seat": seat_name(SEATS[payment.seat]), "n": payment.each, "tricks": HAND}
    spared = int(state.game.options["revolt_payees"] == "undeclared_only")
    chips = {SEATS[i]: number for i, number in enumerate(payment.chips) if number}
    return Item(payment.rule, say(f"ks.item.{payment.kind}", spared=spared, **values), chips)
