"""Kontraspiel: a historic German pot game for four single players.

The Unters of Acorns and Leaves (the Wenzels) are always the two highest trumps.

Built: everything from the dealer's stake to the settlement, and from deal to deal. The dealer takes up a
Wenzel or an ace turned up; an ace brings a pact, which has an end. There are two rounds of bidding. March,
contra (with or without the turn-up) and recontra may be announced in turn and out of turn, each within its
window. Then come the tricks, base value, pot and side payments; a session has a pot, balances and pacts, and
the players may part.

Simplified: nothing. The cards are shuffled by chance; the players choose the first dealer.

Not built: two options of old accounts, as only their beginning is known (the game for three and five players
of 1773, and the opening stake after Thalberg).

Decided here: nobody announces anything while a card has to be put away. A player who takes the turn-up cannot
put that card away again, in a swap either. With `match_overcall=repeated` each player may announce a march
once in a deal, so that announcing ends. With `pot_at_end=split_equal` the chips that four players cannot
share equally stay in the pot. If two players announce at once, the one nearer to forehand comes first
(`Game.seats` begins with the seat after the dealer).

Results are in chips. The chips of the four players and of the pot add up to zero.

Sources: the English encyclopedia's article, older copies of it with the suit pictures, the beginning of the
German article, and a draft after Thalberg, as each rule and option says.

Phases: `offer` (the dealer may take an ace up, unseen), `round1`, `round2`, `discard` (a card must be put
away for the turn-up), `announce` (with `announce_order=polled`: a seat is asked), `lead`, `follow`, `over`.
"""

from collections.abc import Mapping
from typing import ClassVar, override

from kontrapunkt.core.interface import Action
from kontrapunkt.core.messages import Text, say, suit_name
from kontrapunkt.core.rules import RuleBook, number_rules
from kontrapunkt.families.follow_suit import FollowGame, FollowState
from kontrapunkt.games.kontraspiel import constants
from kontrapunkt.games.kontraspiel.legality import LEGALITY
from kontrapunkt.games.kontraspiel.position_reader import KontraspielReader
from kontrapunkt.games.kontraspiel.result import deal_result
from kontrapunkt.games.kontraspiel.session import KontraspielSession
from kontrapunkt.games.kontraspiel.state import DISCARD, OFFER, ROUND1
from kontrapunkt.games.kontraspiel.views import KontraspielView
from kontrapunkt.text.catalogue import knows


class Kontraspiel(FollowGame[FollowState]):
    """The game of Kontraspiel with one set of options."""

    id = "kontraspiel"
    title = "Kontraspiel"
    prefix = "KS"
    heuristics = "kontrapunkt.games.kontraspiel.heuristics:HEURISTICS"
    calculator = "kontrapunkt.games.kontraspiel.calculator:KontraspielCalculator"
    solver = "kontrapunkt.games.kontraspiel.solver:KontraspielSolver"
    puzzle_knowledge = "kontrapunkt.games.kontraspiel.puzzle_knowledge:KontraspielKnowledge"
    known_options = constants.OPTIONS
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = {"article": {}}
    rulebook = RuleBook(number_rules("KS", "R1-35"))
    trick_rules = ("KS-R23", "KS-R23")
    sessions = KontraspielSession
    session_facts = ("pot", "balances", "pacts", "wenzel_pacts", "dealt")
    own_facts = ("turn_up", "taken_up", "asked", "first_two")
    calls_form = "N play, E say contra"
    refusal_rules: ClassVar[Mapping[str, str]] = {"over": "KS-R24", "turn": "KS-R21", "hand": "KS-R22"}
    first_phases = (OFFER, ROUND1, DISCARD)
    legality = LEGALITY
    call_verbs = ("say", "match")
    shows = KontraspielView
    reader = KontraspielReader
    result = staticmethod(deal_result)
    pack = constants.PACK
    hand_size = constants.HAND
    values: Mapping[str, int] = {}
    home = constants.ORDERS[""]
    faces = "german"
    zero_sum = True
    pinned = constants.WENZELS
    stock_in_order = False
    turned_up = 1

    def __init__(self, preset: str | None = None, **options: object) -> None:
        super().__init__(preset, **options)
        self.packets = tuple(map(int, self.options["packets"].split("-")))

    @override
    def call_label(self, action: Action) -> Text:
        key = f"ks.call.{action.verb if action in constants.TRUMPS else action}"
        return say(key, suit=suit_name(action.argument)) if knows(key) else super().call_label(action)
