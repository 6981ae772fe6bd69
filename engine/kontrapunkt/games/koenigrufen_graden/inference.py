"""What is proved of hidden cards in Königrufen of Graden: by bids, calls, cards shown, and by going on."""

from collections.abc import Iterable
from typing import override

from kontrapunkt.core.cards import HIDDEN, SUITS, Card
from kontrapunkt.core.interface import Action
from kontrapunkt.families.follow_suit.inference import FollowInference
from kontrapunkt.families.inference import Alternative
from kontrapunkt.games.koenigrufen_graden.constants import BIDS, CALLS
from kontrapunkt.games.koenigrufen_graden.state import KoenigrufenState
from kontrapunkt.play.card_distributions import CardBound, CardPlace

PAIRS = tuple(frozenset((Card(f"K{suit}"), Card(f"Q{suit}"))) for suit in SUITS)


class KoenigrufenInference(FollowInference[KoenigrufenState]):
    """What a seat can conclude in Königrufen of Graden."""

    @override
    def learn(self, before: KoenigrufenState, seat: int, action: Action) -> None:
        if action in CALLS and not before.game.calls_own:
            self.never[seat].add(CALLS[action])
        elif action in BIDS and BIDS[action].pair and before.game.rejects:
            self.either.append(self._some_pair(seat))
        elif not before.standing.laid[seat]:  # a card that lies face down is played whatever the hand holds
            super().learn(before, seat, action)

    def _some_pair(self, seat: int) -> list[Alternative]:
        """That a seat was dealt king and queen of a suit (KG-R9): of the first one, or not, and so on."""
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
            # all pairs are shown, so others are not held
            shown = {card for state in self.states for card in state.standing.shown}
            others = [pair for pair in PAIRS if not pair & shown]
            self.bounds[bidders[0]] += [self.holds(bidders[0], pair, most=1) for pair in others]
        called, revealed = now.standing.called, now.standing.revealed
        lies = called and revealed is None and not any(called in hand for hand in now.hands)
        if called and lies and now.game.stops == "always":
            for seat, tricks in enumerate(now.taken):
                if tricks and seat != bidders[0]:  # who is not the partner would have ended the deal
                    self.bounds[seat].append(CardBound(frozenset((called,)), least=1))

    @override
    def aside(self) -> Iterable[CardPlace]:
        laid = enumerate(self.now.standing.laid)
        return [CardPlace(("laid", seat), 1) for seat, card in laid if card == HIDDEN]
