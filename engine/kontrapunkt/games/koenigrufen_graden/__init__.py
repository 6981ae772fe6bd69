"""Königrufen of Graden: a plain-trick game of Styria without trumps.

It has nine contracts. It is not the Tarock game of that name, nor the game of Rußbach.

Built: everything from the deal to the chips. The auction has as many rounds as it takes; a second player may
join a Bettler (beggar) or a Plauderer (chatterer), and cards are put face down for both. There is the called
card with its hidden holder, both orders of cards, the duties to follow and to beat, open hands in Plauderer,
all nine contracts and Schurln with every line of the settlement, and chips from deal to deal.

Simplified: nothing. The cards are shuffled and cut by chance, and a misdeal cannot happen (a record with a
wrong number of cards is refused). The players may end the session at any time.

Decided here: if the result is certain before the last trick, play ends between two tricks, never within one,
and all hands are shown.

Sources: a forum post that seems to retell John McLeod's page on Anrufen and Königrufen, and a German draft
article on the game of Graden, as each rule and option says.

Phases: `auction`; `lay` (a card for the first trick is put face down); `call` (the bidder names a card);
`lead`, `follow`, `over`.
"""

from collections.abc import Mapping
from typing import ClassVar

from kontrapunkt.core.rules import RuleBook, number_rules
from kontrapunkt.games.koenigrufen_graden.constants import KING, OPTIONS, PACK, VALUES, GradenRules
from kontrapunkt.games.koenigrufen_graden.legality import LEGALITY
from kontrapunkt.games.koenigrufen_graden.position_reader import KoenigrufenReader
from kontrapunkt.games.koenigrufen_graden.result import deal_result
from kontrapunkt.games.koenigrufen_graden.session import ChipSession
from kontrapunkt.games.koenigrufen_graden.state import AUCTION
from kontrapunkt.games.koenigrufen_graden.views import GradenView


class KoenigrufenGraden(GradenRules):
    """The game of Königrufen of Graden with one set of options."""

    id = "koenigrufen-graden"
    title = "Königrufen of Graden"
    prefix = "KG"
    heuristics = "kontrapunkt.games.koenigrufen_graden.heuristics:HEURISTICS"
    calculator = "kontrapunkt.games.koenigrufen_graden.calculator:KoenigrufenCalculator"
    solver = "kontrapunkt.games.koenigrufen_graden.solver:GradenSolver"
    inference = "kontrapunkt.games.koenigrufen_graden.inference:KoenigrufenInference"
    puzzle_knowledge = "kontrapunkt.games.koenigrufen_graden.puzzle_knowledge:GradenKnowledge"
    known_options = OPTIONS
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = {"post": {}}
    rulebook = RuleBook(number_rules("KG", "D1-4 R1-11 P1-8 S1-23"))
    trick_rules = ("KG-P5", "KG-S20")
    faces = "either"
    zero_sum = True
    sessions = ChipSession
    session_facts = ("chips",)
    calls_form = "N bid bettler, E pass"
    refusal_rules: ClassVar[Mapping[str, str]] = {"over": "KG-P8", "turn": "KG-P5", "hand": "KG-P2"}
    first_phases = (AUCTION,)
    own_facts = ("laid", "partner", "shown", "pair")
    legality = LEGALITY
    call_verbs = ()
    shows = GradenView
    reader = KoenigrufenReader
    result = staticmethod(deal_result)
    pack = PACK
    hand_size = 6
    packets = (3, 3)
    values: Mapping[str, int] = VALUES
    home = KING
