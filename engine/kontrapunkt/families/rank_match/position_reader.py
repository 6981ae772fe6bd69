"""Reading the start of a deal, just dealt or a position, and naming its faults."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, ClassVar, override

from kontrapunkt.core.cards import HIDDEN, Card
from kontrapunkt.core.interface import SEATS, left_of
from kontrapunkt.core.messages import Message, row, say, seat_name
from kontrapunkt.core.old_names import old_names
from kontrapunkt.families.deal_reader import DealReader
from kontrapunkt.families.deal_state import PriorPlay
from kontrapunkt.families.rank_match.constants import PACK, in_order
from kontrapunkt.families.rank_match.facts import Facts
from kontrapunkt.families.rank_match.prior_play import pasts
from kontrapunkt.families.rank_match.rules import RankMatchRules, RankRules
from kontrapunkt.families.rank_match.state import LAST_TRICK, RankMatchState, RankState
from kontrapunkt.record.text import read_card


@old_names(kept="common_slots")
class RankPositionReader[G: RankRules[Any], S: RankState[Any, Any]](DealReader[G, S], Facts[G]):
    """A reader of one deal; seats are numbers in the order of play.

    Attributes:
        full_trick: True if the trick in progress may have all its cards.
        trick_number: The trick's number, from 1.
        shown_cards: The cards in hands that everybody has seen, with their holders.
        leader: The leader of the trick in progress; None if it is empty.
        laid: Its cards.
        dark: Bits; bit i is set if its i-th card was turned in the dark.
        lead: The leader according to the fact `lead`; None without it.
        first: The seat that leads or has led the trick in progress.
        turn: The seat to act.
        dealt_cards: All cards, in any place.
        named: Those that are not hidden.
        hidden: True if some are hidden.
        turned: The card that was turned in the dark and must be kept; None for none.
    """

    full_trick: ClassVar[bool] = False
    turned: Card | None = None
    trick_number: int
    first: int
    turn: int

    @override
    def steps(self) -> Iterable[Callable[[], None]]:
        return self.read, self.agree, self.check_cards, self.find_number, self.find_lead

    @override
    def read(self) -> None:
        super().read()
        self.leader, self.laid, self.dark = self.trick(self.most_laid)
        self.hands = [in_order(hand) for hand in self.hands]
        self.shown_cards = self.shown()
        self.lead = self.seat("lead")
        self.dealt_cards = (*(card for hand in self.hands for card in hand), *self.stock, *self.laid)
        self.named = frozenset(self.dealt_cards) - {HIDDEN}
        self.hidden = HIDDEN in self.dealt_cards

    def check_cards(self) -> None:
        """Check that no card is there twice, and none is hidden unless that is allowed."""
        places = [*zip(self.seats, self.hands, strict=True), ("stock", self.stock), ("trick", self.laid)]
        first: dict[Card, str] = {}
        for key, cards in places:
            for card in cards:
                if card != HIDDEN and first.setdefault(card, key) != key:
                    self.fault("card_twice", key, card=card, one=_place(first[card]), other=_place(key))
            for card, number in Counter(cards).items() if len({*cards}) < len(cards) else ():
                if number > 1 and card != HIDDEN:
                    self.fault("card_twice.here", key, card=card, place=_place(key))
        if self.hidden and not self.unseen:
            self.fault("hidden_card", next(key for key, cards in places if HIDDEN in cards))

    @property
    def most_laid(self) -> int:
        """The most cards that the trick in progress may have."""
        return len(self.seats) - (not self.full_trick)

    @abstractmethod
    def find_number(self) -> None:
        """Find the trick's number, which follows from the cards that are left."""

    @abstractmethod
    def find_lead(self) -> None:
        """Find the leader and the seat to act."""

    def common_slots(self) -> dict[str, object]:
        """Return the slots that every state of the family has, by name."""
        return {
            "dark": self.dark,
            "hands": tuple(self.hands),
            "leader": self.first,
            "shown": self.shown_cards,
            "stock": self.stock,
            "trick": self.laid,
            "trick_number": self.trick_number,
            "turn": self.turn,
        }

    def check_sizes(self, stock: int, draws: bool) -> None:
        """Check that hands and stock have the right size for this point of this trick.

        Args:
            stock: The number of cards in the stock when the trick began.
            draws: True if cards are drawn from it in this trick.
        """
        total, number = len(self.dealt_cards), len(self.seats)
        wanted = [(total - stock) // number] * number
        if self.turned:
            wanted[self.turn] += 1
            stock -= 1
        for place in range(len(self.laid)):
            seat = (self.first + place) % number
            if draws and self.has_drawn(seat, place):
                stock -= 1
            else:
                wanted[seat] -= 1
        if self.dark and not draws:
            self.fault(f"trick_wrong.dark{self.alone}", "trick")
        for name, hand, size in zip(self.seats, self.hands, wanted, strict=True):
            if len(hand) != size:
                self.fault("hand_size", name, seat=seat_name(name), count=len(hand), size=size, total=total)
        if len(self.stock) != stock and not self.faults:
            self.fault("stock_size", "stock", stock=len(self.stock), size=stock, total=total)

    def has_drawn(self, seat: int, place: int) -> bool:
        """Return True if the seat has drawn for its card, in a trick with cards to draw.

        Args:
            seat: The seat.
            place: The index of its card in the trick.
        """
        return True

    def check_first(self) -> None:
        """Check that nothing has been taken before the first trick."""
        for key in ("points", "tricks"):
            if any(self.numbers(key, 0) or ()):
                self.fault(f"points_impossible.first{self.alone}", key)

    def check_shown(self) -> None:
        """Check that each card shown is in the hand of its seat."""
        for holder, card in self.shown_cards:
            if card not in self.hands[holder]:
                self.fault("shown_wrong", "shown", seat=self.name_of(holder), card=card)

    def check_tricks(self, tricks: tuple[int, ...] | None) -> None:
        """Check that the tricks of all sides add up to those before the trick in progress.

        Args:
            tricks: The tricks of each side; None if not given.
        """
        if tricks and (sum(tricks) != self.trick_number - 1 or min(tricks) < 0):
            total, sum_ = len(self.dealt_cards), self.trick_number - 1
            self.fault(f"tricks_impossible.sum{self.alone}", "tricks", total=total, sum=sum_)


def _place(key: str) -> Message:
    if key in ("stock", "trick"):
        return say(f"rank_match.place.{key}")
    return say("rank_match.place.hand", seat=say(f"seat.{key}"))


class MatchReader(RankPositionReader[RankMatchRules[RankMatchState], RankMatchState]):
    """A reader of a deal of four.

    Attributes:
        played: The cards of the earlier tricks according to the fact `played`; None without it.
        last_leads: Leader, rank and number of the last leads of one rank; None for none.
        gone: The cards of the earlier tricks; None if hidden cards leave them open.
    """

    @override
    def read(self) -> None:
        super().read()
        self.turned = self.one("turned", read_card, "KC")
        self.played = frozenset(self.cards("played")) if "played" in self.deal.facts else None
        self.last_leads = self.streak()

    @override
    def check_cards(self) -> None:
        super().check_cards()
        played, missing = self.played, frozenset(PACK) - self.named
        if played is not None and played & self.named:
            self.fault("card_twice.played_present", "played", card=min(played & self.named))
        if played is not None and (
            len(played) != len(PACK) - len(self.dealt_cards) if self.hidden else played != missing
        ):
            self.fault("played_wrong", "played")
        self.gone = played if self.hidden else missing

    @override
    def find_number(self) -> None:
        left = len(self.dealt_cards)
        sizes = [len(hand) for hand in self.hands]
        if not self.laid and not self.turned:
            if len({*sizes}) > 1:
                counts = row(row([self.name_of(i), str(size)]) for i, size in enumerate(sizes))
                self.fault("uneven_hands", SEATS[sizes.index(min(sizes))], counts=counts)
            elif len(self.stock) % 4:
                self.fault("stock_size.four", "stock", stock=len(self.stock))
        if left == 0 or left > len(PACK) or (left % 4 and not self.faults):
            self.fault("card_count", "start", count=left)
        if not self.deal.position and left != len(PACK) and not self.faults:
            self.fault("card_count.deal", "start", count=left)
        self.trick_number = LAST_TRICK + 1 - left // 4
        if self.trick_number == 1 and self.gone is None:
            self.gone = frozenset()

    @override
    def find_lead(self) -> None:
        """Find and check the leader; a first lead also tells the session who has dealt."""
        said, led, dealer = self.lead, self.leader, self.session.dealer
        known = said if led is None else led
        if known is None and dealer and self.trick_number == 1:
            known = SEATS.index(left_of(dealer))
        self.first = known or 0  # north if unknown, which is reported below
        self.turn = (self.first + len(self.laid)) % 4
        self._check_sizes()
        if said is not None and led not in (None, said):
            self.fault("lead_wrong.trick", "lead", seat=self.name_of(said))
        known = led if said is None else said
        if self.trick_number > 1:
            if known is None:
                self.fault("lead_missing", "start")
        elif known is None:
            if not dealer:
                self.fault("dealer_missing", "start")
        elif not dealer:
            self.dealt_by(left_of(SEATS[known], 3))
        elif SEATS[known] != left_of(dealer):
            right = seat_name(left_of(dealer))
            self.fault("lead_wrong.dealer", "lead", seat=self.name_of(known), right=right)

    def _check_sizes(self) -> None:
        """Check that hands and stock have the right size for this point of this trick."""
        first_part = self.trick_number <= self.game.stock_tricks
        self.check_sizes(max(0, len(self.dealt_cards) - 4 * self.game.hand_size), first_part)
        if self.turned and (not first_part or self.turned not in self.hands[self.turn]):
            self.fault("turned_wrong", "turned", card=self.turned)

    @override
    def has_drawn(self, seat: int, place: int) -> bool:
        full = len(self.hands[seat]) == self.game.hand_size
        return self.game.draws_at_once or full or bool(self.dark >> place & 1)

    @override
    def built(self) -> RankMatchState:
        """Build the state and check that earlier play is possible with the cards played."""
        game, gone = self.game, self.gone
        marks = game.read_marks(self, self.trick_number)
        value = None if gone is None else game.worth(gone)
        points: tuple[int, ...] | None = (0, 0)
        tricks: tuple[int, ...] | None = (0, 0)
        if self.trick_number > 1:
            points, tricks = self.numbers("points", value), self.numbers("tricks", self.trick_number - 1)
        elif not self.unseen:
            self.check_first()
        self.check_shown()
        self.check_tricks(tricks)
        before = PriorPlay(self.session, self.trick_number, points, tricks, marks, gone)
        marked = {"kings_played": self._kings(), "marks": marks, "streak": self.last_leads}
        state = RankMatchState(game, **self.common_slots(), **marked, before=before, turned=self.turned)
        if gone is not None and not self.faults:
            self._check_past(state, gone)
        return state

    def _check_past(self, state: RankMatchState, gone: frozenset[Card]) -> None:
        """Check that points, tricks, marks and streak are possible with the cards played."""
        game, before = self.game, state.before
        if before.points:
            value = game.worth(gone)
            if sum(before.points) != value:
                self.fault("points_impossible.sum", "points", value=value)
        if game.guards_king and game.dark_king != "stands" and _king_lacks(state):
            self.fault("fourth_king", "start")
        if self.turned and not state.keeps(self.turned):
            self.fault("turned_wrong", "turned", card=self.turned)
        if self.last_leads:
            _, rank, times = self.last_leads
            if times >= self.trick_number or times > sum(card[0] == rank for card in gone):
                self.fault("streak_impossible", "streak")
        if not self.faults and not pasts(game, before, gone, self.first):
            self.fault("points_impossible", "points")

    def _kings(self) -> int:
        """Return the number of kings played so far.

        If hidden cards leave it open, the fact `kings` gives it.

        The fact `kings` decides if hidden cards leave it open.
        """
        here = sum(card[0] == "K" for card in self.laid)
        counted = here + sum(card[0] == "K" for card in self.gone or ())
        said = self.number("kings")
        if said is None:
            return counted
        held = sum(card[0] == "K" for card in self.named) - here
        if not (here <= said <= 4 - held if self.gone is None else said == counted):
            self.fault("kings_wrong", "kings")
        return said


def _king_lacks(state: RankMatchState) -> bool:
    """Return True if all four kings have been played before the fourth could be legal.

    It is legal in the second part only.
    """
    first_after = state.trick_number == state.game.stock_tricks + 1
    late = state.first_part or (first_after and not any(card[0] == "K" for card in state.trick))
    return state.kings_played == 4 and late
