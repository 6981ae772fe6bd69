"""The solver of Ristikontra: a deal is worth the game points of N–S less those of E–W."""

from typing import override

from kontrapunkt.core.interface import SIDES
from kontrapunkt.core.messages import Message, say, side_name
from kontrapunkt.families.rank_match import RankMatchGame
from kontrapunkt.games.ristikontra.session import game_points
from kontrapunkt.search.match import MatchSolver, Payoffs


class GamePoints(Payoffs):
    """Game points of a deal (RK-R15 to R17): 2, 1, 0 for a tie, -1, -2.

    A deal is looked at for itself: what a session holds over, or wipes out, is not counted.
    """

    def __init__(self, game: RankMatchGame) -> None:
        """For a game with its options."""
        super().__init__(game)
        self._kind = "card" if game.options["session"] == "cumulative" else "game"

    @property
    @override
    def levels(self) -> tuple[int, ...]:
        return (-2, -1, 0, 1, 2)

    @override
    def reckon(self, points: int, tricks: int, unclean: int) -> int:
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
