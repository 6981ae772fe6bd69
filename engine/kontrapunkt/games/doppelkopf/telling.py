"""What is done in Doppelkopf, in words: actions, deeds, what the seat to act has to do."""

from typing import TYPE_CHECKING

from kontrapunkt.game import SEATS
from kontrapunkt.games.doppelkopf.poverty import GIVE, OFFER, PUT, TELL
from kontrapunkt.games.doppelkopf.reservations import (
    asked,
)
from kontrapunkt.said import Text, say, seat_name

if TYPE_CHECKING:
    from kontrapunkt.games.doppelkopf.state import DoppelkopfState


def task(state: "DoppelkopfState") -> Text:
    """What the seat to act has to do before play begins; empty in play."""
    seat = seat_name(SEATS[state.turn])
    if state.phase == "reservations":
        return say("dk.task.forced" if state.forced is not None else "dk.task.reservations", seat=seat)
    if state.phase == "naming":
        rank = asked(state)[0]
        return say(f"dk.task.naming.{rank}" if rank else "dk.task.naming", seat=seat)
    if state.phase in (PUT, OFFER, GIVE, TELL):
        return say(f"dk.task.{state.phase}", seat=seat, n=len(state.stock) + 1)
    return ""
