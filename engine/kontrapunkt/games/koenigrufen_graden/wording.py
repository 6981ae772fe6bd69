"""What a table shows of a deal of Königrufen of Graden, and what a position writes down."""

from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import override

from kontrapunkt.families.follow_suit import FollowView
from kontrapunkt.families.follow_suit.facts import write_pairs
from kontrapunkt.game import SEATS, Action, Call, Laid, Seat, Status
from kontrapunkt.games.koenigrufen_graden.state import AUCTION, CALL, LAY, KoenigrufenState
from kontrapunkt.games.koenigrufen_graden.table import BIDS, CALLS, TEN
from kontrapunkt.said import Text, card_name, in_faces, say, seat_name, side_spoken


class GradenView(FollowView[KoenigrufenState]):
    """What a seat may know of a deal of Königrufen of Graden."""

    @override
    def told_laid(self) -> Iterator[Laid]:
        for seat, card in enumerate(self._seen.standing.laid):
            if card:
                yield Laid("face_down", (card,), say("kg.face_down"), SEATS[seat])

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
    def told_task(self) -> Text:
        seen = self._seen
        seat = seat_name(SEATS[seen.turn])
        if seen.phase in (AUCTION, LAY, CALL):
            return say(f"kg.task.{seen.phase}", seat=seat)
        lies = seen.to_act and seen.standing.laid[seen.turn]
        return say("kg.task.turn_up", seat=seat) if lies else ""

    @override
    def told_statuses(self) -> Iterator[Status]:
        return _statuses(self._seen, self.seat) if self._seen.playing else iter(())

    @override
    def told_facts(self) -> dict[str, str]:
        seen, standing = self._seen, self._seen.standing
        lacks = seen.trick_number > 1 and seen.pair_lacks and self.seat in (None, SEATS[seen.bidders[0]])
        shows = seen.contract.pair and seen.game.shows_pair and seen.playing
        first = seen.trick_number == 1 and not seen.trick
        return {
            "laid": write_pairs((seat, card) for seat, card in enumerate(standing.laid) if card),
            "shown": " ".join(standing.shown) or ("-" if shows and first else ""),
            "partner": "" if standing.revealed is None else SEATS[standing.revealed],
            "pair": "no" if lacks else "",
        }


@lru_cache(256)
def _call(seat: int, said: Action, joins: bool) -> Call:
    """Something said aloud; a bid that joins another's has a name of its own."""
    if said in BIDS:
        label = BIDS[said].second if joins else BIDS[said].title
    else:
        label = say("kg.calls", card=card_name(CALLS[said])) if said in CALLS else say("kg.gut")
    return Call(SEATS[seat], said, in_faces(label, "either"))


def _statuses(state: KoenigrufenState, viewer: Seat | None) -> Iterator[Status]:
    contract = state.contract
    for seat in state.bidders:
        values = {"seat": seat_name(SEATS[seat]), "contract": contract.title}
        told = say(f"kg.plays.{contract.aim}", **values)
        yield Status("declarer", (SEATS[seat],), contract.title, told, "KG-R7")
    if not state.bidders:
        yield Status("schurln", (), contract.title, say("kg.plays.points"), "KG-R8")
    order = "ten" if state.order == TEN else "king"
    yield Status("order", (), say(f"kg.order.{order}"), say(f"kg.order.{order}.text"), "KG-R11")
    if state.standing.called:
        name = card_name(state.standing.called)
        yield Status("called", (), say("kg.called", card=name), say("kg.called.text", card=name), "KG-R10")
    yield from _partner(state, viewer)
    if state.open_hands:
        seats = tuple(SEATS[seat] for seat in state.open_hands)
        talk = int(state.game.options.on("exposed_discussion"))
        text = say("kg.open.text", seats=side_spoken(seats), talk=talk)
        yield Status("open_hand", seats, say("kg.open"), text, "KG-P7")


def _partner(state: KoenigrufenState, viewer: Seat | None) -> Iterator[Status]:
    """The holder of the called card knows; the others when it is played, or the deal is over (a ruling)."""
    partner = state.partner
    if partner is None:
        return
    seat = SEATS[partner]
    known = state.standing.revealed is not None or state.to_act is None
    if not known and viewer not in (None, seat):
        return
    role = "alone" if partner in state.bidders else "partner"
    values = {"seat": seat_name(seat), "card": card_name(state.standing.called or "")}
    text = say(f"kg.{role}.known" if known else f"kg.{role}.hidden", **values)
    label = say(f"kg.{role}" if known else f"kg.{role}.secret")
    yield Status(role if known else f"hidden_{role}", (seat,), label, text, "KG-R10")
