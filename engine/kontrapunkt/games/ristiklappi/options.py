"""The options of Ristiklappi and its two rule sets."""

from functools import partial
from typing import Final

from kontrapunkt.families.rank_match import PLAY_OPTIONS, dark_fourth_king
from kontrapunkt.options import Option

option = partial(Option, "rl")

OPTIONS: Final = (
    option("hand_size", ("5", "6"), "5", ("RK-R7", "RL-R2")),
    option("queen_trick_cleans", ("off", "on"), "off", ("RL-R4", "RL-R7")),
    option("results", ("honour", "grades"), "honour", ("RL-R15", "RL-R16", "RL-R17", "RL-R20", "RL-R21")),
    option("lapland_below", ("none", "4", "10"), "none", ("RL-R20", "RL-R21")),
    option("tie_break", ("none", "cards"), "none", ("RL-R15", "RL-R20")),
    option("both_unclean", ("both_lose", "points_decide"), "both_lose", ("RL-R17",)),
    option(
        "kusilappi_queen", ("any_part", "first_part"), "any_part", ("RL-R20",), only="lapland_below!=none"
    ),
    option("numeric", ("none", "coins"), "none", ("RL-R19",)),
    option("fourth_king_rule", ("on", "off"), "on", ("RL-R10", "RL-R12", "RL-R14")),
    *PLAY_OPTIONS,
    dark_fourth_king("RL-R12"),
)

PRESETS: Final = {
    "lappi5": {},
    "lappi6": {"hand_size": "6", "queen_trick_cleans": "on", "results": "grades", "lapland_below": "4"},
}
