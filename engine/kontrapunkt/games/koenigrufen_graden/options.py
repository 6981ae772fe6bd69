"""The options of Königrufen of Graden; every default but one is as the post has it."""

from functools import partial
from typing import Final

from kontrapunkt.games.koenigrufen_graden.table import STAKES
from kontrapunkt.options import Option

option = partial(Option, "kg")

_JOINED: Final = dict.fromkeys(("two_bettler", "two_plauderer"), "max_joiners=1")

OPTIONS: Final = (
    option("call_own_card", ("off", "on"), "off", ("KG-R10", "KG-S6", "KG-S7", "KG-S15")),
    option("max_joiners", ("1", "0"), "1", ("KG-R4",)),
    option("raise_own_bid", ("off", "on"), "off", ("KG-R7",), only="max_joiners=1"),
    option("must_beat", ("all", "not_for_negative"), "all", ("KG-P3",)),
    option("show_pair", ("off", "on"), "off", ("KG-R9",)),
    option("stop_when_decided", ("public", "never", "always"), "public", ("KG-P8",)),
    *(
        option(f"value_{name}", (), chips, tuple(dict.fromkeys(lines)), only=_JOINED.get(name, ""))
        for name, (chips, lines) in STAKES.items()
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
