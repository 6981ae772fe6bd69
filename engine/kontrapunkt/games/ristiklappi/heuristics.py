"""Rules of thumb for Ristiklappi: avoid queens in the first part, win kings later."""

from collections.abc import Sequence
from typing import Final, override

from kontrapunkt.core.heuristics import EndgameRule, Heuristics, RuleOfThumb
from kontrapunkt.families.rank_match import RankMatchState
from kontrapunkt.families.rank_match.constants import unclean
from kontrapunkt.families.rank_match.heuristics import FOLLIES, PLAYS, RankSight

_STAIN: Final = 25
"""The worth of not being dirty, in card points."""


class LappiSight(RankSight[RankMatchState]):
    """The view of a seat, with the dirty sides."""

    def dirty(self, side: int) -> bool:
        """Return True if a side is dirty and has not got clean.

        Args:
            side: 0 for N–S, 1 for E–W.
        """
        return bool(unclean(self.state.marks) >> side & 1)

    @override
    def worth(self, card: str) -> float:
        own = super().worth(card)
        side = self.seat & 1
        if card[0] == "Q" and self.state.first_part:
            return own - _STAIN * (not self.dirty(side)) - _STAIN * (not self.dirty(1 - side))
        if card[0] == "K" and not self.state.first_part:
            return own + _STAIN * self.dirty(side) + _STAIN * self.dirty(1 - side)
        return own

    @override
    def poorest(self, cards: Sequence[str]) -> str:
        """Return the poorest card; never a queen on a trick that the side itself wins."""
        ours = self.trick and self.ours(self.best)
        others = [card for card in cards if self.worth(card) >= 0] if ours else ()
        return super().poorest(others or cards)


_STAINED: Final = RuleOfThumb[LappiSight](
    "heuristic.rl.stained",
    lambda s: (
        []
        if not (s.trick and s.state.stock)
        else [card for card in s.legal if s.worth(card) < 0 and card not in s.equals]
        if s.ours(s.best)
        else [card for card in s.equals if s.trick_worth + s.worth(card) < 0]
    ),
)
"""Do not take a queen that makes your own side dirty, nor put one on its trick."""

HEURISTICS: Final = Heuristics(
    LappiSight,
    dict.fromkeys(("lead", "follow", "exchange"), PLAYS),
    EndgameRule(
        lambda state: not state.stock,
        lambda state, seat: "result",
        lambda state, seat, value: value if seat in "NS" else -value,
    ),
    (*FOLLIES, _STAINED),
)
