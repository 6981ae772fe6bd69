"""RankMatchState: a moment of the play of four in two partnerships, and what each action makes of it."""

from typing import Self, override

from kontrapunkt.action import known_seat
from kontrapunkt.cards import HIDDEN, Card
from kontrapunkt.families.rank_match.asked import Asked
from kontrapunkt.families.rank_match.kept import LAST_TRICK
from kontrapunkt.families.rank_match.rank_state import RankState
from kontrapunkt.families.rank_match.rules import RankMatchRules
from kontrapunkt.families.rank_match.streak import Streak, barred, running
from kontrapunkt.families.rank_match.table import ACTIONS, CARDS, DARK, with_card
from kontrapunkt.game import SEATS, Action, Seat


class RankMatchState(RankState[RankMatchRules["RankMatchState"]]):
    """A moment of play; immutable.

    Inside, seats are numbers (N E S W from 0), side 0 is N–S, hands are sorted, marks are the game's.
    """

    __slots__ = ("_kings", "_marks", "_streak", "_turned")

    _kings: int  # kings played in the deal, those of this trick included
    _marks: tuple[int, ...]
    _streak: Streak | None
    _turned: Card | None  # the card that was turned and taken into the hand, in phase `exchange`

    @property
    @override
    def phase(self) -> str:
        if self.trick_number > LAST_TRICK:
            return "over"
        if self._turned:
            return "exchange"
        return "follow" if self.trick else "lead"

    @property
    @override
    def to_act(self) -> Seat | None:
        return None if self.trick_number > LAST_TRICK else SEATS[self.turn]

    @property
    def first_part(self) -> bool:
        """Whether the trick in progress began with cards in the stock."""
        return self.trick_number <= self._game.stock_tricks

    @property
    def turned(self) -> Card | None:
        """The card that the seat to act has turned and must keep; None outside the phase `exchange`."""
        return self._turned

    @property
    def kings_played(self) -> int:
        """Kings played in the deal so far."""
        return self._kings

    @property
    def marks(self) -> tuple[int, ...]:
        """The game's own marks on the sides."""
        return self._marks

    @property
    def streak(self) -> Streak | None:
        """The last leads of one rank: by whom, which rank, how many tricks running."""
        return self._streak

    # What is allowed

    def barred_rank(self) -> str:
        """The rank that the seat to act may not choose to lead (RK-R9); empty for none."""
        if self.trick or self.trick_number > LAST_TRICK:
            return ""
        return barred(self._streak, self._game.lead_limit, self._game.lead_limit_scope, self.turn)

    def king_barred(self) -> bool:
        """Whether the fourth king may not be played (RK-R12, RL-R10)."""
        return self._kings == 3 and self._game.guards_king and self.trick_number <= self._game.stock_tricks

    def keeps(self, card: Card) -> bool:
        """Whether this card, turned in the dark now, goes into the hand (RK-R11, RK-R12, RL-R12)."""
        game = self._game
        if card[0] == "K" and game.dark_king == "keep" and self.king_barred():
            return True
        return game.dark_barred_lead == "exchange" and card[0] == self.barred_rank()

    def barred(self) -> str:
        """The ranks that may not be chosen from the hand; empty where the limit lapses (RK-R10)."""
        if self.trick and self._kings != 3:
            return ""
        barred = self.barred_rank()
        if self._kings == 3 and self.king_barred():
            barred += "K"
        hand = self.hands[self.turn]
        if barred and len(hand) <= 4 - self._game.lead_limit:
            allowed = [card for card in hand if card[0] not in barred and card != HIDDEN]
            return barred if allowed else ""
        return barred

    @property
    def asked(self) -> Asked["RankMatchState"]:
        """What is asked of the actions of the seat to act."""
        return self._game.asked[self._turned is not None]

    @override
    def actions(self, seat: Seat | None = None) -> tuple[Action, ...]:
        if seat is not None and seat != SEATS[self.turn]:
            known_seat(seat)
            return ()
        if self.trick_number > LAST_TRICK:
            return ()
        found = self._actions
        if found is None:
            turn = self.turn
            asked = self._game.asked[self._turned is not None]
            found = self._actions = asked.legal(self, self.hands[turn], turn)
        return found

    # What an action does

    @override
    def apply(self, action: str, seat: Seat | None = None) -> Self:
        if action not in self.actions(seat) or action == HIDDEN:
            action = self._tidied(action, seat)
        return self._dark_play() if action == DARK else self._play(CARDS[action], 0)

    def _dark_play(self) -> Self:
        """Turns the top card: it is played (RK-R6), unless a rule sends it into the hand (RK-R11, R12)."""
        card = self._stock[self._top]
        if not self.keeps(card):
            new = self._play(card, 1)
            new._chance = ACTIONS[card]
            return new
        new = self._copy()
        new._put(self.turn, with_card(self.hands[self.turn], card))
        new._top = self._top + 1
        new._turned = card
        new._shown = (*self._shown, (self.turn, card))
        new._chance = ACTIONS[card]
        return new

    def _play(self, card: Card, dark: int) -> Self:
        new = self._copy()
        new._chance = new._turned = None
        turn = self.turn
        top = self._top
        if dark:
            new._dark = self._dark | 1 << len(self.trick)
            new._top = top + 1
        else:
            hand = new._hand_without(card)
            if top < len(self._stock) and self._game.draws_at_once and not self._turned:
                hand = with_card(hand, self._stock[top])
                new._top = top + 1
            new._put(turn, hand)
        if card[0] == "K":
            new._kings = self._kings + 1
        trick = new.trick = (*self.trick, card)
        if len(trick) == 4:
            new._finish(trick)
        else:
            new.turn = (turn + 1) & 3
        return new

    def _finish(self, trick: tuple[Card, ...]) -> None:
        """Gives the trick to its winner (RK-R8) and makes ready for the next."""
        game = self._game
        rank = trick[0][0]
        place = 3
        while trick[place][0] != rank:
            place -= 1
        leader = self.leader
        winner = (leader + place) & 3
        first_part = self.first_part
        self._marks = game.marked(self._marks, first_part, trick, winner & 1)
        self._streak = running(self._streak, game.lead_limit_scope, leader, rank)
        if first_part and not game.draws_at_once:
            self._draw_after_trick(winner)
        self._take(winner, winner & 1)

    def _draw_after_trick(self, winner: int) -> None:
        """Fills the hands up, the winner first; who played in the dark has a full one."""
        hands = list(self.hands)
        for i in range(4):
            seat = (winner + i) & 3
            if len(hands[seat]) < self._game.hand_size:
                hands[seat] = with_card(hands[seat], self._stock[self._top])
                self._top += 1
        self.hands = tuple(hands)

    @override
    def _supposing(self, action: Action, chance: str) -> Self:
        if action == DARK:
            return self._lying([chance])
        return self._holding(self.turn, CARDS.get(action))
