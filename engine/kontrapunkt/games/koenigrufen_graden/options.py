"""The options of Königrufen of Graden; every default but one is as the post has it."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from kontrapunkt.options import Option

option = partial(Option, "kg")

_STAKES: Final = (
    ("bettler", "30", ("KG-S1", "KG-S2")),
    ("two_bettler", "50", ("KG-S3", "KG-S4", "KG-S5")),
    ("durchmarsch", "40", ("KG-S6", "KG-S7")),
    ("durchmarsch_letzten", "40", ("KG-S8", "KG-S9", "KG-S10")),
    ("plauderer", "50", ("KG-S11",)),
    ("two_plauderer", "100", ("KG-S12", "KG-S13", "KG-S14")),
    ("hundert", "60", ("KG-S15",)),
    ("hundert_letzten", "60", ("KG-S16",)),
    ("zehnermord", "60", ("KG-S17",)),
    ("koenigmord", "70", ("KG-S18",)),
    ("hundertermord", "80", ("KG-S19",)),
    ("schurln", "10", ("KG-S20", "KG-S21", "KG-S22")),
)

_JOINED: Final = dict.fromkeys(("two_bettler", "two_plauderer"), "max_joiners=1")

OPTIONS: Final = (
    option("call_own_card", ("off", "on"), "off", ("KG-R10", "KG-S6", "KG-S7", "KG-S15")),
    option("max_joiners", ("1", "0"), "1", ("KG-R4",)),
    option("raise_own_bid", ("off", "on"), "off", ("KG-R7",), only="max_joiners=1"),
    option("must_beat", ("all", "not_for_negative"), "all", ("KG-P3",)),
    option("show_pair", ("off", "on"), "off", ("KG-R9",)),
    option("stop_when_decided", ("public", "never", "always"), "public", ("KG-P8",)),
    *(
        option(f"value_{name}", (), default, rules, only=_JOINED.get(name, ""))
        for name, default, rules in _STAKES
    ),
    option(
        "settle_one_bettler_fails",
        ("loser_pays_winner", "seed_literal"),
        "loser_pays_winner",
        ("KG-S4",),
        only="max_joiners=1",
    ),
    option("called_ten_changes_order", ("on", "off"), "on", ("KG-R11",)),
    option("bad_hundert_bid", ("rejected", "lost"), "rejected", ("KG-R9", "KG-S15", "KG-S16", "KG-S19")),
    option("exposed_discussion", ("on", "off"), "on", ("KG-P7",)),
)

PRESETS: Final[Mapping[str, Mapping[str, str]]] = {"seed": {}}
