"""How a deal begins: cards just dealt or a position, with every fault it may have by name."""

from collections import Counter
from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING

from kontrapunkt.cards import HIDDEN, Card
from kontrapunkt.deal import Deal
from kontrapunkt.game import SEATS, Match
from kontrapunkt.games.kontra.cutting import Rounds, dealer_of, rounds_of
from kontrapunkt.games.kontra.facts import DEAL_FACTS, LED, LOCKED, POSITION_FACTS, Facts
from kontrapunkt.games.kontra.kept import Before
from kontrapunkt.games.kontra.match import KontraMatch
from kontrapunkt.games.kontra.state import KontraState
from kontrapunkt.games.kontra.table import ENDGAME, ENDGAME1, FIRST_LEAD, HAND, LOCKED_END, NORMAL, SPICE
from kontrapunkt.games.piles import KnownPile, can_lie
from kontrapunkt.games.rank_match.table import PACK, in_order
from kontrapunkt.rules import PositionError
from kontrapunkt.said import Said, say, seat_name

if TYPE_CHECKING:
    from kontrapunkt.games.kontra import Kontra


def begin(game: "Kontra", deal: Deal, unseen: bool = False, match: Match | None = None) -> KontraState:
    """The state that a deal starts with.

    Args:
        game: The game and its options.
        deal: The deal or position.
        unseen: Whether it may hide cards.
        match: The match as the deals before it left it; None where the deal itself says how it stands.

    Raises:
        PositionError: naming each fault.
    """
    return _Start(game, deal, unseen).state(match)


class _Start:
    """Reads one deal; each step looks for its faults, and stops where the next would make no sense."""

    def __init__(self, game: "Kontra", deal: Deal, unseen: bool) -> None:
        self.game = game
        self.deal = deal
        self.unseen = unseen
        known = POSITION_FACTS if deal.position else DEAL_FACTS
        self.facts = Facts(game, deal, (*known, *game.match_facts))
        self.fault = self.facts.fault

    def stop_at_faults(self) -> None:
        if self.facts.faults:
            raise PositionError(self.facts.faults)

    def state(self, match: Match | None) -> KontraState:
        self.read()
        self.stop_at_faults()
        self.find_dealer(match)
        self.stop_at_faults()
        self.check_cards()
        self.stop_at_faults()
        self.find_trick()
        self.stop_at_faults()
        self.find_phase()
        self.stop_at_faults()
        self.check_sizes()
        self.check_past()
        self.stop_at_faults()
        return self.built()

    def read(self) -> None:
        for seat in SEATS:
            if seat in self.game.seats and seat not in self.deal.hands:
                self.fault("hand_missing", "hand_missing", "start", seat=seat_name(seat), key=seat)
            elif seat not in self.game.seats and seat in self.deal.hands:
                self.fault("hand_stray", "hand_stray", seat, seat=seat_name(seat), n=self.game.players)
        self.hands = [in_order(self.deal.hands.get(seat, ())) for seat in self.game.seats]
        self.stock = self.deal.stock or ()
        self.trick_leader, self.trick, self.dark = self.facts.trick()
        self.said_lead = self.facts.own_seat("lead")
        self.said_locked = self.facts.flag("pack", LOCKED)
        self.declined = self.facts.own_seats("declined")
        self.bottom_led = self.facts.flag("bottom", LED)
        self.shown = tuple((self.facts.number_of(seat), card) for seat, card in self.facts.held("shown"))

    def find_dealer(self, match: Match | None) -> None:
        """Who deals, by the tag, the cut, or the match; the match is as it stands before the deal."""
        rounds = self.read_cut(match)
        deal = self.deal
        if rounds and deal.dealer and dealer_of(rounds) != deal.dealer:
            self.fault("cut_wrong", "cut_dealer", "cut", seat=seat_name(dealer_of(rounds)))
            return
        if rounds:
            deal = replace(deal, dealer=dealer_of(rounds))
        self.cut = rounds
        agreed = self.game.match(deal) if match is None else match.agreed(deal)
        assert isinstance(agreed, KontraMatch)
        self.match = replace(agreed, cutters=tuple(seat for seat, _ in rounds[0])) if rounds else agreed

    def read_cut(self, match: Match | None) -> Rounds:
        if "cut" not in self.deal.facts:
            return ()
        cuts = self.facts.held("cut")
        self.stop_at_faults()
        cutters = None
        if match is not None:
            assert isinstance(match, KontraMatch)
            cutters = match.cutters or match.dealers
        rounds = rounds_of(cuts, cutters, self.game.options["recut"])
        if rounds is None:
            self.fault("cut_wrong", "cut_wrong", "cut")
            return ()
        return rounds

    def check_cards(self) -> None:
        places = [
            *zip(self.game.seats, self.hands, strict=True),
            ("stock", self.stock),
            ("trick", self.trick),
        ]
        first: dict[Card, str] = {}
        for key, cards in places:
            for card in cards:
                if card != HIDDEN and first.setdefault(card, key) != key:
                    values = {"card": card, "one": _place(first[card]), "other": _place(key)}
                    self.fault("card_twice", "card_twice", key, **values)
            for card, number in Counter(cards).items() if len({*cards}) < len(cards) else ():
                if number > 1 and card != HIDDEN:
                    self.fault("card_twice", "card_twice.here", key, card=card, place=_place(key))
        self.hidden = any(HIDDEN in cards for _, cards in places)
        if self.hidden and not self.unseen:
            key = next(key for key, cards in places if HIDDEN in cards)
            self.fault("hidden_card", "hidden_card", key)
        self.gone = frozenset(PACK) - frozenset(first)
        self.total = sum(len(cards) for _, cards in places)

    def find_trick(self) -> None:
        """The trick's number follows from the cards that are left, if the pack is in the game."""
        game = self.game
        if not self.deal.position and self.total != len(PACK):
            self.fault("card_count", "card_count.deal", "start", count=self.total)
            return
        self.out_of_hands = len(self.stock) == game.full_pack and (
            bool(self.trick) or any(len(hand) < HAND for hand in self.hands)
        )
        if self.out_of_hands:
            ahead, rest = divmod(len(PACK) - self.total, game.players)
            number = ahead + 1
        elif self.total > HAND * game.players or (self.total == HAND * game.players and not game.stray):
            ahead, rest = divmod(len(PACK) - self.total, game.per_trick)
            number = ahead + 1
        else:
            left, rest = divmod(self.total, game.players)
            number = game.last_trick + 1 - left
        if rest or not self.total or number < 1 or self.total > len(PACK):
            self.fault("card_count", "card_count", "start", count=self.total, n=game.players)
        self.number = number

    def find_phase(self) -> None:
        """The phase, who leads, and who acts."""
        game = self.game
        self.lock = ""
        opened = self.number == 1 and not self.trick
        if len(self.stock) == game.full_pack and self.stock[0][0] == self.stock[-1][0] != HIDDEN:
            self.lock = self.stock[0][0]
        if self.said_locked and not self.lock:
            self.fault("lock_wrong", "lock_none", "pack")
        elif self.out_of_hands and not self.lock:
            self.fault("hand_size", "not_locked", "stock")
        if self.declined and not (opened and self.lock and not game.must_unlock):
            self.fault("declined_wrong", "declined_wrong", "declined")
        if self.facts.faults:
            return
        if opened:
            self.find_first_lead()
            return
        leader = self.trick_leader if self.trick_leader is not None else self.said_lead
        if leader is None:
            self.fault("lead_missing", "lead_missing", "start")
            return
        if self.said_lead is not None and leader != self.said_lead:
            self.fault("lead_wrong", "lead_trick", "lead", seat=seat_name(game.seats[self.said_lead]))
        self.leader = leader
        self.phase = LOCKED_END if self.out_of_hands else self.phase_by_number()
        if self.number == 1 and not self.out_of_hands and self.trick_unlocks():
            self.lock = self.trick[0][0]
        full = len(self.trick) == game.players
        if full and self.phase != NORMAL:
            self.fault("trick_wrong", "trick_full", "trick")
        self.turn = (leader + len(self.trick)) % game.players
        if full:
            self.phase = SPICE
            led = max(i for i, card in enumerate(self.trick) if card[0] == self.trick[0][0])
            self.turn = (leader + led) % game.players
            if not game.spices:
                self.fault("trick_wrong", "trick_full", "trick")

    def phase_by_number(self) -> str:
        game = self.game
        if self.number <= game.ordinary:
            return NORMAL
        return ENDGAME1 if self.number == game.ordinary + 1 and game.stray else ENDGAME

    def trick_unlocks(self) -> bool:
        """Whether this first trick's lead has unlocked the pack: then the leader drew the other open card."""
        rank = self.trick[0][0]
        drew = any(seat == self.leader and card[0] == rank for seat, card in self.shown)
        return not self.bottom_led and drew and bool(self.stock) and self.stock[-1][0] == rank

    def find_first_lead(self) -> None:
        """Before the first lead: the dealer leads, or a holder unlocks the pack (KO-R1, R3, R5)."""
        game = self.game
        dealer = self.match.dealer
        if dealer is None and self.said_lead is not None and not self.lock:
            self.match = self.match.agreed(replace(self.deal, dealer=game.seats[self.said_lead]))
            dealer = self.match.dealer
        if dealer is None:
            self.fault("dealer_missing", "dealer_missing", "start")
            return
        dealing = game.seats.index(dealer)
        self.phase = FIRST_LEAD
        self.turn = dealing
        if self.lock and self.hidden and self.said_lead is not None:
            self.turn = self.said_lead
            if self.said_locked:
                self.phase = LOCKED_END
        elif self.lock:
            asked = game.unlocker(self.hands, dealing, self.lock, self.declined)
            if asked is None:
                self.phase = LOCKED_END
            else:
                self.turn = asked
            if self.said_locked and self.phase != LOCKED_END:
                self.fault("lock_wrong", "lock_opens", "pack", seat=seat_name(game.seats[self.turn]))
        self.leader = self.turn
        if self.said_lead not in (None, self.turn):
            right = seat_name(game.seats[self.turn])
            self.fault("lead_wrong", "lead_first", "lead", right=right)

    def check_sizes(self) -> None:
        """Hands and pack must be as long as they are at this point of this trick."""
        game, played = self.game, len(self.trick)
        wanted = [HAND] * game.players
        if self.phase in (FIRST_LEAD, NORMAL, SPICE):
            stock = self.total - HAND * game.players - played
        else:
            stock = game.full_pack if self.phase == LOCKED_END else game.stray * (self.phase == ENDGAME1)
            left = (self.total - stock) // game.players
            wanted = [left] * game.players
            for i in range(played):
                wanted[(self.leader + i) % game.players] -= 1
            if self.dark:
                self.fault("trick_wrong", "trick_dark", "trick")
        for seat, hand, size in zip(game.seats, self.hands, wanted, strict=True):
            if len(hand) != size:
                numbers = {"count": len(hand), "size": size, "total": self.total}
                self.fault("hand_size", "hand_size", seat, seat=seat_name(seat), **numbers)
        if len(self.stock) != stock and not self.facts.faults:
            numbers = {"stock": len(self.stock), "size": stock, "total": self.total}
            self.fault("stock_size", "stock_size", "stock", **numbers)
        if self.bottom_led and self.phase in (FIRST_LEAD, LOCKED_END):
            self.fault("bottom_wrong", "bottom_wrong", "bottom")

    def check_past(self) -> None:
        """Points and tricks must be possible with the cards that are gone."""
        game, number = self.game, self.number
        value = sum(game.values.get(card[0], 0) for card in self.gone)
        nothing = (0,) * game.players
        if number == 1:
            self.points: tuple[int, ...] | None = nothing
            self.tricks: tuple[int, ...] | None = nothing
            for key in ("points", "tricks"):
                if self.facts.numbers(key, 0) not in (None, nothing):
                    self.fault("points_impossible", "points_first", key)
            return self.check_shown()
        self.points = self.facts.numbers("points", None if self.hidden else value)
        self.tricks = self.facts.numbers("tricks", number - 1)
        if self.tricks and (sum(self.tricks) != number - 1 or min(self.tricks) < 0):
            self.fault("tricks_impossible", "tricks_sum", "tricks", sum=number - 1)
        if self.points and not self.hidden and (sum(self.points) != value or min(self.points) < 0):
            self.fault("points_impossible", "points_sum", "points", value=value)
        self.check_shown()
        if self.facts.faults:
            return None
        won = self.tricks or (None,) * game.players
        if won[self.leader] == 0:
            seat = seat_name(game.seats[self.leader])
            self.fault("tricks_impossible", "tricks_leader", "tricks", seat=seat)
        elif self.points and not self.hidden:
            both = zip(won, self.points, strict=True)
            piles = [KnownPile(self.pile_sizes(tricks), points) for tricks, points in both]
            if not can_lie(self.gone, game.values, piles):
                self.fault("points_impossible", "points_impossible", "points")
        return None

    def pile_sizes(self, won: int | None) -> Collection[int]:
        """How many cards a pile of so many tricks may have; None for any number of them.

        A trick that begins with enough of the pack takes one card of it more than there are players, or none;
        the next has what is left of the pack; and then, or with a locked pack, there are hands alone.
        """
        game, earlier = self.game, self.number - 1
        ordinary = 0 if self.phase == LOCKED_END else min(earlier, game.ordinary)
        strays = int(self.phase != LOCKED_END and earlier > game.ordinary)
        return {
            one * game.per_trick + stray * (game.players + game.stray) + bare * game.players
            for one in range(ordinary + 1)
            for stray in range(strays + 1)
            for bare in range(earlier - ordinary - strays + 1)
            if won in (None, one + stray + bare)
        }

    def check_shown(self) -> None:
        for holder, card in self.shown:
            if card not in self.hands[holder]:
                values = {"seat": seat_name(self.game.seats[holder]), "card": card}
                self.fault("shown_wrong", "shown_wrong", "shown", **values)

    def built(self) -> KontraState:
        state = KontraState()
        nothing = (0,) * self.game.players
        state._actions = None
        state._before = Before(self.match, self.number, self.points, self.tricks, self.cut)
        state._bottom = not self.bottom_led
        state._chance = None
        state._dark = self.dark
        state._declined = self.declined
        state._game = self.game
        state._hands = tuple(self.hands)
        state._leader = self.leader
        state._lock = self.lock
        state._number = self.number
        state._phase = self.phase
        state._points = nothing
        state._shown = self.shown
        state._stock = self.stock
        state._taken = nothing
        state._top = 0
        state._trick = self.trick
        state._tricks = ()
        state._turn = self.turn
        return state


def _place(key: str) -> Said:
    if key in ("stock", "trick"):
        return say(f"kontra.place.{key}")
    return say("kontra.place.hand", seat=say(f"seat.{key}"))
