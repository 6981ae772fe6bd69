"""Rules of thumb for Ristikontra: those of all rank-matching games."""

from typing import Final

from kontrapunkt.core.heuristics import Heuristics
from kontrapunkt.families.rank_match.heuristics import FOLLIES, PLAYS, POINTS_ENDING, RankSight

HEURISTICS: Final = Heuristics(
    RankSight, dict.fromkeys(("lead", "follow", "exchange"), PLAYS), POINTS_ENDING, FOLLIES
)
