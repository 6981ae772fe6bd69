"""How a deal of Königrufen of Graden begins: cards just dealt, or a position at any point of the deal.

calls: N bid bettler, E pass, S bid bettler     the whole auction, in order, and the card that was called
laid: N 9D, S AH                                cards that lie face down
partner: S                                      who has played the called card, if that was before
shown: KC QC                                    what the bidder shows before the first lead (`show_pair`);
                                                - for one who should and cannot (`bad_hundert_bid`)
pair: no                                        the bidder was dealt no king and queen (`bad_hundert_bid`)
"""

from collections.abc import Mapping
from typing import override

from kontrapunkt.cards import HIDDEN, Card
from kontrapunkt.deal import Deal
from kontrapunkt.families.follow_suit import FOLLOW, LEAD, FollowRules, PositionReader
from kontrapunkt.game import SEATS, Session
from kontrapunkt.games.koenigrufen_graden.legality import words
from kontrapunkt.games.koenigrufen_graden.standing import CALL, LAY, NONE_LAID, Auction, Standing
from kontrapunkt.games.koenigrufen_graden.state import KoenigrufenState
from kontrapunkt.games.koenigrufen_graden.table import BIDS, CALLS, PASS, VALUES, pairs, terms_of
from kontrapunkt.record.text import read_card, read_seat
from kontrapunkt.said import row, seat_name


class KoenigrufenReader(PositionReader):
    """Reads one deal; the auction is played through again, so that no position tells an impossible one."""

    standing: Standing

    def __init__(self, game: FollowRules, deal: Deal, unseen: bool) -> None:
        super().__init__(game, deal, unseen)
        self.terms = terms_of(game.options)

    @property
    @override
    def deal_facts(self) -> tuple[str, ...]:
        return ()

    @property
    def auction(self) -> Auction:
        """The auction as far as it has come."""
        return self.standing.auction

    @property
    @override
    def values(self) -> Mapping[str, int]:
        return {} if self.auction.rank or not self.auction.over else VALUES

    @override
    def state(self, session: Session | None) -> KoenigrufenState:
        state = super().state(session)
        assert isinstance(state, KoenigrufenState)
        if state.playing and state.trick_number > 1 and not state.trick and state.decided:
            self.fault("decided", "decided", "start")
            self.stop_at_faults()
        return state

    @override
    def read(self) -> None:
        super().read()
        self.laid = self.read_laid()
        self.partner = self.facts.seat("partner")
        self.shown = self.facts.cards("shown")
        self.pairless = self.facts.words("pair") == ["no"]
        if "pair" in self.deal.facts and not self.pairless:
            self.facts.unreadable("pair", "pair: no")

    def read_laid(self) -> dict[int, Card]:
        """The cards face down, by the number of the seat."""
        given = self.facts.words("laid")
        pairs_ = [(read_seat(s), read_card(c)) for s, c in zip(given[::2], given[1::2], strict=False)]
        found = {SEATS.index(seat): one for seat, one in pairs_ if seat and one}
        if len(found) * 2 != len(given):
            self.facts.unreadable("laid", "laid: N 9D, S AH")
        return found

    @override
    def aside(self) -> tuple[tuple[str, tuple[Card, ...]], ...]:
        return (("laid", tuple(self.laid.values())),)

    @override
    def lacking(self, seat: int) -> int:
        return super().lacking(seat) + (seat in self.laid)

    @override
    def settle(self) -> None:
        super().settle()
        self.find_dealer()
        self.stop_at_faults()
        self.play_through()
        self.stop_at_faults()
        self.check_laid()
        self.stop_at_faults()
        contract = self.auction.contract
        if self.auction.over:
            self.order = self.terms.order_of(contract, self.standing.called)
            self.duty = self.terms.duty_in(contract)

    def find_dealer(self) -> None:
        """Who dealt sits before who spoke first."""
        dealer = self.session.dealer
        first = self.calls[0][0] if self.calls else None
        if dealer is None and first is not None:
            self.begins_with(SEATS[first])
            dealer = self.session.dealer
        if dealer is None:
            self.fault("dealer_missing", "dealer_missing", "start")
            return
        forehand = (SEATS.index(dealer) + 1) % 4
        self.standing = Standing(Auction(forehand, self.terms.joiners, self.terms.raises))

    def play_through(self) -> None:
        """Lets the calls be made again, one by one."""
        for seat, action in self.calls:
            standing, auction = self.standing, self.auction
            fault = ""
            if action in CALLS:
                fault = "" if standing.phase == CALL and seat == auction.holders[0] else "call_there"
            elif auction.over or seat != auction.turn:
                fault = "call_turn"
            elif action not in words(auction):
                fault = "call_bid"
            if fault:
                self.fault("call_wrong", fault, "calls", seat=seat_name(SEATS[seat]), action=action)
                return
            self.standing = standing.after(action)
            if action in BIDS and BIDS[action].joined:
                self.standing = self.standing.put_down(seat, HIDDEN)  # it may have been played since
        last, said = self.calls[-1] if self.calls else (0, PASS)
        owes = self.number == 1 and last not in self.laid and not self.has_played(last)
        if owes and said in BIDS and BIDS[said].joined:
            self.standing = self.standing.put_down(last, None)
        self.phase = self.standing.phase
        if self.phase == LEAD and self.trick:
            self.phase = FOLLOW
        if self.phase not in (LEAD, FOLLOW) and (self.number > 1 or self.trick):
            self.fault("calls_missing", "calls_missing", "calls")

    def has_played(self, seat: int) -> bool:
        """Whether a seat's card lies in the trick in progress.

        Args:
            seat: Its number, N E S W from 0.
        """
        return seat in [(self.lead_said() + i) % 4 for i in range(len(self.trick))]

    def check_laid(self) -> None:
        """Those who play a Bettler or Plauderer have a card face down until they play it, and nobody else."""
        holders = self.auction.holders if self.auction.contract.joined and self.number == 1 else ()
        waiting = self.standing.turn if self.phase == LAY else None
        due = {seat for seat in holders if seat != waiting and not self.has_played(seat)}
        if set(self.laid) != due:
            names = row([seat_name(SEATS[seat]) for seat in sorted(due)], ", ") if due else "-"
            self.fault("laid_wrong", "laid_wrong", "laid", seats=names)

    @override
    def first_leader(self) -> int | None:
        auction = self.auction
        if auction.over and auction.holders:
            return auction.holders[0]
        dealer = self.session.dealer
        assert dealer
        return (SEATS.index(dealer) + 1) % 4

    @override
    def check_past(self) -> None:
        super().check_past()
        self.stop_at_faults()
        self.check_partner()
        self.check_pair()

    def check_partner(self) -> None:
        """The called card is in a hand, or in the trick, or a partner has played it."""
        held = next((i for i, hand in enumerate(self.hands) if self.standing.called in hand), None)
        if not self.standing.called:
            if self.partner:
                self.fault("partner_wrong", "partner_none", "partner")
            return
        if self.standing.called in self.trick:
            seat = SEATS[(self.leader + self.trick.index(self.standing.called)) % 4]
            if self.partner not in (None, seat):
                self.fault("partner_wrong", "partner_played", "partner", seat=seat_name(seat))
            self.partner = seat
        elif held is not None and self.partner:
            self.fault("partner_wrong", "partner_holds", "partner", seat=seat_name(SEATS[held]))
        elif held is None and not self.partner and not self.hidden:
            self.fault("partner_missing", "partner_missing", "start", card=self.standing.called)
        owner = SEATS.index(self.partner) if self.partner else held
        if owner == self.auction.holders[0] and not self.terms.calls_own:
            self.fault("partner_wrong", "partner_own", "calls", card=self.standing.called)

    def check_pair(self) -> None:
        """Who bids a Hundert contract was dealt king and queen of a suit, unless such a bid may be lost."""
        contract = self.auction.contract
        if self.pairless and (not contract.pair or self.terms.rejects or not self.auction.over):
            self.fault("pair_wrong", "pair_none", "pair")
        if self.shown and not (contract.pair and self.auction.over and self.terms.shows_pair):
            self.fault("shown_wrong", "shown_none", "shown")
        if not (contract.pair and self.number == 1):
            self.shown = ()
            return
        bidder = self.auction.holders[0]
        hand = self.hands[bidder]
        place = (bidder - self.leader) % 4
        whole = (*hand, *self.trick[place : place + 1])
        if self.terms.rejects and HIDDEN not in hand and not pairs(whole):
            self.fault("pair_wrong", "pair_lacks", SEATS[bidder], seat=seat_name(SEATS[bidder]))
        if not (self.auction.over and self.terms.shows_pair and not self.trick):
            self.shown = ()
        elif HIDDEN not in hand:
            true = pairs(self.order.in_order(hand))
            if "shown" in self.deal.facts and set(true) != set(self.shown):
                self.fault("shown_wrong", "shown_wrong", "shown", cards=", ".join(true) or "-")
            self.shown = true
        else:
            self.shown = self.order.in_order([one for one in self.shown if one in hand])

    @override
    def built(self) -> KoenigrufenState:
        laid = tuple(self.laid.get(seat) for seat in range(4)) if self.laid else NONE_LAID
        revealed = SEATS.index(self.partner) if self.partner else None
        standing = self.standing._replace(
            laid=laid, revealed=revealed, shown=self.shown, pairless=self.pairless
        )
        return KoenigrufenState(self.game, self.beginning(), self.terms, standing)
