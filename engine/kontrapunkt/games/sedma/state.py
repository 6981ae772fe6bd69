"""The state of a deal of Sedma, and the effect of each action."""

from collections.abc import Mapping
from typing import Self, override

from kontrapunkt.core.action import ACTIONS
from kontrapunkt.core.cards import CARDS, HIDDEN, RANKS, Card
from kontrapunkt.core.interface import Action, Seat
from kontrapunkt.families.deal_state import PriorPlay
from kontrapunkt.families.rank_match.constants import in_order
from kontrapunkt.families.rank_match.state import RankState
from kontrapunkt.games.sedma.options import HAND, LAST_TRICK, STOP, SedmaRules


class SedmaState(RankState[SedmaRules["SedmaState"], PriorPlay]):
    """A moment of a deal of Sedma; immutable.

    Seats are numbers in the order of play, and hands are sorted. The trick has several cards of each seat if
    its leader has gone on with it.
    """

    __slots__ = ()

    @property
    @override
    def phase(self) -> str:
        if self.trick:
            return "follow" if len(self.trick) % self.game.players else "continue"
        return "lead" if self.hands[self.turn] else "over"

    @property
    @override
    def to_act(self) -> Seat | None:
        return self.game.seats[self.turn] if self.trick or self.hands[self.turn] else None

    @property
    @override
    def first_part(self) -> bool:
        return bool(self.stock)

    # Legal actions

    @override
    def barred(self) -> str:
        """Return the ranks with which the leader cannot go on (SE-R7); empty for none."""
        if self.phase != "continue":
            return ""
        led = self.trick[0][0]
        return "".join([rank for rank in RANKS if not self.game.matches(rank, led)])

    card_actions: Mapping[Card, Action] = ACTIONS

    @property
    @override
    def non_card_actions(self) -> tuple[Action, ...]:
        return (STOP,) if self.phase == "continue" else ()

    # Effects of actions

    @override
    def apply(self, action: str, seat: Seat | None = None) -> Self:
        if action not in self.actions(seat) or action == HIDDEN:
            action = self._tidied(action, seat)
        new = self._copy()
        new.chance = None
        if action == STOP:
            new._finish()
        else:
            new._play(CARDS[action])
        return new

    def _play(self, card: Card) -> None:
        game, turn = self.game, self.turn
        self._put(turn, self._hand_without(card))
        trick = self.trick = (*self.trick, card)
        if len(trick) % game.players:
            self.turn = (turn + 1) % game.players
        elif self.hands[self.leader] and game.may_go_on(trick):
            self.turn = self.leader
        else:
            self._finish()

    def _finish(self) -> None:
        """Give the trick to its winner (SE-R5), who draws first (SE-R9) and leads (SE-R10)."""
        game = self.game
        winner = (self.leader + game.taker(self.trick)) % game.players
        self._fill_up(winner)
        last = not self.hands[winner]
        self._give_trick(winner, winner & 1, more=LAST_TRICK if last else 0)

    def _fill_up(self, first: int) -> None:
        """Fill up all hands, one card at a time (SE-R9).

        Args:
            first: The number of the seat that draws first.
        """
        hands, stock, players = list(self.hands), self.stock, self.game.players
        while stock and len(hands[first]) < HAND:
            for place in range(players):
                seat = (first + place) % players
                hands[seat] = (*hands[seat], stock[place])
            stock = stock[players:]
        self.hands, self.stock = tuple(map(in_order, hands)), stock

    @override
    def _assuming(self, action: Action, chance: str) -> Self:
        card = CARDS.get(action)
        return self.with_cards(self.turn, (card,) if card else ())
