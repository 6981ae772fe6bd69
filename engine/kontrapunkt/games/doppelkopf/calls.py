"""When a party may announce and bid: levels, deadlines, replies, each refusal by its name (DK-R20 to R31)."""

from enum import Enum
from typing import TYPE_CHECKING

from kontrapunkt.game import Action
from kontrapunkt.games.doppelkopf.speech import SAY
from kontrapunkt.games.doppelkopf.table import KONTRA, RE
from kontrapunkt.games.following import FOLLOW, LEAD, OVER

if TYPE_CHECKING:
    from kontrapunkt.games.doppelkopf.state import DoppelkopfState


class CallError(Enum):
    """Why a call is refused, with the rule; tested in this order."""

    TOO_EARLY = "DK-R1"
    OVER = "DK-P5"
    NOT_BEFORE_CLARIFICATION = "DK-R21"
    WRONG_PARTY = "DK-R20"
    ALREADY_CALLED = "DK-R25"
    REPLY_CLOSED = "DK-R28"
    SKIPPED_LEVEL = "DK-A25"
    NO_ANNOUNCEMENT_YET = "DK-R23"
    SKIPPED_LEVEL_TOO_LATE = "DK-R24"
    TOO_LATE = "DK-R22"


def in_time(state: "DoppelkopfState", seat: int, party: int, level: int, grace: int = 0) -> bool:
    """Whether a level is within its deadline for a seat.

    Args:
        state: The moment.
        seat: Who would speak.
        party: Whose call the level is.
        level: The level.
        grace: How many cards later than the deadline is in time, too: one for a reply.
    """
    game = state.game
    later = state.shift + grace
    if level == 0 and game.by_table:
        return state.cards_played < (5 if party == RE else 13) + 4 * later
    return len(state.hands[seat]) >= game.deadlines[level] - later


def may_reply(state: "DoppelkopfState", seat: int, party: int) -> bool:
    """Whether a seat may answer the other party's highest call with the own announcement (DK-R27)."""
    theirs = state.level(-party)
    return state.game.replies and theirs >= 0 and in_time(state, seat, -party, theirs, 1)


def legal(state: "DoppelkopfState", seat: int) -> tuple[Action, ...]:
    """What a seat may call now."""
    if (state.phase != LEAD and state.phase != FOLLOW) or state.seeks_partner:
        return ()
    if not state.game.by_table and len(state.hands[seat]) < state.game.silence - state.shift:
        return ()
    own = state.parties[seat]
    parties = (own,) if own else (RE, KONTRA)
    return tuple([SAY[party, level] for party in parties for level in _levels(state, seat, party)])


def _levels(state: "DoppelkopfState", seat: int, party: int) -> list[int]:
    reached = state.level(party)
    skipping = state.game.skipping
    if reached >= 0:
        if state.is_closed(party):
            return []
    elif not in_time(state, seat, party, 0):
        return [0] if may_reply(state, seat, party) else []
    found = []
    for level in range(reached + 1, 5):
        if not in_time(state, seat, party, level):
            break
        found.append(level)
        if not skipping:
            break
    return found


def error(state: "DoppelkopfState", seat: int, party: int, level: int) -> CallError | None:
    """Why a seat may not make a call now; None if it may."""
    if state.phase == OVER:
        return CallError.OVER
    if state.phase not in (LEAD, FOLLOW):
        return CallError.TOO_EARLY
    if state.seeks_partner:
        return CallError.NOT_BEFORE_CLARIFICATION
    if state.parties[seat] == -party:
        return CallError.WRONG_PARTY
    reached, skipping = state.level(party), state.game.skipping
    if level <= reached:
        return CallError.ALREADY_CALLED
    if reached >= 0 and state.is_closed(party):
        return CallError.REPLY_CLOSED
    if reached >= 0 and level > reached + 1 and not skipping:
        return CallError.SKIPPED_LEVEL
    if reached < 0 < level and not (skipping and in_time(state, seat, party, 0)):
        return CallError.NO_ANNOUNCEMENT_YET
    if reached >= 0 and level > reached + 1 and not in_time(state, seat, party, reached + 1):
        return CallError.SKIPPED_LEVEL_TOO_LATE
    if all(in_time(state, seat, party, each) for each in range(reached + 1, level + 1)):
        return None
    reply = reached < 0 and not level and may_reply(state, seat, party)
    return None if reply else CallError.TOO_LATE
