"""What announcements and bids have to meet in Doppelkopf: levels, deadlines, replies (DK-R20 to R31).

All that decides it is told as a `Speaker`, so that what has been found once need not be found again.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

from kontrapunkt.game import Action
from kontrapunkt.games.doppelkopf.contract import Announced
from kontrapunkt.games.doppelkopf.options import Terms
from kontrapunkt.games.doppelkopf.table import NAMES, SAID, SAY
from kontrapunkt.legality import Requirement, unmet
from kontrapunkt.said import Text, say


class Speaker(NamedTuple):
    """A seat at a moment, with all that decides what it may call.

    Attributes:
        game: The game and its options.
        playing: Whether a card is to be played now.
        seeks: Whether a wedding still seeks its partner.
        own: The party of the seat.
        held: How many cards its hand has.
        played: How many cards are on the table so far, where deadlines go by them; else nothing.
        shift: How many cards later all deadlines are, because a wedding was clarified late.
        announced: What both parties have called.
    """

    game: Terms
    playing: bool
    seeks: bool
    own: int
    held: int
    played: int
    shift: int
    announced: Announced

    def due(self, level: int) -> int:
        """How many cards who calls a level must hold (DK-R22).

        Args:
            level: -1 for silent, 0 for announced, 1 to 4 for bids.
        """
        return self.game.deadlines[level] - self.shift

    def in_time(self, party: int, level: int, grace: int = 0) -> bool:
        """Whether a level of a party is within its deadline, or no more cards later than the grace.

        Args:
            party: 1 for Re, -1 for Kontra.
            level: -1 for silent, 0 for announced, 1 to 4 for bids.
            grace: How many cards later will do, too.
        """
        return self.game.in_time(party, level, self.held, self.played, self.shift + grace)


class Call(NamedTuple):
    """A call that a seat may want to make: who, for which party, and its level."""

    by: Speaker
    party: int
    level: int

    @property
    def next(self) -> int:
        """The level after those that the party has reached."""
        return self.by.announced.level(self.party) + 1

    @property
    def bare(self) -> bool:
        """Whether it is a bid of a party that has not announced."""
        return self.level > self.next == 0

    def in_time(self, level: int) -> bool:
        """Whether a level of the party is within its deadline.

        Args:
            level: -1 for silent, 0 for announced, 1 to 4 for bids.
        """
        return self.by.in_time(self.party, level)

    @property
    def timely(self) -> bool:
        """Whether it is in time with all that it includes, or answers the other party in time (DK-R27)."""
        if all(self.in_time(level) for level in range(self.next, self.level + 1)):
            return True
        theirs = self.by.announced.level(-self.party)
        replies = self.by.game.replies and self.level == self.next == 0
        return replies and theirs >= 0 and self.by.in_time(-self.party, theirs, 1)


def _call(met: Callable[..., object], rule: str, key: str) -> Requirement[Call]:
    """A requirement of a call."""

    def says(call: Call, action: Action, seat: int) -> Text:
        by, first = call.by, min(4, call.next)
        return say(
            f"dk.refusal.call.{key}",
            call=by.game.call_label(action),
            own=say(f"dk.party.{NAMES[-call.party]}"),
            n=by.held,
            played=by.played,
            due=by.due(call.level),
            first=by.due(first),
            lacking=by.game.call_label(SAY[call.party, first]),
            limit=by.game.wedding_limit,
        )

    return Requirement(met, rule, says)


CALLS: Final[tuple[Requirement[Call], ...]] = (
    _call(lambda c, *_: c.by.playing, "DK-R1", "too_early"),
    _call(lambda c, *_: not c.by.seeks, "DK-R21", "not_before_clarification"),
    _call(lambda c, *_: c.by.own != -c.party, "DK-R20", "wrong_party"),
    _call(lambda c, *_: c.level >= c.next, "DK-R25", "already_called"),
    _call(lambda c, *_: c.party not in c.by.announced.closed, "DK-R28", "reply_closed"),
    _call(lambda c, *_: c.level == c.next or not c.next or c.by.game.skipping, "DK-A25", "skipped_level"),
    _call(lambda c, *_: not c.bare or c.by.game.skipping, "DK-R23", "no_announcement_first"),
    _call(lambda c, *_: not c.bare or c.in_time(0), "DK-R23", "no_announcement_yet"),
    _call(
        lambda c, *_: c.level == c.next or c.by.in_time(c.party, c.next), "DK-R24", "skipped_level_too_late"
    ),
    _call(lambda c, *_: c.level or not c.by.game.by_table or c.timely, "DK-V19", "table"),
    _call(lambda c, *_: c.timely, "DK-R22", "too_late"),
)
"""What an announcement or a bid has to meet (DK-R20 to R31)."""


@lru_cache(4096)
def callable_by(speaker: Speaker) -> tuple[Action, ...]:
    """The announcements and bids that a speaker may make."""
    return tuple([each for each, key in SAID.items() if not unmet(CALLS, Call(speaker, *key), each, 0)])
