"""What a deal of Kontraspiel comes to, from who has declared, the tricks and the pot."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final, cast, override

from kontrapunkt.calculator import Calculator, Chosen, Field, Impossible, a_seat, choice, number, yes_or_no
from kontrapunkt.cards import Card
from kontrapunkt.game import SEATS, Game, Result, Seat, Session
from kontrapunkt.games.kontraspiel.result import result
from kontrapunkt.games.kontraspiel.standing import OPEN, VOID, Standing, Terms
from kontrapunkt.games.kontraspiel.table import HAND
from kontrapunkt.said import Text, say, seat_name

NOBODY: Final = "nobody"
PLAYED: Final = "played"
PREFERRED: Final = "preferred"
OTHER: Final = "other"
TURN_UP: Final = Card("9C")
"""Any card turned up: its suit is the preferred one."""

ENOUGH: Final = 3
"""Tricks that win, whoever was first to two (KS-R25)."""


@dataclass(frozen=True, slots=True)
class Supposed:
    """A deal that is over, as far as it counts."""

    game: Game
    session: Session
    standing: Standing
    taken: tuple[int, ...]
    first_two: int | None


class KontraspielCalculator(Calculator):
    """Asks who has declared, how the tricks are spread, and what lies in the pot."""

    options = ("base_moment", "failed_match_revolt", "revolt_payees", "direction")

    @cached_property
    @override
    def fields(self) -> tuple[Field, ...]:
        ends = {PLAYED: say("calculator.ks.played"), VOID: say("calculator.ks.void")}
        trumps = {PREFERRED: say("calculator.ks.preferred"), OTHER: say("calculator.ks.other")}
        callers: dict[str, Text] = {NOBODY: say("calculator.nobody")}
        callers |= {seat: seat_name(seat) for seat in SEATS}
        called = f"contra={'|'.join(SEATS)}"
        played, enough = f"end={PLAYED}", "|".join(str(n) for n in range(ENOUGH, HAND + 1))
        tricks = zip(SEATS, (3, 1, 1, 0), strict=True)
        return (
            choice("end", say("calculator.ks.end"), ends),
            a_seat("soloist", say("calculator.ks.soloist"), SEATS, played),
            yes_or_no("match", say("calculator.ks.match"), played),
            choice("trump", say("calculator.ks.trump"), trumps, f"{played} match=no"),
            choice("contra", say("calculator.ks.contra"), callers, played),
            choice("recontra", say("calculator.ks.recontra"), callers, f"{played} {called}"),
            *(
                number(
                    f"tricks_{seat}", say("calculator.tricks", side=seat_name(seat)), HAND, played, default
                )
                for seat, default in tricks
            ),
            a_seat(
                "first",
                say("calculator.ks.first"),
                SEATS,
                " ".join([played, *(f"tricks_{seat}!={enough}" for seat in SEATS)]),
            ),
            number("pot", say("calculator.ks.pot"), 9999),
            a_seat("dealer", say("calculator.dealer"), SEATS),
        )

    @override
    def settled(self, chosen: Chosen) -> Result:
        pot = {"pot": chosen["pot"]} if chosen.number("pot") else {}
        session = self.session(cast(Seat, chosen["dealer"]), pot)
        dealer = _number(chosen["dealer"])
        if chosen["end"] == VOID:
            standing = Standing(dealer or 0, TURN_UP, 0, Terms(), VOID)
            return result(Supposed(self.game, session, standing, (0, 0, 0, 0), None))
        declared = [_number(chosen[key]) for key in ("soloist", "contra", "recontra")]
        soloist, contra, recontra = declared
        named = [seat for seat in declared if seat is not None]
        if len({*named}) < len(named):
            raise Impossible(say("calculator.ks.twice"))
        tricks = tuple(chosen.number(f"tricks_{seat}") for seat in SEATS)
        if sum(tricks) != HAND:
            raise Impossible(say("calculator.ks.tricks", n=HAND))
        match = chosen.yes("match")
        trump = TURN_UP.suit if not match and chosen["trump"] == PREFERRED else "S"
        standing = Standing(
            dealer or 0,
            TURN_UP,
            0,
            Terms(),
            OPEN,
            soloist,
            trump,
            contra=contra,
            recontra=recontra,
            matches=(soloist or 0,) if match else (),
        )
        return result(Supposed(self.game, session, standing, tricks, self._first(chosen, tricks)))

    def _first(self, chosen: Chosen, tricks: tuple[int, ...]) -> int | None:
        """Who was first to hold two tricks, where that decides."""
        able = [seat for seat, number in enumerate(tricks) if number > 1]
        if max(tricks) >= ENOUGH or len(able) == 1:
            return able[0]
        first = _number(chosen["first"])
        if first not in able:
            raise Impossible(say("calculator.ks.first.few", seat=seat_name(chosen["first"])))
        return first


def _number(seat: str) -> int | None:
    return None if seat == NOBODY else SEATS.index(cast(Seat, seat))
