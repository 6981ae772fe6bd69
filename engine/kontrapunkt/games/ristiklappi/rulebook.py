"""The rules of Ristiklappi by number, in our own words.

Those of play are Ristikontra's and keep their numbers there (RL-R1), so that a refusal names the very rule.
What Ristikontra says of its fourth king, results and match (RK-R12, RK-R15 to R19) does not hold here.
"""

from typing import Final

from kontrapunkt.games.ristikontra.rulebook import RULES as RISTIKONTRA
from kontrapunkt.rules import Rule

_MCLEOD = "McLeod"
_SERES = "C. Seres’ version, told by McLeod"

OWN: Final = (
    Rule(
        "RL-R1",
        "Turns, free play, dark play, drawing, winning a trick and the three-lead limit are Ristikontra’s "
        "(RK-R1 to R11), and so are its thirteen tricks (RK-R13) and its card points (RK-R14).",
        _MCLEOD,
    ),
    Rule(
        "RL-R2",
        "The first part is every trick that begins with cards in the stock, the second part the rest; a "
        "trick is never divided between them.",
        _MCLEOD,
    ),
    Rule(
        "RL-R3",
        "A side that takes a trick with a queen in the first part is dirty, both partners together.",
        _MCLEOD,
    ),
    Rule(
        "RL-R4",
        "A dirty side cleans by taking a trick of the second part that holds a king and is not won by a "
        "queen.",
        _MCLEOD,
    ),
    Rule(
        "RL-R5",
        "A trick is won by a queen exactly when a queen was led to it: such a trick cleans nobody.",
        _MCLEOD,
    ),
    Rule("RL-R6", "The king may be anybody’s: an opponent’s, the winner’s own, or the partner’s.", _MCLEOD),
    Rule("RL-R7", "With six cards, a trick won by a queen cleans too if there is a king in it.", _SERES),
    Rule(
        "RL-R8",
        "A side that never became dirty, or has cleaned, is clean; any other is unclean.",
        _MCLEOD,
    ),
    Rule(
        "RL-R9",
        "Queens of the second part make nobody dirty, kings of the first part clean nobody, and a side "
        "without a "
        "queen from the first part has nothing to clean.",
        _MCLEOD,
    ),
    Rule(
        "RL-R10",
        "When three kings are out, the last one may not be played before the second part.",
        _MCLEOD,
    ),
    Rule("RL-R11", "The fourth king and the lead limit together always leave a card to play.", "arithmetic"),
    Rule(
        "RL-R12",
        "Who turns the barred fourth king in the dark shows it, takes it into the hand, and plays another "
        "card from "
        "the hand without drawing.",
        "our ruling",
    ),
    Rule("RL-R13", "In the second part kings are free.", _MCLEOD),
    Rule("RL-R14", "So at least one king is always played in the second part.", _MCLEOD),
    Rule(
        "RL-R15",
        "If no side is unclean, more card points win and the other side loses honourably; 60–60 is a tie.",
        "McLeod; the tie: our ruling",
    ),
    Rule(
        "RL-R16",
        "If one side is unclean, it loses dishonourably and the other wins; card points do not count then.",
        _MCLEOD,
    ),
    Rule("RL-R17", "If both are unclean, both lose dishonourably and nobody wins.", "McLeod, presumably"),
    Rule(
        "RL-R18",
        "After a dishonourable loss the next of the winners clockwise from the old dealer deals; otherwise "
        "the player at the dealer’s left does.",
        "McLeod; which of the winners: our ruling",
    ),
    Rule("RL-R19", "Each deal is a complete game; no score is kept.", _MCLEOD),
    Rule(
        "RL-R20",
        "Graded results, the first that fits: no trick is a cardless lappi; a lone queen as the only "
        "counting card a "
        "kusilappi; fewer than 4 card points a lappi; unclean a piss game; then 61 or more wins, 60 ties, "
        "and fewer "
        "is a point loss.",
        _SERES + "; the order: our ruling",
    ),
    Rule(
        "RL-R21",
        "If one side has a lappi of any kind or a piss game, the other wins; if both have, nobody does.",
        _SERES,
    ),
    Rule(
        "RL-R22",
        "By the rules of the six-card game as they stand, both sides can never lose so together.",
        _SERES,
    ),
    Rule(
        "RL-R23",
        "From honour to shame: win, tie, point loss, piss game, lappi, cardless lappi, kusilappi.",
        _SERES,
    ),
)

SHARED: Final = (*(f"RK-R{number}" for number in range(1, 12)), "RK-R13", "RK-R14")
"""The ids of the rules of Ristikontra that hold here."""

RULES: Final = (*(rule for rule in RISTIKONTRA if rule.id in SHARED), *OWN)
