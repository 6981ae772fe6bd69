"""How a deal begins: cards just dealt or a position, with every fault it may have by name."""

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from kontrapunkt.cards import HIDDEN, Card
from kontrapunkt.deal import Deal
from kontrapunkt.game import SEATS, Match, left_of
from kontrapunkt.games.rank_match.facts import PLAY_FACTS, Facts
from kontrapunkt.games.rank_match.kept import LAST_TRICK, Before
from kontrapunkt.games.rank_match.past import can_have_been
from kontrapunkt.games.rank_match.state import SedmaState
from kontrapunkt.games.rank_match.table import PACK, in_order
from kontrapunkt.rules import PositionError
from kontrapunkt.said import Said, row, say, seat_name

if TYPE_CHECKING:
    from kontrapunkt.games.rank_match.game import SedmaGame

__all__ = ["Facts", "begin"]


def begin(game: "SedmaGame", deal: Deal, unseen: bool = False, match: Match | None = None) -> SedmaState:
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

    def __init__(self, game: "SedmaGame", deal: Deal, unseen: bool) -> None:
        self.game = game
        self.deal = deal
        self.unseen = unseen
        known = (*PLAY_FACTS, *game.own_facts) if deal.position else ("lead",)
        self.facts = Facts(deal, (*known, *game.match_facts))
        self.fault = self.facts.fault

    def stop_at_faults(self) -> None:
        if self.facts.faults:
            raise PositionError(self.facts.faults)

    def state(self, match: Match | None) -> SedmaState:
        self.read()
        self.stop_at_faults()
        self.match = self.game.match(self.deal) if match is None else match.agreed(self.deal)
        self.check_cards()
        self.stop_at_faults()
        self.find_trick()
        self.stop_at_faults()
        self.check_sizes()
        self.find_lead()
        self.stop_at_faults()
        self.check_past()
        self.stop_at_faults()
        return self.built()

    def read(self) -> None:
        for seat in SEATS:
            if seat not in self.deal.hands:
                self.fault("hand_missing", "hand_missing", "start", seat=seat_name(seat), key=seat)
        self.hands = [in_order(self.deal.hands.get(seat, ())) for seat in SEATS]
        self.stock = self.deal.stock or ()
        self.trick_leader, self.trick, self.dark = self.facts.trick()
        self.streak = self.facts.streak()
        self.shown = self.facts.shown()
        turned = self.facts.cards("turned")
        self.turned = turned[0] if turned else None
        if len(turned) > 1:
            self.facts.unreadable("turned", "turned: KC")

    def check_cards(self) -> None:
        places = [*zip(SEATS, self.hands, strict=True), ("stock", self.stock), ("trick", self.trick)]
        first: dict[Card, str] = {}
        for key, cards in places:
            for card in cards:
                if card != HIDDEN and first.setdefault(card, key) != key:
                    values = {"card": card, "one": _place(first[card]), "other": _place(key)}
                    self.fault("card_twice", "card_twice", key, **values)
            twice = Counter(cards) if len({*cards}) < len(cards) else {}
            for card, number in twice.items():
                if number > 1 and card != HIDDEN:
                    self.fault("card_twice", "card_twice.here", key, card=card, place=_place(key))
        hidden = any(HIDDEN in cards for _, cards in places)
        if hidden and not self.unseen:
            key = next(key for key, cards in places if HIDDEN in cards)
            self.fault("hidden_card", "hidden_card", key)
        self.present = frozenset(first)
        played = frozenset(self.facts.cards("played"))
        said = "played" in self.deal.facts
        if said and played & self.present:
            self.fault("card_twice", "played_present", "played", card=min(played & self.present))
        self.gone: frozenset[Card] | None = frozenset(PACK) - self.present if not hidden else None
        if hidden and said:
            self.gone = played
        elif said and played != self.gone:
            self.fault("played_wrong", "played_wrong", "played")
        self.total = sum(len(cards) for _, cards in places)
        if hidden and said and len(played) != len(PACK) - self.total:
            self.fault("played_wrong", "played_wrong", "played")

    def find_trick(self) -> None:
        """The trick's number follows from the cards that are left."""
        left = self.total
        sizes = {len(hand) for hand in self.hands}
        if not self.trick and not self.turned:
            if len(sizes) > 1:
                counts = row(
                    row([seat_name(seat), str(len(hand))])
                    for seat, hand in zip(SEATS, self.hands, strict=True)
                )
                short = min(range(4), key=lambda i: len(self.hands[i]))
                self.fault("uneven_hands", "uneven_hands", SEATS[short], counts=counts)
            elif len(self.stock) % 4:
                self.fault("stock_size", "stock_four", "stock", stock=len(self.stock))
        if left == 0 or left > len(PACK) or (left % 4 and not self.facts.faults):
            self.fault("card_count", "card_count", "start", count=left)
        if not self.deal.position and left != len(PACK) and not self.facts.faults:
            self.fault("card_count", "card_count.deal", "start", count=left)
        self.number = LAST_TRICK + 1 - left // 4
        if self.number == 1 and self.gone is None:
            self.gone = frozenset()

    def check_sizes(self) -> None:
        """Hands and stock must be as long as they are at this point of this trick."""
        full, at_once = self.game.hand_size, self.game.draws_at_once
        stock = max(0, self.total - 4 * full)
        base = (self.total - stock) // 4
        self.leader = self.trick_leader if self.trick_leader is not None else self.said_leader()
        turn = (self.leader + len(self.trick)) % 4
        wanted = [base] * 4
        if self.turned:
            wanted[turn] += 1
            stock -= 1
        for i in range(len(self.trick)):
            seat = (self.leader + i) % 4
            if self.number > self.game.stock_tricks:
                wanted[seat] -= 1
                if self.dark >> i & 1:
                    self.fault("trick_wrong", "trick_dark", "trick")
            elif at_once or len(self.hands[seat]) == full or self.dark >> i & 1:
                stock -= 1
            else:
                wanted[seat] -= 1
        for place, hand, size in zip(SEATS, self.hands, wanted, strict=True):
            if len(hand) != size:
                numbers = {"count": len(hand), "size": size, "total": self.total}
                self.fault("hand_size", "hand_size", place, seat=seat_name(place), **numbers)
        if len(self.stock) != stock and not self.facts.faults:
            self.fault(
                "stock_size", "stock_size", "stock", stock=len(self.stock), size=stock, total=self.total
            )
        if self.turned:
            self.check_turned(turn)

    def check_turned(self, turn: int) -> None:
        card = self.turned
        assert card is not None
        if self.number > self.game.stock_tricks or card not in self.hands[turn]:
            self.fault("turned_wrong", "turned_wrong", "turned", card=card)

    def said_leader(self) -> int:
        seat = self.facts.seat("lead")
        if seat:
            return SEATS.index(seat)
        dealer = self.match.dealer
        return SEATS.index(left_of(dealer)) if dealer and self.number == 1 else 0

    def find_lead(self) -> None:
        said = self.facts.seat("lead")
        dealer = self.match.dealer
        if said and self.trick_leader is not None and SEATS.index(said) != self.trick_leader:
            self.fault("lead_wrong", "lead_trick", "lead", seat=seat_name(said))
        known = said or (SEATS[self.trick_leader] if self.trick_leader is not None else None)
        if self.number == 1:
            if known and dealer and known != left_of(dealer):
                values = {"seat": seat_name(known), "right": seat_name(left_of(dealer))}
                self.fault("lead_wrong", "lead_dealer", "lead", **values)
            if known and not dealer:
                self.match = self.match.agreed(replace(self.deal, dealer=left_of(known, 3)))
            elif not dealer:
                self.fault("dealer_missing", "dealer_missing", "start")
        elif not known:
            self.fault("lead_missing", "lead_missing", "start")

    def check_past(self) -> None:
        """Points, tricks, marks and streak must be possible with the cards that are gone."""
        game, number = self.game, self.number
        self.marks = game.read_marks(self.facts, number)
        gone = self.gone
        value = sum(game.values.get(card[0], 0) for card in gone or ())
        self.points = (0, 0) if number == 1 else self.facts.numbers("points", None if gone is None else value)
        self.tricks = (0, 0) if number == 1 else self.facts.numbers("tricks", number - 1)
        if number == 1 and not self.unseen:
            for key in ("points", "tricks"):
                if self.facts.numbers(key, 0) not in (None, (0, 0)):
                    self.fault("points_impossible", "points_first", key)
        for holder, card in self.shown:
            if card not in self.hands[holder]:
                values = {"seat": seat_name(SEATS[holder]), "card": card}
                self.fault("shown_wrong", "shown_wrong", "shown", **values)
        if self.tricks and (sum(self.tricks) != number - 1 or min(self.tricks) < 0):
            self.fault("tricks_impossible", "tricks_sum", "tricks", total=self.total, sum=number - 1)
        kings = self.kings = self.kings_played(gone)
        if gone is None or self.facts.faults:
            return
        if self.points and sum(self.points) != value:
            self.fault("points_impossible", "points_sum", "points", value=value)
        if kings == 4 and game.guards_king and game.dark_king != "stands" and self.king_needed():
            self.fault("fourth_king", "fourth_king", "start")
        if self.turned and not self.built().keeps(self.turned):
            self.fault("turned_wrong", "turned_wrong", "turned", card=self.turned)
        self.check_streak(gone)
        if not self.facts.faults and not can_have_been(game, self.before(), gone, self.leader):
            self.fault("points_impossible", "points_impossible", "points")

    def kings_played(self, gone: frozenset[Card] | None) -> int:
        """Kings played so far; where hidden cards leave it open, as many as the position says."""
        here = sum(card[0] == "K" for card in self.trick)
        counted = here + sum(card[0] == "K" for card in gone or ())
        said = self.facts.number("kings") if "kings" in self.deal.facts else None
        if said is None:
            return counted
        held = sum(card[0] == "K" for card in self.present) - here
        if not (here <= said <= 4 - held if gone is None else said == counted):
            self.fault("kings_wrong", "kings_wrong", "kings")
        return said

    def king_needed(self) -> bool:
        """Whether all kings gone is impossible here: the fourth may not fall in the first part."""
        if self.number <= self.game.stock_tricks:
            return True
        return self.number == self.game.stock_tricks + 1 and not any(card[0] == "K" for card in self.trick)

    def check_streak(self, gone: frozenset[Card]) -> None:
        if not self.streak:
            return
        _, rank, times = self.streak
        if times >= self.number or times > sum(card[0] == rank for card in gone):
            self.fault("streak_impossible", "streak_impossible", "streak")

    def before(self) -> Before:
        """What the position says of the past."""
        return Before(self.match, self.number, self.points, self.tricks, self.marks, self.gone)

    def built(self) -> SedmaState:
        state = SedmaState()
        state._actions = None
        state._before = self.before()
        state._chance = None
        state._dark = self.dark
        state._game = self.game
        state._hands = tuple(self.hands)
        state._kings = self.kings
        state._leader = self.leader
        state._marks = self.marks
        state._number = self.number
        state._points = (0, 0)
        state._shown = self.shown
        state._stock = self.stock
        state._streak = self.streak
        state._taken = (0, 0)
        state._top = 0
        state._trick = self.trick
        state._tricks = ()
        state._turn = (self.leader + len(self.trick)) % 4
        state._turned = self.turned
        return state


def _place(key: str) -> Said:
    return say(f"rank_match.place.{key}")
