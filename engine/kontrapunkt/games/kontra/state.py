"""KontraState: a moment of a deal, and what each action makes of it."""

from dataclasses import replace
from typing import Self, override

from kontrapunkt.action import known_seat
from kontrapunkt.cards import HIDDEN, RANKS, Card
from kontrapunkt.families.rank_match.rank_state import RankState
from kontrapunkt.families.rank_match.table import ACTIONS, CARDS, DARK, with_card
from kontrapunkt.game import Action, Seat
from kontrapunkt.games.kontra.kept import Before
from kontrapunkt.games.kontra.opening import TurnedUp
from kontrapunkt.games.kontra.options import KontraRules
from kontrapunkt.games.kontra.table import (
    BOTTOM,
    DECLINE,
    ENDGAME,
    ENDGAME1,
    FIRST_LEAD,
    FIRST_TRICK,
    LOCKED_END,
    NORMAL,
    OVER,
    SPICE,
    SPICE_DARK,
    TOP,
)
from kontrapunkt.record.text import read_seat


class KontraState(RankState[KontraRules["KontraState"], Before]):
    """A moment of a deal; immutable.

    Inside, seats are numbers in the order of play (N S, or N E S, from 0), and hands are sorted.
    """

    __slots__ = ("_phase", "_up")

    _phase: str
    _up: TurnedUp

    @property
    @override
    def phase(self) -> str:
        return self._phase

    @property
    @override
    def to_act(self) -> Seat | None:
        return None if self._phase is OVER else self._game.seats[self.turn]

    @property
    def lock(self) -> str:
        """The rank that locks the pack, or locked it until this trick's lead; empty for none."""
        return self._up.lock

    @property
    def declined(self) -> tuple[int, ...]:
        """The numbers of the seats that would not unlock the pack, in the order asked."""
        return self._up.declined

    # What lies open

    @property
    def top_up(self) -> bool:
        """Whether the top card of the pack lies face up: until it is drawn or played, or the whole deal."""
        if self.trick_number > 1:
            return bool(self._up.lock)  # it has stayed locked
        if self._phase is LOCKED_END or not self.trick:
            return True
        return self._phase is NORMAL and len(self.trick) == 1 and not self._up.bottom

    @property
    def bottom_led(self) -> bool:
        """Whether the bottom card was led to the first trick."""
        return not self._up.bottom

    @property
    def bottom_up(self) -> bool:
        """Whether the bottom card is in the pack, face up since the deal."""
        return self._up.bottom and self._top < len(self._stock)

    # What is allowed

    def ranks_barred(self) -> str:
        """The ranks that may not be led now, as the pack is to be unlocked (KO-R4)."""
        return RANKS.replace(self._up.lock, "") if self._up.lock else ""

    @property
    def stage(self) -> str:
        """The phase, but `first_trick` where `normal` means the rest of the first trick."""
        return FIRST_TRICK if self._phase is NORMAL and self.trick_number == 1 else self._phase

    @override
    def actions(self, seat: Seat | None = None) -> tuple[Action, ...]:
        phase = self._phase
        turn = self.turn
        if seat is not None and seat != self._game.seats[turn]:
            known_seat(seat)
            return ()
        if phase is OVER:
            return ()
        found = self._actions
        if found is None:
            asked = self._game.asked[FIRST_TRICK if self.trick_number == 1 and phase is NORMAL else phase]
            found = self._actions = asked.legal(self, self.hands[turn], turn)
        return found

    # What an action does

    @override
    def apply(self, action: str, seat: Seat | None = None) -> Self:
        if action not in self.actions(seat) or action[-1] == HIDDEN:
            action = self._tidied(action, seat)
        new = self._copy()
        new._chance = None
        card = CARDS.get(action)
        if card is not None:
            new._play_from_hand(card)
        elif action in (DARK, TOP):
            new._play_top()
        elif action == BOTTOM:
            new._lead_bottom()
        elif action == DECLINE:
            new._decline()
        elif action == SPICE_DARK:
            new._finish((new._turn_top(),))
        else:  # KO-R11: a card of the hand, and the hand is filled up at once
            card = CARDS[action[6:]]
            new._fill_up(new._hand_without(card))
            new._finish((card,))
        return new

    # What an action does to the fresh state that it makes

    def _play_from_hand(self, card: Card) -> None:
        left = self._hand_without(card)
        phase = self._phase
        if phase is NORMAL or phase is FIRST_LEAD:
            self._fill_up(left)
        else:
            self._put(self.turn, left)
        self._lay(card)

    def _fill_up(self, hand: tuple[Card, ...]) -> None:
        """The top card of the pack comes into the hand at once (KO-R9)."""
        turn, top = self.turn, self._top
        drawn = self._stock[top]
        if (self.trick_number == 1 and self.top_up) or (self._up.bottom and top == len(self._stock) - 1):
            self._shown = (*self._shown, (turn, drawn))
        self._put(turn, with_card(hand, drawn))
        self._top = top + 1

    def _turn_top(self) -> Card:
        card = self._stock[self._top]
        self._top += 1
        self._chance = ACTIONS[card]
        return card

    def _play_top(self) -> None:
        if not self.top_up:
            self._dark |= 1 << len(self.trick)
        self._lay(self._turn_top())

    def _lead_bottom(self) -> None:
        card = self._stock[-1]
        self._stock = self._stock[:-1]
        self._up = self._up.led()
        self._chance = ACTIONS[card]
        self._lay(card)

    def _decline(self) -> None:
        """The next holder is asked (KO-R3); when all have declined, the pack stays locked (KO-R5)."""
        seats, dealer = self._game.seats, self.before.session.dealer
        assert dealer is not None  # known as long as it matters
        dealing = seats.index(dealer)
        self._up, asked = self._up.declining(self.turn, self.hands, dealing)
        if asked is None:
            self._phase = LOCKED_END
            self._chance = Action("locked")
        else:
            self._chance = Action(f"ask {seats[asked]}")
        self.turn = self.leader = dealing if asked is None else asked

    def _lay(self, card: Card) -> None:
        """A card falls to the trick; the last one decides who takes it (KO-R10)."""
        game = self._game
        trick = self.trick = (*self.trick, card)
        if self._phase is FIRST_LEAD:
            self._phase = NORMAL
        if len(trick) < game.players:
            turn = self.turn + 1
            self.turn = turn if turn < game.players else 0
            return
        rank = trick[0][0]
        place = len(trick) - 1
        while trick[place][0] != rank:
            place -= 1
        winner = self.leader + place
        self.turn = winner if winner < game.players else winner - game.players
        phase = self._phase
        if phase is NORMAL and game.spices:
            self._phase = SPICE
        elif phase is ENDGAME1:
            added = self._stock[self._top :]
            self._top = len(self._stock)
            self._chance = Action(" ".join((SPICE, *added)))
            self._finish(added)
        else:
            self._finish(())

    def _finish(self, added: tuple[Card, ...]) -> None:
        """The trick goes to its winner, the seat to act (KO-R12), who leads next (KO-R13)."""
        winner = self.turn
        self._take(winner, winner, added)
        phase = self._phase
        if phase is not LOCKED_END:
            if self._up.lock:
                self._up = self._up.past()
            if phase is SPICE or phase is NORMAL:
                left = len(self._stock) - self._top
                per_trick = self._game.per_trick
                self._phase = phase = NORMAL if left >= per_trick else ENDGAME1 if left else ENDGAME
            elif phase is ENDGAME1:
                self._phase = ENDGAME
        if phase is not NORMAL and not self.hands[winner]:
            self._phase = OVER

    # What is hidden

    @override
    def stock_seen(self, seat: Seat | None) -> tuple[Card, ...]:
        """The pack: to a seat, only what lies face up in it."""
        stock = self.stock
        if seat is None:
            return stock
        first, last = self.top_up, len(stock) - 1 if self.bottom_up else -1
        return tuple(card if (i == 0 and first) or i == last else HIDDEN for i, card in enumerate(stock))

    @override
    def redacted(self, seat: Seat | None) -> Self:
        new = super().redacted(seat)
        new._stock = (*(HIDDEN,) * self._top, *self.stock_seen(seat))
        return new

    @override
    def _supposing(self, action: Action, chance: str) -> Self:
        if action == DECLINE:
            return self._asking(chance)
        if action in (DARK, SPICE_DARK):
            return self._lying([chance])
        new = self._holding(self.turn, CARDS.get(action.argument if action.verb == SPICE else action))
        added = Action(chance)
        if self._phase is ENDGAME1 and added.verb == SPICE:
            return new._lying(added.argument.split(" "))
        return new

    def _asking(self, chance: str) -> Self:
        """The same moment where it is settled who is asked when this seat declines."""
        if not any(HIDDEN in hand for hand in self.hands):
            return self
        verb, _, name = chance.partition(" ")
        seats = self._game.seats
        asked = read_seat(name) if verb == "ask" else None
        number = seats.index(asked) if asked in seats else None
        new = self._copy()
        new._up = replace(self._up, told=(None if number in (*self.declined, self.turn) else number,))
        return new
