"""Ristiklappi, or Lappi: Ristikontra where a side that takes a queen early must clean itself later.

Kept: the play of Ristikontra with the rule of the fourth king; the two parts, dirt and cleaning; the plain
results (`lappi5`) and the seven grades (`lappi6`); the Lapland limit of 4 or 10; the tie by cards; the coins
of an Android program; who deals next.
Simplified: nothing. Each deal is a complete game, so that a session knows no more than who deals next; where
results are paid in coins, those are added up.
From: John McLeod's page on Ristikontra, Ristiklappi and Kontra; `lappi6` is Cristian Seres' Finnish version
as told there. The rulings are ours.
"""

from collections.abc import Mapping
from functools import partial
from typing import ClassVar, Final, override

from kontrapunkt.deal import Deal
from kontrapunkt.families.rank_match import PLAY_OPTIONS, RankMatchState, dark_fourth_king
from kontrapunkt.families.rank_match.past import possible_sums
from kontrapunkt.families.rank_match.table import both
from kontrapunkt.game import Option, Result, Seat, State
from kontrapunkt.games.ristiklappi.cleaning import CleaningGame
from kontrapunkt.games.ristiklappi.result import coins, grades, result
from kontrapunkt.games.ristiklappi.session import RistiklappiSession
from kontrapunkt.rules import RuleBook, numbered

option = partial(Option, "rl")

OPTIONS: Final = (
    option("hand_size", ("5", "6"), "5", ("RK-R7", "RL-R2")),
    option("queen_trick_cleans", ("off", "on"), "off", ("RL-R4", "RL-R7")),
    option("results", ("honour", "grades"), "honour", ("RL-R15", "RL-R16", "RL-R17", "RL-R20", "RL-R21")),
    option("lapland_below", ("none", "4", "10"), "none", ("RL-R20", "RL-R21")),
    option("tie_break", ("none", "cards"), "none", ("RL-R15", "RL-R20")),
    option("both_unclean", ("both_lose", "points_decide"), "both_lose", ("RL-R17",)),
    option(
        "kusilappi_queen", ("any_part", "first_part"), "any_part", ("RL-R20",), only="lapland_below!=none"
    ),
    option("numeric", ("none", "coins"), "none", ("RL-R19",)),
    option("fourth_king_rule", ("on", "off"), "on", ("RL-R10", "RL-R12", "RL-R14")),
    *PLAY_OPTIONS,
    dark_fourth_king("RL-R12"),
)


class Ristiklappi(CleaningGame):
    """Ristiklappi with its options fixed."""

    id = "ristiklappi"
    title = "Ristiklappi"
    prefix = "RL"
    known_options = OPTIONS
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "lappi5": {},
        "lappi6": {"hand_size": "6", "queen_trick_cleans": "on", "results": "grades", "lapland_below": "4"},
    }
    rulebook = RuleBook((*numbered("RK", "R1-11 R13-14"), *numbered("RL", "R1-23")))
    solver = "kontrapunkt.games.ristiklappi.solver:RistiklappiSolver"
    heuristics = "kontrapunkt.games.ristiklappi.heuristics:HEURISTICS"
    calculator = "kontrapunkt.games.ristiklappi.calculator:RistiklappiCalculator"
    puzzle_knowledge = "kontrapunkt.games.ristiklappi.puzzle_knowledge:RistiklappiKnowledge"
    king_rules = ("RL-R10", "RL-R12")

    def __init__(self, preset: str | None = None, **options: object) -> None:
        super().__init__(preset, **options)
        self.zero_sum = self.options["numeric"] == "coins"
        self.session_facts = ("coins",) if self.zero_sum else ()
        self.gain_unit = "coins" if self.zero_sum else "grades"

    @override
    def session(self, deal: Deal | None = None) -> RistiklappiSession:
        return RistiklappiSession.of(self, deal)

    @override
    def result(self, state: RankMatchState) -> Result:
        return result(self, state)

    @override
    def gains(self, state: State) -> dict[Seat, float]:
        """The result as coins; where nobody pays any, they say how bad a loss is."""
        assert isinstance(state, RankMatchState)
        sums = possible_sums(state)[0]
        return dict(both(coins(grades(self.options, sums), sums)))
