"""Doppelkopf: the German game of four with a double pack and hidden partners.

Built: everything from the deal to the settlement. Reservations go by class, with compulsory and forced solos.
There are solos, weddings and silent weddings; parties by the queens of clubs, and the knowledge of them;
announcements and bids until their deadlines, replies included. The scoring covers all ways to win, special
points, and the settlement with two players or one on the Re side. A session has rounds of any length for four
to seven players. Poverty, piglets, a chosen partner, deals that count double and other house rules are
options.

Simplified: every deal is played to the end (DK-P7), and nobody names a game before being asked (DK-R9);
neither changes a result. Cards are played one by one, and only legal ones, so there are no revokes and no
penalties. The pack is cut by chance.

Decided here: a call names its party (`say re no 90`). A player who chooses a partner (DK-V22) or shows
piglets (DK-V15) says so first and must then play the card. A second ace of diamonds becomes the highest trump
only if all know that its own party won the first, because the rank of a card cannot be a secret. If six or
seven play, the four after the dealer play the deal (DK-D1), and a round has six deals for each player. A
single fox that does not count may stay in a poor hand (DK-V13).

If more than four play, the seats N E S W are those of one deal, and the session knows who sits there (see
`session`).

Results are in game points and add up to zero, unless only gains or only losses are written down.

Sources: the tournament rules of the Deutscher Doppelkopf-Verband of 2026, Ham Vocke's tutorial, and house
rules as FreeDoko has them, as each rule and option says.

Phases: `reservations` (each player says healthy or reservation; a player who is forced names a solo),
`naming` (the player asked names a game or passes), `put`, `offer`, `give` and `tell` (the cards of a
poverty), `lead`, `follow`, `over`.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, override

from kontrapunkt.core.interface import SEATS, Action, Seat, State, View
from kontrapunkt.core.rules import RuleBook, number_rules
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
    """The game of Doppelkopf with one set of options."""

    id = "doppelkopf"
    title = "Doppelkopf"
    prefix = "DK"
    heuristics = "kontrapunkt.games.doppelkopf.heuristics:HEURISTICS"
    calculator = "kontrapunkt.games.doppelkopf.calculator:DoppelkopfCalculator"
    inference = "kontrapunkt.games.doppelkopf.inference:DoppelkopfInference"
    puzzle_knowledge = "kontrapunkt.games.doppelkopf.puzzle_knowledge:DoppelkopfKnowledge"
    known_options = OPTIONS
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = PRESETS
    rulebook = RuleBook(
        number_rules("DK", "D1-4 R1-18 R20-31 P1-7 S1-5 S10-24 A25 V2 V4 V3 V10-11 V13-23 V25")
    )
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
    def quiet(self, view: View[Any]) -> Sequence[Action]:
        return (HEALTHY,) if HEALTHY in view.actions else super().quiet(view)

    @override
    def fresh(self, state: DoppelkopfState) -> bool:
        return not state.bidding.spoken and not state.mode

    @override
    def is_call(self, action: Action) -> bool:
        return super().is_call(action) or action == WITHDRAW or action in PARTNERS

    @override
    def parties(self, state: State) -> tuple[tuple[Seat, ...], ...]:
        """Return the holders of a queen of clubs, and the others (DK-R12)."""
        assert isinstance(state, FollowState)
        old = [seat for seat, hand in zip(SEATS, state.hands, strict=True) if OLD in hand]
        return tuple(old), tuple(seat for seat in SEATS if seat not in old)
