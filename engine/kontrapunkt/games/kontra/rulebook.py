"""The rules of Kontra by number, in our own words."""

from typing import Final

from kontrapunkt.rules import Rule

_MCLEOD = "McLeod after C. Seres"

RULES: Final = (
    Rule(
        "KO-R1",
        "The dealer leads first: a card of the hand, or the top card or the bottom card of the pack, both of "
        "which lie face up.",
        _MCLEOD,
    ),
    Rule(
        "KO-R2",
        "From then on no card of the pack is turned up any more, and the bottom card cannot be chosen again. "
        "A top card that still lies open after a lead from the bottom may be played by the next player, or "
        "is drawn.",
        "McLeod after C. Seres; the open top card: our ruling",
    ),
    Rule(
        "KO-R3",
        "Where top and bottom card are of one rank, the pack is locked. A player who holds a third card of "
        "that rank leads it, and that unlocks the pack: the dealer if able, otherwise the first of the "
        "others from the dealer’s left.",
        _MCLEOD,
    ),
    Rule(
        "KO-R4",
        "Whoever unlocks the pack must lead a card of that rank from the hand, then draws the open top card.",
        "McLeod after C. Seres; that nobody may refuse: our ruling",
    ),
    Rule(
        "KO-R5",
        "If nobody can unlock the pack, it is out of the game for good: the dealer leads from the hand, and "
        "six tricks are played without drawing, without the dark and without spice.",
        _MCLEOD,
    ),
    Rule(
        "KO-R6",
        "A trick is one card from each player, in turn clockwise from the leader. Any card will do: nobody "
        "has to match.",
        _MCLEOD,
    ),
    Rule(
        "KO-R7",
        "In place of a card from the hand you may play the top card of the pack in the dark, if the pack is "
        "open and held at least three cards when the trick began.",
        _MCLEOD,
    ),
    Rule(
        "KO-R8",
        "A card taken from the top must be played; it cannot go into the hand for another.",
        _MCLEOD,
    ),
    Rule(
        "KO-R9",
        "After a card from the hand you draw the top card at once, before the next player acts.",
        _MCLEOD,
    ),
    Rule(
        "KO-R10",
        "The last card of the rank that was led takes the trick. A spice never changes that.",
        _MCLEOD,
    ),
    Rule(
        "KO-R11",
        "The winner must spice the trick: add a card of the hand, then draw, or the top card of the pack. "
        "Everybody sees it.",
        _MCLEOD,
    ),
    Rule(
        "KO-R12",
        "Trick and spice go face down onto the winner’s pile, which nobody may look through.",
        _MCLEOD,
    ),
    Rule(
        "KO-R13",
        "The winner leads next, and may lead the same rank as often as there are cards of it.",
        _MCLEOD,
    ),
    Rule(
        "KO-R14",
        "The endgame begins when a trick begins with one card left in the pack, or with two among three "
        "players. Everybody holds six.",
        _MCLEOD,
    ),
    Rule(
        "KO-R15",
        "The first trick of the endgame is played from the hands, without drawing; the last cards of the "
        "pack are its spice.",
        _MCLEOD,
    ),
    Rule(
        "KO-R16",
        "The last five tricks are a card from each hand: no drawing, no dark, no spice.",
        _MCLEOD,
    ),
    Rule(
        "KO-R17",
        "The very last card of the pack is the open bottom card, or an unseen one if that was led. Among "
        "three players the other card left with it is always unseen.",
        _MCLEOD,
    ),
    Rule(
        "KO-R18",
        "An ace counts 11, a ten 10, a king 4, a queen 3, a jack 2, all else nothing. Each player counts the "
        "pile; together they have 120, or less if the pack stayed locked.",
        _MCLEOD,
    ),
    Rule(
        "KO-R19",
        "Of those with 21 card points or more, the one with the fewest deals next.",
        _MCLEOD,
    ),
    Rule(
        "KO-R20",
        "Where several have that fewest number, they cut, and the highest card deals: ace first, then ten. "
        "Those who cut equally high cut again.",
        "McLeod after C. Seres; that only those cut again: our ruling",
    ),
    Rule(
        "KO-R21",
        "Where nobody has 21, which can only be when the pack stayed locked, all cut.",
        _MCLEOD,
    ),
    Rule(
        "KO-R22",
        "Where one player alone has 21 or more, that player deals, with however many.",
        _MCLEOD,
    ),
    Rule(
        "KO-R23",
        "To deal is an advantage: the dealer leads, as a rule, and has the open top and bottom cards to "
        "choose from beside the hand.",
        _MCLEOD,
    ),
    Rule(
        "KO-R24",
        "Each deal is counted by itself. For a match, card points can be added up over a fixed number of "
        "deals; the most win it, and equal numbers share it.",
        "C. Seres; the fixed number, six unless agreed: our ruling",
    ),
)
