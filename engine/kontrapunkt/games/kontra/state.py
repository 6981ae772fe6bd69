"""The state of a deal of Kontra, and the effect of each action."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Self, override

from kontrapunkt.core.action import ACTIONS
from kontrapunkt.core.cards import CARDS, HIDDEN, RANKS, Card
from kontrapunkt.core.interface import Action, Seat
from kontrapunkt.families import deal_state
from kontrapunkt.families.rank_match.constants import DARK, in_order, taker
from kontrapunkt.families.rank_match.state import RankState
from kontrapunkt.games.kontra.options import (
    BOTTOM,
    DECLINE,
    SPICE,
    SPICE_DARK,
    SPICES,
    TOP,
    KontraRules,
    Phase,
)
from kontrapunkt.record.text import read_seat

Round = tuple[tuple[Seat, Card], ...]
"""The cards that seats cut in one round, in the order of play."""

Rounds = tuple[Round, ...]


@dataclass(frozen=True, slots=True)
class KontraPriorPlay(deal_state.PriorPlay):
    """The part of a deal before the start of a record.

    Attributes:
        cut: The rounds of cuts for the deal; empty if the record does not tell them.
    """

    cut: Rounds = ()


@dataclass(frozen=True, slots=True)
class PackEnds:
    """The top and the bottom card of the pack, until the first trick is over.

    Attributes:
        lock: The rank of both that locks, or locked, the pack in this trick; empty for none.
        bottom: True if the bottom card is still in the pack.
        declined: The seats that would not unlock the pack, in the order asked.
        visible: The seat asked next, according to a record with hidden hands (None for nobody); empty if the
            hands tell it.
    """

    lock: str = ""
    bottom: bool = True
    declined: tuple[int, ...] = ()
    visible: tuple[int | None, ...] = field(default=(), compare=False)

    def seat_asked(self, hands: Sequence[Sequence[Card]], dealer: int) -> int | None:
        """Return the seat that is to unlock the pack (KO-R3).

        It is the dealer if able, else the next in turn; None if nobody can.

        Args:
            hands: The hands in the order of the seats.
            dealer: The dealer's number.
        """
        for i in range(len(hands)):
            seat = (dealer + i) % len(hands)
            if seat not in self.declined and any(card[0] == self.lock for card in hands[seat]):
                return seat
        return None


class KontraState(RankState[KontraRules["KontraState"], KontraPriorPlay]):
    """The state of a deal of Kontra; immutable.

    Seats are numbers in the order of play (N S, or N E S, from 0), and hands are sorted.

    Attributes:
        up: The two cards turned up at the deal.
    """

    __slots__ = ("phase", "up")

    phase: str
    up: PackEnds

    @property
    @override
    def to_act(self) -> Seat | None:
        return None if self.phase is Phase.OVER else self.game.seats[self.turn]

    @property
    def lock(self) -> str:
        """The rank that locks the pack, or locked it until this trick's lead, if any."""
        return self.up.lock

    @property
    @override
    def first_part(self) -> bool:
        return self.phase not in Phase.FROM_HANDS

    # Face-up cards

    @property
    def top_up(self) -> bool:
        """True if the top card of the pack is face up.

        It is until it is drawn or played; with a locked pack, for the whole deal.
        """
        if self.trick_number > 1:
            return bool(self.up.lock)  # the pack has stayed locked
        if self.phase is Phase.LOCKED_END or not self.trick:
            return True
        return self.phase is Phase.NORMAL and len(self.trick) == 1 and not self.up.bottom

    @property
    def bottom_up(self) -> bool:
        """True if the bottom card is in the pack, face up since the deal."""
        return self.up.bottom and bool(self.stock)

    # Legal actions

    @override
    def barred(self) -> str:
        """Return the ranks that may not be led while the pack must be unlocked (KO-R4)."""
        if self.phase is Phase.FIRST_LEAD and self.up.lock:
            return RANKS.replace(self.up.lock, "")
        return ""

    @property
    @override
    def card_actions(self) -> Mapping[Card, Action]:
        return SPICES if self.phase is Phase.SPICE else ACTIONS

    @property
    @override
    def non_card_actions(self) -> tuple[Action, ...]:
        if self.phase is Phase.NORMAL:
            return (TOP, DARK) if self.trick_number == 1 else (DARK,)
        if self.phase is Phase.SPICE:
            return (SPICE_DARK,)
        return (TOP, BOTTOM, DECLINE) if self.phase is Phase.FIRST_LEAD else ()

    # Transitions

    @override
    def apply(self, action: str, seat: Seat | None = None) -> Self:
        if action not in self.actions(seat) or action[-1] == HIDDEN:
            action = self._tidied(action, seat)
        new = self._copy()
        new.chance = None
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
        else:  # KO-R11: a card of the hand, which is filled up at once
            card = CARDS[action[6:]]
            new._fill_up(new._hand_without(card))
            new._finish((card,))
        return new

    # Changes of the new state

    def _play_from_hand(self, card: Card) -> None:
        left = self._hand_without(card)
        phase = self.phase
        if phase is Phase.NORMAL or phase is Phase.FIRST_LEAD:
            self._fill_up(left)
        else:
            self._put(self.turn, left)
        self._lay(card)

    def _fill_up(self, hand: tuple[Card, ...]) -> None:
        """Draw the top card of the pack into a hand (KO-R9)."""
        turn, drawn = self.turn, self.stock[0]
        if (self.trick_number == 1 and self.top_up) or (self.up.bottom and len(self.stock) == 1):
            self.shown = (*self.shown, (turn, drawn))
        self._put(turn, in_order((*hand, drawn)))
        self.stock = self.stock[1:]

    def _turn_top(self) -> Card:
        card = self.stock[0]
        self.stock = self.stock[1:]
        self.chance = ACTIONS[card]
        return card

    def _play_top(self) -> None:
        if not self.top_up:
            self.dark |= 1 << len(self.trick)
        self._lay(self._turn_top())

    def _lead_bottom(self) -> None:
        card = self.stock[-1]
        self.stock = self.stock[:-1]
        self.up = replace(self.up, bottom=False)
        self.chance = ACTIONS[card]
        self._lay(card)

    def _decline(self) -> None:
        """Ask the next holder (KO-R3), or leave the pack locked after the last (KO-R5)."""
        seats, dealer, told = self.game.seats, self.before.session.dealer, self.up.visible
        assert dealer is not None  # the dealer is known until the first lead
        dealing = seats.index(dealer)
        up = self.up = replace(self.up, declined=(*self.up.declined, self.turn), visible=())
        asked = told[0] if told else up.seat_asked(self.hands, dealing)
        if asked is None:
            self.phase = Phase.LOCKED_END
            self.chance = Action("locked")
        else:
            self.chance = Action(f"ask {seats[asked]}")
        self.turn = self.leader = dealing if asked is None else asked

    def _lay(self, card: Card) -> None:
        """Add a card to the trick; after the last one, find the winner (KO-R10)."""
        game = self.game
        trick = self.trick = (*self.trick, card)
        if self.phase is Phase.FIRST_LEAD:
            self.phase = Phase.NORMAL
        if len(trick) < game.players:
            turn = self.turn + 1
            self.turn = turn if turn < game.players else 0
            return
        winner = self.leader + taker(trick)
        self.turn = winner if winner < game.players else winner - game.players
        phase = self.phase
        if phase is Phase.NORMAL and game.spices:
            self.phase = Phase.SPICE
        elif phase is Phase.ENDGAME1:
            added = self.stock
            self.stock = ()
            self.chance = Action(" ".join((SPICE, *added)))
            self._finish(added)
        else:
            self._finish(())

    def _finish(self, added: tuple[Card, ...]) -> None:
        """Give the trick to its winner (KO-R12), who leads to the next one (KO-R13)."""
        winner = self.turn
        self._give_trick(winner, winner, added)
        self.dark = 0
        phase = self.phase
        if phase is not Phase.LOCKED_END:
            if self.up.lock:
                self.up = replace(self.up, lock="")
            if phase is Phase.SPICE or phase is Phase.NORMAL:
                left = len(self.stock)
                if left >= self.game.per_trick:
                    phase = Phase.NORMAL
                else:
                    phase = Phase.ENDGAME1 if left else Phase.ENDGAME
                self.phase = phase
            elif phase is Phase.ENDGAME1:
                self.phase = Phase.ENDGAME
        if phase is not Phase.NORMAL and not self.hands[winner]:
            self.phase = Phase.OVER

    # Hidden cards

    @override
    def stock_seen(self, viewer: Seat | None) -> tuple[Card, ...]:
        """Return the pack as a seat sees it: only the face-up cards are visible."""
        stock = self.stock
        if viewer is None:
            return stock
        shown = [HIDDEN] * len(stock)
        if stock and self.top_up:
            shown[0] = stock[0]
        if self.bottom_up:
            shown[-1] = stock[-1]
        return tuple(shown)

    @override
    def _assuming(self, action: Action, chance: str) -> Self:
        if action == DECLINE:
            return self._asking(chance)
        if action in (DARK, SPICE_DARK):
            return self._lying([chance])
        card = action.carries
        new = self.with_cards(self.turn, (card,) if card else ())
        added = Action(chance)
        if self.phase is Phase.ENDGAME1 and added.verb == SPICE:
            return new._lying(added.argument.split(" "))
        return new

    def _asking(self, chance: str) -> Self:
        """Return the state with the seat that is asked if this seat declines."""
        if not any(HIDDEN in hand for hand in self.hands):
            return self
        verb, _, name = chance.partition(" ")
        seats = self.game.seats
        asked = read_seat(name) if verb == "ask" else None
        number = seats.index(asked) if asked in seats else None
        new = self._copy()
        new.up = replace(self.up, visible=(None if number in (*self.up.declined, self.turn) else number,))
        return new
