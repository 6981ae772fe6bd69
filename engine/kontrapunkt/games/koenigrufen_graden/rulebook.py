"""The rules of Königrufen of Graden by number, in our own words."""

from typing import Final

from kontrapunkt.rules import Rule

_POST: Final = "forum post"
_DRAFT: Final = "German draft article"
_BOTH: Final = f"{_POST}, {_DRAFT}"
_RULING: Final = "our ruling"

RULES: Final = (
    Rule("KG-D1", "Anybody may deal first; after that the deal goes round clockwise.", _POST),
    Rule("KG-D2", "The dealer shuffles, and the right-hand neighbour cuts.", _POST),
    Rule("KG-D3", "All 24 cards are dealt, three at a time and twice round: six for each player.", _POST),
    Rule("KG-D4", "After a misdeal the same dealer deals again.", _RULING),
    Rule(
        "KG-R1",
        "The player at the dealer’s left speaks first, then the others clockwise, for as many rounds as it "
        "takes.",
        _POST,
    ),
    Rule(
        "KG-R2",
        "Whoever is to speak says Gut, which is to pass, or bids a higher contract than the highest so far; "
        "one may jump. A contract that was cancelled cannot be bid again.",
        _POST,
    ),
    Rule("KG-R3", "Who has passed is out of the auction; who has been overbid is still in it.", _POST),
    Rule(
        "KG-R4",
        "While a Bettler or a Plauderer is the highest bid, one other player may join by bidding the same: "
        "Mitbettler, Mitplauderer. There is no third.",
        f"{_POST}; no third: {_RULING}",
    ),
    Rule(
        "KG-R5",
        "Who bids a Bettler or a Plauderer, or joins, lays face down the card that will be the own first "
        "one: any card of the hand.",
        _POST,
    ),
    Rule(
        "KG-R6",
        "A higher bid cancels Bettler and Plauderer: the cards go back to their hands, and their owners may "
        "bid more when it is their turn.",
        _POST,
    ),
    Rule(
        "KG-R7",
        "The auction is over when all have passed but the one, or the two, whose bid stands highest; these "
        "are not asked again. Where it is agreed, one of two is.",
        f"{_POST}; two holders: {_RULING}",
    ),
    Rule("KG-R8", "If all four pass, Schurln is played.", _POST),
    Rule(
        "KG-R9",
        "Both Hundert contracts and the Hundertermord may be bid only by who was dealt king and queen of one "
        "suit. They need not be shown, kept together or played.",
        f"{_POST}; not shown: {_RULING}",
    ),
    Rule(
        "KG-R10",
        "In a Durchmarsch mit einer anderen, plain or Hundert, the bidder names a card of another hand "
        "before leading. Its holder is the partner, keeps silent, and is known when the card is played.",
        f"{_POST}; of another hand: {_RULING}",
    ),
    Rule(
        "KG-R11",
        "If the card called for a plain Durchmarsch is a ten, tens are second in all suits; otherwise kings "
        "are. In a Hundert tens are second whatever is called.",
        _POST,
    ),
    Rule(
        "KG-P1",
        "The bidder leads first; of two the one who bid first; in Schurln the player at the dealer’s left.",
        _POST,
    ),
    Rule("KG-P2", "Follow suit if you can.", _BOTH),
    Rule(
        "KG-P3",
        "Following suit, beat the highest card of that suit in the trick if you can. This binds everybody: "
        "bidders, partners and Bettler too.",
        _BOTH,
    ),
    Rule("KG-P4", "Without a card of the suit led you may play anything.", _BOTH),
    Rule("KG-P5", "The highest card of the suit led takes the trick; its owner leads next.", _BOTH),
    Rule(
        "KG-P6",
        "A face-down card is its owner’s card in the first trick, whatever the others play. It counts as it "
        "is, and may win.",
        f"{_POST}; the first one too: {_RULING}",
    ),
    Rule(
        "KG-P7",
        "After the first trick of a Plauderer all who did not bid it lay their hands open and may discuss "
        "the play.",
        _POST,
    ),
    Rule(
        "KG-P8",
        "Six tricks are played, unless all can see before how the deal comes out; where it is agreed, all "
        "six always are.",
        f"{_POST}; early end: {_RULING}",
    ),
    Rule("KG-S1", "A lone Bettler without a trick gets 30 from each of the others.", _POST),
    Rule("KG-S2", "A lone Bettler who takes a trick pays each of them 30.", _POST),
    Rule("KG-S3", "Two Bettler without a trick get 50 each from the others.", _POST),
    Rule(
        "KG-S4",
        "If one of two Bettler takes a trick and the other does not, the loser pays the winner 150, and the "
        "others nothing.",
        f"{_RULING}; the {_POST} has it the other way round, surely by a slip",
    ),
    Rule("KG-S5", "If both take a trick, they pay 100 each to the others.", _POST),
    Rule("KG-S6", "A Durchmarsch mit einer anderen that is won brings 40 to bidder and partner each.", _POST),
    Rule("KG-S7", "If another takes a trick, bidder and partner pay 40 each.", _BOTH),
    Rule(
        "KG-S8",
        "In a Durchmarsch am letzten the bidder takes five tricks; who takes the last is the partner, and "
        "both get 40 from one of the others.",
        _POST,
    ),
    Rule("KG-S9", "If the bidder takes the last one too, each of the others pays 40.", _POST),
    Rule("KG-S10", "If the bidder loses one of the first five, each of the others gets 40.", _POST),
    Rule("KG-S11", "A lone Plauderer gets 50 from each of the others, or pays it.", _POST),
    Rule("KG-S12", "Two Plauderer without a trick get 100 each from the others.", _POST),
    Rule("KG-S13", "If one takes a trick and the other does not, the loser pays the winner 300.", _POST),
    Rule("KG-S14", "If both take a trick, they pay 200 each to the others.", _POST),
    Rule(
        "KG-S15", "In a Durchmarsch Hundert mit einer anderen, bidder and partner get or pay 60 each.", _POST
    ),
    Rule(
        "KG-S16",
        "A Durchmarsch Hundert am letzten goes like the plain one, at 60.",
        _POST,
    ),
    Rule("KG-S17", "A Zehnermord brings 60 from each of the others, or costs it.", _POST),
    Rule("KG-S18", "A Königmord brings 70 from each of the others, or costs it.", _POST),
    Rule("KG-S19", "A Hundertermord brings 80 from each of the others, or costs it.", _POST),
    Rule(
        "KG-S20",
        "In Schurln aces and tens count ten card points each, and so does the last trick. Who has most pays "
        "10 to each of the others.",
        _POST,
    ),
    Rule("KG-S21", "If two have most, both pay 10 to one of the others.", _POST),
    Rule("KG-S22", "If three have most, with 30 each, all three pay 10 to the fourth.", _POST),
    Rule("KG-S23", "Four cannot have the same, as 90 is not four times a multiple of ten.", "arithmetic"),
)
