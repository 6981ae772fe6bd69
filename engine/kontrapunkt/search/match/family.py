"""What a search counts: card points, tricks, and what dirt is worth at the end."""

from dataclasses import dataclass
from typing import Final

BIG: Final = 1_000_000
"""More than any count: a bonus that outweighs everything."""

NS_UNCLEAN: Final = 4
EW_UNCLEAN: Final = 8


@dataclass(frozen=True, slots=True)
class Family:
    """What is counted for N–S; E–W count what is left of the same sum.

    Flags say which sides are unclean: `NS_UNCLEAN`, `EW_UNCLEAN` or both. A side loses its flag by taking a
    trick with a king in it. At the end the flags that are left are worth a bonus to N–S; none are worth
    nothing. So goals that turn on dirt are the same kind of search as those that count card points.

    Attributes:
        scale: What a card point counts; 0 where card points do not matter.
        per_trick: What a trick counts beside its card points.
        flags: The flags that matter.
        queen_cleans: Whether a trick to which a queen was led cleans too.
        bonus: What the flags at the end are worth to N–S: none, N–S unclean, E–W unclean, both.
    """

    scale: int = 1
    per_trick: int = 0
    flags: int = 0
    queen_cleans: bool = False
    bonus: tuple[int, int, int, int] = (0, 0, 0, 0)

    def worth(self, flags: int) -> int:
        """What flags are worth to N–S at the end.

        Args:
            flags: The flags that are left: 4 for N–S, 8 for E–W.
        """
        return self.bonus[flags >> 2]


POINTS: Final = Family()
"""Card points and nothing else."""

TRICKS: Final = Family(0, 1)
"""Tricks and nothing else."""


def below(flags: int) -> tuple[int, ...]:
    """The flags that may be left of some at the end.

    Args:
        flags: The flags: 4 for N–S, 8 for E–W.
    """
    return tuple({flags & kept for kept in (0, NS_UNCLEAN, EW_UNCLEAN, NS_UNCLEAN | EW_UNCLEAN)})
