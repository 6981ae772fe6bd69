"""The options and presets of Konter a Matt."""

from collections.abc import Mapping
from typing import Final

from kontrapunkt.game import Option

OPTIONS: Final = (
    Option(
        "direction",
        "Which way dealing and play go round",
        ("anticlockwise", "clockwise"),
        "anticlockwise",
        "anticlockwise: the English encyclopedia; clockwise: Wëllkomm and the tutorial, which is better "
        "supported; it makes no difference to results",
        ("KM-R1",),
    ),
    Option(
        "deal_procedure",
        "Who has three cards when trumps are named",
        ("forehand_first", "three_each_first"),
        "forehand_first",
        "forehand alone: the encyclopedia and Wëllkomm; everybody: the tutorial",
        ("KM-R3",),
    ),
    Option(
        "announce_window",
        "When an announcement may be made",
        ("before_own_first_card", "own_turn"),
        "before_own_first_card",
        "at any time before one’s own first card: the encyclopedia; only in turn: the tutorial",
        ("KM-R9",),
    ),
    Option(
        "tie_rule",
        "What 20–20 costs",
        ("add_1_plus_a", "add_1", "carry_forward"),
        "add_1_plus_a",
        "a line, and one more for each announcement, or the value is carried forward: both the "
        "encyclopedia; always one line: the tutorial",
        ("KM-R21",),
    ),
    Option(
        "start_lines",
        "Lines on the slate at the start of a match",
        (),
        "9",
        "nine: the tutorial",
        ("KM-R22",),
    ),
    Option(
        "clubs_queen",
        "Where the queen of clubs stands among trump clubs",
        ("below_king", "above_king"),
        "below_king",
        "below: the encyclopedia and Wëllkomm; above: a chart of the tutorial",
        ("KM-R13",),
    ),
    Option(
        "win_threshold",
        "Card points that win the deal",
        ("21",),
        "21",
        "the tutorial; with forty in the pack it cannot be another number",
        ("KM-R17",),
    ),
    Option(
        "capot_line",
        "Lines for taking all six tricks",
        ("1", "0"),
        "1",
        "one: all sources; none: an option of ours",
        ("KM-R18",),
    ),
    Option(
        "claim",
        "Whether a team that has won may end the deal between two tricks",
        ("allowed", "off"),
        "allowed",
        "the encyclopedia",
        ("KM-R16",),
    ),
    Option(
        "claim_keeps_capot",
        "Whether a team that claims without having lost a trick keeps the line for all tricks",
        ("off", "on"),
        "off",
        "our ruling, as the sources are silent: it gives the line up",
        ("KM-R16",),
        only="claim=allowed capot_line=1",
    ),
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
