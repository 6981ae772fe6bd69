"""The rules of Ristikontra by number, in our own words."""

from typing import Final

from kontrapunkt.rules import Rule

_MCLEOD = "McLeod"

RULES: Final = (
    Rule(
        "RK-R1",
        "Four play in two fixed sides, North and South against East and West, partners opposite.",
        _MCLEOD,
    ),
    Rule("RK-R2", "The first lead is the dealer’s left-hand neighbour’s.", _MCLEOD),
    Rule("RK-R3", "A trick is one card from each player, in turn clockwise from the leader.", _MCLEOD),
    Rule("RK-R4", "You may play any card of your hand: nobody has to follow or to win.", _MCLEOD),
    Rule(
        "RK-R5",
        "While there is a stock you may play in the dark instead: turn its top card and play that.",
        _MCLEOD,
    ),
    Rule(
        "RK-R6",
        "You choose to play in the dark before you see the card; once turned, it is your play.",
        _MCLEOD,
    ),
    Rule(
        "RK-R7",
        "After a play from the hand you fill your hand up from the stock; after a dark play there is no "
        "need to.",
        "McLeod: at once; English Wikipedia: after the trick",
    ),
    Rule(
        "RK-R8",
        "The last card to fall of the rank that was led takes the trick; where nobody repeats it, the lead "
        "itself. The winner leads next.",
        _MCLEOD,
    ),
    Rule(
        "RK-R9",
        "Who has led one rank to three tricks running may not choose that rank from the hand for the next "
        "lead.",
        "McLeod; the same player’s leads: C. Seres",
    ),
    Rule(
        "RK-R10",
        "The limit lapses when the stock is gone and the hand holds nothing but the barred rank.",
        "our ruling",
    ),
    Rule("RK-R11", "A lead in the dark stands even if it turns the barred rank.", "our ruling"),
    Rule(
        "RK-R12",
        "Where it is agreed: when three kings are out, the last one must wait for a trick that begins "
        "without a stock. Turned in the dark, it is shown and kept, and another card is played.",
        "Finnish Wikipedia; in the dark: our ruling",
    ),
    Rule("RK-R13", "A deal is thirteen tricks: play ends when all hands are empty.", "arithmetic"),
    Rule(
        "RK-R14",
        "An ace counts 11, a ten 10, a king 4, a queen 3, a jack 2, all else nothing: 120 card points in "
        "the pack "
        "(simple values: 5, 1, 4, 3, 2, together 60). The number of tricks does not matter.",
        _MCLEOD,
    ),
    Rule(
        "RK-R15",
        "The side with more than half of the card points wins the deal and scores a game point.",
        _MCLEOD,
    ),
    Rule("RK-R16", "With all of the card points it scores two game points instead.", _MCLEOD),
    Rule(
        "RK-R17",
        "If both have half, nobody scores; the game point waits for whoever wins the next deal that is "
        "not tied.",
        "McLeod; several ties add up: our ruling",
    ),
    Rule(
        "RK-R18", "The first side to reach the target, seven game points as a rule, wins the match.", _MCLEOD
    ),
    Rule("RK-R19", "The deal passes to the dealer’s left after every deal, a tie included.", _MCLEOD),
)
