"""The rules of Kontraspiel by number, in our own words."""

from typing import Final

from kontrapunkt.rules import Rule

_ARTICLE = "English encyclopedia"
_RULING = "our ruling"

RULES: Final = (
    Rule(
        "KS-R1",
        "Four play, each alone. Dealing and play go clockwise; eldest hand sits at the dealer’s left.",
        "German account of the rules of 1773; draft after Thalberg",
    ),
    Rule("KS-R2", "Before dealing, the dealer puts one chip into the pot.", _ARTICLE),
    Rule(
        "KS-R3",
        "Everybody gets five cards in two packets, three and two, or two and three where that is agreed.",
        _ARTICLE,
    ),
    Rule(
        "KS-R4",
        "Four cards are left as the talon. The first is turned up, and its suit is the preferred suit; "
        "nobody ever sees the other three.",
        _ARTICLE,
    ),
    Rule(
        "KS-R5",
        "After every deal, played or passed out, the next player deals; the first dealer is found by lot.",
        f"{_ARTICLE} for a deal passed out; else {_RULING}",
    ),
    Rule(
        "KS-R6",
        "If the turn-up is a Wenzel, the Unter of Acorns or of Leaves, the dealer must become soloist in its "
        "suit, and nobody else is asked.",
        _ARTICLE,
    ),
    Rule(
        "KS-R7",
        "A dealer who takes the turn-up into the hand puts another card away face down; the turn-up itself "
        "stays in the hand.",
        _ARTICLE,
    ),
    Rule(
        "KS-R8",
        "If the turn-up is an ace, the dealer, who has not looked at the hand yet, may take it up and become "
        "soloist in its suit.",
        _ARTICLE,
    ),
    Rule(
        "KS-R9",
        "Who has chosen to take up an ace has a pact: from then on every ace that this player turns up is "
        "taken up without a question.",
        _ARTICLE,
    ),
    Rule(
        "KS-R10",
        "The pact ends when a dealer who took up an ace, by choice or by the pact, takes no trick in it.",
        f"{_ARTICLE}; that the first time counts, too, is {_RULING}",
    ),
    Rule(
        "KS-R11",
        "First round: from eldest hand on each may play, as soloist in the preferred suit, or pass. Who "
        "plays ends it. The turn-up stays where it lies.",
        _ARTICLE,
    ),
    Rule(
        "KS-R12",
        "Second round, after four passes: each may play in another suit, or pass. Only eldest hand may still "
        "choose the preferred suit.",
        _ARTICLE,
    ),
    Rule(
        "KS-R13",
        "After four more passes the deal is void: nothing is played or paid, the stake stays in the pot.",
        f"{_ARTICLE}; the stake: {_RULING}",
    ),
    Rule(
        "KS-R14",
        "Before the first card anybody but the soloist may announce a match in a suit other than the "
        "preferred one, once in a deal and not against a soloist who has taken the turn-up up. The announcer "
        "becomes soloist in that suit and needs all five tricks.",
        f"{_ARTICLE}; once: {_RULING}",
    ),
    Rule(
        "KS-R15",
        "Until the second trick is led, anybody but the soloist may say contra: I shall win. There is one "
        "contra player.",
        _ARTICLE,
    ),
    Rule(
        "KS-R16",
        "Before the first card, against a soloist of the first round, the contra player may take the turn-up "
        "with the contra, if it still lies, and puts a card away face down.",
        f"{_ARTICLE}; face down: {_RULING}",
    ),
    Rule(
        "KS-R17",
        "After a contra and until the third trick is led, a player who is neither soloist nor contra player "
        "may say recontra: I shall win. There is one recontra player.",
        _ARTICLE,
    ),
    Rule(
        "KS-R18",
        "A match that is announced after a contra wipes out the contra and a recontra; they may be said "
        "anew. A turn-up that was taken stays taken.",
        _RULING,
    ),
    Rule(
        "KS-R19",
        "Announcements wait until the card that is due has been put away. None can be withdrawn, and none "
        "changes who leads.",
        _RULING,
    ),
    Rule(
        "KS-R20",
        "Announcements are made at any moment of their windows; where it is agreed, players are asked in "
        "turn, before the first trick for match, contra and recontra, before the second for contra and "
        "recontra, before the third for recontra.",
        _RULING,
    ),
    Rule("KS-R21", "Eldest hand leads to the first trick, the winner of a trick to the next.", _ARTICLE),
    Rule(
        "KS-R22",
        "Follow the suit led if you can; trumps are a suit, and the Wenzels always belong to it. Who cannot "
        "follow may play any card.",
        _ARTICLE,
    ),
    Rule(
        "KS-R23",
        "Any card may be led. The highest trump takes the trick, or else the highest card of the suit led.",
        _ARTICLE,
    ),
    Rule(
        "KS-R24",
        "All five tricks are played, even when the winner is known, for match and revolt depend on the rest.",
        _RULING,
    ),
    Rule(
        "KS-R25",
        "Who has three tricks or more wins; if nobody has, the first to hold two.",
        _ARTICLE,
    ),
    Rule(
        "KS-R26",
        "A player without a trick is revolted; a player with all five makes the match.",
        _ARTICLE,
    ),
    Rule(
        "KS-R27",
        "The base value is what the pot held before the stake, at least one chip and at most four.",
        f"{_ARTICLE}; the moment: {_RULING}",
    ),
    Rule(
        "KS-R28",
        "Soloist, contra player and recontra player have declared. Each of them who has not won pays the "
        "base value into the pot; then the one who has won draws it. A winner who had not declared "
        "gets nothing.",
        _ARTICLE,
    ),
    Rule(
        "KS-R29",
        "A soloist who makes the match without having announced it gets one chip from each of the others, or "
        "two if trumps are the preferred suit.",
        _ARTICLE,
    ),
    Rule(
        "KS-R30",
        "A soloist who makes an announced match gets two chips from each of the others.",
        _ARTICLE,
    ),
    Rule(
        "KS-R31",
        "A soloist who announced a match and does not make it pays two chips to each of the others, though "
        "the deal be won.",
        _ARTICLE,
    ),
    Rule(
        "KS-R32",
        "A declared player who is revolted pays one chip to each of the others, or two if trumps are the "
        "preferred suit.",
        f"{_ARTICLE}; to whom: {_RULING}",
    ),
    Rule(
        "KS-R33",
        "Who has announced a match and is revolted pays for both.",
        f"{_ARTICLE}, as we read it",
    ),
    Rule(
        "KS-R34",
        "First the stake is paid, then the base value, then what players pay each other. What the players "
        "have won and what lies in the pot always add up to nothing.",
        f"follows from the {_ARTICLE}",
    ),
    Rule(
        "KS-R35",
        "The players part by agreement after full rounds, when everybody has dealt equally often. What is "
        "left in the pot is reported; where it is agreed, it is shared out.",
        _RULING,
    ),
)
