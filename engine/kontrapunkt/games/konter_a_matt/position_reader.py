"""Reader of the deals of Konter a Matt: before trumps are named, and positions."""

from typing import override

from kontrapunkt.core.cards import HIDDEN
from kontrapunkt.core.interface import SEATS
from kontrapunkt.families.follow_suit import FOLLOW, LEAD, FollowPositionReader
from kontrapunkt.games.konter_a_matt.constants import (
    DUTY,
    HOLDS,
    SAY_KONTER,
    SAY_MATT,
    WORTH,
    KonterRules,
    order,
)
from kontrapunkt.games.konter_a_matt.state import NAME_TRUMP, KonterState


class KonterReader(FollowPositionReader):
    """A reader of one deal.

    A fresh deal shows the cards before trumps are named: three in forehand's hand (or in each, by an option),
    and the others as the stock, in the order of dealing. If a record has whole hands of six, the fact `first:
    AC 9C AS` names the three that forehand had; the others go back into the stock.
    """

    deal_facts = ("lead", "first")
    game: KonterRules

    @override
    def read(self) -> None:
        super().read()
        self.first = self.cards("first")

    @override
    def check_sizes(self) -> None:
        if self.deal.position:
            if self.stock:
                self.fault("stock_wrong.position", "stock")
            super().check_sizes()
            return
        self.trick_number = 1
        self.find_forehand()
        self.stop_at_faults()
        sizes = [len(hand) for hand in self.hands]
        if sizes == [self.game.hand_size] * 4 and not self.stock:
            self.put_back()
            self.stop_at_faults()
        elif self.first:
            self.fault("first_wrong.dealt", "first")
        wanted = [3 if i == self.forehand or self.game.deals_three_each else 0 for i in range(4)]
        for i, hand in enumerate(self.hands):
            if len(hand) != wanted[i]:
                seat = self.name_of(i)
                self.fault("hand_size.naming", SEATS[i], seat=seat, n=len(hand), size=wanted[i])
        rest = len(self.game.pack) - sum(wanted)
        if len(self.stock) != rest and not self.faults:
            self.fault("stock_size.naming", "stock", n=len(self.stock), size=rest)

    def find_forehand(self) -> None:
        """Find forehand, who sits after the dealer.

        If the dealer is unknown, forehand is the only seat with cards.
        """
        if self.session.dealer is None:
            known = self.seat("lead")
            with_cards = [seat for seat, hand in enumerate(self.hands) if hand]
            if known is None and len(with_cards) == 1:
                known = with_cards[0]
            if known is None:
                self.fault("dealer_missing", "start")
                return
            self.begins_with(known)
        assert self.session.dealer
        self.forehand = self.game.eldest(self.session.dealer)

    def put_back(self) -> None:
        """Put the cards dealt after the naming back into the stock, in order of dealing."""
        hand = self.hands[self.forehand]
        if not self.first:
            self.fault("first_missing", "start", seat=self.name_of(self.forehand))
            return
        if len(self.first) != 3 or len({*self.first}) < 3 or not {*self.first} <= {*hand}:
            self.fault("first_wrong", "first", seat=self.name_of(self.forehand))
            return
        later = [card for card in hand if card not in self.first]
        self.hands[self.forehand] = (*self.first, *later)
        turns = [(self.forehand + i * self.game.step) % 4 for i in range(4)]
        pack = [card for at in (0, 3) for i in turns for card in self.hands[i][at : at + 3]]
        dealt = self.game.deal_pack(pack, self.game.after(SEATS[self.forehand], 3))
        self.hands, self.stock = [dealt.hands[seat] for seat in SEATS], dealt.stock or ()

    @override
    def settle(self) -> None:
        self.duty = DUTY
        self.order = order(self.trump, self.game.clubs_queen)
        self.phase = (FOLLOW if self.trick else LEAD) if self.deal.position else NAME_TRUMP
        if self.deal.position and not self.trump:
            self.fault("trump_missing", "start")

    @override
    def check_past(self) -> None:
        super().check_past()
        self.check_calls()

    def check_calls(self) -> None:
        """Check that announced cards can have been in the announcer's hand."""
        said = dict[int, list[str]]()
        for seat, action in self.calls:
            if action not in HOLDS:
                self.fault("call_wrong.unknown", "calls", form=self.game.calls_form)
                return
            said.setdefault(seat, []).append(action)
        raised = [SAY_MATT, SAY_KONTER]
        twice = any(len(each) > 1 and each != raised for each in said.values())
        if twice or sum(WORTH[action] for _, action in self.calls) > 2:
            self.fault("call_wrong.twice", "calls")
        for seat, action in self.calls:
            for card in HOLDS[action]:
                sure = self.trick_number == 1 and HIDDEN not in self.hands[seat]  # none played, none hidden
                holders = {*self.holders(card)}
                if holders - {seat} or (sure and not holders):
                    self.fault("call_wrong.cards", "calls", seat=self.name_of(seat), card=card)
                    return

    @override
    def built(self) -> KonterState:
        return KonterState(self.game, **self.common_slots(), claimed=None)
