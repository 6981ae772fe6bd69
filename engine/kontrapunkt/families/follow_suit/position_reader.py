"""Reading the start of a deal, just dealt or a position, and naming its faults.

The facts about earlier play have this text form:

lead: N                         the seat that leads or led the trick in progress
trick: N 7C E 9S                its cards so far, in the order of play
trump: C                        the trump suit
calls: E say matt, N say konter the calls in force, in order
points: NS 24 EW 11             card points of the sides before this trick; one left out is the rest
tricks: NS 5 EW 3               tricks of the sides before this one; one left out is the rest

A game in which each plays alone has seats for sides. Each game adds its own facts for other earlier play and
for the session.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, override

from kontrapunkt.core.cards import HIDDEN, Card
from kontrapunkt.core.interface import SEATS, Action
from kontrapunkt.core.messages import row
from kontrapunkt.core.old_names import old_names
from kontrapunkt.families.deal_reader import DealReader
from kontrapunkt.families.deal_state import PriorPlay
from kontrapunkt.families.follow_suit.game import FOLLOW, LEAD, FollowGame
from kontrapunkt.families.follow_suit.order import CardOrder, Duty
from kontrapunkt.families.follow_suit.state import FollowState
from kontrapunkt.families.piles import KnownPile, MayHold, can_lie
from kontrapunkt.record.text import read_card, read_suit, tidy_action


@old_names(aside="other_places", kept="common_slots")
class FollowPositionReader(DealReader[FollowGame[Any], FollowState]):
    """A reader of one deal.

    A game reads its own facts in `read`, sets order, duty and phase in `settle`, and adds its own checks in
    `check_past`.
    """

    order: CardOrder
    duty: Duty
    phase: str

    @override
    def steps(self) -> Iterable[Callable[[], None]]:
        yield from (self.read, self.check_cards, self.agree)
        yield from (self.check_sizes, self.settle, self.find_lead, self.check_past)

    @property
    def values(self) -> Mapping[str, int]:
        """Card points by rank in this deal; known after `settle`."""
        return self.game.values

    def other_places(self) -> tuple[tuple[str, tuple[Card, ...]], ...]:
        """Return the facts that place cards elsewhere than in hands, stock or trick."""
        return ()

    def lacking(self, seat: int) -> int:
        """Return the number of a hand's cards that are elsewhere on the table.

        Args:
            seat: Its number, N E S W from 0.
        """
        return int(self.has_played(seat))

    def has_played(self, seat: int) -> bool:
        """Return True if a seat has a card in the trick in progress.

        Args:
            seat: Its number, N E S W from 0.
        """
        lead = self.lead_said() if self.trick else 0
        return seat in [(lead + i * self.game.step) % 4 for i in range(len(self.trick))]

    @override
    def read(self) -> None:
        super().read()
        self.trick_leader, self.trick = self.read_trick()
        self.trump = self.one("trump", read_suit, "C", empty=False) or ""
        self.calls = self.read_calls()

    def read_trick(self) -> tuple[int | None, tuple[Card, ...]]:
        """Return the leader and cards of the trick in progress; no leader if it is empty."""
        given = self.pairs("trick", self.place, read_card, "N 7C E 9S")
        if not given:
            return None, ()
        leader = given[0][0]
        due = [(leader + i * self.game.step) % 4 for i in range(len(given))]
        if len(given) > 3 or due != [seat for seat, _ in given]:
            self.fault("trick_wrong", "trick")
        return leader, tuple(card for _, card in given)

    def read_calls(self) -> tuple[tuple[int, Action], ...]:
        """Return the calls, each with the number of its seat."""
        entries = [entry.split() for entry in self.deal.facts.get("calls", "").split(",")]
        found = []
        for entry in entries if "calls" in self.deal.facts else ():
            seat = self.place(entry[0]) if entry else None
            if seat is None or len(entry) < 2:
                self.unreadable("calls", self.game.calls_form)
                return ()
            found.append((seat, tidy_action(" ".join(entry[1:]))))
        return tuple(found)

    def check_cards(self) -> None:
        """Check that every card is one of the pack, and none is there too often."""
        places = [*zip(SEATS, self.hands, strict=True), ("stock", self.stock), ("trick", self.trick)]
        places += self.other_places()
        left = Counter(self.game.pack)
        for key, cards in places:
            for card in cards:
                if card in left:
                    left[card] -= 1
                    if left[card] < 0:
                        self.fault("card_twice", key, card=card, n=self.game.pack.count(card))
                elif card != HIDDEN:
                    self.fault("card_foreign", key, card=card)
            if HIDDEN in cards and not self.unseen:
                self.fault("hidden_card", key)
        if HIDDEN in self.trick:
            self.fault("hidden_card.trick", "trick")
        self.hidden = any(HIDDEN in cards for _, cards in places)
        self.gone = +left

    def check_sizes(self) -> None:
        """Check that hands have the right size for this point of this trick."""
        wholes = [len(hand) + self.lacking(i) for i, hand in enumerate(self.hands)]
        size = max(wholes)
        self.trick_number = self.game.hand_size + 1 - size
        for i, whole in enumerate(wholes):
            if whole != size and not self.faults:
                counts = row([row([self.name_of(j), str(len(self.hands[j]))]) for j in range(4)], ", ")
                self.fault("uneven_hands", SEATS[i], counts=counts)
        if self.faults:
            return
        if not 0 < size <= self.game.hand_size:
            self.fault("hand_size", "start", n=size, most=self.game.hand_size)
        elif not self.deal.position and self.trick_number > 1:
            self.fault("hand_size.deal", "start", n=size, most=self.game.hand_size)

    def lead_said(self) -> int:
        """Return the seat that leads or led, according to the facts; 0 if unknown."""
        said = self.seat("lead")
        return (said or 0) if self.trick_leader is None else self.trick_leader

    def settle(self) -> None:
        """Set the order, duty and phase that follow from the facts."""
        self.order, self.duty = self.game.home, Duty()
        self.phase = FOLLOW if self.trick else LEAD

    def first_leader(self) -> int | None:
        """Return the first leader; None if the rules do not decide it yet.

        Usually it is the seat after the dealer.
        """
        dealer = self.session.dealer
        return self.game.eldest(dealer) if dealer else None

    def played(self) -> list[tuple[int, Card]]:
        """Return the cards of the trick in progress, each with its seat."""
        first, step = self.trick_leader or 0, self.game.step
        return [((first + i * step) % 4, card) for i, card in enumerate(self.trick)]

    def with_played(self, seat: int) -> tuple[Card, ...]:
        """Return a seat's hand with its card in the trick in progress.

        Args:
            seat: Its number, N E S W from 0.
        """
        return (*self.hands[seat], *(card for player, card in self.played() if player == seat))

    def holders(self, card: Card) -> list[int]:
        """Return the seat of each visible copy of a card, in a hand or in the trick."""
        return [seat for seat in range(4) for one in self.with_played(seat) if one == card]

    def begins_with(self, first: int) -> None:
        """Set the dealer: the seat before the one that begins.

        Args:
            first: The number of the seat that begins, N E S W from 0.
        """
        self.dealt_by(self.game.after(SEATS[first], 3))

    def find_lead(self) -> None:
        """Find the leader, and from it the dealer, if the deal does not name one."""
        said = self.seat("lead")
        led = self.trick_leader
        if said is not None and led not in (None, said):
            self.fault("lead_wrong.trick", "lead", seat=self.name_of(said))
        known = led if said is None else said
        first = self.first_leader()
        if self.trick_number == 1 and first is not None:
            if known not in (None, first):
                seat, right = self.name_of(known or 0), self.name_of(first)
                self.fault("lead_wrong.first", "trick" if said is None else "lead", seat=seat, right=right)
            known = first
        elif self.trick_number == 1 and known is not None and self.session.dealer is None:
            self.begins_with(known)
        if self.session.dealer is None:
            self.fault("dealer_missing", "start")
        elif known is None:
            self.fault("lead_missing", "start")
        self.leader = known or 0

    def check_past(self) -> None:
        """Check that points and tricks are possible with the cards already played."""
        game, number = self.game, self.trick_number
        none = (0,) * len(game.sides)
        form = range(len(game.sides))
        values = self.values
        value = None if self.hidden else sum(values.get(card[0], 0) for card in self.gone.elements())
        points = self.numbers("points", value if number > 1 else 0, form=form, whole=True) if values else none
        tricks = self.numbers("tricks", number - 1, form=form, whole=True)
        self.points, self.tricks = points or none, tricks or none
        for key, found in (("points", points), ("tricks", tricks)):
            if found is None and number > 1 and not self.faults:
                self.fault(f"{key}_missing", "start", key=key)
        if not values and "points" in self.deal.facts:
            self.fault("points_impossible.none", "points")
        if self.faults:
            return
        if sum(self.tricks) != number - 1 or min(self.tricks) < 0:
            self.fault("tricks_impossible.sum", "tricks", n=number - 1)
        elif number > 1 and not self.tricks[game.side_of[self.leader]]:
            self.fault("tricks_impossible.leader", "tricks", seat=self.name_of(self.leader))
        elif number == 1 and any(self.points):
            self.fault("points_impossible.first", "points")
        elif number > 1 and value is not None and (sum(self.points) != value or min(self.points) < 0):
            self.fault("points_impossible.sum", "points", value=value)
        elif number > 1 and values and not self.can_lie():
            self.fault("points_impossible", "points")

    def can_lie(self, may_hold: Sequence[MayHold | None] = (None,) * 4) -> bool:
        """Return True if the cards played can form piles of these tricks and card points.

        Args:
            may_hold: A further condition on each side's pile; None for none.
        """
        piles = [
            KnownPile((4 * tricks,), points, held)
            for tricks, points, held in zip(self.tricks, self.points, may_hold, strict=False)
        ]
        unseen = self.gone.total() - 4 * sum(self.tricks)  # in hidden hands
        return can_lie(self.gone.elements(), self.values, [*piles, KnownPile((unseen,))])

    def common_slots(self) -> dict[str, object]:
        """Return the slots that every state of the family has, by name."""
        return {
            "before": PriorPlay(self.session, self.trick_number, self.points),
            "card_points": self.points,
            "duty": self.duty,
            "hands": self.hands,
            "leader": self.leader,
            "order": self.order,
            "phase": self.phase,
            "said": self.calls,
            "stock": self.stock,
            "taken": self.tricks,
            "trick": self.trick,
            "trick_number": self.trick_number,
            "trump": self.trump,
        }
