"""The rules of Konter a Matt by number, in our own words."""

from typing import Final

from kontrapunkt.rules import Rule

_ARTICLE = "English encyclopedia"
_TUTORIAL = "tutorial by MicromixerC"
_RULING = "our ruling"

RULES: Final = (
    Rule(
        "KM-R1",
        "Four play in two fixed teams, partners opposite; dealing and play go anticlockwise, or clockwise "
        "where that is agreed.",
        f"{_ARTICLE}; clockwise: Wëllkomm and the tutorial",
    ),
    Rule("KM-R2", "The dealer shuffles, and the player before the dealer cuts.", _ARTICLE),
    Rule(
        "KM-R3",
        "Forehand, who sits next after the dealer, gets three cards and names trumps; then the dealer goes "
        "on in packets of three until all have six. Where it is agreed, all get their first three before.",
        f"{_ARTICLE}; three each first: {_TUTORIAL}",
    ),
    Rule("KM-R4", "Forehand of one deal is the dealer of the next.", _ARTICLE),
    Rule("KM-R5", "Teams and the first dealer are found by lot or agreement.", _RULING),
    Rule(
        "KM-R6",
        "Forehand names one of the four suits as trumps, alone and on the first three cards: passing, asking "
        "and changing one’s mind are out, a suit one does not hold is allowed.",
        f"{_ARTICLE}; the limits: {_RULING}",
    ),
    Rule("KM-R7", "Forehand’s team are the trump makers, whoever announces.", _ARTICLE),
    Rule(
        "KM-R8",
        "Who holds the queen of spades may announce Matt; both red queens, Konter; all three, Konter a Matt. "
        "The first two add a line each to the value, the third two.",
        _ARTICLE,
    ),
    Rule(
        "KM-R9",
        "Announcements are made when all have six cards, and by each player before the own first card; "
        "later ones are void. Where it is agreed, only in turn.",
        f"{_ARTICLE}; in turn: {_TUTORIAL}",
    ),
    Rule(
        "KM-R10",
        "Nobody has to announce, and nobody may without the cards. A player announces once, but Matt may be "
        "raised to Konter a Matt by saying Konter in time.",
        _RULING,
    ),
    Rule(
        "KM-R11",
        "Announcements of both teams add up and count for whoever wins the deal.",
        f"{_ARTICLE}, {_TUTORIAL}",
    ),
    Rule("KM-R12", "Forehand leads first, any card; the winner of a trick leads next. Six tricks.", _ARTICLE),
    Rule(
        "KM-R13",
        "Trumps are the suit named and always the queens of spades, hearts and diamonds, in this order just "
        "below the trump ace. They belong to no other suit.",
        f"{_ARTICLE}, Wëllkomm",
    ),
    Rule(
        "KM-R14",
        "A trump led asks for trumps. A plain suit led may be followed or trumped, but not met with another "
        "plain suit while one can follow. Who is void plays anything; nobody ever has to trump or to beat.",
        f"{_ARTICLE}; who is void: Wëllkomm",
    ),
    Rule(
        "KM-R15",
        "The highest trump takes the trick; without trumps, the highest card of the suit led.",
        _ARTICLE,
    ),
    Rule(
        "KM-R16",
        "A team that has 21 card points in its tricks may claim the deal between two tricks, showing its "
        "cards; it gives up the line for all tricks unless something else is agreed.",
        f"{_ARTICLE}; the line: {_RULING}",
    ),
    Rule("KM-R17", "Of the forty card points 21 win the deal; 20 each are a tie.", _TUTORIAL),
    Rule(
        "KM-R18",
        "A deal is worth one line, one more for each of Matt and Konter, and one more if the losers took no "
        "trick at all.",
        f"{_ARTICLE}, {_TUTORIAL}",
    ),
    Rule("KM-R19", "The winners erase as many of their own lines as the deal is worth.", _ARTICLE),
    Rule(
        "KM-R20",
        "Trump makers who lose add as many lines to their own; other losers add none.",
        f"{_ARTICLE}, {_TUTORIAL}",
    ),
    Rule(
        "KM-R21",
        "In a tie nobody erases, and the trump makers add a line and one more for each announcement. Where "
        "it is agreed they add just one; or nobody adds, and those lines go on top of the next deal that is "
        "won.",
        f"{_ARTICLE}; just one: {_TUTORIAL}",
    ),
    Rule("KM-R22", "Each team starts with nine lines on the slate.", _TUTORIAL),
    Rule("KM-R23", "Lines that were added must be erased like the others; there may be any number.", "logic"),
    Rule(
        "KM-R24",
        "A team without a line has won the match; what it could have erased beyond that is lost.",
        f"{_ARTICLE}; the surplus: {_RULING}",
    ),
    Rule(
        "KM-R25",
        "The slate has two rows of strokes, the lower one for the scorer’s team; to erase a line is to cross "
        "out a stroke.",
        _ARTICLE,
    ),
    Rule(
        "KM-R26",
        "After a match the losers may ask for a revenge, a fresh match with the same teams.",
        _ARTICLE,
    ),
    Rule(
        "KM-R27",
        "A card that may not be played is refused here, so nobody can revoke. At a table each trick is kept "
        "apart, face down, so that it can be checked.",
        f"{_TUTORIAL}; refused: {_RULING}",
    ),
)
