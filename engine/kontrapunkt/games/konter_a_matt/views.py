"""The view of a deal of Konter a Matt beside cards and calls."""

from collections.abc import Iterator
from functools import cached_property
from typing import override

from kontrapunkt.core.interface import Status
from kontrapunkt.core.messages import suit_name
from kontrapunkt.families.follow_suit import FollowView
from kontrapunkt.games.konter_a_matt.state import KonterState


class KonterView(FollowView[KonterState]):
    """A seat's view of a deal of Konter a Matt."""

    @cached_property
    @override
    def stock(self) -> int | None:
        return len(self._seen.stock) or None  # the cards still to be dealt

    @override
    def list_statuses(self) -> Iterator[Status]:
        seen = self._seen
        if seen.trump:
            makers = seen.game.sides[seen.makers]
            yield Status.from_catalogue("km.status.trump_makers", "KM-R7", makers, suit=suit_name(seen.trump))
        if seen.claimed is not None:
            claimers, points = seen.game.sides[seen.claimed], seen.card_points[seen.claimed]
            # no news: the claim and the result of the deal have just been announced
            yield Status.from_catalogue("km.status.claimed", "KM-R16", claimers, news=False, n=points)
