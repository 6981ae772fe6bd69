"""Rules of thumb for Ristikontra: those of all games in which ranks match."""

from typing import Final

from kontrapunkt.families.rank_match.heuristics import PLAYS, RankSight
from kontrapunkt.thumbs import Heuristics

HEURISTICS: Final = Heuristics(RankSight, dict.fromkeys(("lead", "follow", "exchange"), PLAYS))
