"""Konter a Matt: Luxembourg's point-trick game of two teams.

It has three permanent trumps.

Built: everything from the deal to the slate. Forehand names trumps on three cards, which nobody else has seen
then. There are announcements before one's own first card, in turn or out of turn; the duty to follow or
trump; the claim between two tricks; the value of a deal in lines, all three rules for a tie, and the session
until a team has no line left.

Simplified: nothing. The cards are shuffled and cut by chance. The players find the teams and the first dealer
(a session begins with any dealer).

Decided here: a revenge is a fresh session with the same teams, whose first dealer is open again
(`KonterSession.revenge`).

Results are in lines and count as on the slate: erased lines are negative, added lines positive. They do not
add up to zero, as losers who did not name trumps add none. The fewer lines, the better; `winners` tells who
won.

Sources: the English encyclopedia's article in several states, the Luxembourgish one of 2007, the café
campaign Wëllkomm, and MicromixerC's tutorial in Luxembourgish, as each rule and option says.

Phases: `name_trump` (forehand, on three cards), `lead`, `follow`, `over`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, override

from kontrapunkt.core.cards import Card
from kontrapunkt.core.deal import Deal
from kontrapunkt.core.interface import SIDES, Action, Seat, State
from kontrapunkt.core.rules import RuleBook, number_rules
from kontrapunkt.games.konter_a_matt import constants
from kontrapunkt.games.konter_a_matt.constants import KonterRules
from kontrapunkt.games.konter_a_matt.legality import LEGALITY
from kontrapunkt.games.konter_a_matt.position_reader import KonterReader
from kontrapunkt.games.konter_a_matt.result import deal_result
from kontrapunkt.games.konter_a_matt.session import KonterSession
from kontrapunkt.games.konter_a_matt.state import NAME_TRUMP
from kontrapunkt.games.konter_a_matt.views import KonterView


class KonterAMatt(KonterRules):
    """The game of Konter a Matt with one set of options."""

    id = "konter-a-matt"
    title = "Konter a Matt"
    prefix = "KM"
    known_options = constants.OPTIONS
    presets = constants.PRESETS
    rulebook = RuleBook(number_rules("KM", "R1-27"))
    sides = SIDES
    heuristics = "kontrapunkt.games.konter_a_matt.heuristics:HEURISTICS"
    calculator = "kontrapunkt.games.konter_a_matt.calculator:KonterCalculator"
    solver = "kontrapunkt.games.konter_a_matt.solver:KonterSolver"
    puzzle_knowledge = "kontrapunkt.games.konter_a_matt.puzzle_knowledge:KonterKnowledge"
    trick_rules = ("KM-R15", "KM-R17")
    gain_unit = "lines"
    has_end = True
    sessions = KonterSession
    session_facts = ("lines", "erased", "carried")
    calls_form = "E say matt, N say konter"
    refusal_rules: ClassVar[Mapping[str, str]] = {"over": "KM-R12", "turn": "KM-R12", "hand": "KM-R14"}
    first_phases = (NAME_TRUMP,)
    reader = KonterReader
    result = staticmethod(deal_result)
    holds = constants.HOLDS
    legality = LEGALITY
    shows = KonterView
    pack = constants.PACK
    pinned = constants.MATADORS
    hand_size = constants.HAND
    packets = (3,)
    values = constants.VALUES

    @override
    def deal_pack(self, cards: Sequence[Card], dealer: Seat) -> Deal:
        first = 12 if self.deals_three_each else 3
        return replace(super().deal_pack(cards[:first], dealer), stock=tuple(cards[first:]))

    @override
    def is_call(self, action: Action) -> bool:
        return super().is_call(action) or action == constants.CLAIM

    @override
    def payoffs(self, state: State) -> dict[Seat, float]:
        """Return the lines that each side gains on the other.

        They are those that it erases and the others add, less those that it adds and the others erase.
        """
        lines = state.result().seats
        return {seat: lines[self.after(seat)] - lines[seat] for seat in self.seats}
