"""The sight of suit-following games, and the rules of thumb that they share."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, Final

from kontrapunkt.core.cards import Card
from kontrapunkt.core.heuristics import RuleOfThumb
from kontrapunkt.core.interface import SEATS, Action, Game, Seat
from kontrapunkt.families.follow_suit.order import TRUMP
from kontrapunkt.families.follow_suit.state import FollowState


class FollowSight[S: FollowState]:
    """The things that one seat sees of a deal; it remembers every card played.

    Attributes:
        state: The state; only the seat's own hand in it is used.
        seat: The number of the seat, N E S W from 0.
        hand: Its cards.
        trick: The cards of the trick in progress.
        order: The order of the cards.
        actions: The legal actions.
    """

    def __init__(self, state: S, seat: Seat, actions: tuple[Action, ...]) -> None:
        self.state = state
        self.seat = SEATS.index(seat)
        self.hand = state.hands[self.seat]
        self.trick = state.trick
        self.order = state.order
        self.actions = actions

    @cached_property
    def legal(self) -> list[Card]:
        """The legal cards."""
        able = {str(action) for action in self.actions}
        return [card for card in self.hand if str(card) in able]

    @property
    def last(self) -> bool:
        """True if the seat plays the last card of the trick."""
        return len(self.trick) == 3

    def ours(self, seat: int) -> int:
        """Return 1 for a partner or the seat itself, -1 for an opponent, 0 if unknown.

        Args:
            seat: Its number, N E S W from 0.
        """
        side_of = self.state.game.side_of
        return 1 if side_of[seat] == side_of[self.seat] else -1

    @cached_property
    def best(self) -> int:
        """The number of the seat that is winning the trick."""
        state = self.state
        return (state.leader + self.order.best(self.trick) * state.game.step) & 3

    @cached_property
    def top(self) -> Card:
        """The card that is winning the trick."""
        return self.trick[self.order.best(self.trick)]

    @cached_property
    def later(self) -> list[int]:
        """The seats that play to the trick after this one."""
        step = self.state.game.step
        return [(self.seat + step * place) & 3 for place in range(1, 4 - len(self.trick))]

    @cached_property
    def trick_points(self) -> int:
        """The card points in the trick."""
        return sum([self.worth(card) for card in self.trick])

    def worth(self, card: str) -> int:
        """Return a card's points."""
        return self.state.values.get(card[0], 0)

    def trumps(self, cards: Sequence[Card]) -> list[Card]:
        """Return those of some cards that are trumps, in their order."""
        suits = self.order.suits
        return [card for card in cards if suits[card] == TRUMP]

    def strength(self, card: str) -> int:
        """Return a card's strength: plain cards by rank, all trumps above them."""
        order, found = self.order, Card(card)
        return order.strength[order.suits[found]][found]

    @cached_property
    def beating(self) -> list[Card]:
        """The cards that would be winning the trick."""
        return self.order.beating(self.legal, self.trick)

    @cached_property
    def unseen(self) -> Mapping[Card, int]:
        """The cards that the seat has not seen, with the number of copies left."""
        state = self.state
        tricks = ["".join(taken.cards) for taken in state.finished]
        seen = "".join([*tricks, *state.trick, *self.hand])
        return {card: left for card, n in _copies(state.game).items() if (left := n - seen.count(card))}

    @cached_property
    def trumps_out(self) -> int:
        """The number of trumps that others may have."""
        suits = self.order.suits
        return sum([n for card, n in self.unseen.items() if suits[card] == TRUMP])

    def above(self, card: Card, led: str) -> int:
        """Return the number of unseen cards that beat a card when this suit is led.

        Trumps are among them.
        """
        strength = self.order.strength[led]
        own = strength[card]
        return sum([n for other, n in self.unseen.items() if strength[other] > own])

    def void(self, seat: int, suit: str) -> bool:
        """Return True if a seat has shown that it is void in an effective suit.

        Args:
            seat: Its number, N E S W from 0.
            suit: The effective suit.
        """
        suits, step = self.order.suits, self.state.game.step
        free = self.state.duty.trump_freely
        tricks = [(taken.leader, taken.cards) for taken in self.state.finished]
        for leader, cards in [*tricks, (self.state.leader, self.trick)]:
            place = (seat - leader) * step & 3
            if 0 < place < len(cards) and suits[cards[0]] == suit:
                played = suits[cards[place]]
                if played != suit and not (free and played == TRUMP):
                    return True
        return False

    @cached_property
    def held(self) -> bool:
        """True if no opponent who plays later can beat the winning card."""
        led = self.order.suits[self.trick[0]]
        if all(self.ours(seat) == 1 for seat in self.later):
            return True
        return not self.above(self.top, led)

    def ruffed(self, suit: str) -> bool:
        """Return True if an opponent is void in a suit and may still have trumps.

        Args:
            suit: The effective suit.
        """
        return bool(self.trumps_out) and any(
            self.ours(seat) != 1 and self.void(seat, suit) and not self.void(seat, TRUMP) for seat in range(4)
        )

    def master(self, card: Card) -> bool:
        """Return True if no unseen card of its own suit beats a card."""
        strength = self.order.strength[self.order.suits[card]]
        own, suits, suit = strength[card], self.order.suits, self.order.suits[card]
        return not [other for other in self.unseen if strength[other] > own and suits[other] == suit]

    def sure(self, card: Card) -> bool:
        """Return True if nobody can beat a card led now or played to the trick."""
        if self.trick:
            return card in self.beating and (
                not [seat for seat in self.later if self.ours(seat) != 1]
                or not self.above(card, self.order.suits[self.trick[0]])
            )
        suits = self.order.suits
        if not self.master(card):
            return False
        return suits[card] == TRUMP or not self.trumps_out

    def length(self, suit: str) -> int:
        """Return the number of cards of an effective suit in the hand."""
        suits = self.order.suits
        return [suits[card] for card in self.hand].count(suit)

    # Picks

    def richest(self, cards: Sequence[str]) -> str:
        """Pick the card with the most points that costs least.

        A plain card is preferred to a trump, then a low card to a high one.
        """
        suits = self.order.suits
        return max(cards, key=lambda c: (self.worth(c) - 2 * (suits[Card(c)] == TRUMP), -self.strength(c)))

    def poorest(self, cards: Sequence[str]) -> str:
        """Pick the card with the fewest points, then the weakest, from the shortest suit."""
        suits = self.order.suits
        return min(
            cards,
            key=lambda c: (
                self.worth(c) + 3 * (suits[Card(c)] == TRUMP),
                self.strength(c),
                self.length(suits[Card(c)]),
            ),
        )

    def weakest(self, cards: Sequence[str]) -> str:
        """Pick the weakest card."""
        return min(cards, key=self.strength)

    def strongest(self, cards: Sequence[str]) -> str:
        """Pick the strongest card."""
        return max(cards, key=self.strength)


@lru_cache(16)
def _copies(game: Game) -> Mapping[Card, int]:
    """Return the number of copies of each card in a game's pack."""
    return Counter(game.pack)


SMEAR: Final = RuleOfThumb[FollowSight[Any]](
    "heuristic.follow.smear",
    lambda s: s.legal if s.trick and s.ours(s.best) == 1 and s.held else (),
    FollowSight.richest,
)
"""The partner takes the trick: give card points."""

LAST_WINS: Final = RuleOfThumb[FollowSight[Any]](
    "heuristic.follow.last",
    lambda s: (
        s.beating
        if s.last and s.ours(s.best) != 1 and s.trick_points + max(map(s.worth, s.beating), default=0)
        else ()
    ),
    FollowSight.richest,
)
"""Last to play, and the trick has card points: take it."""

SURE_WINS: Final = RuleOfThumb[FollowSight[Any]](
    "heuristic.follow.sure",
    lambda s: (
        [card for card in s.beating if s.sure(card)] if s.ours(s.best) != 1 and s.trick_points > 1 else ()
    ),
    FollowSight.weakest,
)
"""A card that nobody can beat takes a trick with points in it."""

POOREST: Final = RuleOfThumb[FollowSight[Any]](
    "heuristic.follow.poorest", lambda s: s.legal, FollowSight.poorest
)
"""Nothing to win: play the card that gives least away."""

TAKE_LAST: Final = RuleOfThumb[FollowSight[Any]](
    "heuristic.follow.take",
    lambda s: s.beating if s.last and s.ours(s.best) != 1 else (),
    FollowSight.weakest,
)
"""Last to play: take the trick with the lowest card that does it."""

TAKE_SURE: Final = RuleOfThumb[FollowSight[Any]](
    "heuristic.follow.master",
    lambda s: [card for card in s.beating if s.sure(card)] if s.ours(s.best) != 1 else (),
    FollowSight.weakest,
)
"""A card that nobody can beat: take the trick with it."""

WEAKEST: Final = RuleOfThumb[FollowSight[Any]](
    "heuristic.follow.weakest", lambda s: s.legal, FollowSight.weakest
)
"""Nothing to win: play the lowest card."""
