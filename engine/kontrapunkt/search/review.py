"""What a seat's decisions in a deal gave away, with all hands open: decision by decision, in slices.

A decision that lost something with all hands open need not have been a bad one: the seat did not see them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from kontrapunkt.game import Action, Seat, State
from kontrapunkt.search.front import Search, Solver, solver_for
from kontrapunkt.search.goals import Goal, Unsolvable
from kontrapunkt.search.verdict import Verdict, judge


@dataclass(frozen=True, slots=True)
class Decision:
    """Something that a seat did where it could have done something else.

    Attributes:
        step: How many things had been done in the deal before it.
        trick: The number of the trick it belongs to.
        action: What the seat did.
        verdict: What that gave away, with all hands open; None where nothing can be searched.
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
        decisions: Those that have been judged, in the order in which they were made.
    """

    def __init__(self, states: Sequence[State], done: Sequence[tuple[Seat, str]], seat: Seat) -> None:
        """Looks for the decisions.

        Args:
            states: The deal from its start, a state after each thing done.
            done: What was done, and by whom.
            seat: Whose decisions.
        """
        self.seat: Seat = seat
        self.goal = ""
        self.decisions: list[Decision] = []
        self._states = states
        self._left = [
            (step, Action(action))
            for step, (who, action) in enumerate(done)
            if who == seat == states[step].to_act and len(states[step].plays()) > 1
        ]
        self._search: Search | None = None
        self._solver: Solver | None = None
        try:
            self._solver = solver_for(states[0].game)
        except Unsolvable:
            return
        first = next((step for step, _ in self._left if self._able(step)), None)
        goals = self._solver.goals_for(states[first]) if first is not None else ()
        self.goal = goals[0] if goals else ""

    def _able(self, step: int) -> bool:
        return self._solver is not None and self._solver.why_unsolvable(self._states[step]) is None

    @property
    def over(self) -> bool:
        """Whether all decisions have been judged."""
        return not self._left

    def work(self, budget_ms: float) -> bool:
        """Judges on for so many milliseconds.

        Args:
            budget_ms: Milliseconds, more than none.

        Returns:
            Whether a decision was judged.
        """
        if not self._left:
            return False
        step, action = self._left[-1]
        verdict = None
        if self.goal and self._able(step) and not self._states[step].game.is_call(action):
            assert self._solver is not None
            self._search = self._search or self._solver.search(self._states[step], self.goal, line=False)
            if not self._search.step(budget_ms) or self._search.solution is None:
                return False
            values = self._search.solution.values
            self._search = None
            verdict = judge(Goal.read(self.goal), self.seat, values, action, self._states[step].game.alike)
        self._left.pop()
        trick = self._states[step].view(None).trick_number
        self.decisions.insert(0, Decision(step, trick, action, verdict))
        return True

    @property
    def judged(self) -> int:
        """How many decisions could be searched."""
        return sum(each.verdict is not None for each in self.decisions)

    def costliest(self, most: int = 3) -> list[Decision]:
        """The decisions that gave away most, in the order in which they were made.

        Args:
            most: How many, at most.
        """
        lost = [each for each in self.decisions if each.verdict and each.verdict.kind == "lost"]
        dear = sorted(lost, key=lambda each: -(each.verdict.cost if each.verdict else 0))[:most]
        return sorted(dear, key=lambda each: each.step)
