"""The options and presets of Doppelkopf."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from kontrapunkt.games.doppelkopf.table import HOUSE_SOLOS, SOLOS
from kontrapunkt.options import Option

option = partial(Option, "dk")

OPTIONS: Final = (
    option("pack", ("48", "40"), "48", ("DK-D3",)),
    option("players", ("4", "5", "6", "7"), "4", ("DK-D1",)),
    option(
        "second_dulle",
        ("first_wins", "second_wins", "second_wins_except_last_trick"),
        "first_wins",
        ("DK-P4", "DK-V2"),
        only="dulle=on",
    ),
    option("dulle", ("on", "off"), "on", ("DK-P2", "DK-V3")),
    option("target_rule", ("ddv", "seed_literal"), "ddv", ("DK-S1", "DK-S2", "DK-V4")),
    option("schwarz_means", ("no_trick", "no_points"), "no_trick", ("DK-S3", "DK-S11")),
    option("both_fail", ("ddv", "seed"), "ddv", ("DK-S5", "DK-S11")),
    option("exceed_cumulative", ("on", "off"), "on", ("DK-S14",)),
    option("compulsory_solos", ("0", "1"), "0", ("DK-R7", "DK-R10"), only="solos!=off"),
    option("deals", ("open", "4", "8", "12", "16", "20", "24", "round"), "open", ("DK-D1", "DK-R10")),
    option(
        "solo_leads",
        ("compulsory_only", "always", "never"),
        "compulsory_only",
        ("DK-R11",),
        only="solos!=off",
    ),
    option("solos", (*SOLOS, *HOUSE_SOLOS), "+".join(SOLOS), ("DK-R4", "DK-V10"), several=True),
    option(
        "wedding_partner",
        ("first_foreign_trick", "first_plain_trick", "first_trump_trick", "declarer_chooses"),
        "first_foreign_trick",
        ("DK-R14", "DK-V11"),
    ),
    option("wedding_limit", tuple(str(number) for number in range(1, 13)), "3", ("DK-R14", "DK-R15")),
    option("poverty", ("off", "shift", "redeal"), "off", ("DK-V13",)),
    option("poverty_fox", ("counted", "single_free"), "counted", ("DK-V13",), only="poverty!=off"),
    option(
        "poverty_class",
        ("before_wedding", "after_wedding"),
        "before_wedding",
        ("DK-R5", "DK-V13"),
        only="poverty!=off",
    ),
    option(
        "throw_in",
        ("nines5", "kings5", "kings6", "full7", "points70", "fox_high", "jack_high"),
        "off",
        ("DK-V14",),
        several=True,
    ),
    option(
        "schweinchen", ("off", "announce_at_start", "on_playing_first", "second_only"), "off", ("DK-V15",)
    ),
    option("karlchen_caught", ("off", "on"), "off", ("DK-V16",)),
    option("fox_last_trick", ("0", "1"), "0", ("DK-V17",)),
    option("dulle_beats_dulle", ("0", "1"), "0", ("DK-V17",), only="dulle=on"),
    option("heart_trick", ("0", "1"), "0", ("DK-V17",)),
    option("re_kontra_value", ("plus2", "double", "double_all"), "plus2", ("DK-S12", "DK-V18")),
    option(
        "deadline_scheme",
        ("ddv", "five_cards", "11-9-6-3-3", "9-8-7-6-5"),
        "ddv",
        ("DK-R22", "DK-V19"),
        numbers=5,
    ),
    option("obligatory_announcement", ("off", "on"), "off", ("DK-V20",)),
    option(
        "bock",
        ("draw", "lost_solo", "lost_announcement", "heart_trick", "schwarz", "zero"),
        "off",
        ("DK-V21",),
        several=True,
    ),
    option("bock_append", ("on", "off"), "on", ("DK-V21",), only="bock!=off"),
    option("genscher", ("off", "on"), "off", ("DK-V22",)),
    option("counting", ("plus_minus", "plus", "minus"), "plus_minus", ("DK-S21", "DK-V23")),
    option("reply", ("on", "off"), "on", ("DK-R27",)),
    option(
        "special_points",
        ("doppelkopf", "fox", "karlchen", "elders"),
        "doppelkopf+fox+karlchen+elders",
        ("DK-S15", "DK-S16", "DK-S17", "DK-S18"),
        several=True,
    ),
    option("backdoor", ("on", "off"), "on", ("DK-S20", "DK-V25")),
    option("skipped_levels", ("implied", "forbidden"), "implied", ("DK-R24", "DK-A25")),
    option("elders_in_solo", ("off", "on"), "off", ("DK-S15", "DK-S19"), only="special_points=elders"),
    option(
        "wedding_fox", ("final_parties", "none_before_clarification"), "final_parties", ("DK-S16", "DK-S17")
    ),
    option("withdraw", ("off", "on"), "off", ("DK-R8",)),
)

PRESETS: Final[Mapping[str, Mapping[str, str]]] = {
    "seed": {
        "target_rule": "seed_literal",
        "schwarz_means": "no_points",
        "both_fail": "seed",
        "reply": "off",
        "skipped_levels": "forbidden",
    },
    "ddv": {},
    "tournament": {"compulsory_solos": "1", "deals": "round"},
}
