"""A round of a drill: what was asked and answered, how hard it has become, what comes next."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from secrets import randbelow
from time import monotonic
from typing import Final, Self

from kontrapunkt.core.deal import short
from kontrapunkt.core.interface import Game
from kontrapunkt.drills import HARDEST, NoQuestion, Question, ask, asking, moved
from kontrapunkt.record.facts import read_number
from kontrapunkt.search.solver import keep
from kontrapunkt.widgets.base import EventError

LENGTH: Final = 10
"""So many questions are a round."""

MOST_SEEDS: Final = 10**6

MOST_KEPT: Final = 100
"""So many questions are kept, to be asked again."""

ANY: Final = -1
"""The seed of a question to come that may be made from any."""

SEEDS: Final = 1000
"""A plan has so many seeds of its own: one for each of its questions."""


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """What is asked: as much of it as a log holds.

    Attributes:
        kind: The kind of drill.
        seed: What the question is made from; `ANY` while that is open.
        level: The rung that it is made for.
        rule: The rule that it was to be about; empty for any.
    """

    kind: str
    seed: int
    level: int
    rule: str = ""

    def __str__(self) -> str:
        return f"{self.kind} {self.seed} {self.level} {self.rule}".rstrip()

    @classmethod
    def read(cls, text: str, kinds: Sequence[str]) -> Self:
        """Reads what `str` writes.

        Raises:
            EventError: if it cannot be asked.
        """
        kind, seed, level, rule = (text.split() + [""] * 4)[:4]
        number, rung = read_number(seed), read_number(level)
        if kind not in kinds or number is None or rung is None or not 1 <= rung <= HARDEST:
            raise EventError.unknown(short(text))
        return cls(kind, number, rung, rule)


@dataclass(frozen=True, slots=True)
class DrillAnswer:
    """An answer.

    Attributes:
        ask: What was asked.
        right: Whether it was right.
        rule: The rule behind it: where it was wrong, the one that was missed.
    """

    ask: AskedQuestion
    right: bool
    rule: str


@dataclass(slots=True)
class Round:
    """A round.

    Attributes:
        kinds: The kinds that may be asked.
        rungs: For each kind that has been asked, its rung and how many answers were right there running.
        answers: What was answered, in order.
        due: What is to come back: a rule, and a question about it that was missed.
        only: The kind that the reader has chosen; empty for all.
        length: So many questions it has.
        plan: The number of a plan: it asks everybody the same, as hard as for one who knows everything; None
            for questions that come by chance.
    """

    kinds: tuple[str, ...]
    rungs: dict[str, tuple[int, int]] = field(default_factory=dict)
    answers: list[DrillAnswer] = field(default_factory=list)
    due: list[tuple[str, AskedQuestion]] = field(default_factory=list)
    only: str = ""
    length: int = LENGTH
    plan: int | None = None

    def copy(self) -> Self:
        """The same, to go on with by itself."""
        return replace(self, rungs={**self.rungs}, answers=[*self.answers], due=[*self.due])

    @property
    def right(self) -> int:
        """How many answers were right."""
        return sum(each.right for each in self.answers)

    @property
    def complete(self) -> bool:
        """Whether all its questions have been answered."""
        return len(self.answers) >= self.length

    def rung(self, kind: str) -> int:
        """The rung of a kind."""
        return self.rungs.get(kind, (1, 0))[0]

    def take(self, answered: DrillAnswer) -> None:
        """Takes an answer: the rung moves with it, and what was due is so no more."""
        kind = answered.ask.kind
        self.rungs[kind] = moved(*self.rungs.get(kind, (1, 0)), answered.right)
        self.answers.append(answered)

    def comes_back(self, ask: AskedQuestion) -> None:
        """A question is asked; if it is what was due, that has come back."""
        if self.due and (self.due[0][0] == ask.rule or self.due[0][1] == ask):
            self.due.pop(0)

    def next(self) -> AskedQuestion:
        """What is to be asked next."""
        if self.plan is not None:
            return self._planned(len(self.answers))
        if self.due:
            rule, missed = self.due[0]
            return AskedQuestion(missed.kind, ANY, missed.level, rule)
        able = (self.only,) if self.only else self.kinds
        asked = [each.ask.kind for each in self.answers]
        kind = min(able, key=lambda each: (asked.count(each), _turn(each, asked, able)))
        return AskedQuestion(kind, ANY, self.rung(kind))

    def _planned(self, number: int) -> AskedQuestion:
        """A question of the plan, from 0: the kinds in turn, each on the rung of one who misses nothing."""
        kinds, plan = self.kinds, self.plan or 0
        level, running = 1, 0
        for _ in range(number // len(kinds)):
            level, running = moved(level, running, right=True)
        return AskedQuestion(kinds[number % len(kinds)], plan * SEEDS + number, level)

    def carried(self) -> Iterator[str]:
        """What the log of the next round begins with."""
        for kind, (rung, running) in self.rungs.items():
            yield f"level {kind} {rung} {running}"
        if self.only:
            yield f"only {self.only}"
        for rule, missed in self.due:
            yield f"due {rule} {missed}"


def _turn(kind: str, asked: Sequence[str], able: Sequence[str]) -> int:
    """Whose turn it is among kinds asked equally often: they go round."""
    last = able.index(asked[-1]) if asked and asked[-1] in able else -1
    return (able.index(kind) - last - 1) % len(able)


class QuestionMaker:
    """Makes the questions of a game, those that may come next beforehand."""

    def __init__(self, game: Game) -> None:
        """Has made none yet.

        Args:
            game: What is asked about.
        """
        self._game = game
        self._made: dict[AskedQuestion, Question] = {}
        self._ready: dict[
            AskedQuestion, AskedQuestion | None
        ] = {}  # what was wanted and is made; None where nothing is found
        self._making: tuple[AskedQuestion, AskedQuestion, Iterator[Question | None]] | None = None

    def question(self, of: AskedQuestion) -> Question:
        """The question that a log names; of a few, that are asked for again and again, each is made once.

        Raises:
            NoQuestion: if there is none.
        """
        made = self._made.pop(of, None) or ask(self._game, of.kind, of.seed, of.level, of.rule)
        keep(self._made, of, made, MOST_KEPT)
        return made

    def take(self, now: Round) -> AskedQuestion:
        """The next question of a round, which is made: ahead, or now.

        Args:
            now: The round.

        Raises:
            NoQuestion: if the round's kind has none for any seed that was tried.
        """
        wanted = now.next()
        if wanted not in self._ready:
            while not self._step(wanted):
                pass
        found = self._ready.pop(wanted)
        self._ready.clear()  # what was made for another answer
        if found is None:
            found = (
                now.due[0][1] if now.due else AskedQuestion(wanted.kind, randbelow(MOST_SEEDS), wanted.level)
            )
            self.question(found)
        return found

    def wants(self, rounds: Iterable[Round]) -> bool:
        """Whether a question that may come next is missing.

        Args:
            rounds: How the round may stand then.
        """
        return any(each.next() not in self._ready for each in rounds)

    def work(self, rounds: Iterable[Round], budget_ms: float) -> None:
        """Makes questions that may come next, for about that many milliseconds.

        Args:
            rounds: How the round may stand then.
            budget_ms: Milliseconds, more than none.
        """
        until = monotonic() + budget_ms / 1000
        for each in rounds:
            wanted = each.next()
            while wanted not in self._ready:
                self._step(wanted)
                if monotonic() >= until:
                    return

    def _step(self, wanted: AskedQuestion) -> bool:
        """Looks through one more deal for a question; answers whether it is settled."""
        if self._making is None or self._making[0] != wanted:
            of = replace(wanted, seed=randbelow(MOST_SEEDS)) if wanted.seed == ANY else wanted
            self._making = wanted, of, asking(self._game, of.kind, of.seed, of.level, of.rule)
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
