"""The family of games in which players follow suit.

A game supplies data: a `CardOrder` (trumps high to low, ranks of the plain suits, cards of which the second
of two equals wins), a `Duty` (whether a player may trump freely, must trump when void, must beat), a pack
with one or two copies of each card, values, sides (a lone player is one) and seats in the order of play. It
adds a `Legality` (the functions that list and check actions before play, calls in and out of turn, and cards;
a `Breach` names the duty that a card breaches), a reader of positions, a view, and its results.

The family supplies: following by effective suit, tricks and their winners, equal cards, who leads, card
points and tricks of each side, calls, reading and writing positions with their faults, and views that hide
what is hidden. A seat may look at the last finished trick only until the deal is over, as nobody may look
through the tricks taken (our ruling, as few sources mention it).

Phases: those of the game before play; then `lead` (the seat to act begins a trick), `follow`, `over`.
"""

from kontrapunkt.families.deal_state import CompletedTrick
from kontrapunkt.families.follow_suit.game import FOLLOW, LEAD, OVER, FollowGame, Legality
from kontrapunkt.families.follow_suit.order import TRUMP, CardOrder, Duty
from kontrapunkt.families.follow_suit.position_reader import FollowPositionReader
from kontrapunkt.families.follow_suit.state import FollowState
from kontrapunkt.families.follow_suit.views import FollowView

__all__ = [
    "FOLLOW",
    "LEAD",
    "OVER",
    "TRUMP",
    "CardOrder",
    "CompletedTrick",
    "Duty",
    "FollowGame",
    "FollowPositionReader",
    "FollowState",
    "FollowView",
    "Legality",
]  # fmt: skip
