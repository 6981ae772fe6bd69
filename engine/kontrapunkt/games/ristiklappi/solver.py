"""The solver of Ristiklappi, with goals for cleaning and for the result."""

from typing import Final, override

from kontrapunkt.core.interface import SIDES
from kontrapunkt.core.messages import Message, say, side_name
from kontrapunkt.families.rank_match.prior_play import DealSums
from kontrapunkt.families.rank_match.state import LAST_TRICK
from kontrapunkt.games.ristiklappi import Ristiklappi
from kontrapunkt.games.ristiklappi.result import coins, grades
from kontrapunkt.search.match import MatchSolver, Payoffs

SHAME: Final = {
    "honourable_loss": 1,
    "point_loss": 1,
    "dishonourable_loss": 2,
    "piss_game": 2,
    "lappi": 3,
    "kortiton_lappi": 4,
    "kusilappi": 5,
}
"""The value of a win by the grade of the losers, in order of shame (RL-R23)."""


class Grades(Payoffs):
    """The value of a deal to N–S: the losers' shame, negative if N–S lose.

    A deal that nobody wins counts 0, whether tied or with two unclean sides. If results are paid in coins,
    the coins count instead.
    """

    def __init__(self, game: Ristiklappi) -> None:
        """Set up the payoffs of a game with its options."""
        super().__init__(game)
        self._options = game.options
        self._coins = game.options["numeric"] == "coins"
        self._lapland = self._coins or game.options["lapland_below"] != "none"

    @property
    @override
    def levels(self) -> tuple[int, ...]:
        most = 5 if self._lapland else 2
        return tuple(range(-most, most + 1))

    @override
    def tricks_matter(self, points: int, left: int, tricks: tuple[int, int]) -> bool:
        if self._lapland and 0 in tricks:  # a side may end without tricks
            return True
        return self._options["tie_break"] == "cards" and points <= self.total // 2 <= points + left

    @override
    def compute(self, points: int, tricks: int, unclean: int) -> int:
        sums = DealSums((points, self.total - points), (tricks, LAST_TRICK - tricks), (unclean, 0))
        verdict = grades(self._options, sums)
        if self._coins:
            return coins(verdict, sums)[0]
        if "win" not in verdict:
            return 0
        return SHAME[verdict[1]] if verdict[0] == "win" else -SHAME[verdict[0]]

    @override
    def outcome(self, level: int, tie: bool = False) -> Message:
        if not level:
            # Neither side wins if both are unclean, too. One more card point of N–S does not exclude
            # that, so between a loss and a win there is a tie, unless cards or dirt decide it.
            options = self._options
            tie &= options["tie_break"] == "none" and options["both_unclean"] == "both_lose"
            return say("search.ristiklappi.tie" if tie else "search.ristiklappi.nobody")
        winners, losers = map(side_name, SIDES if level > 0 else SIDES[::-1])
        if self._coins:
            return say("search.ristiklappi.coins", winners=winners, n=abs(level))
        graded = self._options["results"] == "grades"
        names = [name for name, worth in SHAME.items() if worth == abs(level)]
        loss = say(f"ristiklappi.grade.{names[graded and len(names) > 1]}")
        return say("search.ristiklappi.win", winners=winners, losers=losers, loss=loss)


class RistiklappiSolver(MatchSolver[Ristiklappi]):
    """The solver of Ristiklappi."""

    payoffs_of = Grades
    kinds = (*MatchSolver.kinds[:-1], "cleans", "not-cleans", "result")
