"""RankMatchGame: the play of four in two partnerships, put together."""

from collections.abc import Sequence
from typing import override

from kontrapunkt.cards import shuffled
from kontrapunkt.deal import Deal, Record
from kontrapunkt.families.rank_match import legality
from kontrapunkt.families.rank_match.position_reader import begin
from kontrapunkt.families.rank_match.rules import RankMatchRules
from kontrapunkt.families.rank_match.state import RankMatchState
from kontrapunkt.families.rank_match.table import PACK, seats_of
from kontrapunkt.families.rank_match.views import RankMatchView, as_deal
from kontrapunkt.game import SEATS, Seat, Session, Status, left_of
from kontrapunkt.rules import Refusal
from kontrapunkt.said import say


class RankMatchGame(RankMatchRules[RankMatchState]):
    """A game of four in fixed partnerships that is played as Ristikontra is."""

    shows = RankMatchView
    inference = "kontrapunkt.families.rank_match.inference:worlds"

    def __init__(self, preset: str | None = None, **options: object) -> None:
        super().__init__(preset, **options)
        self.asked = legality.asked(self)

    @override
    def deal(
        self, seed: int | None = None, dealer: Seat | None = None, session: Session | None = None
    ) -> RankMatchState:
        order = shuffled(PACK, seed)
        dealt = 4 * self.hand_size
        who = self.who_deals(dealer, session)
        hands = {left_of(who, 1 + i): order[i:dealt:4] for i in range(4)}
        return begin(self, Deal(hands, order[dealt:], dealer=who), session=session)

    @override
    def start(
        self, deal: Record | Deal, *, unseen: bool = False, session: Session | None = None
    ) -> RankMatchState:
        return begin(self, deal.deals[0] if isinstance(deal, Record) else deal, unseen, session)

    @override
    def why_not(self, state: RankMatchState, action: str, seat: Seat | None) -> Refusal | None:
        return legality.why_not(state, action, seat)

    @override
    def as_deal(self, state: RankMatchState, seat: Seat | None) -> Deal:
        return as_deal(state, seat)

    @override
    def statuses(self, state: RankMatchState) -> tuple[Status, ...]:
        """What a table shows beside the sides."""
        limit = state.barred_rank()
        if not limit:
            return ()
        seat = SEATS[state.turn]
        key = "player" if self.lead_limit_scope == "player" else "others"
        values = {"seat": say(f"seat.{seat}"), "ranks": say(f"rank_match.many.{limit}")}
        text = say(f"rank_match.limit.{key}.text", **values)
        return (Status("lead_limit", (seat,), say("rank_match.limit.label"), text, "RK-R9"),)


def each(side: int, number: int) -> dict[Seat, int]:
    """A number for each seat of a side.

    Args:
        side: 0 for N–S, 1 for E–W.
        number: The number, in the result's unit.
    """
    return dict.fromkeys(seats_of(side), number)


def both(numbers: Sequence[int]) -> dict[Seat, int]:
    """The numbers of the sides, for each seat.

    Args:
        numbers: Those of N–S and of E–W, in the result's unit.
    """
    return {seat: numbers[i % 2] for i, seat in enumerate(SEATS)}
