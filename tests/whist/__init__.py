"""A simplified whist, written as a stranger would: a game in one file, to see how little a small game takes.

Thirteen cards each, spades are trumps, suit must be followed; each trick over six counts one for its side,
and the deal passes to the left. There is no end to the session.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self, override

from kontrapunkt.core.action import SeatIndex
from kontrapunkt.core.cards import pack
from kontrapunkt.core.deal import Deal
from kontrapunkt.core.interface import SEATS, Action, Item, Result, Seat, Session, State
from kontrapunkt.core.legality import Violation
from kontrapunkt.core.messages import Text, say, side_name, the_cards
from kontrapunkt.core.rules import Fault, PositionError, RuleBook, number_rules
from kontrapunkt.families.follow_suit import (
    CardOrder,
    FollowGame,
    FollowPositionReader,
    FollowState,
    FollowView,
    Legality,
)
from kontrapunkt.record.facts import write_numbers
from kontrapunkt.text import catalogue

catalogue.register(
    "en",
    {
        "rule.WH-R1": "Each player has thirteen cards; who sits at the dealer’s left leads.",
        "rule.WH-R1.source": "Hoyle, simplified",
        "rule.WH-R2": "Suit must be followed. Spades are trumps; else the highest card of the suit led wins.",
        "rule.WH-R2.source": "Hoyle, simplified",
        "rule.WH-R3": "Each trick over six counts one for the side that has taken it.",
        "rule.WH-R3.source": "Hoyle, simplified",
        "whist.refusal.follow": "You must follow suit with {held}.",
        "whist.refusal.card": "Only a card can be played here.",
        "whist.task": "A card is to be played.",
        "whist.result": "{side} {seats:wins|win} {n} {n:game point|game points}.",
        "whist.score": "Nothing is scored yet.",
        "whist.score.so_far": "The score is {ns} to {ew}.",
        "whist.fault.score": "the fact score is written as in score: NS 3 EW 2",
    },
)

PACK = pack(52)
RANKS = "AKQJT98765432"
ORDER = CardOrder(PACK, RANKS, [card for card in PACK if card[1] == "S"])
SIDES: tuple[tuple[Seat, ...], ...] = (("N", "S"), ("E", "W"))


def over_six(taken: Sequence[int]) -> tuple[int, int]:
    """Return the points that each side wins."""
    return max(0, taken[0] - 6), max(0, taken[1] - 6)


def check(state: FollowState, action: Action, seat: SeatIndex) -> Violation | None:
    """Check a card of the seat to act: suit must be followed."""
    card = action.card
    if card is None:
        return Violation("WH-R2", "whist.refusal.card")
    breach = state.duty.breach(state.order, state.hands[seat], state.trick, card)
    return Violation("WH-R2", "whist.refusal.follow", held=the_cards(breach.cards, "or")) if breach else None


@dataclass(frozen=True, slots=True)
class WhistSession(Session):
    """The score so far."""

    score: tuple[int, int] = (0, 0)
    dealer_rule = "WH-R1"

    @property
    @override
    def unit(self) -> str:
        return "game points"

    @property
    @override
    def seats(self) -> Mapping[Seat, int]:
        return {seat: self.score[side] for side, seats in enumerate(SIDES) for seat in seats}

    @property
    @override
    def standing(self) -> Text:
        ns, ew = self.score
        return say("whist.score.so_far", ns=ns, ew=ew) if ns or ew else say("whist.score")

    @property
    @override
    def facts(self) -> Mapping[str, str]:
        return {"score": write_numbers(SIDES, self.score)} if any(self.score) else {}

    @override
    def after(self, end: State) -> Self:
        if end.to_act is not None:
            raise ValueError("the deal is still going on")
        won = over_six([end.view(None).piles[side].tricks or 0 for side in (0, 1)])
        dealer = self.game.after(self.dealer or "N")
        return type(self)(self.game, (dealer,), (self.score[0] + won[0], self.score[1] + won[1]))


class WhistView(FollowView[FollowState]):
    """The view of a seat."""

    @override
    def describe_task(self) -> Text:
        return say("whist.task")


class WhistState(FollowState):
    """A moment; there are no calls."""

    @override
    def _did(self, action: Action, seat: SeatIndex) -> Self:
        raise NotImplementedError


class WhistReader(FollowPositionReader):
    """Reads a deal or a position; what it has to know beyond the family's is that spades are trumps."""

    @override
    def built(self) -> WhistState:
        return WhistState(self.game, **self.common_slots())


class Whist(FollowGame[FollowState]):
    """Simplified whist."""

    id = "whist"
    title = "Whist"
    prefix = "WH"
    known_options = ()
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    rulebook = RuleBook(number_rules("WH", "R1-3"))
    sides = SIDES
    trick_rules = ("WH-R2", "WH-R3")
    session_facts = ("score",)
    calls_form = "N say nothing"
    refusal_rules: ClassVar[Mapping[str, str]] = {"over": "WH-R1", "turn": "WH-R1", "hand": "WH-R1"}
    reader = WhistReader
    legality = Legality(check)
    shows = WhistView
    pack = PACK
    hand_size = 13
    packets = (1,) * 13
    values: Mapping[str, int] = {}
    home = ORDER

    @override
    def session(self, deal: Deal | None = None) -> WhistSession:
        if deal is None:
            return WhistSession(self)
        dealers = (deal.dealer,) if deal.dealer else SEATS
        if "score" not in deal.facts:
            return WhistSession(self, dealers)
        parts = deal.facts["score"].split()
        if len(parts) != 4 or parts[::2] != ["NS", "EW"] or not all(each.isdigit() for each in parts[1::2]):
            raise PositionError([Fault("score_wrong", say("whist.fault.score"), deal.line("score"))])
        return WhistSession(self, dealers, (int(parts[1]), int(parts[3])))

    @override
    def result(self, state: FollowState) -> Result:
        won = over_six(state.taken)
        side = int(won[1] > 0)
        said = say("whist.result", side=side_name(SIDES[side]), seats=len(SIDES[side]), n=won[side])
        seats = {seat: won[place] for place, seats in enumerate(SIDES) for seat in seats}
        return Result("game points", seats, SIDES[side], said, (Item("WH-R3", said, seats),))
