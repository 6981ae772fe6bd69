"""Inference about hidden cards in Königrufen of Graden.

Bids, calls, cards shown and the fact that a deal goes on all tell something about the hands.
"""

from collections.abc import Iterable
from typing import override

from kontrapunkt.core.cards import HIDDEN, SUITS, Card
from kontrapunkt.core.interface import Action
from kontrapunkt.families.card_distributions import CardBound, CardPlace
from kontrapunkt.families.follow_suit.inference import FollowInference
from kontrapunkt.families.inference import Alternative
from kontrapunkt.games.koenigrufen_graden.constants import BIDS, CALLS
from kontrapunkt.games.koenigrufen_graden.state import KoenigrufenState

PAIRS = tuple(frozenset((Card(f"K{suit}"), Card(f"Q{suit}"))) for suit in SUITS)


class KoenigrufenInference(FollowInference[KoenigrufenState]):
    """The conclusions that a seat can draw in Königrufen of Graden."""

    @override
    def learn(self, before: KoenigrufenState, seat: int, action: Action) -> None:
        if action in CALLS and not before.game.calls_own:
            self.never[seat].add(CALLS[action])
        elif action in BIDS and BIDS[action].pair and before.game.rejects:
            self.either.append(self._some_pair(seat))
        elif not before.standing.laid[seat]:  # a face-down card is played whatever the hand holds
            super().learn(before, seat, action)

    def _some_pair(self, seat: int) -> list[Alternative]:
        """Return the alternatives for a seat that was dealt a pair (KG-R9).

        The first is that it has the first pair; the second, that it has the second pair but not the first;
        and so on.
        """
        found: list[Alternative] = []
        without: list[CardBound] = []
        for pair in PAIRS:
            found.append({seat: (*without, self.holds(seat, pair, least=2))})
            without.append(self.holds(seat, pair, most=1))
        return found

    @override
    def conclude(self) -> None:
        now, bidders = self.now, self.now.bidders
        if not now.playing or not bidders:
            return
        if HIDDEN in now.hands[bidders[0]] and now.contract.pair and now.game.shows_pair:
            # all pairs are shown, so the bidder holds no others
            shown = {card for state in self.states for card in state.standing.shown}
            others = [pair for pair in PAIRS if not pair & shown]
            self.bounds[bidders[0]] += [self.holds(bidders[0], pair, most=1) for pair in others]
        called, revealed = now.standing.called, now.standing.revealed
        lies = called and revealed is None and not any(called in hand for hand in now.hands)
        if called and lies and now.game.stops == "always":
            for seat, tricks in enumerate(now.taken):
                if tricks and seat != bidders[0]:  # otherwise it would have ended the deal
                    self.bounds[seat].append(CardBound(frozenset((called,)), least=1))

    @override
    def other_places(self) -> Iterable[CardPlace]:
        laid = enumerate(self.now.standing.laid)
        return [CardPlace(("laid", seat), 1) for seat, card in laid if card == HIDDEN]
