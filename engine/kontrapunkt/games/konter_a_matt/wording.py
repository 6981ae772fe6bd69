"""What a table shows of a deal of Konter a Matt beside cards and calls."""

from collections.abc import Iterator
from typing import override

from kontrapunkt.families.follow_suit import FollowView
from kontrapunkt.game import SEATS, Status
from kontrapunkt.games.konter_a_matt.state import NAME_TRUMP, KonterState
from kontrapunkt.said import Text, say, seat_name, suit_name


class KonterView(FollowView[KonterState]):
    """What a seat may know of a deal of Konter a Matt."""

    @override
    def told_task(self) -> Text:
        seen = self._seen
        return say("km.task.name", seat=seat_name(SEATS[seen.turn])) if seen.phase == NAME_TRUMP else ""

    @override
    def told_statuses(self) -> Iterator[Status]:
        seen = self._seen
        if seen.trump:
            makers = seen.game.sides[seen.makers]
            yield Status.told("km.status.trump_makers", "KM-R7", makers, suit=suit_name(seen.trump))
        if seen.claimed is not None:
            claimers, points = seen.game.sides[seen.claimed], seen.card_points[seen.claimed]
            # no news: who claims has just been told, and so has what the deal came to
            yield Status.told("km.status.claimed", "KM-R16", claimers, news=False, n=points)
