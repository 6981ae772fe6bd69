"""DealView: what the views of all our games tell alike."""

from collections.abc import Iterable
from functools import cached_property
from typing import Any, override

from kontrapunkt.core.cards import Card
from kontrapunkt.core.interface import Play, Seat, Trick, View
from kontrapunkt.families.deal_state import DealState, plays_of


class DealView[S: DealState[Any]](View[S]):
    """What a seat may know of a deal of tricks.

    Nobody may look through the tricks that are taken; how many there are and what they count is told.
    """

    @cached_property
    @override
    def hands(self) -> dict[Seat, tuple[Card, ...]]:
        return dict(zip(self._seen.game.numbered, self._seen.hands, strict=True))

    @cached_property
    @override
    def trick(self) -> tuple[Play, ...]:
        seen = self._seen
        return plays_of(seen.game, seen.leader, seen.trick, seen.dark)

    @cached_property
    @override
    def tricks(self) -> tuple[Trick, ...]:
        """The finished tricks that lie open: to a seat the last one, until the piles are counted."""
        seen = self._seen
        finished = seen.finished if self.seat is None or seen.to_act is None else seen.finished[-1:]
        return tuple([taken.as_trick(seen.game, bool(seen.values)) for taken in finished])

    @cached_property
    @override
    def first_trick(self) -> int:
        number: int = self._seen.before.number
        return number


def write_trick(plays: Iterable[Play]) -> str:
    """The cards of a trick in progress, as a position writes them: `N 7C E dark 9S`."""
    return " ".join(f"{play.seat} {'dark ' * play.dark}{play.card}" for play in plays)
