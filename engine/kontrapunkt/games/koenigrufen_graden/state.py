"""KoenigrufenState: the auction, cards put face down, the called card, tricks, and when a deal ends early."""

from collections.abc import Mapping, Sequence
from typing import Final, Self, override

from kontrapunkt.cards import HIDDEN, Card
from kontrapunkt.families.follow_suit import LEAD, OVER, Beginning, FollowRules, FollowState, Order, Taken
from kontrapunkt.game import SEATS, Action, Seat
from kontrapunkt.games.koenigrufen_graden.standing import AUCTION, LAY, NONE_LAID, Standing
from kontrapunkt.games.koenigrufen_graden.table import (
    LAID,
    LAST_TRICK,
    LAYS,
    PLAUDERER,
    VALUES,
    Contract,
    Terms,
    pairs,
)
from kontrapunkt.record.text import tidy_action

_NOTHING: Final[dict[str, int]] = {}


class KoenigrufenState(FollowState):
    """A moment of a deal of Königrufen of Graden; immutable.

    Everybody is a side. A card that is put face down has left the hand and lies before its owner until it is
    played, or goes back when a higher bid comes.

    Attributes:
        standing: The auction, the cards put face down, the called card and who has played it.
        terms: What the options say of auction and play.
    """

    __slots__ = ("standing", "terms")

    derived = (*FollowState.derived, "terms")

    standing: Standing
    terms: Terms

    def __init__(self, game: FollowRules, begins: Beginning, terms: Terms, standing: Standing) -> None:
        super().__init__(game, begins)
        self.standing = standing
        self.terms = terms
        if not self.playing:
            self.turn = standing.turn

    @property
    def contract(self) -> Contract:
        """What is played; during the auction, the highest bid so far."""
        return self.standing.auction.contract

    @property
    def bidders(self) -> tuple[int, ...]:
        """Who plays the contract; both of those who joined in one, nobody in Schurln."""
        return self.standing.auction.holders

    @property
    def passed(self) -> tuple[int, ...]:
        """Who has passed in the auction."""
        return self.standing.auction.out

    @property
    def partner(self) -> int | None:
        """Who holds the called card, or held it, whether or not that is known; None where no hand tells.

        It is the bidder where one may call a card of one's own and has.
        """
        called, revealed = self.standing.called, self.standing.revealed
        if not called or revealed is not None:
            return revealed
        return next((seat for seat, hand in enumerate(self.hands) if called in hand), None)

    @property
    def shows_nothing(self) -> bool:
        """Whether the bidder is to show king and queen before the first lead, and holds no such pair.

        That is so only where such a bid is allowed and then lost (option `bad_hundert_bid`).
        """
        due = self.contract.pair and self.terms.shows_pair and self.playing
        return due and self.trick_number == 1 and not (self.trick or self.standing.shown)

    @property
    def playing(self) -> bool:
        """Whether the auction is over, and the face-down cards of the bidders are laid."""
        return self.phase not in (AUCTION, LAY)

    @property
    @override
    def values(self) -> dict[str, int]:
        auction = self.standing.auction
        return VALUES if auction.over and not auction.rank else _NOTHING

    @property
    def open_hands(self) -> tuple[int, ...]:
        """Whose hands lie open on the table: after trick 1 of a Plauderer, all who did not bid it (KG-P7)."""
        if self.contract is not PLAUDERER or not self.playing or self.trick_number == 1:
            return ()
        return tuple(seat for seat in range(4) if seat not in self.bidders)

    def dealt(self, seat: int) -> tuple[Card, ...]:
        """The cards that a seat was dealt, as far as the record knows them.

        Args:
            seat: Its number, N E S W from 0.
        """
        laid = self.standing.laid[seat]
        held = (*self.hands[seat], laid) if laid else self.hands[seat]
        if not self.finished and not self.trick:
            return held
        played = [taken.cards[(seat - taken.leader) & 3] for taken in self.finished]
        place = (seat - self.leader) & 3
        return (*held, *played, *self.trick[place : place + 1])

    @property
    def pair_lacks(self) -> bool:
        """Whether the bidder of a Hundert contract was dealt no king and queen of one suit.

        That can be so only where such a bid is allowed and then lost (option `bad_hundert_bid`).
        """
        if not self.contract.pair or self.terms.rejects:
            return False
        if self.before.number > 1:
            return self.standing.pairless
        return not pairs(self.dealt(self.bidders[0]))

    # What may be done

    @override
    def cards_allowed(self) -> tuple[Card, ...]:
        laid = self.standing.laid[self.turn]
        return (laid,) if laid else super().cards_allowed()

    # What an action does

    @override
    def _did(self, action: Action, seat: int) -> Self:
        new = self._copy()
        before = self.standing
        card = LAID.get(action)
        if card:
            hand = list(self.hands[seat])
            hand.remove(card)
            new._set_hand(seat, hand)
            new.standing = before.put_down(seat, card)
        else:
            new.said = (*self.said, (seat, action))
            new.standing = before.after(action)
            if before.laid is not new.standing.laid:  # a higher bid gives them back
                for owner, lying in enumerate(before.laid):
                    if lying:
                        new._set_hand(owner, (*self.hands[owner], lying))
        new._go_on()
        return new

    def _go_on(self) -> None:
        """Lets the next one speak; after the auction, the bidder calls a card or the first one leads."""
        standing = self.standing
        phase = self.phase = standing.phase
        if phase in (AUCTION, LAY):
            self.turn = standing.auction.turn if phase == AUCTION else standing.auction.holders[-1]
            return
        self.leader = self.turn = self.bidders[0] if self.bidders else self.forehand
        self.duty = self.terms.duty_in(self.contract)
        self._sort_by(self.terms.order_of(self.contract, standing.called))
        self._show()

    def _show(self) -> None:
        """Lays the bidder's pairs open, where they are to be shown."""
        if self.contract.pair and self.terms.shows_pair:
            self.standing = self.standing._replace(shown=pairs(self.hands[self.leader]))

    @override
    def _play(self, card: Card) -> Self:
        turn, standing = self.turn, self.standing
        after = standing.played(turn, card)
        if after is standing:
            return super()._play(card)
        from_hand = self._copy()
        from_hand.standing = after
        if standing.laid[turn]:
            from_hand._set_hand(turn, (*self.hands[turn], card))
        return super(KoenigrufenState, from_hand)._play(card)

    @override
    def _trick_done(self, taken: Taken) -> None:
        if taken.number == self.game.hand_size:
            if self.values:
                points = list(self.card_points)
                points[taken.winner] += LAST_TRICK
                self.card_points = tuple(points)
        elif self.decided:
            self.phase = OVER

    @property
    def decided(self) -> bool:
        """Whether the deal ends before its last trick (option `stop_when_decided`, a ruling).

        It does between two tricks, once everybody can tell how it comes out; by the option, also where only
        the holder of the called card can.
        """
        if self.terms.stops == "never" or self.trick_number == 1:
            return False
        aim, took = self.contract.aim, self.taken
        if aim == "points":
            return False
        bidder = self.bidders[0]
        if aim == "none":
            return all(took[seat] for seat in self.bidders)
        known = self.standing.revealed if self.terms.stops == "public" else self.partner
        if aim == "with_another" and known is None:
            return False
        own = {bidder, known} if aim == "with_another" else {bidder}
        return any(number for seat, number in enumerate(took) if seat not in own)

    # Small changes in a state that is being made

    def _set_hand(self, seat: int, cards: Sequence[Card]) -> None:
        hands = list(self.hands)
        hands[seat] = self.order.in_order(cards)
        self.hands = tuple(hands)

    def _sort_by(self, order: Order) -> None:
        if order is not self.order:
            self.order = order
            self.hands = tuple([order.in_order(hand) for hand in self.hands])

    @property
    def forehand(self) -> int:
        """The number of the seat at the dealer's left, which speaks first."""
        dealer = self.session.dealer
        assert dealer is not None
        return (SEATS.index(dealer) + 1) & 3

    # What is seen and written

    @override
    def redacted(self, seat: Seat | None) -> Self:
        new = super().redacted(seat)
        standing = self.standing
        if seat is not None and (standing.pairless or standing.laid != NONE_LAID):
            laid = [card and (card if SEATS[i] == seat else HIDDEN) for i, card in enumerate(standing.laid)]
            pairless = standing.pairless and SEATS[self.bidders[0]] == seat
            new.standing = standing._replace(laid=tuple(laid), pairless=pairless)
        return new

    @override
    def sees(self, viewer: Seat | None, owner: int) -> bool:
        if super().sees(viewer, owner):
            return True
        return self.trick_number > 1 and (self.phase == OVER or owner in self.open_hands)

    @override
    def seen_hand(self, viewer: Seat | None, owner: int) -> tuple[Card, ...]:
        hand, shown = super().seen_hand(viewer, owner), self.standing.shown
        if not shown or owner != self.leader or self.sees(viewer, owner):
            return hand
        return (*shown, *hand[len(shown) :])

    @override
    def aside(self) -> tuple[Card, ...]:
        return tuple([card for card in self.standing.laid if card])

    @override
    def seen_by(self, viewer: Seat | None, seat: Seat, action: Action) -> Action:
        return LAYS[HIDDEN] if action.verb == "lay" and viewer not in (None, seat) else action

    @override
    def supposing(self, seat: Seat, action: str, chance: str | None) -> Self:
        card = tidy_action(action).card
        number = SEATS.index(seat)
        lies = self.standing.laid[number] == HIDDEN and seat == self.to_act
        if card is None or not lies or not self.unseen[card]:
            return super().supposing(seat, action, chance)
        new = self._copy()
        new.standing = self.standing.put_down(number, card)
        return new

    @override
    def filled(self, lying: Mapping[tuple[str, int], Sequence[Card]]) -> Self:
        new = super().filled(lying)
        laid = self.standing.laid
        if HIDDEN in laid:
            found = [lying["laid", seat][0] if card == HIDDEN else card for seat, card in enumerate(laid)]
            new.standing = self.standing._replace(laid=tuple(found))
        return new

    @override
    def having_drawn(self, seat: Seat, drawn: Card) -> Self:
        new = super().having_drawn(seat, drawn)
        if new is self:
            return self
        if new.phase == LEAD and new.trick_number > 1 and not new.trick and new.decided:
            new.phase = OVER
        elif new.trick_number == 1 and not new.trick and new.playing:
            new._show()
        return new
