"""Doppelkopf: the German game of four with a double pack, whose partners are hidden.

Kept: everything from the deal to the settlement. Reservations by class, with compulsory and forced solos;
solos, weddings and silent weddings; parties by the queens of clubs, and what all know of them; announcements
and bids at any moment until their deadlines, replies included; who has won in every case, special points,
and the settlement of games of two and of one; a session with rounds of any length, for four to seven players;
poverty, piglets, a partner chosen, deals that count double and the other house rules as options.
Simplified: every deal is played to the end (DK-P7), and nobody names a game before being asked
(DK-R9); neither changes a result. Cards fall one by one and only where they may, so nothing can be revoked
and there are no penalties. Cutting is chance.
Our rulings: a call names its party (`say re no 90`); who chooses a partner (DK-V22) or shows piglets
(DK-V15) says so before playing the card, which then must follow; a second ace of diamonds becomes the
highest trump only if all know that its own party won the first, for a card’s rank cannot be a secret; of
six or seven players the four at the dealer’s left play (DK-D1), and a round has six deals for each; a single
fox that does not count may stay in a poor hand (DK-V13).
Where more than four play, the seats N E S W are those of a deal, and the session knows who sits there:
`session` says how.
A result is in game points and adds up to nothing, unless only gains or losses are written down.
From: the tournament rules of the Deutscher Doppelkopf-Verband of 2026, Ham Vocke's tutorial; house rules
as FreeDoko has them, as each rule and option says.

Phases: `reservations` (each says healthy or reservation; a player who is forced names a solo), `naming`
(who is asked names a game or passes), `put`, `offer`, `give` and `tell` (the cards of a poverty), `lead`,
`follow`, `over`.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar, override

from kontrapunkt.core.interface import SEATS, Action, Seat, State, View
from kontrapunkt.core.rules import RuleBook, numbered
from kontrapunkt.families.follow_suit import FollowState
from kontrapunkt.games.doppelkopf.action_weights import weights
from kontrapunkt.games.doppelkopf.constants import HEALTHY, HOLDS, OLD, PARTNERS, RESERVATIONS, WITHDRAW
from kontrapunkt.games.doppelkopf.legality import LEGALITY
from kontrapunkt.games.doppelkopf.options import OPTIONS, PRESETS, DoppelkopfRules
from kontrapunkt.games.doppelkopf.position_reader import DoppelkopfReader
from kontrapunkt.games.doppelkopf.result import deal_result
from kontrapunkt.games.doppelkopf.session import DoppelkopfSession
from kontrapunkt.games.doppelkopf.state import DoppelkopfState
from kontrapunkt.games.doppelkopf.views import DoppelkopfView


class Doppelkopf(DoppelkopfRules):
    """Doppelkopf with its options fixed, and all that is told of it."""

    id = "doppelkopf"
    title = "Doppelkopf"
    prefix = "DK"
    heuristics = "kontrapunkt.games.doppelkopf.heuristics:HEURISTICS"
    calculator = "kontrapunkt.games.doppelkopf.calculator:DoppelkopfCalculator"
    inference = "kontrapunkt.games.doppelkopf.inference:DoppelkopfInference"
    puzzle_knowledge = "kontrapunkt.games.doppelkopf.puzzle_knowledge:DoppelkopfKnowledge"
    known_options = OPTIONS
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = PRESETS
    rulebook = RuleBook(numbered("DK", "D1-4 R1-18 R20-31 P1-7 S1-5 S10-24 A25 V2 V4 V3 V10-11 V13-23 V25"))
    trick_rules = ("DK-P4", "DK-S16")
    calls_form = "E say re, N say kontra no 90"
    sessions = DoppelkopfSession
    session_facts = ("score", "played", "owed", "bock", "sitting")
    own_facts = (
        "said", "passes", "withdraw", "game", "declarer", "kind", "clarified", "partner", "returned",
        "queens", "proved", "closed", "events", "piglets", "ready", "regrouped",
    )  # fmt: skip
    refusal_rules: ClassVar[Mapping[str, str]] = {"over": "DK-P5", "turn": "DK-P2", "hand": "DK-P1"}
    solver = "kontrapunkt.games.doppelkopf.solver:DoppelkopfSolver"
    first_phases = (RESERVATIONS,)
    gain_unit = "game points"
    reader = DoppelkopfReader
    leaning = weights
    result = staticmethod(deal_result)
    shows = DoppelkopfView
    holds = HOLDS
    legality = LEGALITY

    @override
    def quiet(self, view: View) -> Sequence[Action]:
        return (HEALTHY,) if HEALTHY in view.actions else super().quiet(view)

    @override
    def fresh(self, state: DoppelkopfState) -> bool:
        return not state.bidding.spoken and not state.mode

    @override
    def is_call(self, action: Action) -> bool:
        return super().is_call(action) or action == WITHDRAW or action in PARTNERS

    @override
    def parties(self, state: State) -> tuple[tuple[Seat, ...], ...]:
        """Who holds a queen of clubs, and who does not (DK-R12)."""
        assert isinstance(state, FollowState)
        old = [seat for seat, hand in zip(SEATS, state.hands, strict=True) if OLD in hand]
        return tuple(old), tuple(seat for seat in SEATS if seat not in old)
