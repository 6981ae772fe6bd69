"""What is proved of hidden cards in Kontraspiel: the talon and the card that was put away lie apart."""

from collections.abc import Iterable
from typing import override

from kontrapunkt.cards import HIDDEN
from kontrapunkt.families.follow_suit.inference import FollowInference
from kontrapunkt.games.kontraspiel.state import KontraspielState
from kontrapunkt.record import Seen
from kontrapunkt.unseen import Place, Worlds


class KontraspielInference(FollowInference[KontraspielState]):
    """What a seat can conclude in Kontraspiel; any card of the hand may be put away."""

    @override
    def aside(self) -> Iterable[Place]:
        """The talon, in no order, as nobody will ever see it; and with it the card that was put away."""
        hidden = self.now.stock.count(HIDDEN)
        return [Place(("stock", 0), hidden)] if hidden else []


def worlds(seen: Seen) -> Worlds:
    """The deals that a seat cannot exclude."""
    return KontraspielInference(seen).worlds
