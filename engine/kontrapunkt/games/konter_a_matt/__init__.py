"""Konter a Matt: Luxembourg's point-trick game of two teams and three permanent trumps.

Kept: everything from the deal to the slate. Trumps are named by forehand on three cards, which nobody else
has seen then; announcements, in turn or out of it, before one's own first card; follow or trump; the claim
between two tricks; the value of a deal in lines, all three rules for a tie, and the session until a team has
no line left.
Simplified: nothing. Shuffling and cutting are chance, finding teams and the first dealer is left to the
players (a session begins with any dealer), and a revenge is a fresh session with the same teams, whose first
dealer is open again (`KonterMatch.revenge`; our ruling).
A result is in lines and counts as the slate does: erased lines below nothing, added ones above. It does not
add up to nothing, as losers who did not name trumps add none. The fewer lines, the better; `winners` says
who won.
From: the English encyclopedia's article in several states, the Luxembourgish one of 2007, the café campaign
Wëllkomm, and MicromixerC's tutorial in Luxembourgish, as each rule and option says.

Phases: `name_trump` (forehand, on three cards), `lead`, `follow`, `over`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, override

from kontrapunkt.core.cards import Card
from kontrapunkt.core.deal import Deal
from kontrapunkt.core.interface import SIDES, Action, Seat, State
from kontrapunkt.core.rules import RuleBook, numbered
from kontrapunkt.games.konter_a_matt import constants
from kontrapunkt.games.konter_a_matt.constants import KonterRules
from kontrapunkt.games.konter_a_matt.legality import LEGALITY
from kontrapunkt.games.konter_a_matt.position_reader import KonterReader
from kontrapunkt.games.konter_a_matt.result import deal_result
from kontrapunkt.games.konter_a_matt.session import KonterSession
from kontrapunkt.games.konter_a_matt.state import NAME_TRUMP
from kontrapunkt.games.konter_a_matt.views import KonterView


class KonterAMatt(KonterRules):
    """Konter a Matt with its options fixed, and all that is told of it."""

    id = "konter-a-matt"
    title = "Konter a Matt"
    prefix = "KM"
    known_options = constants.OPTIONS
    presets = constants.PRESETS
    rulebook = RuleBook(numbered("KM", "R1-27"))
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
    def dealt(self, cards: Sequence[Card], dealer: Seat) -> Deal:
        first = 12 if self.deals_three_each else 3
        return replace(super().dealt(cards[:first], dealer), stock=tuple(cards[first:]))

    @override
    def is_call(self, action: Action) -> bool:
        return super().is_call(action) or action == constants.CLAIM

    @override
    def payoffs(self, state: State) -> dict[Seat, float]:
        """Lines that the own side erases and the others add, less those that it adds and the others erase."""
        lines = state.result().seats
        return {seat: lines[self.after(seat)] - lines[seat] for seat in self.seats}
