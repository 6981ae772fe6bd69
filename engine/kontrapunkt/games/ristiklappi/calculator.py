"""The score calculator of Ristiklappi."""

from functools import cached_property
from typing import Final, override

from kontrapunkt.core.calculator import (
    Calculator,
    CalculatorChoices,
    Field,
    Impossible,
    a_seat,
    check_sums,
    choice,
    number,
    yes_or_no,
)
from kontrapunkt.core.interface import Result
from kontrapunkt.core.messages import say, side_name
from kontrapunkt.families.rank_match import RankMatchGame
from kontrapunkt.families.rank_match.constants import PACK
from kontrapunkt.families.rank_match.prior_play import DealSums
from kontrapunkt.games.ristiklappi.result import settle_sums

WHOLE: Final = 120
TRICKS: Final = len(PACK) // 4
CLEAN: Final = "clean"
DIRTY: Final = "dirty"
CLEANED: Final = "cleaned"
LEAST: Final = {CLEAN: 0, DIRTY: 3, CLEANED: 7}
"""The fewest card points: a dirty side has a queen, a cleaned one also a king."""


class RistiklappiCalculator(Calculator):
    """A form for the card points and the state, clean or dirty, of each side."""

    game: RankMatchGame
    options = ("results", "lapland_below", "tie_break", "both_unclean", "queen_trick_cleans", "numeric")

    @cached_property
    @override
    def fields(self) -> tuple[Field, ...]:
        ns, ew = (side_name(seats) for seats in self.game.sides)
        marks = {mark: say(f"ristiklappi.status.{mark}") for mark in LEAST}
        return (
            number("ns", say("calculator.points", side=ns), WHOLE, default=75),
            choice("ns_mark", say("calculator.rl.mark", side=ns), marks),
            choice("ew_mark", say("calculator.rl.mark", side=ew), marks),
            yes_or_no("ns_trick", say("calculator.trick", side=ns), "ns=0"),
            yes_or_no("ew_trick", say("calculator.trick", side=ew), f"ns={WHOLE}"),
            number(
                "ns_tricks",
                say("calculator.tricks", side=ns),
                TRICKS - 1,
                f"ns={WHOLE // 2} tie_break=cards",
                7,
                least=1,
            ),
            a_seat("dealer", say("calculator.dealer")),
        )

    @override
    def score_deal(self, chosen: CalculatorChoices) -> Result:
        points = chosen.number("ns"), WHOLE - chosen.number("ns")
        check_sums(points, self.game.values)
        marks = [chosen[f"{side}_mark"] for side in ("ns", "ew")]
        for side, (mark, number_) in enumerate(zip(marks, points, strict=True)):
            if number_ < LEAST[mark]:
                seats = side_name(self.game.sides[side])
                raise Impossible(say(f"calculator.rl.{mark}", side=seats, least=LEAST[mark]))
        dirty, cleaned = (
            sum(1 << side for side, mark in enumerate(marks) if mark in which)
            for which in ((DIRTY, CLEANED), (CLEANED,))
        )
        sums = DealSums(points, self._tricks(chosen, points), (dirty, cleaned))
        return settle_sums(self.game, chosen.dealer, sums)

    def _tricks(self, chosen: CalculatorChoices, points: tuple[int, int]) -> tuple[int, int]:
        """Return the tricks of both sides, as far as they matter.

        They are exact where cards decide a tie; otherwise only a side without any trick matters.
        """
        if points[0] == points[1]:
            return chosen.number("ns_tricks"), TRICKS - chosen.number("ns_tricks")
        ns = int(points[0] > 0 or chosen.yes("ns_trick"))
        ew = int(points[1] > 0 or chosen.yes("ew_trick"))
        return (ns, TRICKS - ns) if ns < 1 or ew else (TRICKS, 0)
