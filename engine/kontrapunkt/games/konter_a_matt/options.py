"""The options and presets of Konter a Matt."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from kontrapunkt.options import Option

option = partial(Option, "km")

OPTIONS: Final = (
    option("direction", ("anticlockwise", "clockwise"), "anticlockwise", ("KM-R1",)),
    option("deal_procedure", ("forehand_first", "three_each_first"), "forehand_first", ("KM-R3",)),
    option("announce_window", ("before_own_first_card", "own_turn"), "before_own_first_card", ("KM-R9",)),
    option("tie_rule", ("add_1_plus_a", "add_1", "carry_forward"), "add_1_plus_a", ("KM-R21",)),
    option("start_lines", (), "9", ("KM-R22",)),
    option("clubs_queen", ("below_king", "above_king"), "below_king", ("KM-R13",)),
    option("win_threshold", ("21",), "21", ("KM-R17",)),
    option("capot_line", ("1", "0"), "1", ("KM-R18",)),
    option("claim", ("allowed", "off"), "allowed", ("KM-R16",)),
    option("claim_keeps_capot", ("off", "on"), "off", ("KM-R16",), only="claim=allowed capot_line=1"),
)

PRESETS: Final[Mapping[str, Mapping[str, str]]] = {
    "seed": {},
    "wellkomm": {"direction": "clockwise"},
    "tutorial": {
        "direction": "clockwise",
        "deal_procedure": "three_each_first",
        "announce_window": "own_turn",
        "tie_rule": "add_1",
    },
}
