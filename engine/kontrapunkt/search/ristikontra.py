"""The solver of Ristikontra: a deal is worth the game points of N–S less those of E–W."""

from typing import override

from kontrapunkt.games.ristikontra.result import game_points
from kontrapunkt.search.match import MatchSolver, Payoffs


class GamePoints(Payoffs):
    """Game points of a deal (RK-R15 to R17): 2, 1, 0 for a tie, -1, -2."""

    @property
    @override
    def levels(self) -> tuple[int, ...]:
        return (-2, -1, 0, 1, 2)

    @override
    def reckon(self, points: int, tricks: int, unclean: int) -> int:
        ours, theirs = game_points((points, self.total - points))
        return ours - theirs


class RistikontraSolver(MatchSolver):
    """The solver of Ristikontra."""

    @override
    def make_payoffs(self) -> Payoffs:
        return GamePoints(self.match_game.total)
