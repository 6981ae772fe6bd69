"""What a seat's decisions in a deal gave away, with all hands open: decision by decision, in slices.

A decision that lost something with all hands open need not have been a bad one: the seat did not see them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from kontrapunkt.game import Action, Seat
from kontrapunkt.search import Unsolvable, solver_for
from kontrapunkt.search.verdict import Verdict
from kontrapunkt.widgets.analysis import Analysis
from kontrapunkt.widgets.line import Moment


@dataclass(frozen=True, slots=True)
class Decision:
    """Something that a seat did where it could have done something else.

    Attributes:
        step: How many things had been done in the deal before it.
        trick: The number of the trick it belongs to.
        action: What the seat did.
        verdict: What that gave away, with all hands open; None where nothing can be searched, or not in
            seconds.
    """

    step: int
    trick: int
    action: Action
    verdict: Verdict | None


class Review:
    """The decisions of one seat in a deal, judged one after the other from the last to the first.

    Attributes:
        seat: Whose decisions.
        goal: What they are judged by; empty where nothing can be searched.
    """

    def __init__(self, line: Sequence[Moment], seat: Seat) -> None:
        """Looks for the decisions.

        Args:
            line: The deal from its start, a moment after each thing done.
            seat: Whose decisions.
        """
        self.seat: Seat = seat
        self.goal = ""
        game = line[0].state.game
        self._analysis = Analysis(game, [*line[:1]], {})
        self._made = [
            (step, before, then)
            for step, (before, then) in enumerate(pairwise(line))
            if then.seat == seat == before.state.to_act and len(before.state.plays()) > 1
        ]
        self._left: list[Moment] = []
        try:
            solver = solver_for(game)
        except Unsolvable:
            return
        self._left = [
            before
            for _, before, then in self._made
            if not game.is_call(then.action)
            and not solver.why_unsolvable(before.state)
            and not solver.takes_long(before.state)
        ]
        if self._left:
            self.goal = solver.goals_for(self._left[0].state)[0]

    @property
    def over(self) -> bool:
        """Whether all decisions that can be have been judged."""
        return not self._left

    def work(self, budget_ms: float) -> bool:
        """Judges on for so many milliseconds.

        Args:
            budget_ms: Milliseconds, more than none.

        Returns:
            Whether a decision was judged.
        """
        found = self._analysis.work([(each, self.goal) for each in self._left[-1:]], budget_ms)
        if found:
            self._left.pop()
        return found

    @property
    def decisions(self) -> list[Decision]:
        """The decisions, in the order in which they were made, as far as they have been judged."""
        return [
            Decision(step, before.view.trick_number, then.action, self._analysis.verdict(then, self.goal))
            for step, before, then in self._made
        ]

    @property
    def judged(self) -> int:
        """How many decisions have been searched."""
        return sum(each.verdict is not None for each in self.decisions)

    def costliest(self, most: int = 3) -> list[Decision]:
        """The decisions that gave away most, in the order in which they were made.

        Args:
            most: How many, at most.
        """
        lost = [each for each in self.decisions if each.verdict and each.verdict.kind == "lost"]
        dear = sorted(lost, key=lambda each: -(each.verdict.cost if each.verdict else 0))[:most]
        return sorted(dear, key=lambda each: each.step)
