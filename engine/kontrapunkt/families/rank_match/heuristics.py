"""The sight of games in which ranks match, and the rules of thumb that they share."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Final

from kontrapunkt.core.heuristics import EndgameRule, RuleOfThumb
from kontrapunkt.core.interface import Action, Seat
from kontrapunkt.families.rank_match.constants import DARK
from kontrapunkt.families.rank_match.state import RankState


class RankSight[S: RankState[Any, Any]]:
    """The things that one seat sees of a deal; it remembers every card played.

    Attributes:
        state: The state; only the seat's own hand in it is used.
        seat: The number of the seat in the order of play.
        hand: Its cards.
        trick: The cards of the trick in progress.
        actions: The legal actions.
    """

    def __init__(self, state: S, seat: Seat, actions: tuple[Action, ...]) -> None:
        self.state = state
        self.seat = state.game.seats.index(seat)
        self.hand = state.hands[self.seat]
        self.trick = state.trick
        self.actions = actions

    @cached_property
    def legal(self) -> list[str]:
        """The legal cards of the hand."""
        return [action for action in self.actions if action.card]

    @cached_property
    def players(self) -> int:
        """The number of players."""
        return len(self.state.hands)

    @property
    def later(self) -> range:
        """The number of steps to each seat that plays later in this round of the trick."""
        return range(1, self.players - len(self.trick) % self.players)

    @property
    def last(self) -> bool:
        """True if the seat plays the last card of the round."""
        return not self.later

    def ours(self, seat: int) -> bool:
        """Return True for the seat itself and its partner.

        Args:
            seat: Its number in the order of play, from 0.
        """
        return seat == self.seat or (self.players == 4 and not (seat ^ self.seat) & 1)

    @cached_property
    def best(self) -> int:
        """The number of the seat that is winning the trick."""
        place: int = self.state.game.taker(self.trick)
        return (self.state.leader + place) % self.players

    @cached_property
    def fallen(self) -> str:
        """The cards that the seat has seen in tricks and its own hand, as one string.

        Ranks and suits have no letter in common, so that cards of a rank are counted by its letter.
        """
        tricks = ["".join(taken.cards) + "".join(taken.added) for taken in self.state.finished]
        return "".join([*tricks, *(self.state.before.played or ()), *self.trick, *self.hand])

    def left(self, card: str) -> int:
        """Return the number of unseen cards of a card's rank."""
        return 4 - self.fallen.count(card[0])

    @cached_property
    def _ranks(self) -> str:
        return "".join(self.hand)

    def held(self, card: str) -> int:
        """Return the number of cards of a card's rank in the hand."""
        return self._ranks.count(card[0])

    def worth(self, card: str) -> float:
        """Return the worth of winning a card over losing it: its card points."""
        worth: float = self.state.game.values.get(card[0], 0)
        return worth

    @cached_property
    def trick_worth(self) -> float:
        """The worth of the cards in the trick."""
        return sum([self.worth(card) for card in self.trick])

    @cached_property
    def equals(self) -> list[str]:
        """The legal cards of the rank led, which would win the trick so far."""
        rank = self.trick[0][0]
        return [card for card in self.legal if card[0] == rank]

    @cached_property
    def safe(self) -> bool:
        """True if no opponent who plays later in this round can take the trick."""
        later = [(self.seat + place) % self.players for place in self.later]
        return not self.left(self.trick[0]) or all(self.ours(seat) for seat in later)

    # Picks

    def richest(self, cards: Sequence[str]) -> str:
        """Pick the card that is worth most, then the one that others beat most easily."""
        return max(cards, key=lambda card: (self.worth(card), self.left(card), -self.held(card)))

    def poorest(self, cards: Sequence[str]) -> str:
        """Pick the card that is worth least, then a single one, then one easily beaten."""
        return min(cards, key=lambda card: (self.worth(card), self.held(card), -self.left(card)))

    def firmest(self, cards: Sequence[str]) -> str:
        """Pick the card with fewest unseen equals, then most in hand, then the cheapest."""
        return min(cards, key=lambda card: (self.left(card), -self.held(card), self.worth(card)))


LEAD_SURE: Final = RuleOfThumb[RankSight[Any]](
    "heuristic.rank.lead.sure",
    lambda s: [] if s.trick else [card for card in s.legal if not s.left(card) and s.worth(card) >= 0],
    RankSight.richest,
)
"""Lead a card that no equal can beat."""

LEAD_SET: Final = RuleOfThumb[RankSight[Any]](
    "heuristic.rank.lead.set",
    lambda s: [] if s.trick else [card for card in s.legal if s.held(card) > 1 and 0 <= s.worth(card) < 5],
    RankSight.firmest,
)
"""Lead a rank that you hold twice or more: you may take the trick back."""

LEAD_CHEAP: Final = RuleOfThumb[RankSight[Any]](
    "heuristic.rank.lead.cheap",
    lambda s: [] if s.trick else s.legal,
    lambda s, cards: min(cards, key=lambda c: (abs(s.worth(c)) > 0, abs(s.worth(c)), s.left(c))),
)
"""Lead a card that is worth nothing, with few equals elsewhere."""

GREASE: Final = RuleOfThumb[RankSight[Any]](
    "heuristic.rank.grease",
    lambda s: (
        [card for card in s.legal if s.worth(card) > 0 and card not in s.equals]
        if s.trick and s.ours(s.best) and s.safe
        else ()
    ),
    RankSight.richest,
)
"""The trick is surely your partner's: put card points on it."""

BEAT: Final = RuleOfThumb[RankSight[Any]](
    "heuristic.rank.beat",
    lambda s: (
        s.equals
        if s.trick
        and not s.ours(s.best)
        and (s.trick_worth + s.worth(s.trick[0]) > 0)
        and (s.last or s.safe or s.trick_worth >= 10)
        else ()
    ),
)
"""The opponents' trick is worth something: take it, if it then stays yours."""

BEAT_EARLY: Final = RuleOfThumb[RankSight[Any]](
    "heuristic.rank.early",
    lambda s: s.equals if s.trick and not s.ours(s.best) and s.held(s.trick[0]) > 1 else (),
)
"""You hold two equals: take the trick with one of them."""

DARK_SPARES: Final = RuleOfThumb[RankSight[Any]](
    "heuristic.rank.dark",
    lambda s: (
        [DARK]
        if s.trick and DARK in s.actions and not s.ours(s.best) and min(map(s.worth, s.legal), default=9) >= 4
        else ()
    ),
)
"""Nothing to win, and nothing cheap in hand: turn the top card of the stock."""

THROW: Final = RuleOfThumb[RankSight[Any]](
    "heuristic.rank.throw",
    lambda s: [card for card in s.legal if card not in s.equals] or s.legal if s.trick else (),
    lambda s, cards: s.poorest(cards),
)
"""Nothing to win: throw a single card that is worth nothing."""

_MUCH: Final = 10
"""The card points of a card that should not be given away: an ace or a ten."""

WASTED: Final = RuleOfThumb[RankSight[Any]](
    "heuristic.rank.wasted",
    lambda s: (
        [card for card in s.legal if s.worth(card) >= _MUCH and card not in s.equals]
        if s.trick and s.state.stock and not s.ours(s.best)
        else ()
    ),
)
"""Do not throw an ace or a ten on the opponents' trick.

Without a stock this does not apply, as the winner can then be worked out.
"""

EXPOSED: Final = RuleOfThumb[RankSight[Any]](
    "heuristic.rank.exposed",
    lambda s: (
        [card for card in s.legal if s.worth(card) >= _MUCH and s.held(card) == 1 and s.left(card)]
        if s.state.stock and not s.trick
        else ()
    ),
)
"""Do not lead a single ace or ten while others may have equals of it."""

FOLLIES: Final = (WASTED, EXPOSED)
"""The rules of thumb against actions."""


def _side(state: RankState[Any, Any], seat: Seat) -> int:
    place: int = state.game.seats.index(seat)
    return place & 1


def _goal(state: RankState[Any, Any], seat: Seat) -> str:
    return f"points {''.join(state.game.sides[_side(state, seat)])}"


def _gain(state: RankState[Any, Any], seat: Seat, value: int) -> float:
    """Return the payoff of a seat if its side takes `value` more card points.

    It counts the card points above half of all.
    """
    taken: float = state.card_points[_side(state, seat)] + value - state.game.total / 2
    return taken


POINTS_ENDING: Final = EndgameRule(lambda state: not state.stock, _goal, _gain)
"""Endgames of two sides that play for card points."""

PLAYS: Final = (LEAD_SURE, LEAD_SET, LEAD_CHEAP, GREASE, BEAT, BEAT_EARLY, DARK_SPARES, THROW)
"""The rules of thumb for play, in order."""
