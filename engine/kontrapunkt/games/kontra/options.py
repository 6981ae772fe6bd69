"""What players of Kontra agree on before the first deal."""

from typing import Final

from kontrapunkt.game import Option

OPTIONS: Final = (
    Option(
        "players",
        "How many play",
        ("2", "3"),
        "2",
        "both McLeod",
        ("KO-R6",),
    ),
    Option(
        "match",
        "Whether card points are added up from deal to deal",
        ("single", "cumulative"),
        "single",
        "the family counts each deal by itself; adding up: C. Seres’ suggestion",
        ("KO-R24",),
    ),
    Option(
        "deals",
        "How many deals are added up",
        (),
        "6",
        "our ruling: C. Seres speaks of a series",
        ("KO-R24",),
        only="match=cumulative",
    ),
    Option(
        "unlock",
        "Whether a player who can unlock the pack must do so",
        ("compulsory", "optional"),
        "compulsory",
        "our ruling: McLeod has the holder start with that card",
        ("KO-R3", "KO-R4"),
    ),
    Option(
        "recut",
        "Who cuts again after equal highest cards",
        ("tied", "all"),
        "tied",
        "our ruling: with two players both come to the same",
        ("KO-R20",),
        only="players=3",
    ),
    Option(
        "unlock_trick_dark",
        "Playing in the dark in the trick that unlocks the pack",
        ("allowed", "forbidden"),
        "allowed",
        "our ruling: the lead has unlocked it",
        ("KO-R7",),
    ),
    Option(
        "visible_top",
        "The top card that still lies face up when the bottom one has been led",
        ("playable", "draw_only"),
        "playable",
        "our ruling: the next player may play it or draw it",
        ("KO-R2",),
    ),
    Option(
        "min_dealer",
        "The fewest card points that entitle to the next deal",
        (),
        "21",
        "McLeod",
        ("KO-R19",),
    ),
    Option(
        "spice",
        "The extra card that the winner of a trick adds",
        ("on", "off"),
        "on",
        "off is nobody’s rule: a plainer game to learn with",
        ("KO-R11",),
    ),
)
