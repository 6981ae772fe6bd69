"""The view of a deal of Kontra, and its record."""

from functools import cached_property
from itertools import chain
from typing import override

from kontrapunkt.core.deal import Deal
from kontrapunkt.core.interface import Seat, Status, TableCards
from kontrapunkt.core.messages import Text, say, seat_name
from kontrapunkt.families.rank_match.constants import a_rank, ranks
from kontrapunkt.families.rank_match.views import RankView, facts_told
from kontrapunkt.games.kontra.options import LED, LOCKED, Phase
from kontrapunkt.games.kontra.state import KontraState
from kontrapunkt.record.facts import write_pairs


class KontraView(RankView[KontraState]):
    """A seat's view of a deal of Kontra."""

    @cached_property
    @override
    def statuses(self) -> tuple[Status, ...]:
        """The status of the pack."""
        phase, rank = self.phase, self._seen.lock
        if phase in (Phase.ENDGAME1, Phase.ENDGAME):
            return (Status.from_catalogue("kontra.status.endgame", "KO-R14"),)
        if not rank or self.to_act is None:
            return ()
        if phase == Phase.LOCKED_END:
            return (Status.from_catalogue("kontra.status.locked_for_good", "KO-R5"),)
        if phase == Phase.FIRST_LEAD:
            return (Status.from_catalogue("kontra.status.locked", "KO-R3", ranks=ranks(rank)),)
        return (Status.from_catalogue("kontra.status.unlocked", "KO-R3", rank=a_rank(rank)),)

    @cached_property
    @override
    def laid(self) -> tuple[TableCards, ...]:
        """The face-up cards of the pack."""
        seen = self._seen
        top = [TableCards("top", seen.stock[:1], say("kontra.laid.top"))] if seen.top_up else []
        bottom = [TableCards("bottom", seen.stock[-1:], say("kontra.laid.bottom"))] if seen.bottom_up else []
        return (*top, *bottom)

    @cached_property
    @override
    def task(self) -> Text:
        if self.to_act is None:
            return ""
        seat, lock = seat_name(self.to_act), self._seen.lock
        if self.phase == Phase.SPICE:
            return say("kontra.task.spice", seat=seat)
        if self.phase != Phase.FIRST_LEAD:
            return ""
        if not lock:
            return say("kontra.task.first_lead", seat=seat)
        key = "unlock" if self._seen.game.must_unlock else "unlock.optional"
        return say(f"kontra.task.{key}", seat=seat, rank=a_rank(lock))

    @cached_property
    @override
    def facts(self) -> dict[str, str]:
        return facts(self._seen)


def facts(state: KontraState) -> dict[str, str]:
    """Return the facts of a position: earlier play, as far as the rules need it."""
    opened = state.trick_number == 1 and not state.trick
    own = {
        "pack": LOCKED if state.phase == Phase.LOCKED_END else "",
        "declined": " ".join(state.game.seats[seat] for seat in state.up.declined) if opened else "",
        "bottom": "" if state.up.bottom else LED,
    }
    return facts_told(state, own, state.session.facts)


def as_deal(state: KontraState, seat: Seat | None = None) -> Deal:
    """Return the state as the start of a record, as one seat sees it."""
    hands = dict(zip(state.game.seats, state.hands_seen(seat), strict=True))
    session, cut = state.session, state.before.cut
    begun = bool(state.trick_number > 1 or state.trick or state.up.declined)
    said = {"cut": write_pairs(chain(*cut))} if cut and not begun else {}
    told = begun or state.lock  # hidden hands do not tell who unlocks the pack
    said |= facts(state) if told else session.facts
    return Deal(hands, state.stock_seen(seat), begun, session.dealer, said)
