"""The options of Königrufen of Graden; every default but one is as the post has it."""

from collections.abc import Mapping
from typing import Final

from kontrapunkt.game import Option

_POST: Final = "the forum post"

_STAKES: Final = (
    ("bettler", "Bettler alone, to or from each other player", "30", ("KG-S1", "KG-S2")),
    ("two_bettler", "Bettler with a Mitbettler", "50", ("KG-S3", "KG-S4", "KG-S5")),
    ("durchmarsch", "Durchmarsch mit einer anderen", "40", ("KG-S6", "KG-S7")),
    ("durchmarsch_letzten", "Durchmarsch am letzten", "40", ("KG-S8", "KG-S9", "KG-S10")),
    ("plauderer", "Plauderer alone, to or from each other player", "50", ("KG-S11",)),
    ("two_plauderer", "Plauderer with a Mitplauderer", "100", ("KG-S12", "KG-S13", "KG-S14")),
    ("hundert", "Durchmarsch Hundert mit einer anderen", "60", ("KG-S15",)),
    ("hundert_letzten", "Durchmarsch Hundert am letzten", "60", ("KG-S16",)),
    ("zehnermord", "Zehnermord", "60", ("KG-S17",)),
    ("koenigmord", "Königmord", "70", ("KG-S18",)),
    ("hundertermord", "Hundertermord", "80", ("KG-S19",)),
    ("schurln", "Schurln", "10", ("KG-S20", "KG-S21", "KG-S22")),
)

_JOINED: Final = dict.fromkeys(("two_bettler", "two_plauderer"), "max_joiners=1")

OPTIONS: Final = (
    Option(
        "call_own_card",
        "Whether the bidder may call a card of the own hand and so play alone in secret",
        ("off", "on"),
        "off",
        f"off: our reading, as “mit einer anderen” means with another; {_POST} speaks of a holder only",
        ("KG-R10", "KG-S6", "KG-S7", "KG-S15"),
    ),
    Option(
        "max_joiners",
        "How many may join a Bettler or a Plauderer",
        ("1", "0"),
        "1",
        f"one: {_POST}, which knows a second one and settles for two; none: an option of ours",
        ("KG-R4",),
    ),
    Option(
        "raise_own_bid",
        "Whether of two who hold the highest bid jointly one is asked again",
        ("off", "on"),
        "off",
        f"off: our reading; on: {_POST} to the letter, as three have to pass. Who holds it alone never has a "
        "turn before the auction ends",
        ("KG-R7",),
        only="max_joiners=1",
    ),
    Option(
        "must_beat",
        "In which contracts one must beat what lies",
        ("all", "not_for_negative"),
        "all",
        f"all: {_POST}; not in Bettler, Plauderer and Schurln: an option of ours",
        ("KG-P3",),
    ),
    Option(
        "show_pair",
        "Whether who bids a Hundert contract shows king and queen before the first lead",
        ("off", "on"),
        "off",
        "off: our ruling, as the sources are silent",
        ("KG-R9",),
    ),
    Option(
        "stop_when_decided",
        "Whether a deal ends before its last trick",
        ("public", "never", "always"),
        "public",
        "our ruling: as soon as all can see how it comes out; or never; or always, also where only the "
        "holder of the called card can see it",
        ("KG-P8",),
    ),
    *(
        Option(f"value_{name}", f"Chips: {label}", (), default, _POST, rules, only=_JOINED.get(name, ""))
        for name, label, default, rules in _STAKES
    ),
    Option(
        "settle_one_bettler_fails",
        "Who pays when of two Bettler one fails",
        ("loser_pays_winner", "seed_literal"),
        "loser_pays_winner",
        f"the loser pays the winner: our ruling, and what {_POST} says of Plauderer; of Bettler it says that "
        "the winner pays, surely a slip and kept only to show what it comes to",
        ("KG-S4",),
        only="max_joiners=1",
    ),
    Option(
        "called_ten_changes_order",
        "Whether a called ten puts tens second in a Durchmarsch",
        ("on", "off"),
        "on",
        _POST,
        ("KG-R11",),
    ),
    Option(
        "bad_hundert_bid",
        "A Hundert contract bid without king and queen of one suit is",
        ("rejected", "lost"),
        "rejected",
        "our ruling, as the sources are silent: it is refused; or it is found out in the end and lost",
        ("KG-R9", "KG-S15", "KG-S16", "KG-S19"),
    ),
    Option(
        "exposed_discussion",
        "Whether players with open hands may discuss the play",
        ("on", "off"),
        "on",
        _POST,
        ("KG-P7",),
    ),
)

PRESETS: Final[Mapping[str, Mapping[str, str]]] = {"seed": {}}
