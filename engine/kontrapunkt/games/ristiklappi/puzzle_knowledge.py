"""Puzzle knowledge of Ristiklappi: dirt, cleaning and the grades of a loss."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, override

from kontrapunkt.core.interface import State
from kontrapunkt.core.messages import Text, side_name
from kontrapunkt.families.rank_match import RankMatchState
from kontrapunkt.families.rank_match.constants import unclean
from kontrapunkt.families.rank_match.prior_play import DealSums, possible_sums
from kontrapunkt.families.rank_match.puzzle_knowledge.match_knowledge import RankMatchKnowledge
from kontrapunkt.games.ristiklappi import Ristiklappi
from kontrapunkt.games.ristiklappi.result import SHAMEFUL, grades, losses, verdict_text
from kontrapunkt.puzzles.aim import Aim
from kontrapunkt.puzzles.knowledge import Mistake

GRADES: Final = ("win", "tie", "honourable_loss", "point_loss", *SHAMEFUL)
"""The possible results of a side."""


class RistiklappiKnowledge(RankMatchKnowledge):
    """The parts of Ristiklappi that puzzles ask about."""

    game: Ristiklappi

    @override
    def in_other_words(self, aim: Aim, state: RankMatchState) -> Text:
        if aim.goal.kind not in ("cleans", "not-cleans"):
            return super().in_other_words(aim, state)
        key, forgiven = "words.clean" if aim.own else "words.dirty", int(self.game.queen_trick_cleans)
        return self.tell(key, side=aim.name, forgiven=forgiven)

    @override
    def outcome_key(self, level: int) -> str:
        if self.game.options["numeric"] == "coins":
            return f"want.{'win' if level > 0 else 'lose'}.coins"
        graded = ".graded" if self.game.options["results"] == "grades" and abs(level) == 2 else ""
        return f"want.{level}{graded}"

    # Results

    @override
    def answer(self, end: State, text: str) -> Text | None:
        found = text.split()
        if len(found) != 2 or not set(found) <= set(GRADES):
            return None
        return verdict_text((found[0], found[1]))

    @override
    def steps(self, end: RankMatchState) -> int:
        dirty, cleaned = end.marks
        sums = possible_sums(end)[0]
        ns, ew = sums.points
        ahead_loses = ns != ew and grades(self.game.options, sums)[int(ew > ns)] != "win"
        queens = sum(self._turned_by_queens(end, side) for side in (0, 1))
        close = abs(ns - ew) <= 4
        return dirty.bit_count() + cleaned.bit_count() + ahead_loses + queens + close

    @override
    def mistaken(self, end: RankMatchState) -> Iterator[Mistake]:
        sums = possible_sums(end)[0]
        dirty, cleaned = sums.marks
        for side, seats in enumerate(self.game.sides):
            bit, name = 1 << side, side_name(seats)
            if unclean(sums.marks) & bit:
                yield self._if(replace(sums, marks=(dirty & ~bit, cleaned)), "forgotten", name, "RL-R3")
                if self._turned_by_queens(end, side):
                    yield self._if(replace(sums, marks=(dirty, cleaned | bit)), "queen_led", name, "RL-R5")
            elif cleaned & bit:
                yield self._if(replace(sums, marks=(dirty, cleaned & ~bit)), "cleaned", name, "RL-R4")
            elif not dirty & bit:
                yield self._if(replace(sums, marks=(dirty | bit, cleaned)), "never", name, "RL-R9")
        yield self._if(replace(sums, marks=(0, 0)), "points", "", "RL-R16")
        turned = replace(sums, points=sums.points[::-1], tricks=sums.tricks[::-1])
        yield self._if(turned, "count", "", "RK-R14")
        loss, shame = losses(self.game.options)
        one_loses = (("win", loss), (loss, "win"), ("win", shame), (shame, "win"))
        for verdict in (*one_loses, ("tie", "tie"), (shame, shame)):
            yield self.mistake(verdict_text(verdict), "other", "RL-R15")

    def _if(self, sums: DealSums, mistake: str, side: Text, rule: str) -> Mistake:
        """Return a wrong result and the mistake that leads to it."""
        return self.mistake(verdict_text(grades(self.game.options, sums)), mistake, rule, side=side)

    def _turned_by_queens(self, end: RankMatchState, side: int) -> bool:
        """Return True if a queen led kept a side from getting clean in the second part."""
        return not self.game.queen_trick_cleans and any(
            trick.number > self.game.stock_tricks
            and trick.winner & 1 == side
            and trick.cards[0].rank == "Q"
            and any(card.rank == "K" for card in trick.cards)
            for trick in end.finished
        )
