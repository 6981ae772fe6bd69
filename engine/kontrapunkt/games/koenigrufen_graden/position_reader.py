"""Reader of the deals of Königrufen of Graden: fresh deals, and positions.

calls: N bid bettler, E pass, S bid bettler     the whole auction, in order, and the card that was called
laid: N 9D, S AH                                the cards that are face down
partner: S                                      the seat that played the called card, if it was earlier
shown: KC QC                                    the cards that the bidder shows before the first lead
                                                (`show_pair`); - for none (`bad_hundert_bid`)
pair: no                                        the bidder was dealt no king and queen (`bad_hundert_bid`)
"""

from collections.abc import Mapping, Sequence
from typing import override

from kontrapunkt.core.cards import HIDDEN, Card
from kontrapunkt.core.interface import PASS, SEATS
from kontrapunkt.core.messages import row
from kontrapunkt.families.follow_suit import FOLLOW, LEAD, FollowPositionReader
from kontrapunkt.games.koenigrufen_graden.constants import BIDS, CALLS, GradenRules, pairs
from kontrapunkt.games.koenigrufen_graden.legality import auction_actions
from kontrapunkt.games.koenigrufen_graden.state import CALL, LAY, Auction, GradenProgress, KoenigrufenState
from kontrapunkt.record.text import read_card


def _one_each(laid: Sequence[tuple[int, Card]]) -> bool:
    return len(dict(laid)) == len(laid)


class KoenigrufenReader(FollowPositionReader):
    """A reader of one deal.

    It replays the auction, so that no position can follow from an impossible one.
    """

    deal_facts = ()
    game: GradenRules
    standing: GradenProgress

    @property
    @override
    def values(self) -> Mapping[str, int]:
        return self.standing.values

    @override
    def read(self) -> None:
        super().read()
        place = self.place
        laid = self.pairs("laid", place, read_card, "N 9D, S AH", _one_each)
        self.laid = dict(laid)
        self.partner = self.seat("partner")
        self.shown = self.cards("shown")
        self.pairless = self.flag("pair", "no", empty=False)

    @override
    def other_places(self) -> tuple[tuple[str, tuple[Card, ...]], ...]:
        return (("laid", tuple(self.laid.values())),)

    @override
    def lacking(self, seat: int) -> int:
        return super().lacking(seat) + (seat in self.laid)

    @override
    def settle(self) -> None:
        super().settle()
        for step in (self.find_dealer, self.play_through, self.check_laid):
            step()
            self.stop_at_faults()
        self.auction = self.standing.auction
        if self.auction.over:
            self.order = self.game.order_of(self.auction.contract, self.standing.called)
            self.duty = self.game.duty_in(self.auction.contract)

    def find_dealer(self) -> None:
        """Find the dealer, who sits before the first speaker."""
        if self.session.dealer is None and self.calls:
            self.begins_with(self.calls[0][0])
        first = super().first_leader()
        if first is None:
            self.fault("dealer_missing", "start")
        else:
            self.standing = GradenProgress(Auction(first, self.game.joiners, self.game.raises))

    def play_through(self) -> None:
        """Replay the calls one by one."""
        for seat, action in self.calls:
            standing = self.standing
            auction = standing.auction
            fault = ""
            if action in CALLS:
                fault = "" if standing.phase == CALL and seat == auction.holders[0] else "there"
            elif auction.over or seat != auction.turn:
                fault = "turn"
            elif action not in auction_actions(auction):
                fault = "bid"
            if fault:
                self.fault(f"call_wrong.{fault}", "calls", seat=self.name_of(seat), action=action)
                return
            self.standing = standing.after(action)
            if action in BIDS and BIDS[action].joined:
                self.standing = self.standing.put_down(seat, HIDDEN)  # the card may have been played since
        last, said = self.calls[-1] if self.calls else (0, PASS)
        owes = self.trick_number == 1 and last not in self.laid and not self.has_played(last)
        if owes and said in BIDS and BIDS[said].joined:
            self.standing = self.standing.put_down(last, None)
        self.phase = self.standing.phase
        if self.phase == LEAD and self.trick:
            self.phase = FOLLOW
        if self.phase not in (LEAD, FOLLOW) and (self.trick_number > 1 or self.trick):
            self.fault("calls_missing", "calls")

    def check_laid(self) -> None:
        """Check the face-down cards.

        Each player of a Bettler or Plauderer has one until it is played; nobody else has.
        """
        auction = self.standing.auction
        holders = auction.holders if auction.contract.joined and self.trick_number == 1 else ()
        waiting = self.standing.turn if self.phase == LAY else None
        due = {seat for seat in holders if seat != waiting and not self.has_played(seat)}
        if set(self.laid) != due:
            names = row([self.name_of(seat) for seat in sorted(due)], ", ") if due else "-"
            self.fault("laid_wrong", "laid", seats=names)

    @override
    def first_leader(self) -> int | None:
        playing = self.auction.over and self.auction.holders
        return self.auction.holders[0] if playing else super().first_leader()

    @override
    def check_past(self) -> None:
        super().check_past()
        self.stop_at_faults()
        self.check_partner()
        self.check_pair()

    def check_partner(self) -> None:
        """Check the partner: the called card is in a hand or the trick, or was played."""
        called = self.standing.called
        if not called:
            if self.partner is not None:
                self.fault("partner_wrong.none", "partner")
            return
        held = next(iter(self.holders(called)), None)
        if held is not None and called in self.trick:
            if self.partner not in (None, held):
                self.fault("partner_wrong.played", "partner", seat=self.name_of(held))
            self.partner = held
        elif held is not None and self.partner is not None:
            self.fault("partner_wrong.holds", "partner", seat=self.name_of(held))
        elif held is None and self.partner is None and not self.hidden:
            self.fault("partner_missing", "start", card=called)
        owner = held if self.partner is None else self.partner
        if owner == self.auction.holders[0] and not self.game.calls_own:
            self.fault("partner_wrong.own", "calls", card=called)

    def check_pair(self) -> None:
        """Check the pair of king and queen in Hundert contracts.

        The bidder was dealt one, unless an option lets such a bid be made without it and lost.
        """
        pair, played = self.auction.contract.pair, self.auction.contract.pair and self.auction.over
        told, self.shown = self.shown, ()
        if self.pairless and (not played or self.game.rejects):
            self.fault("pair_wrong.none", "pair")
        if told and not (played and self.game.shows_pair):
            self.fault("shown_wrong.none", "shown")
        if not (pair and self.trick_number == 1):
            return
        bidder = self.auction.holders[0]
        hand = self.hands[bidder]
        if self.game.rejects and HIDDEN not in hand and not pairs(self.with_played(bidder)):
            self.fault("pair_wrong.lacks", SEATS[bidder], seat=self.name_of(bidder))
        if not played or not self.game.shows_pair or self.trick:
            return
        true = [one for one in told if one in hand] if HIDDEN in hand else pairs(hand)
        self.shown = self.order.in_order(true)
        if HIDDEN not in hand and "shown" in self.deal.facts and {*true} != {*told}:
            self.fault("shown_wrong", "shown", cards=", ".join(self.shown) or "-")

    @override
    def built(self) -> KoenigrufenState:
        laid = tuple(self.laid.get(seat) for seat in range(4))
        standing = self.standing._replace(
            laid=laid, revealed=self.partner, shown=self.shown, pairless=self.pairless
        )
        state = KoenigrufenState(self.game, **self.common_slots(), standing=standing)
        if state.playing and state.trick_number > 1 and not state.trick and state.decided:
            self.fault("decided", "start")
            self.stop_at_faults()
        return state
