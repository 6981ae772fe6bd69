"""The score calculator of Kontra."""

from collections.abc import Iterator
from functools import cached_property
from typing import Any, Final, cast, override

from kontrapunkt.core.calculator import (
    NOBODY,
    Calculator,
    CalculatorChoices,
    Field,
    Impossible,
    check_sums,
    number,
    who,
)
from kontrapunkt.core.interface import Result
from kontrapunkt.core.messages import Text, say, seat_name
from kontrapunkt.games.kontra.options import KontraRules
from kontrapunkt.games.kontra.result import settle_points, sources
from kontrapunkt.games.kontra.session import KontraSession

WHOLE: Final = 120


class KontraCalculator(Calculator):
    """A form for card points and their sources: tricks, spice, last cards, deals."""

    game: KontraRules[Any]
    options = ("players", "session", "deals", "spice", "min_dealer")

    @cached_property
    @override
    def fields(self) -> tuple[Field, ...]:
        return tuple(self._fields())

    def _fields(self) -> Iterator[Field]:
        names: dict[str, Text] = {seat: seat_name(seat) for seat in self.game.seats}
        for i, (seat, name) in enumerate(names.items()):
            default = WHOLE // len(names) + 15 * ((i == 0) - (i == 1))
            yield number(f"points_{seat}", say("calculator.points", side=name), WHOLE, default=default)
        if self.game.spices:
            for seat, name in names.items():
                yield number(f"spice_{seat}", say("calculator.ko.spice", side=name), WHOLE)
        yield who("last", say("calculator.ko.last"), among=names)
        yield number("last_points", say("calculator.ko.last.points"), WHOLE, f"last={'|'.join(names)}")
        if self.game.options["session"] == "cumulative":
            most = int(self.game.options["deals"]) - 1
            yield number("before", say("calculator.ko.before"), most)
            for seat, name in names.items():
                label = say("calculator.ko.score", side=name)
                yield number(f"score_{seat}", label, 9999, "before!=0", default=WHOLE // len(names))

    @override
    def score_deal(self, chosen: CalculatorChoices) -> Result:
        seats = self.game.seats
        points = [chosen.number(f"points_{seat}") for seat in seats]
        spiced = [chosen.number(f"spice_{seat}") if self.game.spices else 0 for seat in seats]
        last = [chosen.number("last_points") if chosen["last"] == seat else 0 for seat in seats]
        if sum(points) > WHOLE:
            raise Impossible(say("calculator.whole", n=WHOLE))
        played = [all_ - one - other for all_, one, other in zip(points, spiced, last, strict=True)]
        for seat, left in zip(seats, played, strict=True):
            if left < 0:
                raise Impossible(say("calculator.ko.parts", side=seat_name(seat)))
        check_sums((*points, *played, *spiced, *last), self.game.values)
        came = sources(seats, played, spiced, last if chosen["last"] != NOBODY else ())
        return settle_points(self._session(chosen), points, came)

    def _session(self, chosen: CalculatorChoices) -> KontraSession:
        facts = {}
        if self.game.options["session"] == "cumulative" and chosen.number("before"):
            score = " ".join(f"{seat} {chosen[f'score_{seat}']}" for seat in self.game.seats)
            facts = {"score": score, "deals": chosen["before"]}
        return cast(KontraSession, self.session(None, facts))
