"""What a finished deal of Kontraspiel comes to (KS-R25 to R34), in chips."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, Protocol

from kontrapunkt.game import Game, Options, Session
from kontrapunkt.games.kontraspiel.standing import Standing
from kontrapunkt.games.kontraspiel.table import HAND, STAKE

Kind = Literal["stake", "pays_in", "draws", "match", "announced", "failed", "revolt"]


class Ended(Protocol):
    """What of a finished deal decides what it comes to; its last state is one."""

    @property
    def game(self) -> Game:
        """The game with its options."""

    @property
    def session(self) -> Session:
        """The session as it stood before the deal."""

    @property
    def standing(self) -> Standing:
        """Who played for what."""

    @property
    def taken(self) -> tuple[int, ...]:
        """The tricks of each seat."""

    @property
    def first_two(self) -> int | None:
        """The number of the seat that was first to hold two tricks; None for nobody."""


@dataclass(frozen=True, slots=True)
class Payment:
    """One thing that is paid because of one rule.

    Attributes:
        kind: What it is paid for.
        rule: The rule's id.
        seat: The number of the seat that it concerns: who pays in, draws, receives or pays.
        each: How many chips change hands, from or to each.
        chips: What it brings N, E, S, W.
        pot: What it brings the pot.
    """

    kind: Kind
    rule: str
    seat: int
    each: int
    chips: tuple[int, ...]
    pot: int = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a deal came out; seats are numbers, N E S W from 0.

    Attributes:
        winner: Who won; None where all have passed twice.
        base: The base value B, in chips.
        payments: What is paid, in the order of paying (KS-R34).
    """

    winner: int | None
    base: int
    payments: tuple[Payment, ...]

    @property
    def chips(self) -> tuple[int, ...]:
        """What the deal brings N, E, S, W."""
        return tuple(sum(payment.chips[i] for payment in self.payments) for i in range(4))

    @property
    def pot(self) -> int:
        """What the deal brings the pot, the stake included."""
        return sum(payment.pot for payment in self.payments)


def base_value(options: Options, pot: int) -> int:
    """The base value of a deal (KS-R27).

    Args:
        options: The game's options.
        pot: What lies in the pot before the dealer's stake.
    """
    counted = pot + STAKE if options["base_moment"] == "after_stake" else pot
    return max(int(options["base_min"]), min(int(options["base_max"]), counted))


def winner_of(tricks: tuple[int, ...], first_two: int | None) -> int | None:
    """Who has won with these tricks: three or more, else the first to hold two (KS-R25).

    Args:
        tricks: The tricks of each seat, N E S W; five in all.
        first_two: The number of the first seat with two tricks; None where nobody has two.
    """
    most = max(tricks)
    return tricks.index(most) if most > 2 else first_two


def outcome_of(end: Ended) -> Outcome:
    """How a finished deal came out."""
    options = end.game.options
    base = base_value(options, end.session.pot)
    stake = Payment("stake", "KS-R2", end.standing.dealer, STAKE, _at(end.standing.dealer, -STAKE), STAKE)
    if end.standing.soloist is None:
        return Outcome(None, base, (stake,))
    winner = winner_of(end.taken, end.first_two)
    return Outcome(winner, base, (stake, *base_payments(end, winner, base), *_side(end)))


def base_payments(end: Ended, winner: int | None, base: int) -> Iterator[Payment]:
    """What goes into the pot and out of it (KS-R28); losers pay first.

    Args:
        end: A finished deal.
        winner: The number of the seat that wins it.
        base: The base value, in chips.
    """
    declared = end.standing.declared
    for seat in declared:
        if seat != winner:
            yield Payment("pays_in", "KS-R28", seat, base, _at(seat, -base), base)
    if winner in declared:
        yield Payment("draws", "KS-R28", winner, base, _at(winner, base), -base)


def _side(end: Ended) -> Iterator[Payment]:
    """What players pay each other (KS-R29 to R33)."""
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


def _at(seat: int, chips: int) -> tuple[int, ...]:
    return tuple(chips if i == seat else 0 for i in range(4))


def _each(seat: int, chips: int, spared: tuple[int, ...] = ()) -> tuple[int, ...]:
    """So many chips for a seat from each of the others; to each of them, if below nothing."""
    others = [i for i in range(4) if i != seat and i not in spared]
    return tuple(chips * len(others) if i == seat else -chips * (i in others) for i in range(4))
