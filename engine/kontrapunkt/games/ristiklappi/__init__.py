"""Ristiklappi, or Lappi: Ristikontra where a side that takes a queen early must clean itself later.

Kept: the play of Ristikontra with the rule of the fourth king; the two parts, dirt and cleaning; the plain
results (`lappi5`) and the seven grades (`lappi6`); the Lapland limit of 4 or 10; the tie by cards; the coins
of an Android program; who deals next.
Simplified: nothing. Each deal is a complete game, so that a session knows no more than who deals next; where
results are paid in coins, those are added up.
From: John McLeod's page on Ristikontra, Ristiklappi and Kontra; `lappi6` is Cristian Seres' Finnish version
as told there. The rulings are ours.

Marks on the sides: bit 0 is N–S and bit 1 E–W, first of the sides that became dirty, then of those that have
cleaned.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, override

from kontrapunkt.deal import Deal
from kontrapunkt.families.rank_match import RankMatchGame, RankMatchState
from kontrapunkt.families.rank_match.facts import Facts
from kontrapunkt.families.rank_match.past import possible_sums
from kontrapunkt.families.rank_match.table import Pair, both
from kontrapunkt.game import Result, Seat, State, Status
from kontrapunkt.games.ristiklappi import cleaning
from kontrapunkt.games.ristiklappi.options import OPTIONS, PRESETS
from kontrapunkt.games.ristiklappi.result import coins, grades, next_dealer, result
from kontrapunkt.games.ristiklappi.session import RistiklappiSession, read_session
from kontrapunkt.rules import RuleBook, numbered


class Ristiklappi(RankMatchGame):
    """Ristiklappi with its options fixed."""

    id = "ristiklappi"
    title = "Ristiklappi"
    prefix = "RL"
    known_options = OPTIONS
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = PRESETS
    rulebook = RuleBook((*numbered("RK", "R1-11 R13-14"), *numbered("RL", "R1-23")))
    solver = "kontrapunkt.games.ristiklappi.solver:RistiklappiSolver"
    heuristics = "kontrapunkt.games.ristiklappi.heuristics:HEURISTICS"
    calculator = "kontrapunkt.games.ristiklappi.calculator:RistiklappiCalculator"
    puzzle_knowledge = "kontrapunkt.games.ristiklappi.puzzle_knowledge:RistiklappiKnowledge"
    king_rules = ("RL-R10", "RL-R12")
    own_facts = ("dirty", "cleaned")

    def __init__(self, preset: str | None = None, **options: object) -> None:
        super().__init__(preset, **options)
        self.queen_trick_cleans = self.options.on("queen_trick_cleans")
        self.zero_sum = self.options["numeric"] == "coins"
        self.session_facts = ("coins",) if self.zero_sum else ()
        self.gain_unit = "coins" if self.zero_sum else "grades"

    @override
    def session(self, deal: Deal | None = None) -> RistiklappiSession:
        return RistiklappiSession(self) if deal is None else read_session(self, deal)

    @override
    def marked(
        self, marks: tuple[int, ...], first_part: bool, trick: Sequence[str], side: int
    ) -> tuple[int, ...]:
        return cleaning.marked(marks, first_part, trick, side, self.queen_trick_cleans)

    @override
    def read_marks(self, facts: Facts[Any], number: int) -> tuple[int, ...]:
        return cleaning.read_marks(facts, number <= self.stock_tricks + 1)

    @override
    def write_marks(self, marks: tuple[int, ...]) -> dict[str, str]:
        return cleaning.write_marks(marks)

    @override
    def piles_may_hold(self, marks: tuple[int, ...], tricks: Pair, queens: Pair, kings: Pair) -> bool:
        early = min(sum(tricks), self.stock_tricks)
        keeps = self.guards_king and self.dark_king != "stands"
        return cleaning.piles_may_hold(marks, early, tricks, queens, kings, self.queen_trick_cleans, keeps)

    @override
    def statuses(self, state: RankMatchState) -> tuple[Status, ...]:
        return (*cleaning.statuses(state.marks, self.queen_trick_cleans), *super().statuses(state))

    @override
    def result(self, state: RankMatchState) -> Result:
        return result(self, state)

    @override
    def gains(self, state: State) -> dict[Seat, float]:
        """The result as coins; where nobody pays any, they say how bad a loss is."""
        assert isinstance(state, RankMatchState)
        sums = possible_sums(state)[0]
        return dict(both(coins(grades(self.options, sums), sums)))

    def next_dealer(self, dealer: Seat, result: Result) -> Seat:
        """Who deals after this result (RL-R18)."""
        return next_dealer(dealer, result)
