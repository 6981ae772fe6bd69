"""The view of a deal of Königrufen of Graden, and the facts of a position."""

from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import override

from kontrapunkt.core.interface import SEATS, Action, Call, Seat, Status, TableCards
from kontrapunkt.core.messages import Text, card_name, in_faces, say, seat_name, side_spoken
from kontrapunkt.families.follow_suit import FollowView
from kontrapunkt.games.koenigrufen_graden.constants import BIDS, CALLS, TEN
from kontrapunkt.games.koenigrufen_graden.state import KoenigrufenState
from kontrapunkt.record.facts import write_pairs


class GradenView(FollowView[KoenigrufenState]):
    """A seat's view of a deal of Königrufen of Graden."""

    @override
    def list_table_cards(self) -> Iterator[TableCards]:
        for seat, card in enumerate(self._seen.standing.laid):
            if card:
                yield TableCards("face_down", (card,), say("kg.face_down"), SEATS[seat])

    @cached_property
    @override
    def calls(self) -> tuple[Call, ...]:
        highest: Action | None = None
        found = []
        for seat, said in self._seen.said:
            found.append(_call(seat, said, said == highest))
            highest = said if said in BIDS else highest
        return tuple(found)

    @override
    def describe_task(self) -> Text:
        seen = self._seen
        told, lies = super().describe_task(), seen.to_act and seen.standing.laid[seen.turn]
        return say("kg.task.turn_up", seat=seat_name(SEATS[seen.turn])) if lies and not told else told

    @override
    def list_statuses(self) -> Iterator[Status]:
        return _statuses(self._seen, self.seat) if self._seen.playing else iter(())

    @override
    def list_facts(self) -> dict[str, str]:
        seen, standing = self._seen, self._seen.standing
        lacks = seen.trick_number > 1 and seen.pair_lacks and self.seat in (None, SEATS[seen.bidders[0]])
        shows = seen.contract.pair and seen.game.shows_pair and seen.playing
        first = seen.trick_number == 1 and not seen.trick
        laid = zip(SEATS, standing.laid, strict=True)
        return {
            "laid": write_pairs([(seat, card) for seat, card in laid if card], ", "),
            "shown": " ".join(standing.shown) or ("-" if shows and first else ""),
            "partner": "" if standing.revealed is None else SEATS[standing.revealed],
            "pair": "no" if lacks else "",
        }


@lru_cache(256)
def _call(seat: int, said: Action, joins: bool) -> Call:
    """Return a call in words; a bid that joins another bid has its own name."""
    if said in BIDS:
        label = BIDS[said].second if joins else BIDS[said].title
    else:
        label = say("kg.calls", card=card_name(CALLS[said])) if said in CALLS else say("kg.gut")
    return Call(SEATS[seat], said, in_faces(label, "either"))


def _statuses(state: KoenigrufenState, viewer: Seat | None) -> Iterator[Status]:
    contract = state.contract
    for seat in state.bidders:
        key = f"kg.status.declarer.{contract.aim}"
        yield Status.from_catalogue(key, "KG-R7", (SEATS[seat],), contract=contract.title)
    if not state.bidders:
        yield Status.from_catalogue("kg.status.schurln", "KG-R8", contract=contract.title)
    order = "ten" if state.order == TEN else "king"
    yield Status.from_catalogue(f"kg.status.order.{order}", "KG-R11")
    if state.standing.called:
        yield Status.from_catalogue("kg.status.called", "KG-R10", card=card_name(state.standing.called))
    yield from _partner(state, viewer)
    if state.open_hands:
        seats = tuple(SEATS[seat] for seat in state.open_hands)
        talk = int(state.game.options.on("exposed_discussion"))
        yield Status.from_catalogue(
            "kg.status.open_hand", "KG-P7", seats, names=side_spoken(seats), talk=talk
        )


def _partner(state: KoenigrufenState, viewer: Seat | None) -> Iterator[Status]:
    """Yield the status of the partner.

    The holder of the called card knows it; the others learn it when it is played or the deal is over. The
    sources do not say so; it is decided here.
    """
    partner = state.partner
    if partner is None:
        return
    seat = SEATS[partner]
    known = state.standing.revealed is not None or state.to_act is None
    if not known and viewer not in (None, seat):
        return
    role = "alone" if partner in state.bidders else "partner"
    key = f"kg.status.{role}" if known else f"kg.status.hidden_{role}"
    yield Status.from_catalogue(key, "KG-R10", (seat,), card=card_name(state.standing.called or ""))
