"""Rules of thumb for Kontra: those of all games in which ranks match, and the spice."""

from typing import Final

from kontrapunkt.families.rank_match.heuristics import ALONE, RankSight
from kontrapunkt.thumbs import Heuristics, Thumb

_RICH: Final = Thumb[RankSight](
    "thumb.kontra.spice",
    lambda s: [each for each in s.actions if each.carries and s.worth(each.carries) > 3],
    lambda s, each: max(each, key=lambda a: s.worth(a.split()[-1])),
)
"""The spice is safe in your pile: add the card that counts most."""

_DARK: Final = Thumb[RankSight](
    "thumb.kontra.dark",
    lambda s: [each for each in s.actions if each == "spice dark"],
)
"""Nothing that counts to add: turn the top card of the pack."""

HEURISTICS: Final = Heuristics(
    RankSight,
    {
        **dict.fromkeys(("first_lead", "normal", "endgame1", "endgame", "locked_end"), ALONE),
        "spice": (_RICH, _DARK),
    },
)
