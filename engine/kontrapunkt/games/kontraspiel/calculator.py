"""The score calculator of Kontraspiel."""

from functools import cached_property
from typing import Final, override

from kontrapunkt.core.calculator import (
    CalculatorChoices,
    Field,
    Impossible,
    a_seat,
    choice,
    number,
    who,
    yes_or_no,
)
from kontrapunkt.core.cards import Card
from kontrapunkt.core.interface import SEATS, Result
from kontrapunkt.core.messages import say, seat_name
from kontrapunkt.families.follow_suit.calculator import FollowCalculator
from kontrapunkt.games.kontraspiel import Kontraspiel
from kontrapunkt.games.kontraspiel.constants import HAND
from kontrapunkt.games.kontraspiel.state import VOID, opening

PLAYED: Final = "played"
PREFERRED: Final = "preferred"
OTHER: Final = "other"
TURN_UP: Final = Card("9C")
"""An arbitrary turn-up; its suit is the preferred suit."""

ENOUGH: Final = 3
"""The number of tricks that wins, whoever was the first with two (KS-R25)."""


class KontraspielCalculator(FollowCalculator[Kontraspiel]):
    """A form for the declared players, the tricks of each seat and the pot."""

    options = ("base_moment", "failed_match_revolt", "revolt_payees", "direction")

    @cached_property
    @override
    def fields(self) -> tuple[Field, ...]:
        ends = {PLAYED: say("calculator.ks.played"), VOID: say("calculator.ks.void")}
        trumps = {PREFERRED: say("calculator.ks.preferred"), OTHER: say("calculator.ks.other")}
        called = f"contra={'|'.join(SEATS)}"
        played, enough = f"end={PLAYED}", "|".join(str(n) for n in range(ENOUGH, HAND + 1))
        undecided = " ".join([played, *(f"tricks_{seat}!={enough}" for seat in SEATS)])
        tricks = zip(SEATS, (3, 1, 1, 0), strict=True)
        return (
            choice("end", say("calculator.ks.end"), ends),
            a_seat("soloist", say("calculator.ks.soloist"), played),
            yes_or_no("match", say("calculator.ks.match"), played),
            choice("trump", say("calculator.ks.trump"), trumps, f"{played} match=no"),
            who("contra", say("calculator.ks.contra"), played),
            who("recontra", say("calculator.ks.recontra"), f"{played} {called}"),
            *(
                number(f"tricks_{seat}", say("calculator.tricks", side=seat_name(seat)), HAND, played, n)
                for seat, n in tricks
            ),
            a_seat("first", say("calculator.ks.first"), undecided),
            number("pot", say("calculator.ks.pot"), 9999),
            a_seat("dealer", say("calculator.dealer")),
        )

    @override
    def score_deal(self, chosen: CalculatorChoices) -> Result:
        pot = {"pot": chosen["pot"]} if chosen.number("pot") else {}
        none = (0, 0, 0, 0)
        standing = opening(self.game, chosen.seat("dealer"), TURN_UP, pact=False)
        if chosen["end"] == VOID:
            return self.as_finished(chosen, none, none, facts=pot, standing=standing)
        soloist, contra, recontra = (chosen.who(key) for key in ("soloist", "contra", "recontra"))
        standing = standing._replace(soloist=soloist, contra=contra, recontra=recontra)
        if len({*standing.declared}) < len(standing.declared):
            raise Impossible(say("calculator.ks.twice"))
        tricks = tuple(chosen.number(f"tricks_{seat}") for seat in SEATS)
        if sum(tricks) != HAND:
            raise Impossible(say("calculator.ks.tricks", n=HAND))
        match = chosen.yes("match")
        preferred = not match and chosen["trump"] == PREFERRED
        trump = standing.pref if preferred else "S"
        matches = (soloist or 0,) if match else ()
        standing = standing._replace(trump=trump, matches=matches)
        first = self._first(chosen, tricks)
        return self.as_finished(chosen, none, tricks, facts=pot, standing=standing, first_two=first)

    def _first(self, chosen: CalculatorChoices, tricks: tuple[int, ...]) -> int | None:
        """Return the seat that was the first with two tricks.

        Where one seat has three tricks or is the only one with two, that seat is returned.

        Raises:
            Impossible: if the seat chosen as first has fewer than two tricks.
        """
        able = [seat for seat, number in enumerate(tricks) if number > 1]
        if max(tricks) >= ENOUGH or len(able) == 1:
            return able[0]
        first = chosen.seat("first")
        if first not in able:
            raise Impossible(say("calculator.ks.first.few", seat=seat_name(chosen["first"])))
        return first
