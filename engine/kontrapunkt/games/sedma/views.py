"""The view of a deal of Sedma, and its record."""

from functools import cached_property
from typing import override

from kontrapunkt.core.deal import Deal
from kontrapunkt.core.interface import Seat
from kontrapunkt.core.messages import Text, say, seat_name
from kontrapunkt.families.rank_match.constants import a_rank
from kontrapunkt.families.rank_match.views import RankView, facts_told
from kontrapunkt.games.sedma.options import SEVEN
from kontrapunkt.games.sedma.state import SedmaState


class SedmaView(RankView[SedmaState]):
    """A seat's view of a deal of Sedma."""

    @cached_property
    @override
    def task(self) -> Text:
        if self.to_act is None or self.phase != "continue":
            return ""
        led = self._seen.trick[0][0]
        wild = int(self._seen.game.wild and led != SEVEN)
        return say("sedma.task.continue", seat=seat_name(self.to_act), rank=a_rank(led), wild=wild)

    @cached_property
    @override
    def facts(self) -> dict[str, str]:
        return facts_told(self._seen, {}, self._seen.session.facts)


def as_deal(state: SedmaState, seat: Seat | None = None) -> Deal:
    """Return the state as the start of a record, as one seat sees it."""
    hands = dict(zip(state.game.seats, state.hands_seen(seat), strict=True))
    session = state.session
    begun = bool(state.trick_number > 1 or state.trick)
    said = facts_told(state, {}, session.facts) if begun else session.facts
    return Deal(hands, state.stock_seen(seat), begun, session.dealer, said)
