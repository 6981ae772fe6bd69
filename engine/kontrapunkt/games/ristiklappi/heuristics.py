"""Rules of thumb for Ristiklappi: queens are given away while there is a stock, kings are caught after it."""

from typing import Final, override

from kontrapunkt.families.rank_match import RankMatchState
from kontrapunkt.families.rank_match.heuristics import PLAYS, RankSight
from kontrapunkt.games.ristiklappi.cleaning import unclean
from kontrapunkt.thumbs import Ending, Heuristics

_STAIN: Final = 25
"""What it is worth, in card points, not to be dirty."""


class LappiSight(RankSight[RankMatchState]):
    """What a seat sees, and who is dirty."""

    def dirty(self, side: int) -> bool:
        """Whether a side is dirty and has not cleaned.

        Args:
            side: 0 for N–S, 1 for E–W.
        """
        return unclean(self.state.marks, side)

    @override
    def worth(self, card: str) -> float:
        own = super().worth(card)
        side = self.seat & 1
        if card[0] == "Q" and self.state.first_part:
            return own - _STAIN * (not self.dirty(side)) - _STAIN * (not self.dirty(1 - side))
        if card[0] == "K" and not self.state.first_part:
            return own + _STAIN * self.dirty(side) + _STAIN * self.dirty(1 - side)
        return own


HEURISTICS: Final = Heuristics(
    LappiSight,
    dict.fromkeys(("lead", "follow", "exchange"), PLAYS),
    Ending(
        lambda state: not state.stock,
        lambda state, seat: "result",
        lambda state, seat, value: value if seat in "NS" else -value,
    ),
)
