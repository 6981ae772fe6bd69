"""A match of Ristikontra (RK-R17 to R19): points held over, wipes, the cumulative count."""

from dataclasses import dataclass, replace

from kontrapunkt.game import Seat, left_of
from kontrapunkt.games.ristikontra.result import game_points
from kontrapunkt.games.sedma.game import SedmaGame

Tricks = tuple[tuple[int, int], ...]
"""The tricks of a deal in order: the side that took it (0 N–S, 1 E–W) and its card points."""


@dataclass(frozen=True, slots=True)
class Match:
    """Where a match stands before a deal.

    Attributes:
        game: The game with its options.
        dealer: Who deals next.
        score: Game points of N–S and E–W; card points where they are added up (`match=cumulative`).
        held: Game points held over from tied deals, for the next winner.
        winner: The side that has won the match, 0 N–S or 1 E–W; None while it goes on.
    """

    game: SedmaGame
    dealer: Seat = "W"
    score: tuple[int, int] = (0, 0)
    held: int = 0
    winner: int | None = None

    def after(self, tricks: Tricks) -> "Match":
        """The match after one more deal.

        Args:
            tricks: The deal's thirteen tricks.

        Raises:
            ValueError: if the match is over.
        """
        if self.winner is not None:
            raise ValueError("the match is over")
        moved = replace(self, dealer=left_of(self.dealer))
        if self.game.options["match"] == "cumulative":
            return moved._added_up(tricks)
        sums = (_points(tricks, 0), _points(tricks, 1))
        won = game_points(sums)
        if won == (0, 0):
            return replace(moved, held=self.held + 1)
        side = 0 if won[0] else 1
        ours, theirs = self.score[side] + won[side] + self.held, self.score[1 - side]
        if sums[1 - side] == 0 and self.game.options.on("zero_wipe"):
            theirs = 0
        score = (theirs, ours) if side else (ours, theirs)
        return replace(moved, held=0, score=score, winner=side if ours >= self.target else None)

    @property
    def target(self) -> int:
        """Where the match ends, in the unit of the score; a deal's card points where they are added up."""
        if self.game.options["match"] == "cumulative" and "target" not in self.game.chosen:
            return self.game.total
        return int(self.game.options["target"])

    def _added_up(self, tricks: Tricks) -> "Match":
        """Trick by trick: the side that reaches the target first wins, which tells 120–120 apart."""
        score = list(self.score)
        winner = None
        for side, points in tricks:
            score[side] += points
            if winner is None and score[side] >= self.target:
                winner = side
        if self.game.options.on("zero_wipe"):
            score = [sum_ if _points(tricks, side) else 0 for side, sum_ in enumerate(score)]
        return replace(self, score=(score[0], score[1]), winner=winner)


def _points(tricks: Tricks, side: int) -> int:
    return sum(points for taker, points in tricks if taker == side)
