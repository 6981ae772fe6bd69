"""The state of a drill's round, and the questions prepared for it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from secrets import randbelow
from time import monotonic
from typing import Final, Self

from kontrapunkt.core.deal import short
from kontrapunkt.core.interface import Game
from kontrapunkt.drills import HARDEST, NoQuestion, Question, ask, next_level, search_question
from kontrapunkt.record.facts import read_number
from kontrapunkt.search.solver import keep
from kontrapunkt.widgets.base import EventError

LENGTH: Final = 10
"""The number of questions in a round."""

MOST_SEEDS: Final = 10**6

MOST_KEPT: Final = 100
"""The most questions in the cache."""

ANY: Final = -1
"""The seed of a question for which any seed will do."""

SEEDS: Final = 1000
"""The number of seeds reserved for a plan, one for each question."""


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """The parameters of a question, as a log records them.

    Attributes:
        kind: The kind of drill.
        seed: The seed of the question; `ANY` if it is not chosen yet.
        level: The level, from 1 (easiest) to `HARDEST`.
        rule: The id of the rule that it is about; empty for any.
    """

    kind: str
    seed: int
    level: int
    rule: str = ""

    def __str__(self) -> str:
        return f"{self.kind} {self.seed} {self.level} {self.rule}".rstrip()

    @classmethod
    def read(cls, text: str, kinds: Sequence[str]) -> Self:
        """Parse the text that `str` writes.

        Raises:
            EventError: if there is no such question.
        """
        kind, seed, step, rule = (text.split() + [""] * 4)[:4]
        number, level = read_number(seed), read_number(step)
        if kind not in kinds or number is None or level is None or not 1 <= level <= HARDEST:
            raise EventError.unknown(short(text))
        return cls(kind, number, level, rule)


@dataclass(frozen=True, slots=True)
class DrillAnswer:
    """An answer to a question.

    Attributes:
        rule: The id of the rule that decides it; for a wrong answer, the one that was missed.
    """

    ask: AskedQuestion
    right: bool
    rule: str


@dataclass(slots=True)
class Round:
    """A round of a drill.

    Attributes:
        kinds: The kinds of question that may be asked.
        levels: For each kind, its level and the number of right answers in a row on it.
        answers: The answers, in order.
        due: Rules to ask about again, each with the question that was missed.
        only: The one kind that the reader has chosen; empty for all.
        length: The number of questions.
        plan: The number of a plan, which asks everybody the same questions, at the difficulty for somebody
            who misses none; None for random questions.
    """

    kinds: tuple[str, ...]
    levels: dict[str, tuple[int, int]] = field(default_factory=dict)
    answers: list[DrillAnswer] = field(default_factory=list)
    due: list[tuple[str, AskedQuestion]] = field(default_factory=list)
    only: str = ""
    length: int = LENGTH
    plan: int | None = None

    def copy(self) -> Self:
        """Return an independent copy."""
        return replace(self, levels={**self.levels}, answers=[*self.answers], due=[*self.due])

    @property
    def right(self) -> int:
        """The number of right answers."""
        return sum(each.right for each in self.answers)

    @property
    def complete(self) -> bool:
        """Return True if all its questions have been answered."""
        return len(self.answers) >= self.length

    def level(self, kind: str) -> int:
        """Return the level of a kind, from 1."""
        return self.levels.get(kind, (1, 0))[0]

    def take(self, answered: DrillAnswer) -> None:
        """Record an answer and adjust the level of its kind."""
        kind = answered.ask.kind
        self.levels[kind] = next_level(*self.levels.get(kind, (1, 0)), answered.right)
        self.answers.append(answered)

    def comes_back(self, ask: AskedQuestion) -> None:
        """Remove a rule from those due if this question asks about it."""
        if self.due and (self.due[0][0] == ask.rule or self.due[0][1] == ask):
            self.due.pop(0)

    def next(self) -> AskedQuestion:
        """Return the parameters of the next question."""
        if self.plan is not None:
            return self._planned(len(self.answers))
        if self.due:
            rule, missed = self.due[0]
            return AskedQuestion(missed.kind, ANY, missed.level, rule)
        able = (self.only,) if self.only else self.kinds
        asked = [each.ask.kind for each in self.answers]
        kind = min(able, key=lambda each: (asked.count(each), _turn(each, asked, able)))
        return AskedQuestion(kind, ANY, self.level(kind))

    def _planned(self, number: int) -> AskedQuestion:
        """Return a question of the plan; levels rise as if all answers were right.

        Args:
            number: The number of the question, from 0.
        """
        kinds, plan = self.kinds, self.plan or 0
        level, running = 1, 0
        for _ in range(number // len(kinds)):
            level, running = next_level(level, running, right=True)
        return AskedQuestion(kinds[number % len(kinds)], plan * SEEDS + number, level)

    def carried(self) -> Iterator[str]:
        """Yield the first log entries of the next round."""
        for kind, (level, running) in self.levels.items():
            yield f"level {kind} {level} {running}"
        if self.only:
            yield f"only {self.only}"
        for rule, missed in self.due:
            yield f"due {rule} {missed}"


def _turn(kind: str, asked: Sequence[str], able: Sequence[str]) -> int:
    """Rank a kind in rotation after the last one asked; 0 comes first."""
    last = able.index(asked[-1]) if asked and asked[-1] in able else -1
    return (able.index(kind) - last - 1) % len(able)


class QuestionMaker:
    """Makes the questions of a game, and prepares those that may come next."""

    def __init__(self, game: Game) -> None:
        """Start with an empty cache."""
        self._game = game
        self._made: dict[AskedQuestion, Question] = {}
        self._ready: dict[
            AskedQuestion, AskedQuestion | None
        ] = {}  # by request, the question that is prepared; None if there is none
        self._making: tuple[AskedQuestion, AskedQuestion, Iterator[Question | None]] | None = None

    def question(self, of: AskedQuestion) -> Question:
        """Return the question with these parameters; recent ones are cached.

        Raises:
            NoQuestion: if there is none.
        """
        made = self._made.pop(of, None) or ask(self._game, of.kind, of.seed, of.level, of.rule)
        keep(self._made, of, made, MOST_KEPT)
        return made

    def take(self, now: Round) -> AskedQuestion:
        """Return the parameters of the round's next question, which is made if necessary.

        Raises:
            NoQuestion: if no seed that was tried yields a question of the kind.
        """
        wanted = now.next()
        if wanted not in self._ready:
            while not self._step(wanted):
                pass
        found = self._ready.pop(wanted)
        self._ready.clear()  # these were prepared for other answers
        if found is None:
            found = (
                now.due[0][1] if now.due else AskedQuestion(wanted.kind, randbelow(MOST_SEEDS), wanted.level)
            )
            self.question(found)
        return found

    def wants(self, rounds: Iterable[Round]) -> bool:
        """Return True if a possible next question has not been made yet.

        Args:
            rounds: The states in which the round may be then.
        """
        return any(each.next() not in self._ready for each in rounds)

    def work(self, rounds: Iterable[Round], budget_ms: float) -> None:
        """Make questions that may come next, for about the given time.

        Args:
            rounds: The states in which the round may be then.
            budget_ms: The time to spend in milliseconds, above 0.
        """
        until = monotonic() + budget_ms / 1000
        for each in rounds:
            wanted = each.next()
            while wanted not in self._ready:
                self._step(wanted)
                if monotonic() >= until:
                    return

    def _step(self, wanted: AskedQuestion) -> bool:
        """Search one more deal for a question; return True if the search is over."""
        if self._making is None or self._making[0] != wanted:
            of = replace(wanted, seed=randbelow(MOST_SEEDS)) if wanted.seed == ANY else wanted
            self._making = wanted, of, search_question(self._game, of.kind, of.seed, of.level, of.rule)
        _, of, deals = self._making
        try:
            found = next(deals)
        except NoQuestion:
            self._ready[wanted] = self._making = None
            return True
        if found:
            keep(self._made, of, found, MOST_KEPT)
            self._ready[wanted], self._making = of, None
        return found is not None
