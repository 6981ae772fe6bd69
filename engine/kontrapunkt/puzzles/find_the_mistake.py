"""The puzzle kind `find-the-mistake`: find the card that lost the goal."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, override

from kontrapunkt.core.interface import Action, Seat, State
from kontrapunkt.core.messages import Text, capital, say, seat_name
from kontrapunkt.puzzles.aim import Aim, side_text
from kontrapunkt.puzzles.goal_oracle import GoalOracle
from kontrapunkt.puzzles.kind import ChoicePuzzle, Pick, Report, goal_and_solver
from kontrapunkt.puzzles.model import Puzzle
from kontrapunkt.puzzles.phrasing import AnswerCandidate, action_phrase, action_phrases, distinct, wish_clause
from kontrapunkt.record import Step
from kontrapunkt.search import Value, solver_for
from kontrapunkt.search.goals import YES_OR_NO
from kontrapunkt.search.verdict import Kind as Verdict
from kontrapunkt.search.verdict import judge


@dataclass(frozen=True, slots=True)
class JudgedCard:
    """A card of the record with its effect on the goal.

    Attributes:
        step: The number of the step in the record, from 1.
        seat: The seat that played it.
        action: The card.
        before: The state before it.
        kind: The effect on the goal, as in `search.verdict`: `lost` if it lost the goal, `only` if it and its
            equals alone keep it, `kept` if others do too, `idle` if it does not matter.
        value: The goal's value after it.
        better: The cards that keep the best value, one of each kind of equals.
    """

    step: int
    seat: Seat
    action: Action
    before: State
    kind: Verdict
    value: Value
    better: tuple[Action, ...]


class FindTheMistake(ChoicePuzzle):
    """A puzzle that asks for the first card that lost the goal.

    Attributes:
        solver: The game's solver, with its tables.
    """

    name: ClassVar[str] = "find-the-mistake"
    weights: ClassVar[Mapping[str, float]] = {
        "choices": 0.3,
        "losing": 0.5,
        "decisions": 0.8,
        "depth": 0.8,
        "tree": 0.3,
    }
    place: ClassVar[str] = "tricks"
    takes = ("side", "goal", "target")
    needs = ("goal",)

    def __init__(self, puzzle: Puzzle) -> None:
        """Replay the record and read the goal.

        Raises:
            PuzzleError: if that cannot be done, the position cannot be solved, or nothing follows it.
        """
        super().__init__(puzzle)
        self.goal, self.solver = goal_and_solver(self, False)
        if self.at >= len(self.played.steps):
            raise self.error_there("puzzle.mistake.nothing")
        why = self.solver.why_unsolvable(self.state)
        if why:
            raise self.error_there("puzzle.unsolvable", reason=why)
        if puzzle.target is not None and not puzzle.side:
            raise puzzle.error("target", "puzzle.mistake.target")
        side = puzzle.side or side_text(self.game.sides[0])
        aim = Aim.create(side, self.goal, puzzle.target, self.game.seats)
        self.oracle = GoalOracle(aim, self.knowledge, self.solver, self.state)

    @override
    def opening(self) -> int:
        if not self.game.solver:
            return 0
        solver, states = solver_for(self.game), self.played.states[:-1]
        return next((at for at, state in enumerate(states) if not solver.why_unsolvable(state)), 0)

    @cached_property
    def steps(self) -> tuple[JudgedCard, ...]:
        """The cards to choose from, with their effects."""
        side, played = self.puzzle.side or self.game.seats, self.played
        return tuple(
            self._judge(number, step, before)
            for number, (step, before) in enumerate(zip(played.steps, played.states, strict=False), 1)
            if number > self.at and step.seat in side
        )

    def _judge(self, number: int, done: Step, before: State) -> JudgedCard:
        values, alike = self.oracle.values(before), self.knowledge.alike
        weighed, aim = values, self.oracle.aim_at(before)
        if self.puzzle.target is not None or aim.goal.kind == "no-tricks":
            # all that counts is whether the goal can still be reached
            weighed = {action: int(aim.reached(value) == aim.more) for action, value in values.items()}
        kinds = {action: judge(self.goal, done.seat, weighed, action, alike).kind for action in values}
        better = distinct(self.knowledge, [action for action, kind in kinds.items() if kind != "lost"])
        kind, value = kinds[done.action], values[done.action]
        return JudgedCard(number, done.seat, done.action, before, kind, value, better)

    @cached_property
    def mistakes(self) -> tuple[JudgedCard, ...]:
        """The cards that lost the goal, in order."""
        return tuple(step for step in self.steps if step.kind == "lost")

    @cached_property
    @override
    def possible(self) -> tuple[AnswerCandidate, ...]:
        first = self.mistakes[:1]
        return tuple(self.answer_of(step.action, str(step.step), step in first) for step in self.steps)

    # Texts and choices for the reader

    @override
    def offer(self) -> tuple[Pick, ...]:
        first = self.mistakes[:1]
        return tuple(
            Pick(str(step.step), self._label(step), step in first, self._explain(step)) for step in self.steps
        )

    def _label(self, step: JudgedCard) -> Text:
        values = {"seat": seat_name(step.seat), "card": action_phrase(step.action)}
        return say("puzzle.mistake.label", number=step.before.view(None).trick_number, **values)

    def _explain(self, step: JudgedCard) -> Text:
        values: dict[str, object] = {"seat": seat_name(step.seat), "card": action_phrase(step.action)}
        values["outcome"] = self.solver.describe(self.goal, step.value)
        if step.kind == "lost" and step is not self.mistakes[0]:
            return say("puzzle.mistake.later")
        if step.kind == "lost":
            values["number"] = step.before.view(None).trick_number
            return say("puzzle.mistake.gave", cards=capital(action_phrases(step.better)), **values)
        return say(f"puzzle.mistake.{step.kind}", n=len(step.better) - 1, **values)

    @override
    def ask(self) -> Text:
        aim, mistakes = self.oracle.aim, len(self.mistakes)
        if not self.puzzle.side:
            key = "puzzle.mistake.ask.any.first" if mistakes > 1 else "puzzle.mistake.ask.any"
            return say(key, goal=self.solver.label(self.goal))
        values: dict[str, object] = {"side": aim.name, "mistakes": mistakes}
        if self.puzzle.target is None and self.goal.kind not in YES_OR_NO:
            return say("puzzle.mistake.ask.best", goal=self.solver.label(self.goal), **values)
        return say("puzzle.mistake.ask", want=wish_clause(aim, self.knowledge, self.solver), **values)

    @override
    def hint(self) -> tuple[Text, ...]:
        if not self.mistakes:
            return ()
        step = self.mistakes[0]
        pair = sorted((step.action, step.better[0]), key=step.before.actions().index)
        return (
            self.knowledge.in_other_words(self.oracle.aim, step.before),
            say("puzzle.mistake.trick", number=step.before.view(None).trick_number),
            say("puzzle.hint.compare", cards=action_phrases(pair, "and")),
            say("puzzle.mistake.card", seat=seat_name(step.seat), card=action_phrase(step.action)),
        )

    @override
    def solve(self) -> tuple[Text, ...]:
        if not self.mistakes:
            return ()
        step = self.mistakes[0]
        tried = self.oracle.try_action(step.before, step.action)
        line = [say("puzzle.play.line.plain", line=tried.line_text)] if tried.line else []
        return (self._explain(step), *line)

    # Soundness

    @override
    def examine(self, report: Report) -> None:
        super().examine(report)
        features = report.features
        if len(self.mistakes) > 1:
            report.note("puzzle.mistake.several", n=len(self.mistakes))
        if len(self.steps) < 3:
            report.fault("puzzle.mistake.few", n=len(self.steps))
        features["tree"] = sum(len(self.oracle.moves(step.before)) for step in self.steps)
        features["decisions"] = sum(step.kind != "idle" for step in self.steps)
        for step in self.mistakes[:1]:
            features["depth"] = self.oracle.try_action(step.before, step.action).depth
        report.nodes = self.oracle.nodes
