"""`play`: reach a goal against every defence, both hands of a side in the reader's, all cards open.

It is sound if the goal is exact (one more cannot be had), the first card unique up to its equals, every
defence answered, and no habit solves it.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, override

from kontrapunkt import words
from kontrapunkt.game import Action
from kontrapunkt.puzzles.kind import Findings, Playing
from kontrapunkt.puzzles.policies import LUCKY, POLICIES, finds, solves
from kontrapunkt.puzzles.proof import Proof, TooLarge, Unanswered
from kontrapunkt.puzzles.state_walk import StateWalk
from kontrapunkt.puzzles.walk import Walk
from kontrapunkt.puzzles.wording import Move, asked, listed, spoken, told_line
from kontrapunkt.search import Value
from kontrapunkt.search.verdict import outlook


@dataclass(frozen=True, slots=True)
class Try:
    """A first card that loses the goal.

    Attributes:
        action: The card.
        value: What is left of the goal's number after it.
        line: How it is refuted: best play after it, until the loss is plain.
        depth: Cards after it until the loss is plain.
    """

    action: Action
    value: Value
    line: tuple[Move, ...]
    depth: int


class Play(Playing):
    """A goal to be reached by play."""

    name: ClassVar[str] = "play"

    @cached_property
    def proof(self) -> Proof:
        """The proof tree.

        Raises:
            Unanswered: if the goal cannot be reached.
            TooLarge: if it has more positions than patience allows.
        """
        return Proof(self.oracle, self.state, self.patience, self._walk)

    def go_by(self, walk: Walk[Any, Any] | None) -> None:
        """Has proof and habits go on by a quick walk, while puzzles are mined; by the rules without one.

        Args:
            walk: The walk, which begins with the state and knows what has been asked about it.
        """
        self._walk = walk or StateWalk(self.oracle, self.state)

    @cached_property
    def _walk(self) -> Walk[Any, Any]:
        """How proof and habits go on from the state: by the rules unless told otherwise."""
        return StateWalk(self.oracle, self.state)

    @cached_property
    def tries(self) -> tuple[Try, ...]:
        """The first cards that lose the goal, equals once; those that hide it longest come first."""
        wrong = [action for action in self.oracle.choices(self.state) if action not in self._keeping]
        return tuple(sorted(map(self._try, wrong), key=lambda each: -each.depth))

    @cached_property
    def _keeping(self) -> tuple[Action, ...]:
        return self.oracle.keeping(self.state)

    def _try(self, action: Action) -> Try:
        then = self.state.apply(action)
        line = self.oracle.best_line(then)
        depth, state = 0, then
        for seat, each in line:
            if self.oracle.decided(state) is not None:
                break
            state = state.apply(each, seat)
            depth += 1
        return Try(action, self.values[action], line, depth)

    # What the reader meets

    @override
    def ask(self) -> str:
        return asked(self.aim, self.turn, self.state.view(None), self.knowledge, self.solver)

    @override
    def hint(self) -> tuple[str, ...]:
        if not self._keeping:
            return ()
        key = self._keeping[0]
        steps = [self.knowledge.in_other_words(self.aim, self.state)]
        number = self.turning_trick
        if number is not None:
            here = number == self.state.view(None).trick_number
            steps.append(words.say("puzzle.hint.this_trick" if here else "puzzle.hint.trick", number=number))
        if self.tries:
            pair = sorted((key, self.tries[0].action), key=self.state.actions().index)
            steps.append(words.say("puzzle.hint.compare", cards=listed(pair, "and")))
        steps.append(words.say("puzzle.hint.card", card=spoken(key)))
        return tuple(steps)

    @cached_property
    def turning_trick(self) -> int | None:
        """The trick in which the goal is settled, against the defence that asks most; None where none is."""
        try:
            line = self.proof.line()
        except Unanswered:
            return None
        state = self.state
        for seat, action in line:
            number = state.view(None).trick_number
            state = state.apply(action, seat)
            if self.oracle.decided(state) is not None:
                return number
        return None

    @override
    def solve(self) -> tuple[str, ...]:
        if not self._keeping:
            return ()
        told = [words.say("puzzle.play.key", card=listed(self.key))]
        try:
            line = told_line(self.state, self.proof.line())
        except Unanswered:
            return ()
        told.append(words.say("puzzle.play.line", line=line))
        told += [self._refuted(each) for each in self.tries]
        return tuple(told)

    def _refuted(self, each: Try) -> str:
        card = spoken(each.action)
        return words.say(
            "puzzle.play.fails",
            card=words.capital(card),
            line=told_line(self.state.apply(each.action), each.line),
            outcome=self.solver.describe(self.goal, each.value),
        )

    # Whether it is sound

    @override
    def examine(self, findings: Findings) -> None:
        keeping, choices = self._keeping, self.oracle.choices(self.state)
        findings.features["choices"] = len(choices)
        findings.features["losing"] = 1 - len(keeping) / len(choices)
        if len(choices) == 1:
            findings.fault("puzzle.play.forced", card=spoken(choices[0]))
        if not self._exact(findings):
            return
        for cook in keeping[1:]:
            then = self.state.apply(cook)
            line = told_line(then, self.oracle.best_line(then))
            findings.fault("puzzle.play.cook", key=spoken(keeping[0]), card=spoken(cook), line=line)
        try:
            self._measure(findings)
        except TooLarge:
            findings.fault("puzzle.play.large", n=self.patience)
        except Unanswered as error:
            findings.fault("puzzle.play.unanswered", line=told_line(self.state, error.line))
        findings.nodes = self.oracle.nodes

    def _exact(self, findings: Findings) -> bool:
        """Whether the goal can be reached; notes if more of it can, or nothing can be lost."""
        found = outlook(self.goal, self.turn, self.values)
        said = self.solver.describe(self.goal, found)
        if not self.aim.reached(found):
            findings.fault("puzzle.play.missed", outcome=said)
            return False
        if not self._keeping:
            findings.fault("puzzle.play.past", outcome=said)
            return False
        if self.target is not None and self.aim.tighter.reached(found):
            findings.fault("puzzle.play.slack", target=self.target, outcome=said)
        return True

    def _measure(self, findings: Findings) -> None:
        features = findings.features
        solvers = [name for name in POLICIES if solves(name, self._walk)]
        for name in solvers:
            findings.fault("puzzle.play.habit", habit=words.say(f"puzzle.policy.{name}"))
        if self.patience and findings.faults:
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
            findings.fault("puzzle.play.idle")
        if proof.root.luck > LUCKY:
            values = {"chance": round(100 * proof.root.luck), "bound": round(100 * LUCKY)}
            findings.fault("puzzle.play.luck", **values)
        findings.note("puzzle.note.tree", n=proof.size, defences=proof.defences)
        for depth, number in sorted(proof.duals.items()):
            findings.note("puzzle.note.duals", n=number, depth=depth)
        if not self.patience:
            findings.notes += [self._refuted(each) for each in self.tries]
