"""DealView: the parts that the views of all our games have in common."""

from collections.abc import Iterable
from functools import cached_property
from typing import Any, override

from kontrapunkt.core.cards import Card
from kontrapunkt.core.interface import Play, Seat, Trick, View
from kontrapunkt.families.deal_state import DealState, plays_of


class DealView[S: DealState[Any]](View[S]):
    """A seat's view of a deal of tricks.

    Nobody may look through the tricks that are taken; their number and their card points are public.
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
        """The finished tricks that the viewer may look at.

        A seat may look at the last one only, until the piles are counted at the end.
        """
        seen = self._seen
        finished = seen.finished if self.seat is None or seen.to_act is None else seen.finished[-1:]
        return tuple([taken.as_trick(seen.game, bool(seen.values)) for taken in finished])

    @cached_property
    @override
    def first_trick(self) -> int:
        number: int = self._seen.before.number
        return number


def write_trick(plays: Iterable[Play]) -> str:
    """Return the cards of a trick in progress as in a record: `N 7C E dark 9S`."""
    return " ".join(f"{play.seat} {'dark ' * play.dark}{play.card}" for play in plays)
