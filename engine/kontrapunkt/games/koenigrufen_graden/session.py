"""A session of Königrufen of Graden: chips won and lost, and the dealer (KG-D1).

It has no end of its own; the players stop when they like.
"""

from dataclasses import dataclass, replace
from typing import ClassVar, Self, override

from kontrapunkt.core.interface import SEATS, Game
from kontrapunkt.core.messages import Text, listed, row, say, seat_name, true_minus
from kontrapunkt.families.deal_session import DealSession
from kontrapunkt.games.koenigrufen_graden.result import Chips, outcome_of
from kontrapunkt.games.koenigrufen_graden.state import KoenigrufenState
from kontrapunkt.record.facts import FactsReader, read_signed


@dataclass(frozen=True, slots=True)
class ChipSession(DealSession[Game, KoenigrufenState]):
    """The standing of a session before a deal.

    Attributes:
        chips: The chips that N, E, S and W have won or lost so far; they add up to zero.
    """

    chips: Chips = (0, 0, 0, 0)

    dealer_rule: ClassVar[str] = "KG-D1"
    score_field: ClassVar[str] = "chips"
    unit = "chips"

    @property
    @override
    def standing(self) -> Text:
        if not any(self.chips):
            return say("kg.session.even")
        signed = [true_minus(f"{n:+d}") if n else "0" for n in self.chips]
        told = map(row, zip(map(seat_name, SEATS), signed, strict=True))
        return say("kg.session.chips", all=listed("and", told))

    @override
    def with_facts(self, facts: FactsReader[Game]) -> Self:
        chips = facts.numbers("chips", read=read_signed, form=(90, -30, -30, -30), whole=True)
        if chips and sum(chips):
            facts.fault("standing_impossible.chips_sum", "chips", n=sum(chips))
        return replace(self, chips=chips or self.chips)

    @override
    def counting(self, end: KoenigrufenState) -> Self:
        chips = zip(self.chips, outcome_of(end).chips, strict=True)
        return replace(self, dealers=self.next_dealers, chips=tuple(map(sum, chips)))
