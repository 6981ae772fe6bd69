"""What a state of Kontra keeps of the past, beside what the family keeps."""

from dataclasses import dataclass

from kontrapunkt.families.rank_match import kept
from kontrapunkt.games.kontra.cutting import Rounds


@dataclass(frozen=True, slots=True)
class Before(kept.Before):
    """What lies before the start of a record.

    Attributes:
        cut: How the dealer was cut for, round by round; empty where that is not told.
    """

    cut: Rounds = ()
