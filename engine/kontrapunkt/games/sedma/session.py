"""A session of Sedma: game points up to a target, and the next dealer (SE-R13 to R15)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import add
from typing import Any, ClassVar, override

from kontrapunkt.core.interface import SEATS, Seat
from kontrapunkt.core.messages import Text, say, side_name
from kontrapunkt.families.rank_match.constants import Pair
from kontrapunkt.families.rank_match.facts import Facts
from kontrapunkt.families.rank_match.rules import TargetSession
from kontrapunkt.games.sedma.options import TOTAL, SedmaRules
from kontrapunkt.games.sedma.state import SedmaState


def game_points(points: Pair, tricks: Pair) -> tuple[int, int]:
    """Return the side that has won a deal, and its game points (SE-R13).

    Args:
        points: The card points of each side in the whole deal.
        tricks: The tricks of each side.
    """
    side = int(points[1] > points[0])
    if not tricks[1 - side]:
        return side, 3
    return side, 2 if points[side] == TOTAL else 1


def whole_counts(end: SedmaState) -> tuple[Pair, Pair] | None:
    """Return the card points and the tricks of each side in the whole deal.

    They are None if the record does not tell enough about earlier tricks.
    """
    before = end.before
    if before.points is None or before.tricks is None:
        return None
    return _added(before.points, end.card_points), _added(before.tricks, end.taken)


def _added(early: Sequence[int], later: Sequence[int]) -> Pair:
    one, other = map(add, early, later)
    return one, other


def points_so_far(state: SedmaState, side: int) -> int:
    """Return the card points of a side in the deal so far; those before the record must be known.

    Args:
        side: The number of the side.
    """
    return (state.before.points or (0, 0))[side] + state.card_points[side]


@dataclass(frozen=True, slots=True)
class SedmaSession(TargetSession[SedmaRules[SedmaState], SedmaState]):
    """The game points of a session before a deal."""

    dealer_rule: ClassVar[str] = "SE-R15"

    @property
    @override
    def unit(self) -> str:
        return "game points"

    @property
    @override
    def standing(self) -> Text:
        first, second = map(side_name, self.game.sides)
        if self.winner is not None:
            ours, theirs = self.score[self.winner], self.score[1 - self.winner]
            side, number = side_name(self.winners), len(self.winners)
            return say("sedma.session.won", side=side, n=number, ours=ours, theirs=theirs)
        if not any(self.score):
            return say("sedma.session.fresh")
        one, other = self.score
        return say("sedma.session.score", first=first, second=second, one=one, other=other)

    @override
    def with_facts(self, facts: Facts[Any]) -> "SedmaSession":
        one, other = score = facts.numbers("score", form=(3, 2), whole=True) or (0, 0)
        if max(score) >= self.target:
            facts.fault("standing_impossible.score_over", "score", target=self.target)
        return replace(self, score=(one, other))

    @override
    def brought(self, end: SedmaState) -> tuple[int, int] | None:
        """Return the side that has won a finished deal, and its game points; None if not known."""
        counts = whole_counts(end)
        return counts and game_points(*counts)

    @override
    def counting(self, brought: tuple[int, int]) -> "SedmaSession":
        side, number = brought
        score = list(self.score)
        score[side] += number
        winner = side if score[side] >= self.target else None
        return replace(self, dealers=self.losing_dealers(side), score=(score[0], score[1]), winner=winner)

    def losing_dealers(self, side: int) -> tuple[Seat, ...]:
        """Return the possible next dealers: of the losers the first one at the dealer's left (SE-R15).

        Args:
            side: The number of the side that has won the deal.
        """
        losers = self.game.sides[1 - side]
        turns = ([self.game.after(dealer, step) for step in (1, 2)] for dealer in self.dealers)
        found = {next(seat for seat in turn if seat in losers) for turn in turns}
        return tuple(seat for seat in SEATS if seat in found)
