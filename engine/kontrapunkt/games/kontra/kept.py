"""What a state keeps of what lies before the start of a record."""

from dataclasses import dataclass

from kontrapunkt.game import Match
from kontrapunkt.games.kontra.cutting import Rounds


@dataclass(frozen=True, slots=True)
class Before:
    """What lies before the start of a record.

    Attributes:
        match: The match that the deal is played in, with its dealer if known.
        number: The number of the trick in progress at the start.
        points: Card points of each seat; None where not known.
        tricks: Tricks of each seat; None where not known.
        cut: How the dealer was cut for, round by round; empty where that is not told.
    """

    match: Match
    number: int
    points: tuple[int, ...] | None
    tricks: tuple[int, ...] | None
    cut: Rounds = ()
