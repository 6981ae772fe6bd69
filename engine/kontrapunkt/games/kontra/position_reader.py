"""Reader of the deals of Kontra: fresh deals, and positions at any moment."""

from collections.abc import Collection
from dataclasses import replace
from typing import override

from kontrapunkt.core.cards import HIDDEN
from kontrapunkt.core.messages import seat_name
from kontrapunkt.families.piles import KnownPile, can_lie
from kontrapunkt.families.rank_match.constants import PACK, taker
from kontrapunkt.families.rank_match.position_reader import RankPositionReader
from kontrapunkt.games.kontra.options import HAND, LED, LOCKED, KontraRules, Phase
from kontrapunkt.games.kontra.session import dealer_of, rounds_of
from kontrapunkt.games.kontra.state import KontraPriorPlay, KontraState, PackEnds, Rounds
from kontrapunkt.record.facts import distinct


class KontraReader(RankPositionReader[KontraRules[KontraState], KontraState]):
    """A reader of one deal.

    Attributes:
        locked: True if the record says that the pack is locked for good.
        declined: The seats that would not unlock it.
        bottom_led: True if the record says that the bottom card was led.
        cut: The rounds of cuts for the deal; empty if the record does not tell them.
        in_hands: True if tricks are played from the hands alone, because cards have been played and the pack
            is still whole.
        lock: The rank that locks the pack, or locked it until this trick's lead; empty for none.
    """

    deal_facts = ("cut", "lead", "pack")
    full_trick = True
    phase: str = Phase.NORMAL
    lock: str = ""

    @override
    def read(self) -> None:
        super().read()
        self.locked = self.flag("pack", LOCKED)
        self.declined = self.each("declined", self.place, " ".join(self.seats), distinct)
        self.bottom_led = self.flag("bottom", LED)

    @override
    def agree(self) -> None:
        self.cut = self._cut()
        if not self.cut:
            super().agree()
            return
        self.deal = replace(self.deal, dealer=dealer_of(self.cut))
        super().agree()
        self.session = replace(self.session, cutters=tuple(seat for seat, _ in self.cut[0]))

    def _cut(self) -> Rounds:
        if "cut" not in self.deal.facts:
            return ()
        cuts = [(self.seats[seat], card) for seat, card in self.held("cut", "N AH S TD")]
        self.stop_at_faults()
        cutters = self.session and (self.session.cutters or self.session.dealers)
        rounds = rounds_of(cuts, cutters, self.game.options["recut"])
        if rounds is None:
            self.fault("cut_wrong", "cut")
        elif self.deal.dealer and dealer_of(rounds) != self.deal.dealer:
            self.fault("cut_wrong.dealer", "cut", seat=seat_name(dealer_of(rounds)))
        self.stop_at_faults()
        return rounds or ()

    @override
    def find_number(self) -> None:
        """Find the trick's number from the number of cards left."""
        game, total, dealt = self.game, len(self.dealt_cards), HAND * self.game.players
        begun = bool(self.laid) or any(len(hand) < HAND for hand in self.hands)
        self.in_hands = begun and len(self.stock) == game.full_pack
        if not self.deal.position and total != len(PACK):
            self.fault("card_count.deal", "start", count=total)
            return
        if self.in_hands or total > dealt or (total == dealt and not game.stray):
            ahead, rest = divmod(len(PACK) - total, game.players if self.in_hands else game.per_trick)
            self.trick_number = ahead + 1
        else:
            left, rest = divmod(total, game.players)
            self.trick_number = game.last_trick + 1 - left
        if rest or not total or self.trick_number < 1 or total > len(PACK):
            self.fault("card_count.alone", "start", count=total, n=game.players)

    @override
    def find_lead(self) -> None:
        self._find_lock()
        self.stop_at_faults()
        if self.trick_number > 1 or self.laid:
            self._find_later()
            return
        if self.session.dealer is None and self.lead is not None and not self.lock:
            self.dealt_by(self.seats[self.lead])
        self._find_first()

    def _find_lock(self) -> None:
        """Find the rank of the two cards turned up, if it locks the pack."""
        game, stock = self.game, self.stock
        if len(stock) == game.full_pack and stock[0][0] == stock[-1][0] != HIDDEN:
            self.lock = stock[0][0]
        if self.locked and not self.lock:
            self.fault("lock_wrong.none", "pack")
        elif self.in_hands and not self.lock:
            self.fault("hand_size.unlocked", "stock")
        may_decline = self.trick_number == 1 and not self.laid and self.lock and not game.must_unlock
        if self.declined and not may_decline:
            self.fault("declined_wrong", "declined")

    def _find_first(self) -> None:
        """Find the seat to act before the first lead (KO-R1, R3, R5).

        The dealer leads, or a holder unlocks the pack.
        """
        dealer = self.session.dealer
        if dealer is None:
            self.fault("dealer_missing.alone", "start")
        turn = dealing = self.seats.index(dealer) if dealer else 0
        self.phase = Phase.FIRST_LEAD
        if self.lock and self.hidden and self.lead is not None:
            turn = self.lead
            if self.locked:
                self.phase = Phase.LOCKED_END
        elif self.lock:
            asked = PackEnds(self.lock, declined=self.declined).seat_asked(self.hands, dealing)
            if asked is None:
                self.phase = Phase.LOCKED_END
            else:
                turn = asked
                if self.locked:
                    self.fault("lock_wrong.opens", "pack", seat=self.name_of(turn))
        if self.lead not in (None, turn):
            self.fault("lead_wrong.first", "lead", right=self.name_of(turn))
        self.first = self.turn = turn

    def _find_later(self) -> None:
        """Find the phase, the leader and the seat to act after the first lead."""
        game, trick = self.game, self.laid
        leader = self.lead if self.leader is None else self.leader
        if leader is None:
            self.fault("lead_missing", "start")
            return
        if self.lead not in (None, leader):
            self.fault("lead_wrong.trick", "lead", seat=self.name_of(self.lead))
        if self.in_hands:
            self.phase = Phase.LOCKED_END
        elif self.trick_number > game.ordinary:
            stray = self.trick_number == game.ordinary + 1 and game.stray
            self.phase = Phase.ENDGAME1 if stray else Phase.ENDGAME
        if self.trick_number == 1 and not self.in_hands and self._unlocks(leader):
            self.lock = trick[0][0]
        self.first, self.turn = leader, (leader + len(trick)) % game.players
        if len(trick) == game.players:
            if self.phase != Phase.NORMAL or not game.spices:
                self.fault("trick_wrong.full", "trick")
            self.phase = Phase.SPICE
            self.turn = (leader + taker(trick)) % game.players

    def _unlocks(self, leader: int) -> bool:
        """Return True if the first trick's lead has unlocked the pack.

        Then the leader has drawn the other face-up card.
        """
        rank, stock = self.laid[0][0], self.stock
        drew = any(seat == leader and card[0] == rank for seat, card in self.shown_cards)
        return not self.bottom_led and drew and bool(stock) and stock[-1][0] == rank

    @override
    def built(self) -> KontraState:
        self._check_sizes()
        points, tricks = self._read_totals()
        self.stop_at_faults()
        before = KontraPriorPlay(self.session, self.trick_number, points, tricks, cut=self.cut)
        up = PackEnds(self.lock, not self.bottom_led, self.declined)
        return KontraState(self.game, **self.common_slots(), before=before, phase=self.phase, up=up)

    def _check_sizes(self) -> None:
        """Check the number of cards in hands and pack at this point of the trick."""
        game, left = self.game, len(self.dealt_cards) - HAND * self.game.players
        stocks = {Phase.ENDGAME1: game.stray, Phase.ENDGAME: 0, Phase.LOCKED_END: game.full_pack}
        self.check_sizes(stocks.get(self.phase, left), self.phase not in stocks)
        if self.bottom_led and self.phase in (Phase.FIRST_LEAD, Phase.LOCKED_END):
            self.fault("bottom_wrong", "bottom")

    def _read_totals(self) -> tuple[tuple[int, ...] | None, tuple[int, ...] | None]:
        """Return points and tricks of each player, if the cards that are gone allow them."""
        game, number = self.game, self.trick_number
        if number == 1:
            self.check_first()
            self.check_shown()
            return (0,) * game.players, (0,) * game.players
        gone = frozenset(PACK) - self.named
        value = None if self.hidden else game.worth(gone)
        points, tricks = self.numbers("points", value), self.numbers("tricks", number - 1)
        self.check_tricks(tricks)
        if points and value is not None and (sum(points) != value or min(points) < 0):
            self.fault("points_impossible.sum.alone", "points", value=value)
        self.check_shown()
        self.stop_at_faults()
        won = tricks or (None,) * game.players
        if won[self.first] == 0:
            self.fault("tricks_impossible.leader", "tricks", seat=self.name_of(self.first))
        elif points and value is not None:
            piles = [KnownPile(self._sizes(own), sum_) for own, sum_ in zip(won, points, strict=True)]
            if not can_lie(gone, game.values, piles):
                self.fault("points_impossible.alone", "points")
        return points, tricks

    def _sizes(self, won: int | None) -> Collection[int]:
        """Return the possible sizes of a pile of `won` tricks; of any number if None.

        A trick that begins with enough cards in the pack uses one more card than there are players, unless
        there is no spice. The next trick has the rest of the pack. Later tricks, and all tricks with a locked
        pack, are played from hands alone.
        """
        game, earlier = self.game, self.trick_number - 1
        locked = self.phase == Phase.LOCKED_END
        ordinary = 0 if locked else min(earlier, game.ordinary)
        strays = int(not locked and earlier > game.ordinary)
        return {
            one * game.per_trick + stray * (game.players + game.stray) + bare * game.players
            for one in range(ordinary + 1)
            for stray in range(strays + 1)
            for bare in range(earlier - ordinary - strays + 1)
            if won in (None, one + stray + bare)
        }
