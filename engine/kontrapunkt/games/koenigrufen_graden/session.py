"""A session of Königrufen of Graden: chips that change hands after every deal, and who deals (KG-D1).

It has no end of its own; players stop when they like.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, override

from kontrapunkt.deal import Deal
from kontrapunkt.families.follow_suit import Facts, write_numbers
from kontrapunkt.game import SEATS, Game, Seat, Session, State
from kontrapunkt.games.koenigrufen_graden.result import Chips, outcome_of
from kontrapunkt.games.koenigrufen_graden.state import KoenigrufenState
from kontrapunkt.record.facts import read_signed
from kontrapunkt.record.text import read_seat
from kontrapunkt.rules import PositionError
from kontrapunkt.said import Text, listed, say, seat_name


@dataclass(frozen=True, slots=True)
class ChipSession(Session):
    """Where a session stands before a deal.

    Attributes:
        chips: What N, E, S and W have won or lost so far; it adds up to nothing.
    """

    chips: Chips = (0, 0, 0, 0)

    dealer_rule: ClassVar[str] = "KG-D1"

    @property
    @override
    def unit(self) -> str:
        return "chips"

    @property
    @override
    def seats(self) -> Mapping[Seat, int]:
        return dict(zip(SEATS, self.chips, strict=True))

    @property
    @override
    def facts(self) -> Mapping[str, str]:
        return {"chips": write_numbers(_ALONE, self.chips)} if any(self.chips) else {}

    @property
    @override
    def standing(self) -> Text:
        if not any(self.chips):
            return say("kg.session.even")
        told = [
            say(
                "kg.session.seat",
                seat=seat_name(seat),
                number=f"{number:+d}".replace("-", "−") if number else "0",
            )
            for seat, number in self.seats.items()
        ]
        return say("kg.session.chips", all=listed("and", told))

    @override
    def after(self, end: State) -> "ChipSession":
        assert isinstance(end, KoenigrufenState)
        if end.to_act is not None:
            raise ValueError("the deal is still going on")
        return self.counting(outcome_of(end).chips)

    def counting(self, chips: Chips) -> "ChipSession":
        """The session after a deal that brought these chips."""
        return replace(
            self,
            dealers=self.next_dealers,
            chips=tuple(had + more for had, more in zip(self.chips, chips, strict=True)),
        )


_ALONE = tuple((seat,) for seat in SEATS)


def read_session(game: Game, deal: Deal | None) -> ChipSession:
    """The session that the fact `chips: N 90 E -30 S -30 W -30` of a deal states; a fresh one without a deal.

    Raises:
        PositionError: if it cannot be read, or the chips do not add up to nothing.
    """
    if deal is None:
        return ChipSession(game)
    facts = Facts(deal, tuple(deal.facts))
    given = facts.words("chips")
    found: dict[Seat, int] = {}
    for name, text in zip(given[::2], given[1::2], strict=False):
        seat, number = read_seat(name), read_signed(text)
        if seat and number is not None:
            found[seat] = number
    if "chips" in deal.facts and (len(found) != 4 or len(given) != 8):
        facts.unreadable("chips", "chips: N 90 E -30 S -30 W -30")
    elif sum(found.values()):
        facts.fault("standing_impossible", "chips_sum", "chips", n=sum(found.values()))
    if facts.faults:
        raise PositionError(facts.faults)
    dealers = (deal.dealer,) if deal.dealer else SEATS
    return ChipSession(game, dealers, tuple(found.get(seat, 0) for seat in SEATS))
