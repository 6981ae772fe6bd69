"""Inference about hidden cards in Kontra: who could have unlocked the pack.

Only the cards dealt count for that. A player may have drawn a card of the locking rank since. So a card of
that rank in the hand of a player who could not unlock the pack represents fewer deals than one elsewhere:
only those in which it was drawn.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import prod
from typing import override

from kontrapunkt.core.cards import HIDDEN, Card
from kontrapunkt.core.interface import Action
from kontrapunkt.families.card_distributions import CardBound, CardPlace, Case
from kontrapunkt.families.rank_match.constants import PACK
from kontrapunkt.families.rank_match.inference import RankInference
from kontrapunkt.games.kontra.options import DECLINE, Phase
from kontrapunkt.games.kontra.state import KontraState


class KontraInference(RankInference[KontraState]):
    """The conclusions that a seat can draw in Kontra.

    Attributes:
        weights: For some seats, the number of deals that a card in the hand represents; other places have
            `elsewhere`.
        elsewhere: The number of deals that such a card represents in any other place.
    """

    weights: Mapping[int, Mapping[Card, int]] = {}
    elsewhere: Mapping[Card, int] = {}

    @override
    def learn(self, before: KontraState, seat: int, action: Action) -> None:
        # A seat that declines to unlock the pack has a card that could.
        if action == DECLINE:
            self.bounds[seat].append(CardBound(self._locking(before.lock), least=1))

    @override
    def conclude(self) -> None:
        # A seat that was not asked to unlock the pack was dealt no card that could.
        start, now = self.states[0], self.now
        lock = start.lock
        if not lock or start.trick:
            return
        locking = self._locking(lock)
        lain = {card for state in self.states for card in state.trick}
        for seat, bounds in enumerate(self.bounds):
            if bounds and any(card in locking for card in self._from(seat) & lain):
                bounds.clear()  # it has since played the card that it would not lead
        if now.phase == Phase.FIRST_LEAD and HIDDEN in now.hands[now.turn]:
            self.bounds[now.turn].append(CardBound(locking, least=1))  # the seat asked is able
        over = self._passed_over()
        shares = {seat: self._dealt_share(seat) for seat in over if HIDDEN in now.hands[seat]}
        unit = prod(share.denominator for share in shares.values())
        self.elsewhere = dict.fromkeys(locking, unit)
        self.weights = {
            seat: dict.fromkeys(locking, int(unit * (1 - share))) for seat, share in shares.items()
        }
        for seat in (seat for seat, share in shares.items() if share == 1):
            self.never[seat] |= locking

    @override
    def cases(self, hands: Mapping[int, CardPlace], others: Sequence[CardPlace]) -> Iterable[Case]:
        weighed = {
            seat: replace(place, weights=self.weights.get(seat, self.elsewhere))
            for seat, place in hands.items()
        }
        return super().cases(weighed, [replace(place, weights=self.elsewhere) for place in others])

    def _locking(self, lock: str) -> frozenset[Card]:
        return frozenset(card for card in PACK if card[0] == lock)

    def _from(self, seat: int) -> set[Card]:
        """Return the cards that a seat has played or added from its hand."""
        seats = self.now.game.seats
        return {
            card for step in self.played.steps if step.seat == seats[seat] and (card := step.action.carries)
        }

    def _passed_over(self) -> list[int]:
        """Return the seats that were passed over, because they could not unlock the pack."""
        start = self.states[0]
        seats, dealer = start.game.seats, start.session.dealer
        assert dealer is not None
        order = [(seats.index(dealer) + i) % len(seats) for i in range(len(seats))]
        asked = [
            state.turn for state in self.states if state.lock and not state.trick and state.trick_number == 1
        ]
        if Phase.LOCKED_END in [state.phase for state in (*self.states, self.now)]:
            declined = {seat for state in self.states for seat in state.up.declined}
            return [seat for seat in order if seat not in declined]
        last = asked[-1]
        return [seat for seat in order[: order.index(last)] if seat not in asked]

    def _dealt_share(self, seat: int) -> Fraction:
        """Return the probability that a hidden card of a hand was dealt to it.

        Each hidden card that left the hand was any of its hidden cards with equal probability.
        """
        dealt = Fraction(self.states[0].hands[seat].count(HIDDEN))
        for before, step in zip(self.states, self.played.steps, strict=False):
            hidden = before.hands[seat].count(HIDDEN)
            acts = before.game.seats.index(step.seat) == seat and step.action.carries
            if acts and hidden and step.action.carries not in before.hands[seat]:
                dealt -= dealt / hidden
        return dealt / self.now.hands[seat].count(HIDDEN)
