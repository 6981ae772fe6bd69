"""Sedma: the Czech and Slovak game of sevens, for four in pairs or for two.

This is the game that the tutorial "Your first game in an hour" leads to. As in the Finnish games, a later
card of the rank led takes the trick (see `kontrapunkt.families.rank_match`). Two things are different: a
seven counts as any rank, and the leader may go on with a trick that everybody has played to.

Built: the whole deal from the first lead to the count, the session to a number of game points, the options
for two players, for plain sevens and for who may go on.

Nobody may look through the tricks taken, as in the Finnish games (our ruling).

Simplified: the game for three players is left out. Packets and cutting are left out too; cards are dealt one
by one.

Sources: John McLeod's page on Sedma and a Slovak page of rules, as each rule says.

Phases: `lead`, `follow`, `continue` (everybody has played; the leader goes on with the trick or
stops), `over`.
"""

from collections.abc import Mapping
from typing import ClassVar

from kontrapunkt.core.rules import RuleBook, number_rules
from kontrapunkt.games.sedma import legality, views
from kontrapunkt.games.sedma.options import SedmaRules
from kontrapunkt.games.sedma.position_reader import SedmaReader
from kontrapunkt.games.sedma.result import deal_result
from kontrapunkt.games.sedma.session import SedmaSession
from kontrapunkt.games.sedma.state import SedmaState

__all__ = ["Sedma", "SedmaState"]


class Sedma(SedmaRules[SedmaState]):
    """The game of Sedma with one set of options."""

    id = "sedma"
    title = "Sedma"
    prefix = "SE"
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = {"four": {}, "two": {"players": "2"}}
    rulebook = RuleBook(number_rules("SE", "R1-15"))
    solver = "kontrapunkt.games.sedma.solver:SedmaSolver"
    heuristics = "kontrapunkt.games.sedma.heuristics:HEURISTICS"
    inference = "kontrapunkt.families.rank_match.inference:RankInference"
    puzzle_knowledge = "kontrapunkt.games.sedma.puzzle_knowledge:SedmaKnowledge"
    shows = views.SedmaView
    check = staticmethod(legality.check)
    sessions = SedmaSession
    has_end = True
    reader = SedmaReader
    result = staticmethod(deal_result)
    as_deal = staticmethod(views.as_deal)
