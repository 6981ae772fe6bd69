"""Proofs about hidden cards where ranks match: few, as any card may be played.

A player who leads a barred rank has nothing else (RK-R10). A player who plays in the dark, where only the
holder of the fourth king may, has it (option `dark_fourth_king`). And a card that went into a hand for all to
see is there.

Nobody else knows which of a seat's cards were dealt and which drawn. It makes no difference: every
distribution of the hidden cards has come about in equally many ways.
"""

from typing import Any, override

from kontrapunkt.core.cards import Card
from kontrapunkt.core.interface import Action
from kontrapunkt.families.card_distributions import CardBound
from kontrapunkt.families.inference import Inference
from kontrapunkt.families.rank_match.constants import DARK, PACK
from kontrapunkt.families.rank_match.state import RankMatchState, RankState

KINGS = frozenset(card for card in PACK if card[0] == "K")


class RankInference[S: RankState[Any, Any]](Inference[S]):
    """The conclusions of a seat in a game in which ranks match."""

    @override
    def unseen(self) -> list[Card]:
        return [*self.now.unseen]


class RankMatchInference(RankInference[RankMatchState]):
    """The conclusions of a seat in the play of four."""

    @override
    def learn(self, before: RankMatchState, seat: int, action: Action) -> None:
        # A lead of a barred rank and a play in the dark each prove something about the hand.
        barred = before.barred_rank()
        if action.card and barred and action[0] == barred and action != str(before.turned):
            self.never[seat] |= {card for card in PACK if card[0] != barred}
        guarded = before.game.dark_king == "forbid_dark" and before.king_barred()
        if action == DARK and guarded and KINGS.isdisjoint(before.hands[seat]):
            self.bounds[seat] = [CardBound(KINGS, least=1)]

    @override
    def conclude(self) -> None:
        # Once all kings have been played, nobody has one.
        if self.now.kings_played == len(KINGS):
            self.bounds = [[] for _ in self.bounds]
