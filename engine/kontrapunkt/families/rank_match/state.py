"""The states of games in which ranks match, and the play of four."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, Self, override

from kontrapunkt.core.action import ACTIONS
from kontrapunkt.core.cards import CARDS, HIDDEN, Card
from kontrapunkt.core.interface import SEATS, Action, Seat
from kontrapunkt.families.deal_state import DealState, PriorPlay
from kontrapunkt.families.rank_match.constants import DARK, in_order, taker
from kontrapunkt.families.rank_match.rules import RankMatchRules, RankRules, Streak
from kontrapunkt.record.text import tidy_action

LAST_TRICK: Final = 13


class RankState[R: RankRules[Any], B: PriorPlay](DealState[B]):
    """A moment of play; immutable.

    Seats are numbers here, in the order of play, and hands are sorted.

    Attributes:
        chance: The card that the last action turned; None for none.
        shown: The cards in hands that everybody has seen, each with the number of its seat.
    """

    __slots__ = ("chance", "dark", "shown")

    derived = ("_actions", "chance", "game")

    chance: Action | None
    dark: int
    game: R
    shown: tuple[tuple[int, Card], ...]

    def __init__(self, game: R, **kept: object) -> None:
        super().__init__(game, chance=None, **kept)

    @property
    @abstractmethod
    def first_part(self) -> bool:
        """True if the trick in progress began with cards to draw."""

    # Legal actions

    @property
    @abstractmethod
    def non_card_actions(self) -> tuple[Action, ...]:
        """The actions without a card from the hand that this phase may allow, in order."""

    @property
    @abstractmethod
    def card_actions(self) -> Mapping[Card, Action]:
        """The action for each card of the hand."""

    @abstractmethod
    def barred(self) -> str:
        """Return the ranks of which a card may be illegal; empty for none."""

    @override
    def own_actions(self) -> tuple[Action, ...]:
        seat, check, actions = self.turn, self.game.check, self.card_actions
        found = [actions[card] for card in self.hands[seat]]
        barred = self.barred()
        if barred:
            found = [each for each in found if each[0] not in barred or check(self, each, seat) is None]
        found += [each for each in self.non_card_actions if check(self, each, seat) is None]
        return tuple(found)

    # Effects of actions

    def _hand_without(self, card: Card) -> tuple[Card, ...]:
        """Remove a card from the hand of the seat to act and from the cards shown."""
        turn = self.turn
        hand = self.hands[turn]
        at = hand.index(card)
        if self.shown:
            self.shown = tuple([pair for pair in self.shown if pair != (turn, card)])
        return hand[:at] + hand[at + 1 :]

    # Hidden cards

    @override
    def hidden_hand(self, owner: int) -> tuple[Card, ...]:
        """Return a hand as others see it: the cards shown to all, then hidden ones."""
        shown = in_order(tuple(card for holder, card in self.shown if holder == owner))
        return (*shown, *[HIDDEN] * (len(self.hands[owner]) - len(shown)))

    @override
    def redacted(self, seat: Seat | None) -> Self:
        new = super().redacted(seat)
        new.stock = self.stock_seen(self.game.seats[0])  # hidden from everybody, even with open hands
        return new

    @override
    def other_cards(self) -> tuple[Card, ...]:
        return tuple(self.before.played or ())

    @property
    @override
    def unseen(self) -> Counter[Card]:
        named = {*self.all_cards()}  # the pack has each card once
        return Counter([card for card in self.game.pack if card not in named])

    @property
    @override
    def gone(self) -> tuple[Card, ...]:
        gone = {*self.other_cards(), *self.unseen}
        return tuple(card for card in self.game.pack if card in gone)

    @override
    def assuming(self, seat: Seat, action: str, chance: str | None) -> Self:
        return self if self.to_act != seat else self._assuming(tidy_action(action), chance or "")

    @abstractmethod
    def _assuming(self, action: Action, chance: str) -> Self:
        """Return the state with the hidden cards that an action shows replaced by these."""

    @override
    def in_order(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        return in_order(tuple(cards))

    @override
    def determinized(self, lying: Mapping[tuple[str, int], Sequence[Card]]) -> Self:
        new = super().determinized(lying)
        if ("gone", 0) in lying:
            early = {*(self.before.played or ()), *lying["gone", 0]}
            new.before = replace(self.before, played=frozenset(early))
        return new

    def _lying(self, shown: Collection[str]) -> Self:
        """Return the state with these cards on top of the stock, where they are possible.

        Args:
            shown: The cards, top card first.
        """
        left = self.unseen
        cards = list(self.stock)
        for place, text in enumerate(shown):
            card = CARDS.get(text)
            if place < len(cards) and cards[place] == HIDDEN and card is not None and left[card]:
                cards[place] = card
                left[card] = 0
        new = self._copy()
        new.stock = tuple(cards)
        return new


class RankMatchState(RankState[RankMatchRules["RankMatchState"], PriorPlay]):
    """A moment of play; immutable.

    Seats are numbers here (N E S W from 0), side 0 is N–S, and hands are sorted.

    Attributes:
        kings_played: Kings played in the deal so far, including this trick.
        marks: The game's own marks on the sides.
        streak: The last leads of one rank before this trick: the leader, the rank, the number of tricks in a
            row.
        turned: The card that the seat to act has turned and must keep; None outside the phase `exchange`.
    """

    __slots__ = ("kings_played", "marks", "streak", "turned")

    kings_played: int
    marks: tuple[int, ...]
    streak: Streak | None
    turned: Card | None

    @property
    @override
    def phase(self) -> str:
        if self.trick_number > LAST_TRICK:
            return "over"
        if self.turned:
            return "exchange"
        return "follow" if self.trick else "lead"

    @property
    @override
    def to_act(self) -> Seat | None:
        return None if self.trick_number > LAST_TRICK else SEATS[self.turn]

    @property
    @override
    def first_part(self) -> bool:
        return self.trick_number <= self.game.stock_tricks

    # Legal actions

    def barred_rank(self) -> str:
        """Return the rank that must not be led by choice (RK-R9); empty for none."""
        if self.trick or self.trick_number > LAST_TRICK:
            return ""
        return self.game.barred(self.streak, self.turn)

    def king_barred(self) -> bool:
        """Return True if the fourth king must not be played (RK-R12, RL-R10)."""
        return self.kings_played == 3 and self.game.guards_king and self.first_part

    def keeps(self, card: Card) -> bool:
        """Return True if a card turned in the dark is kept (RK-R11, RK-R12, RL-R12)."""
        game = self.game
        if card[0] == "K" and game.dark_king == "keep" and self.king_barred():
            return True
        return game.dark_barred_lead == "exchange" and card[0] == self.barred_rank()

    @override
    def barred(self) -> str:
        """Return the ranks that must not be chosen from the hand; empty for none.

        There are none where the limit lapses (RK-R10).
        """
        if self.trick and self.kings_played != 3:
            return ""
        barred = self.barred_rank()
        if self.kings_played == 3 and self.king_barred():
            barred += "K"
        hand = self.hands[self.turn]
        if barred and len(hand) <= 4 - self.game.lead_limit:
            allowed = [card for card in hand if card[0] not in barred and card != HIDDEN]
            return barred if allowed else ""
        return barred

    card_actions = ACTIONS

    @property
    @override
    def non_card_actions(self) -> tuple[Action, ...]:
        return () if self.turned else (DARK,)

    # Effects of actions

    @override
    def apply(self, action: str, seat: Seat | None = None) -> Self:
        if action not in self.actions(seat) or action == HIDDEN:
            action = self._tidied(action, seat)
        return self._dark_play() if action == DARK else self._play(CARDS[action], 0)

    def _dark_play(self) -> Self:
        """Turn the top card: play it (RK-R6), or keep it if a rule says so (RK-R11, R12)."""
        card = self.stock[0]
        if not self.keeps(card):
            new = self._play(card, 1)
            new.chance = ACTIONS[card]
            return new
        new = self._copy()
        new._put(self.turn, in_order((*self.hands[self.turn], card)))
        new.stock = self.stock[1:]
        new.turned = card
        new.shown = (*self.shown, (self.turn, card))
        new.chance = ACTIONS[card]
        return new

    def _play(self, card: Card, dark: int) -> Self:
        new = self._copy()
        new.chance = new.turned = None
        turn = self.turn
        stock = self.stock
        if dark:
            new.dark = self.dark | 1 << len(self.trick)
            new.stock = stock[1:]
        else:
            hand = new._hand_without(card)
            if stock and self.game.draws_at_once and not self.turned:
                hand = in_order((*hand, stock[0]))
                new.stock = stock[1:]
            new._put(turn, hand)
        if card[0] == "K":
            new.kings_played = self.kings_played + 1
        trick = new.trick = (*self.trick, card)
        if len(trick) == 4:
            new._finish(trick)
        else:
            new.turn = (turn + 1) & 3
        return new

    def _finish(self, trick: tuple[Card, ...]) -> None:
        """Give the trick to its winner (RK-R8) and prepare the next."""
        game = self.game
        leader = self.leader
        winner = (leader + taker(trick)) & 3
        first_part = self.first_part
        self.marks = game.marked(self.marks, first_part, trick, winner & 1)
        self.streak = game.running(self.streak, leader, trick[0][0])
        if first_part and not game.draws_at_once:
            self._draw_after_trick(winner)
        self._give_trick(winner, winner & 1)
        self.dark = 0

    def _draw_after_trick(self, winner: int) -> None:
        """Fill up the hands from the stock, the winner's first.

        A seat that has played in the dark has a full hand already.
        """
        hands = list(self.hands)
        for i in range(4):
            seat = (winner + i) & 3
            if len(hands[seat]) < self.game.hand_size:
                hands[seat] = in_order((*hands[seat], self.stock[0]))
                self.stock = self.stock[1:]
        self.hands = tuple(hands)

    @override
    def _assuming(self, action: Action, chance: str) -> Self:
        if action == DARK:
            return self._lying([chance])
        card = CARDS.get(action)
        return self.with_cards(self.turn, (card,) if card else ())
