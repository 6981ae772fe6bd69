"""What is proved of hidden cards where ranks match: little, as any card may be played; but three things are.

Who leads a rank that is barred holds nothing else (RK-R10). Who may play in the dark only with the fourth
king in hand holds it (option `dark_fourth_king`). And cards that went into a hand for all to see are there.

Which of a seat's cards were dealt and which drawn nobody else knows, and it makes no difference: however the
hidden cards lie now, they have come there in equally many ways.
"""

from typing import Any, override

from kontrapunkt.core.cards import Card
from kontrapunkt.core.interface import Action
from kontrapunkt.families.inference import Inference
from kontrapunkt.families.rank_match.constants import DARK, PACK
from kontrapunkt.families.rank_match.state import RankMatchState, RankState
from kontrapunkt.play.card_distributions import CardBound

KINGS = frozenset(card for card in PACK if card[0] == "K")


class RankInference[S: RankState[Any, Any]](Inference[S]):
    """What a seat can conclude in a game in which ranks match."""

    @override
    def unseen(self) -> list[Card]:
        return [*self.now.unseen]


class RankMatchInference(RankInference[RankMatchState]):
    """What a seat can conclude in the play of four."""

    @override
    def learn(self, before: RankMatchState, seat: int, action: Action) -> None:
        # Takes note of a lead of a barred rank, and of what is played in the dark.
        barred = before.barred_rank()
        if action.card and barred and action[0] == barred and action != str(before.turned):
            self.never[seat] |= {card for card in PACK if card[0] != barred}
        guarded = before.game.dark_king == "forbid_dark" and before.king_barred()
        if action == DARK and guarded and KINGS.isdisjoint(before.hands[seat]):
            self.bounds[seat] = [CardBound(KINGS, least=1)]

    @override
    def conclude(self) -> None:
        # A king that has been played since is no longer held.
        played = {card for state in self.states for card in state.trick if card in KINGS}
        if len(played) == len(KINGS):
            self.bounds = [[] for _ in self.bounds]
