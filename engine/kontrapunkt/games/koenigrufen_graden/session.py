"""A session of Königrufen of Graden: chips that change hands after every deal, and who deals (KG-D1).

It has no end of its own; players stop when they like.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Self, override

from kontrapunkt.deal import Deal
from kontrapunkt.families.follow_suit import Facts, write_numbers
from kontrapunkt.game import SEATS, Game, Seat, Session, State
from kontrapunkt.games.koenigrufen_graden.result import Chips, by_seat, outcome_of
from kontrapunkt.games.koenigrufen_graden.state import KoenigrufenState
from kontrapunkt.record.facts import read_signed
from kontrapunkt.record.text import read_seat
from kontrapunkt.said import Text, listed, say, seat_name


@dataclass(frozen=True, slots=True)
class ChipSession(Session):
    """Where a session stands before a deal.

    Attributes:
        chips: What N, E, S and W have won or lost so far; it adds up to nothing.
    """

    chips: Chips = (0, 0, 0, 0)

    dealer_rule: ClassVar[str] = "KG-D1"
    unit = "chips"

    @property
    @override
    def seats(self) -> Mapping[Seat, int]:
        return by_seat(self.chips)

    @property
    @override
    def facts(self) -> Mapping[str, str]:
        return {"chips": write_numbers(self.game.sides, self.chips)} if any(self.chips) else {}

    @property
    @override
    def standing(self) -> Text:
        if not any(self.chips):
            return say("kg.session.even")
        signed = [f"{n:+d}".replace("-", "−") if n else "0" for n in self.chips]
        told = [
            say("kg.session.seat", seat=seat_name(seat), number=number)
            for seat, number in zip(SEATS, signed, strict=True)
        ]
        return say("kg.session.chips", all=listed("and", told))

    @override
    def after(self, end: State) -> Self:
        assert isinstance(end, KoenigrufenState)
        if end.to_act is not None:
            raise ValueError("the deal is still going on")
        chips = zip(self.chips, outcome_of(end).chips, strict=True)
        return replace(self, dealers=self.next_dealers, chips=tuple(map(sum, chips)))


def read_session(game: Game, deal: Deal | None = None) -> ChipSession:
    """The session that the fact `chips: N 90 E -30 S -30 W -30` of a deal states; a fresh one without a deal.

    Raises:
        PositionError: if it cannot be read, or the chips do not add up to nothing.
    """
    if deal is None:
        return ChipSession(game)
    facts = Facts(deal, tuple(deal.facts))
    given = facts.words("chips")
    pairs = [(read_seat(name), read_signed(n)) for name, n in zip(given[::2], given[1::2], strict=False)]
    found = {seat: number for seat, number in pairs if seat and number is not None}
    if "chips" in deal.facts and (len(found) != 4 or len(given) != 8):
        facts.unreadable("chips", "chips: N 90 E -30 S -30 W -30")
    elif sum(found.values()):
        facts.fault("standing_impossible", "chips_sum", "chips", n=sum(found.values()))
    facts.stop_at_faults()
    dealers = (deal.dealer,) if deal.dealer else SEATS
    return ChipSession(game, dealers, tuple(found.get(seat, 0) for seat in SEATS))
