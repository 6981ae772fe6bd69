"""The solver of Ristikontra: the value of a deal is N–S's game points less E–W's."""

from typing import override

from kontrapunkt.core.interface import SIDES
from kontrapunkt.core.messages import Message, say, side_name
from kontrapunkt.families.rank_match import RankMatchGame
from kontrapunkt.games.ristikontra.session import game_points
from kontrapunkt.search.match import MatchSolver, Payoffs


class GamePoints(Payoffs):
    """The game points of a deal (RK-R15 to R17): 2, 1, 0 for a tie, -1 or -2.

    Only the deal itself counts: points carried over and erased scores of the session do not.
    """

    def __init__(self, game: RankMatchGame) -> None:
        """Set up the payoffs of a game with its options."""
        super().__init__(game)
        self._kind = "card" if game.options["session"] == "cumulative" else "game"

    @property
    @override
    def levels(self) -> tuple[int, ...]:
        return (-2, -1, 0, 1, 2)

    @override
    def compute(self, points: int, tricks: int, unclean: int) -> int:
        ours, theirs = game_points((points, self.total - points))
        return ours - theirs

    @override
    def outcome(self, level: int, tie: bool = False) -> Message:
        if not level:
            return say("search.ristikontra.tie")
        winners = side_name(SIDES[level < 0])
        return say(f"search.ristikontra.{self._kind}", winners=winners, n=abs(level))


class RistikontraSolver(MatchSolver[RankMatchGame]):
    """The solver of Ristikontra."""

    payoffs_of = GamePoints
