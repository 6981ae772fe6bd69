"""Kontraspiel: a historic German pot game, four players, each for himself, two permanent top trumps.

Kept: everything from the dealer's stake to the settlement and from deal to deal. Wenzel and ace turned up,
the pact and its end; two rounds of bidding; match, contra with and without the turn-up, and recontra, in turn
and out of it, each in its window; tricks; base value, pot and side payments; pot, balances and pacts of a
session, and how the players part.
Simplified: nothing. Shuffling is chance; the first dealer is left to the players. Two options of old accounts
are not built, as only their beginning is known: the game for three and five players of 1773, and the opening
stake after Thalberg. While a card is due to be put away nobody announces. What is taken from the talon cannot
be put away again, in a swap either. With `match_overcall=repeated` each player announces a match once in a
deal, so that it has an end. With `pot_at_end=split_equal` what four cannot share remains in the pot.
Where two announce at once, the one nearer to eldest hand comes first: `Game.seats` from the dealer's next on.
A result is in chips. What the deal brings the players and what it brings the pot add up to nothing.
From: the English encyclopedia's article, older copies of it with the suit pictures, the beginning of the
German one, and a draft after Thalberg, as each rule and option says.

Phases: `offer` (the dealer may take an ace up, unseen), `round1`, `round2`, `discard` (a card must be put
away for the turn-up), `announce` (with `announce_order=polled`: a seat is asked), `lead`, `follow`, `over`.
"""

from collections.abc import Mapping
from typing import ClassVar, override

from kontrapunkt.core.interface import Action
from kontrapunkt.core.messages import Text, say, suit_name
from kontrapunkt.core.rules import RuleBook, numbered
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
    """Kontraspiel with its options fixed."""

    id = "kontraspiel"
    title = "Kontraspiel"
    prefix = "KS"
    heuristics = "kontrapunkt.games.kontraspiel.heuristics:HEURISTICS"
    calculator = "kontrapunkt.games.kontraspiel.calculator:KontraspielCalculator"
    solver = "kontrapunkt.games.kontraspiel.solver:KontraspielSolver"
    puzzle_knowledge = "kontrapunkt.games.kontraspiel.puzzle_knowledge:KontraspielKnowledge"
    known_options = constants.OPTIONS
    rulebook = RuleBook(numbered("KS", "R1-35"))
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
