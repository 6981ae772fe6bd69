"""What is seen of a state, and how it is written down."""

from functools import cached_property
from typing import override

from kontrapunkt.deal import Deal
from kontrapunkt.families.rank_match.table import a_rank, ranks
from kontrapunkt.families.rank_match.views import RankView, facts_told
from kontrapunkt.game import Laid, Seat, Status
from kontrapunkt.games.kontra.cutting import write_cut
from kontrapunkt.games.kontra.facts import LED, LOCKED
from kontrapunkt.games.kontra.state import KontraState
from kontrapunkt.games.kontra.table import (
    ENDGAME,
    ENDGAME1,
    FIRST_LEAD,
    LOCKED_END,
    SPICE,
)
from kontrapunkt.said import Said, Text, say, seat_name


class KontraView(RankView[KontraState]):
    """What a seat may know of a deal of Kontra."""

    @cached_property
    @override
    def statuses(self) -> tuple[Status, ...]:
        return statuses(self._seen)

    @cached_property
    @override
    def laid(self) -> tuple[Laid, ...]:
        return laid(self._seen)

    @cached_property
    @override
    def task(self) -> Text:
        return task(self._seen)

    @cached_property
    @override
    def facts(self) -> dict[str, str]:
        return facts(self._seen)


def laid(state: KontraState) -> tuple[Laid, ...]:
    """The cards of the pack that lie face up."""
    found = []
    if state.top_up:
        found.append(Laid("top", state.stock[:1], say("kontra.laid.top")))
    if state.bottom_up:
        found.append(Laid("bottom", state.stock[-1:], say("kontra.laid.bottom")))
    return tuple(found)


def statuses(state: KontraState) -> tuple[Status, ...]:
    """How it stands with the pack."""
    phase, rank = state.phase, state.lock
    if phase in (ENDGAME1, ENDGAME):
        return (_status("endgame", "KO-R14"),)
    if not rank or state.to_act is None:
        return ()
    if phase == LOCKED_END:
        return (_status("locked_for_good", "KO-R5"),)
    if phase == FIRST_LEAD:
        return (_status("locked", "KO-R3", ranks=ranks(rank)),)
    return (_status("unlocked", "KO-R3", rank=a_rank(rank)),)


def _status(name: str, rule: str, **values: Said) -> Status:
    text = say(f"kontra.status.{name}.text", **values)
    return Status(name, (), say(f"kontra.status.{name}"), text, rule)


def task(state: KontraState) -> Text:
    """What the seat to act is to do, where it is more than to lead or to play."""
    if state.to_act is None:
        return ""
    seat = seat_name(state.to_act)
    if state.phase == SPICE:
        return say("kontra.task.spice", seat=seat)
    if state.phase != FIRST_LEAD:
        return ""
    if not state.lock:
        return say("kontra.task.first_lead", seat=seat)
    key = "unlock" if state.game.must_unlock else "unlock.optional"
    return say(f"kontra.task.{key}", seat=seat, rank=a_rank(state.lock))


def facts(state: KontraState) -> dict[str, str]:
    """What has been so far and the rules still ask for, as a position says it."""
    opened = state.trick_number == 1 and not state.trick
    own = {
        "pack": LOCKED if state.phase == LOCKED_END else "",
        "declined": " ".join(state.game.seats[seat] for seat in state.declined) if opened else "",
        "bottom": LED if state.bottom_led else "",
    }
    return facts_told(state, own, state.session.facts)


def as_deal(state: KontraState, seat: Seat | None = None) -> Deal:
    """This moment as the start of a record; for a seat, with what it has not seen hidden."""
    hands = dict(zip(state.game.seats, state.hands_seen(seat), strict=True))
    stock, before = state.stock_seen(seat), state.before
    dealer = state.session.dealer
    if state.trick_number > 1 or state.trick or state.declined:
        return Deal(hands, stock, True, dealer, facts(state))
    said = dict(state.session.facts)
    if state.lock:  # where hands are hidden, they do not tell who leads
        said = facts(state)
    if before.cut:
        said = {"cut": write_cut(before.cut), **said}
    return Deal(hands, stock, dealer=dealer, facts=said)
