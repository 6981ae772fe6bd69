"""Ristiklappi, or Lappi: Ristikontra with dirty sides that must get clean.

A side that takes a queen in the first part is dirty and must get clean in the second.

Built: the play of Ristikontra with the rule of the fourth king; the two parts of soiling and cleaning; the
plain results (`lappi5`) and the seven grades (`lappi6`); the Lapland limit of 4 or 10; the tie decided by
cards; the coins of an Android program; and the next dealer.

Simplified: nothing. Each deal is a complete game, so a session knows only the next dealer; if results are
paid in coins, it adds them up.

Sources: John McLeod's page on Ristikontra, Ristiklappi and Kontra; `lappi6` is Cristian Seres' Finnish
version as that page describes it. The rulings are ours.
"""

from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import Any, ClassVar, Final, override

from kontrapunkt.core.interface import Option, Seat, State, Status
from kontrapunkt.core.rules import RuleBook, number_rules
from kontrapunkt.families.rank_match import PLAY_OPTIONS, RankMatchGame, RankMatchState, dark_fourth_king
from kontrapunkt.families.rank_match.constants import Marks, Pair, both
from kontrapunkt.families.rank_match.facts import Facts
from kontrapunkt.families.rank_match.prior_play import possible_sums
from kontrapunkt.games.ristiklappi.result import coins, deal_result, grades, stands
from kontrapunkt.games.ristiklappi.session import RistiklappiSession

option = partial(Option, "rl")

OPTIONS: Final = (
    option("hand_size", ("5", "6"), ("RK-R7", "RL-R2")),
    option("queen_trick_cleans", ("off", "on"), ("RL-R4", "RL-R7")),
    option("results", ("honour", "grades"), ("RL-R15", "RL-R16", "RL-R17", "RL-R20", "RL-R21")),
    option("lapland_below", ("none", "4", "10"), ("RL-R20", "RL-R21")),
    option("tie_break", ("none", "cards"), ("RL-R15", "RL-R20")),
    option("both_unclean", ("both_lose", "points_decide"), ("RL-R17",)),
    option("kusilappi_queen", ("any_part", "first_part"), ("RL-R20",), only="lapland_below!=none"),
    option("numeric", ("none", "coins"), ("RL-R19",)),
    option("fourth_king_rule", ("on", "off"), ("RL-R10", "RL-R12", "RL-R14")),
    *PLAY_OPTIONS,
    dark_fourth_king("RL-R12"),
)


IMPOSSIBLE: Final = 99
"""A number of kings above that of the pack, for a side with impossible marks."""

MARKS: Final = ("dirty", "cleaned")
"""The facts for the sides that became dirty, and for those that got clean."""


class Ristiklappi(RankMatchGame):
    """The game of Ristiklappi with one set of options."""

    id = "ristiklappi"
    sessions = RistiklappiSession
    title = "Ristiklappi"
    prefix = "RL"
    known_options = OPTIONS
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "lappi5": {},
        "lappi6": {"hand_size": "6", "queen_trick_cleans": "on", "results": "grades", "lapland_below": "4"},
    }
    rulebook = RuleBook((*number_rules("RK", "R1-11 R13-14"), *number_rules("RL", "R1-23")))
    solver = "kontrapunkt.games.ristiklappi.solver:RistiklappiSolver"
    heuristics = "kontrapunkt.games.ristiklappi.heuristics:HEURISTICS"
    calculator = "kontrapunkt.games.ristiklappi.calculator:RistiklappiCalculator"
    puzzle_knowledge = "kontrapunkt.games.ristiklappi.puzzle_knowledge:RistiklappiKnowledge"
    king_rules = ("RL-R10", "RL-R12")
    own_facts = MARKS
    result = deal_result

    def __init__(self, preset: str | None = None, **options: object) -> None:
        super().__init__(preset, **options)
        self.queen_trick_cleans = self.options.on("queen_trick_cleans")
        self.zero_sum = self.options["numeric"] == "coins"
        self.session_facts = ("coins",) if self.zero_sum else ()
        self.gain_unit = "coins" if self.zero_sum else "grades"

    @override
    def payoffs(self, state: State) -> dict[Seat, float]:
        """Return the result in coins.

        If no coins are paid, they measure how bad a loss is.
        """
        assert isinstance(state, RankMatchState)
        sums = possible_sums(state)[0]
        return dict(both(coins(grades(self.options, sums), sums)))

    # Dirty and clean sides (RL-R2 to R9), and their facts in a position

    @override
    def marked(self, marks: Marks, first_part: bool, trick: Sequence[str], side: int) -> Marks:
        dirty, cleaned = marks
        bit, ranks = 1 << side, [card[0] for card in trick]
        if first_part:
            return (dirty | bit, cleaned) if "Q" in ranks else marks
        cleans = "K" in ranks and (self.queen_trick_cleans or ranks[0] != "Q")
        return (dirty, cleaned | bit) if dirty & bit and cleans else marks

    @override
    def read_marks(self, facts: Facts[Any], number: int) -> Marks:
        dirty, cleaned = ({*facts.each(key, facts.side, "NS EW")} for key in MARKS)
        if cleaned - dirty:
            facts.fault("cleaned_impossible.dirty", "cleaned")
        elif cleaned and number <= self.stock_tricks + 1:
            facts.fault("cleaned_impossible.early", "cleaned")
        return sum(1 << side for side in dirty), sum(1 << side for side in cleaned)

    @override
    def write_marks(self, marks: Marks) -> dict[str, str]:
        return {
            key: " ".join(name for side, name in enumerate(("NS", "EW")) if mark >> side & 1)
            for key, mark in zip(MARKS, marks, strict=True)
        }

    @override
    def piles_may_hold(self, marks: Marks, tricks: Pair, queens: Pair, kings: Pair) -> bool:
        early = min(sum(tricks), self.stock_tricks)
        keeps = self.guards_king and self.dark_king != "stands"  # one king is left for later (RL-R14)
        for first in range(max(0, early - tricks[1]), min(early, tricks[0]) + 1):
            parts = ((first, tricks[0] - first), (early - first, tricks[1] - early + first))
            needed = 0
            for side, part in enumerate(parts):
                dirty, cleaned = (mark >> side & 1 for mark in marks)
                cleans = self.queen_trick_cleans
                needed += _early_kings(dirty, cleaned, part, queens[side], kings[side], cleans)
            if needed <= 4 - keeps:
                return True
        return False

    @override
    def statuses(self, state: RankMatchState) -> tuple[Status, ...]:
        """Return the statuses of both sides, clean or dirty, and the family's."""
        found = []
        for side, seats in enumerate(self.sides):
            name, rule = stands(self, state.marks, side)
            rule = "RL-R3" if name == "dirty" else rule  # it may still get clean
            found.append(Status.from_catalogue(f"ristiklappi.status.{name}", rule, seats))
        return (*found, *super().statuses(state))


@cache
def _early_kings(
    dirty: int, cleaned: int, parts: Pair, queens: int, kings: int, queen_trick_cleans: bool
) -> int:
    """Return the fewest kings that a side took in the first part.

    The number is `IMPOSSIBLE` if the marks are. A trick that a side wins with a queen led to it has room for
    three kings that clean nobody.
    """
    first, second = parts
    fewest = IMPOSSIBLE
    for soiling in range(queens + 1) if dirty else (0,):
        late_queens = queens - soiling
        late = min(kings, 4 * second - late_queens)
        if dirty and not cleaned:
            late = 0 if queen_trick_cleans else min(late, 3 * min(late_queens, second))
        if soiling >= dirty and late >= cleaned and soiling + kings - late <= 4 * first:
            fewest = min(fewest, kings - late)
    return fewest
