"""The puzzle kind `score`: name the result of a finished deal.

The wrong answers come from plausible mistakes.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar, Final, override

from kontrapunkt.core.interface import Action, Result
from kontrapunkt.core.messages import Text, clause, row, say
from kontrapunkt.puzzles.kind import ChoicePuzzle, Pick, Report
from kontrapunkt.puzzles.model import Puzzle

MOST: Final = 5
"""The most answers to choose from; there must be four."""


class Score(ChoicePuzzle):
    """A puzzle that asks for the result of a deal."""

    name: ClassVar[str] = "score"
    weights: ClassVar[Mapping[str, float]] = {"choices": 0.4, "losing": 0.5, "rules": 1.6, "cards": 0.5}
    place: ClassVar[str] = "list"
    takes = ("answers",)

    def __init__(self, puzzle: Puzzle) -> None:
        """Replay the record.

        Raises:
            PuzzleError: if that cannot be done, the deal is not over or its result is not certain, or an
                answer of the file cannot be read.
        """
        super().__init__(puzzle)
        if self.state.to_act is not None:
            raise self.error_there("puzzle.score.unfinished")
        self.result: Result = self.state.result()
        if not self.result.settled:
            raise puzzle.error("record", "puzzle.score.open")
        for text in puzzle.answers:
            if self.knowledge.answer(self.state, text) is None:
                raise puzzle.error("answers", "puzzle.score.answer", text=text)

    @override
    def offer(self) -> tuple[Pick, ...]:
        rule = next((item.rule for item in self.result.items if item.text.startswith(self.result.text)), "")
        right = self.knowledge.name_result(self.state)
        found = {str(right): Pick("", right, True, row(item.said for item in self.result.items), rule)}
        for label, text, of in self.knowledge.mistaken(self.state):
            found.setdefault(str(label), Pick("", label, False, text, of))
        given = [self.knowledge.answer(self.state, text) or text for text in self.puzzle.answers]
        if given:
            said = say("puzzle.score.not")
            picks = [found.get(str(label)) or Pick("", label, False, said, rule) for label in given]
        else:
            picks = sorted(list(found.values())[:MOST], key=lambda pick: pick.label)
        return tuple(replace(pick, key=str(n)) for n, pick in enumerate(picks, 1))

    @override
    def hint(self) -> tuple[Text, ...]:
        if not self.right or not self.wrong:
            return ()
        right, wrong = self.right[0], self.wrong[0]
        one, other = (clause(pick.name) for pick in sorted((right, wrong), key=lambda pick: pick.key))
        return (
            self.knowledge.before_counting(),
            *self.answer[:1],
            say("puzzle.score.compare", one=one, other=other),
            say("puzzle.score.right", answer=clause(right.name)),
        )

    @override
    def solve(self) -> tuple[Text, ...]:
        return (
            *(say("puzzle.score.item", text=item.said, rule=item.rule) for item in self.result.items),
            *(say("puzzle.score.wrong", answer=each.name, text=each.said) for each in self.wrong),
        )

    @property
    @override
    def answer(self) -> tuple[str, ...]:
        return tuple(item.text for item in self.result.items)

    @override
    def examine(self, report: Report) -> None:
        super().examine(report)
        report.features["rules"] = self.knowledge.steps(self.state)
        report.features["cards"] = sum(
            self.knowledge.counts(self.state, Action(card))
            for trick in self.state.view(None).tricks
            for card in trick.cards
        )
        if len(self.picks) < 4:
            report.fault("puzzle.score.few", n=len(self.picks))
