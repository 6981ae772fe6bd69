"""The score calculator of Ristikontra."""

from functools import cached_property
from typing import cast, override

from kontrapunkt.core.calculator import (
    Calculator,
    CalculatorChoices,
    Field,
    a_seat,
    check_sums,
    choice,
    number,
)
from kontrapunkt.core.interface import Result
from kontrapunkt.core.messages import Text, say, side_name
from kontrapunkt.families.rank_match import RankMatchGame
from kontrapunkt.games.ristikontra.result import settle_points
from kontrapunkt.games.ristikontra.session import RistikontraSession, game_points


class RistikontraCalculator(Calculator):
    """A form for the card points, the score so far and the points carried over."""

    game: RankMatchGame
    options = ("values", "session", "target", "zero_wipe")

    @cached_property
    @override
    def fields(self) -> tuple[Field, ...]:
        ns, ew = (side_name(seats) for seats in self.game.sides)
        sides: dict[str, Text] = {"NS": ns, "EW": ew}
        total, most = self.game.total, int(self.game.options["target"]) - 1
        return (
            number("ns", say("calculator.points", side=ns), total, default=total * 5 // 8),
            number("ns_score", say("calculator.rk.score", side=ns), most),
            number("ew_score", say("calculator.rk.score", side=ew), most),
            number("held", say("calculator.rk.held"), 99, "session=game_points"),
            choice("first", say("calculator.rk.first"), sides, "session=cumulative"),
            a_seat("dealer", say("calculator.dealer")),
        )

    @override
    def score_deal(self, chosen: CalculatorChoices) -> Result:
        points = chosen.number("ns"), self.game.total - chosen.number("ns")
        check_sums(points, self.game.values)
        session = self._session(chosen)
        tricks = tuple(enumerate(points))
        if session.cumulative and chosen["first"] == "EW":
            tricks = tricks[::-1]
        return settle_points(session, game_points(points), points, tricks)

    def _session(self, chosen: CalculatorChoices) -> RistikontraSession:
        facts = {}
        if chosen.number("ns_score") or chosen.number("ew_score"):
            facts["score"] = f"NS {chosen['ns_score']} EW {chosen['ew_score']}"
        if chosen.number("held") and self.game.options["session"] == "game_points":
            facts["held"] = chosen["held"]
        return cast(RistikontraSession, self.session(chosen.dealer, facts))
