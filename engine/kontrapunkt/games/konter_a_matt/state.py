"""The state of a deal of Konter a Matt: trumps, announcements, claim and play."""

from itertools import chain
from typing import Final, Self, override

from kontrapunkt.core.interface import Action, Seat
from kontrapunkt.families.follow_suit import LEAD, OVER, FollowState
from kontrapunkt.games.konter_a_matt.constants import CLAIM, TRUMPS, WORTH, KonterRules, order

NAME_TRUMP: Final = "name_trump"


class KonterState(FollowState):
    """The state of a deal of Konter a Matt; immutable.

    Until trumps are named, the stock has the cards that are not dealt yet, in the order of dealing.

    Attributes:
        claimed: The side that has claimed the deal (KM-R16); None for neither.
    """

    __slots__ = ("claimed",)

    game: KonterRules
    claimed: int | None

    @property
    def makers(self) -> int:
        """The trump makers' side (KM-R7)."""
        return self.game.side_of[self.forehand]

    @override
    def _did(self, action: Action, seat: int) -> Self:
        new = self._copy()
        if action in TRUMPS:
            new._name(TRUMPS[action])
        elif action == CLAIM:
            new.claimed = self.game.side_of[seat]
            new.phase = OVER
        else:
            new.said = (*self.said, (seat, action))
        return new

    def _name(self, trump: str) -> None:
        """Set the trumps and deal on in packets of three until all have six (KM-R3)."""
        dealer = self.session.dealer
        assert dealer is not None
        dealt = [self.hands[(self.turn + place * self.game.step) & 3] for place in range(4)]
        cards = (*chain(*dealt), *self.stock)
        self.trump = trump
        self.hands = tuple(self.game.in_packets(cards, dealer, (3, 3)))
        self._arrange(order(trump, self.game.clubs_queen))
        self.stock = ()
        self.phase = LEAD

    @override
    def sees(self, viewer: Seat | None, owner: int) -> bool:
        return super().sees(viewer, owner) or self.claimed == self.game.side_of[owner]

    @property
    def announced(self) -> int:
        """The lines that announcements add to the value (KM-R8, KM-R11)."""
        return sum([WORTH[action] for _, action in self.said])
