"""The options and presets of Kontraspiel."""

from functools import partial
from typing import Final

from kontrapunkt.options import Option

option = partial(Option, "ks")

OPTIONS: Final = (
    option("direction", ("clockwise", "anticlockwise"), "clockwise", ("KS-R1",)),
    option("packets", ("3-2", "2-3"), "3-2", ("KS-R3",)),
    option("wenzel_turnup", ("automatic", "like_ace"), "automatic", ("KS-R6", "KS-R8", "KS-R9")),
    option(
        "pact_scope", ("shared", "per_rank"), "shared", ("KS-R9", "KS-R10"), only="wenzel_turnup=like_ace"
    ),
    option("second_round_pref", ("eldest_only", "eldest_and_dealer"), "eldest_only", ("KS-R12",)),
    option("base_moment", ("before_stake", "after_stake"), "before_stake", ("KS-R27",)),
    option("base_min", ("1",), "1", ("KS-R27",)),
    option("base_max", (), "4", ("KS-R27",)),
    option("match_suit", ("any_non_pref", "also_differs_from_current"), "any_non_pref", ("KS-R14",)),
    option("match_overcall", ("once", "repeated"), "once", ("KS-R14",)),
    option("failed_match_revolt", ("cumulative", "failed_match_only"), "cumulative", ("KS-R33",)),
    option("revolt_payees", ("all_others", "undeclared_only"), "all_others", ("KS-R32",)),
    option("announce_order", ("free", "polled"), "free", ("KS-R18", "KS-R20")),
    option("pot_at_end", ("report", "split_equal"), "report", ("KS-R35",)),
)
