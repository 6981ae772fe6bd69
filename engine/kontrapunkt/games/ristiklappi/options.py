"""The options of Ristiklappi and its two rule sets."""

from typing import Final

from kontrapunkt.game import Option
from kontrapunkt.games.rank_match import PLAY_OPTIONS, dark_fourth_king

_SERES = "C. Seres’ version"

OPTIONS: Final = (
    Option(
        "hand_size", "Cards in a hand", ("5", "6"), "5", "five: McLeod; six: " + _SERES, ("RK-R7", "RL-R2")
    ),
    Option(
        "queen_trick_cleans",
        "A trick to which a queen was led cleans too",
        ("off", "on"),
        "off",
        "off: McLeod; on: " + _SERES,
        ("RL-R4", "RL-R7"),
    ),
    Option(
        "results",
        "How results are told",
        ("honour", "grades"),
        "honour",
        "honourable and dishonourable losses: McLeod; seven grades: " + _SERES,
        ("RL-R15", "RL-R16", "RL-R17", "RL-R20", "RL-R21"),
    ),
    Option(
        "lapland_below",
        "With fewer card points than this a side is sent to Lapland",
        ("none", "4", "10"),
        "none",
        "four: " + _SERES + "; ten: some, says McLeod",
        ("RL-R20", "RL-R21"),
    ),
    Option(
        "tie_break",
        "What decides at 60–60 between clean sides",
        ("none", "cards"),
        "none",
        "more cards win: some, says McLeod",
        ("RL-R15", "RL-R20"),
    ),
    Option(
        "both_unclean",
        "When neither side has cleaned",
        ("both_lose", "points_decide"),
        "both_lose",
        "both lose: presumably, says McLeod",
        ("RL-R17",),
    ),
    Option(
        "kusilappi_queen",
        "The lone queen of a kusilappi may come from",
        ("any_part", "first_part"),
        "any_part",
        "our ruling",
        ("RL-R20",),
        only="lapland_below!=none",
    ),
    Option(
        "numeric",
        "Results as numbers",
        ("none", "coins"),
        "none",
        "one to five coins from each loser to a winner: after an Android program",
        ("RL-R19",),
    ),
    Option(
        "fourth_king_rule",
        "The fourth king must be kept until the stock is gone",
        ("on", "off"),
        "on",
        "McLeod",
        ("RL-R10", "RL-R12", "RL-R14"),
    ),
    *PLAY_OPTIONS,
    dark_fourth_king("RL-R12"),
)

PRESETS: Final = {
    "lappi5": {},
    "lappi6": {"hand_size": "6", "queen_trick_cleans": "on", "results": "grades", "lapland_below": "4"},
}
