"""KontraState: a moment of a deal, and what each action makes of it."""

from typing import TYPE_CHECKING, override

from kontrapunkt.cards import HIDDEN, Card
from kontrapunkt.deal import Deal
from kontrapunkt.game import Action, Result, Seat
from kontrapunkt.games.deal_state import DealState
from kontrapunkt.games.kontra.kept import Before
from kontrapunkt.games.kontra.table import (
    BOTTOM,
    DECLINE,
    ENDGAME,
    ENDGAME1,
    FIRST_LEAD,
    LOCKED_END,
    NORMAL,
    OVER,
    SPICE,
    SPICE_DARK,
    SPICES,
    TOP,
)
from kontrapunkt.games.rank_match.kept import Taken
from kontrapunkt.games.rank_match.table import ACTIONS, CARDS, DARK, ORDER
from kontrapunkt.record.text import tidy_action
from kontrapunkt.rules import Refusal

if TYPE_CHECKING:
    from kontrapunkt.games.kontra import Kontra


class KontraState(DealState[Before, Taken]):
    """A moment of a deal; immutable.

    Inside, seats are numbers in the order of play (N S, or N E S, from 0), and hands are sorted.
    """

    __slots__ = (
        "_bottom", "_chance", "_dark", "_declined", "_game", "_lock", "_phase", "_shown",
        "_stock", "_top",
    )  # fmt: skip

    derived = ("_actions", "_chance", "_game", "_stock", "_top")

    _bottom: bool  # whether the card turned up at the bottom is still in the pack
    _chance: Action | None  # what the last action turned
    _dark: int  # bit i: the i-th card of the trick was turned unseen
    _declined: tuple[int, ...]  # who would not unlock the pack
    _game: "Kontra"
    _lock: str  # the rank of the two cards that lock, or locked, the pack in this trick; empty for none
    _phase: str
    _shown: tuple[tuple[int, Card], ...]  # cards that went from the pack into a hand for all to see
    _stock: tuple[Card, ...]  # the pack as it lay at the start
    _top: int  # cards that are gone from its top

    @property
    @override
    def game(self) -> "Kontra":
        return self._game

    @property
    @override
    def phase(self) -> str:
        return self._phase

    @property
    @override
    def to_act(self) -> Seat | None:
        return None if self._phase is OVER else self._game.seats[self._turn]

    @property
    @override
    def stock(self) -> tuple[Card, ...]:
        """The pack, top card first."""
        return self._stock[self._top :]

    @property
    def lock(self) -> str:
        """The rank that locks the pack, or locked it until this trick's lead; empty for none."""
        return self._lock

    @property
    def declined(self) -> tuple[int, ...]:
        """The numbers of the seats that would not unlock the pack, in the order asked."""
        return self._declined

    @property
    def shown(self) -> tuple[tuple[int, Card], ...]:
        """Cards in hands that everybody has seen: holder and card."""
        return self._shown

    @property
    @override
    def chance(self) -> Action | None:
        return self._chance

    # What lies open

    @property
    def top_up(self) -> bool:
        """Whether the top card of the pack lies face up: until it is drawn or played, or the whole deal."""
        if self._number > 1:
            return bool(self._lock)  # it has stayed locked
        if self._phase is LOCKED_END or not self._trick:
            return True
        return self._phase is NORMAL and len(self._trick) == 1 and not self._bottom

    @property
    def bottom_led(self) -> bool:
        """Whether the bottom card was led to the first trick."""
        return not self._bottom

    @property
    def bottom_up(self) -> bool:
        """Whether the bottom card is in the pack, face up since the deal."""
        return self._bottom and self._top < len(self._stock)

    # What is allowed

    def dark_barred(self) -> str:
        """The rule that forbids to play the unseen top card now; empty if none does."""
        phase = self._phase
        if phase is FIRST_LEAD:
            return "KO-R4" if self._lock else "KO-R1"
        if phase is NORMAL:
            if self.top_up:
                return "KO-R2"
            if not self._game.dark_tricks[self._number] or (self._lock and not self._game.unlock_trick_dark):
                return "KO-R7"
            return ""
        return {LOCKED_END: "KO-R5", SPICE: "KO-R11", ENDGAME1: "KO-R15", ENDGAME: "KO-R16"}[phase]

    @override
    def actions(self, seat: Seat | None = None) -> tuple[Action, ...]:
        phase = self._phase
        if phase is OVER or (seat is not None and seat != self._game.seats[self._turn]):
            return ()
        found = self._actions
        if found is None:
            hand = self._hands[self._turn]
            if phase is SPICE:
                found = (*map(SPICES.__getitem__, hand), SPICE_DARK)
            elif phase is FIRST_LEAD:
                found = self._first_leads(hand)
            else:
                found = tuple(map(ACTIONS.__getitem__, hand))
                if phase is NORMAL:
                    if self._number > 1:
                        if self._game.dark_tricks[self._number]:
                            found += (DARK,)
                    elif self.top_up:
                        found += (TOP,) * self._game.visible_top
                    elif not self.dark_barred():
                        found += (DARK,)
            self._actions = found
        return found

    def _first_leads(self, hand: tuple[Card, ...]) -> tuple[Action, ...]:
        """KO-R1 and, for a locked pack, KO-R3 and R4."""
        if not self._lock:
            return (*map(ACTIONS.__getitem__, hand), TOP, BOTTOM)
        keys = tuple(ACTIONS[card] for card in hand if card[0] in (self._lock, HIDDEN))
        return keys if self._game.must_unlock else (*keys, DECLINE)

    @override
    def why_not(self, action: str, seat: Seat | None = None) -> Refusal | None:
        from kontrapunkt.games.kontra.refusals import refusal  # words are needed only when refused

        return refusal(self, action, seat)

    # What an action does

    @override
    def apply(self, action: str, seat: Seat | None = None) -> "KontraState":
        if action not in self.actions(seat) or action[-1] == HIDDEN:
            refused = self.why_not(action, seat)
            if refused:
                raise refused
            action = tidy_action(action)
        card = CARDS.get(action)
        if card is not None:
            return self._play_from_hand(card)
        if action in (DARK, TOP):
            return self._play_top()
        if action == BOTTOM:
            return self._play_bottom()
        if action == DECLINE:
            return self._decline()
        return self._spice_dark() if action == SPICE_DARK else self._spice(CARDS[action[6:]])

    def _play_from_hand(self, card: Card) -> "KontraState":
        new = self._copy()
        phase = self._phase
        if phase is NORMAL or phase is FIRST_LEAD:
            new._take_from_hand(card)
        else:
            turn = self._turn
            hand = self._hands[turn]
            at = hand.index(card)
            new._put(turn, hand[:at] + hand[at + 1 :])
            if self._shown:
                new._shown = tuple(pair for pair in self._shown if pair != (turn, card))
        new._lay(card)
        return new

    def _take_from_hand(self, card: Card) -> None:
        """A card leaves the hand, and the top card of the pack comes in at once (KO-R9)."""
        turn, top = self._turn, self._top
        hand = self._hands[turn]
        at = hand.index(card)
        drawn = self._stock[top]
        if self._shown:
            self._shown = tuple(pair for pair in self._shown if pair != (turn, card))
        if (self._number == 1 and self.top_up) or (self._bottom and top == len(self._stock) - 1):
            self._shown = (*self._shown, (turn, drawn))
        self._put(turn, tuple(sorted((*hand[:at], *hand[at + 1 :], drawn), key=ORDER.__getitem__)))
        self._top = top + 1

    def _play_top(self) -> "KontraState":
        new = self._copy()
        card = self._stock[self._top]
        if not self.top_up:
            new._dark = self._dark | 1 << len(self._trick)
        new._top = self._top + 1
        new._chance = ACTIONS[card]
        new._lay(card)
        return new

    def _play_bottom(self) -> "KontraState":
        new = self._copy()
        card = self._stock[-1]
        new._stock = self._stock[:-1]
        new._bottom = False
        new._chance = ACTIONS[card]
        new._lay(card)
        return new

    def _decline(self) -> "KontraState":
        """The next holder is asked (KO-R3); when all have declined, the pack stays locked (KO-R5)."""
        new = self._copy()
        new._declined = (*self._declined, self._turn)
        asked = self._asked_after(new._declined)
        if asked is None:
            new._lock_for_good(self._leader_if_locked)
            new._chance = Action("locked")
        else:
            new._turn = new._leader = asked
            new._chance = Action(f"ask {self._game.seats[asked]}")
        return new

    def _asked_after(self, declined: tuple[int, ...]) -> int | None:
        """Who is asked when these have declined; None if nobody is left."""
        return self._game.unlocker(self._hands, self._leader_if_locked, self._lock, declined)

    @property
    def _leader_if_locked(self) -> int:
        """The dealer, who leads to a pack that is not unlocked; known as long as it matters."""
        dealer = self._before.match.dealer
        assert dealer is not None
        return self._game.seats.index(dealer)

    def _lock_for_good(self, dealer: int) -> None:
        self._phase = LOCKED_END
        self._turn = self._leader = dealer

    def _spice(self, card: Card) -> "KontraState":
        """KO-R11: a card of the hand, and the hand is filled up at once."""
        new = self._copy()
        new._take_from_hand(card)
        new._finish((card,))
        return new

    def _spice_dark(self) -> "KontraState":
        new = self._copy()
        card = self._stock[self._top]
        new._top = self._top + 1
        new._chance = ACTIONS[card]
        new._finish((card,))
        return new

    def _put(self, seat: int, hand: tuple[Card, ...]) -> None:
        hands = self._hands
        self._hands = (*hands[:seat], hand, *hands[seat + 1 :])

    def _lay(self, card: Card) -> None:
        """A card falls to the trick; the last one decides who takes it (KO-R10)."""
        game = self._game
        trick = self._trick = (*self._trick, card)
        if self._phase is FIRST_LEAD:
            self._phase = NORMAL
        if len(trick) < game.players:
            turn = self._turn + 1
            self._turn = turn if turn < game.players else 0
            return
        rank = trick[0][0]
        place = len(trick) - 1
        while trick[place][0] != rank:
            place -= 1
        winner = self._leader + place
        self._turn = winner if winner < game.players else winner - game.players
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
        game = self._game
        winner = self._turn
        values = game.values
        points = sum([values.get(card[0], 0) for card in self._trick + added])
        sums, won = [*self._points], [*self._taken]
        sums[winner] += points
        won[winner] += 1
        self._points, self._taken = tuple(sums), tuple(won)
        done = Taken(self._number, self._leader, self._trick, self._dark, winner, points, added)
        self._tricks = (*self._tricks, done)
        self._number += 1
        self._trick = ()
        self._dark = 0
        self._leader = winner
        phase = self._phase
        if phase is not LOCKED_END:
            self._lock = ""
            if phase is SPICE or phase is NORMAL:
                left = len(self._stock) - self._top
                self._phase = phase = NORMAL if left >= game.per_trick else ENDGAME1 if left else ENDGAME
            elif phase is ENDGAME1:
                self._phase = ENDGAME
        if phase is not NORMAL and not self._hands[winner]:
            self._phase = OVER

    def _copy(self) -> "KontraState":
        new = _new(KontraState)
        new._actions = None
        new._before = self._before
        new._bottom = self._bottom
        new._chance = None
        new._dark = self._dark
        new._declined = self._declined
        new._game = self._game
        new._hands = self._hands
        new._leader = self._leader
        new._lock = self._lock
        new._number = self._number
        new._phase = self._phase
        new._points = self._points
        new._shown = self._shown
        new._stock = self._stock
        new._taken = self._taken
        new._top = self._top
        new._trick = self._trick
        new._tricks = self._tricks
        new._turn = self._turn
        return new

    # What is seen and written

    @override
    def result(self) -> Result:
        if self._phase is not OVER:
            raise ValueError("the deal is still going on; it has no result yet")
        from kontrapunkt.games.kontra.result import result

        return result(self)

    @override
    def redacted(self, seat: Seat | None) -> "KontraState":
        from kontrapunkt.games.kontra.look import stock_seen
        from kontrapunkt.games.rank_match.look import hands_seen

        new = self._copy()
        new._hands = hands_seen(self, seat)
        new._stock = (*(HIDDEN,) * self._top, *stock_seen(self, seat))
        new._chance = self._chance
        return new

    @override
    def as_deal(self, seat: Seat | None = None) -> Deal:
        from kontrapunkt.games.kontra.look import as_deal

        return as_deal(self, seat)

    @override
    def supposing(self, seat: Seat, action: str, chance: str | None) -> "KontraState":
        from kontrapunkt.games.kontra.look import supposing

        return supposing(self, seat, action, chance)

    @override
    def having_drawn(self, seat: Seat, drawn: Card) -> "KontraState":
        from kontrapunkt.games.kontra.look import having_drawn

        return having_drawn(self, seat, drawn)


_new = object.__new__
