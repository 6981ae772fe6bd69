"""The puzzle kind `play`: reach a goal against every defence, all cards open.

The reader plays both hands of a side. The puzzle is sound if the goal is exact (one more is not possible),
the first card is unique up to its equals, every defence has an answer, and no habit solves it.
"""

from functools import cached_property, partial
from typing import Any, ClassVar, override

from kontrapunkt.core.interface import Action
from kontrapunkt.core.messages import Text, capital, say
from kontrapunkt.puzzles.goal_oracle import GoalOracle, Try
from kontrapunkt.puzzles.kind import PlayoutPuzzle, Report
from kontrapunkt.puzzles.knowledge import Walk
from kontrapunkt.puzzles.phrasing import Move, action_phrase, action_phrases, describe_line
from kontrapunkt.puzzles.proof import LUCKY, POLICIES, Proof, TooLarge, UnansweredDefence, finds, solves
from kontrapunkt.search import Solver
from kontrapunkt.search.verdict import outlook


class ReachGoal(PlayoutPuzzle):
    """A puzzle that asks the reader to reach a goal by play."""

    name: ClassVar[str] = "play"

    @cached_property
    def proof(self) -> Proof:
        """The proof tree.

        Raises:
            UnansweredDefence: if the goal cannot be reached.
            TooLarge: if it has more positions than patience allows.
        """
        return Proof(self.oracle, self.state, self.patience, self._walk)

    def go_by(self, solver: Solver[Any, Any], walk: Walk[Any, Any] | None) -> None:
        """Use a solver that has searched the deal already; for mining, before other calls.

        Args:
            solver: A solver of the game with its options.
            walk: A quick walk from the state, for proof and habits; None to use the rules.
        """
        self.solver = solver
        self.oracle = GoalOracle(self.aim, self.knowledge, solver, self.state)
        self._walk = walk or self.oracle

    @cached_property
    def _walk(self) -> Walk[Any, Any]:
        """The walk from the state for proof and habits; it uses the rules unless replaced."""
        return self.oracle

    @cached_property
    def tries(self) -> tuple[Try, ...]:
        """The first cards that lose the goal, equals once, the best hidden losses first."""
        moves, tried = self.oracle.moves(self.state), partial(self.oracle.try_action, self.state)
        wrong = [tried(action) for action in moves if action not in self._keeping]
        return tuple(sorted(wrong, key=lambda each: -each.depth))

    @cached_property
    def _keeping(self) -> tuple[Action, ...]:
        return self.oracle.goal_keeping_moves(self.state)

    # Texts for the reader

    @override
    def ask(self) -> Text:
        return self.question_text(partners=len(self.aim.seats) - 1)

    @override
    def hint(self) -> tuple[Text, ...]:
        if not self._keeping:
            return ()
        key = self._keeping[0]
        steps = [self.knowledge.in_other_words(self.aim, self.state)]
        number = self.turning_trick
        if number is not None:
            here = number == self.state.view(None).trick_number
            steps.append(say("puzzle.hint.this_trick" if here else "puzzle.hint.trick", number=number))
        if self.tries:
            pair = sorted((key, self.tries[0].action), key=self.state.actions().index)
            steps.append(say("puzzle.hint.compare", cards=action_phrases(pair, "and")))
        steps.append(say("puzzle.hint.card", card=action_phrase(key)))
        return tuple(steps)

    @cached_property
    def turning_trick(self) -> int | None:
        """The trick in which the goal is decided against the hardest defence, if any."""
        *_, last = (self.state, *self.oracle.open_states(self.state, self._line or ()))
        return last.view(None).trick_number if self._line else None

    @cached_property
    def _line(self) -> tuple[Move, ...] | None:
        """The line of the hardest defence; None if a defence has no answer."""
        try:
            return self.proof.line()
        except UnansweredDefence:
            return None

    @override
    def solve(self) -> tuple[Text, ...]:
        if not self._keeping or self._line is None:
            return ()
        return (
            say("puzzle.play.key", card=action_phrases(self.key)),
            say("puzzle.play.line", line=describe_line(self.state, self._line)),
            *map(self._refuted, self.tries),
        )

    def _refuted(self, each: Try) -> Text:
        card = action_phrase(each.action)
        return say(
            "puzzle.play.fails",
            card=capital(card),
            line=each.line_text,
            outcome=self.solver.describe(self.goal, self.values[each.action]),
        )

    # Soundness

    @override
    def examine(self, report: Report) -> None:
        keeping = self._keeping
        self.compare(report, keeping)
        if not self._exact(report):
            return
        for cook in keeping[1:]:
            line = self.oracle.try_action(self.state, cook).line_text
            report.fault(
                "puzzle.play.cook", key=action_phrase(keeping[0]), card=action_phrase(cook), line=line
            )
        try:
            self._measure(report)
        except TooLarge:
            report.fault("puzzle.play.large", n=self.patience)
        except UnansweredDefence as error:
            report.fault("puzzle.play.unanswered", line=describe_line(self.state, error.line))
        report.nodes = self.oracle.nodes

    def _exact(self, report: Report) -> bool:
        """Return True if the goal can be reached; add faults if it is not exact."""
        found = outlook(self.goal, self.turn, self.values)
        said = self.solver.describe(self.goal, found)
        if not self.aim.reached(found):
            report.fault("puzzle.play.missed", outcome=said)
            return False
        if not self._keeping:
            report.fault("puzzle.play.past", outcome=said)
            return False
        if self.puzzle.target is not None and self.aim.tighter.reached(found):
            report.fault("puzzle.play.slack", target=self.puzzle.target, outcome=said)
        return True

    def _measure(self, report: Report) -> None:
        features = report.features
        solvers = [name for name in POLICIES if solves(name, self._walk)]
        for name in solvers:
            report.fault("puzzle.play.habit", habit=say(f"puzzle.policy.{name}"))
        if self.patience and report.faults:
            return
        proof = self.proof
        features["decisions"] = proof.root.decisions
        features["tree"] = proof.size
        features["duals"] = sum(proof.duals.values())
        features["depth"] = max((each.depth for each in self.tries), default=0)
        features["luck"] = round(proof.root.luck, 4)
        features["finders"] = sum(finds(name, self._walk) for name in POLICIES)
        features["solvers"] = len(solvers)
        if proof.root.decisions == 0:
            report.fault("puzzle.play.idle")
        if proof.root.luck > LUCKY:
            values = {"chance": round(100 * proof.root.luck), "bound": round(100 * LUCKY)}
            report.fault("puzzle.play.luck", **values)
        report.note("puzzle.note.tree", n=proof.size, defences=proof.defences)
        for depth, number in sorted(proof.duals.items()):
            report.note("puzzle.note.duals", n=number, depth=depth)
        if not self.patience:
            report.notes += tuple(str(self._refuted(each)) for each in self.tries)
