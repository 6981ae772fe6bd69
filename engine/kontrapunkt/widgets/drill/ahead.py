"""Questions made ahead, so that the next one is there when it is asked for."""

from collections.abc import Iterable, Iterator
from secrets import randbelow
from time import monotonic
from typing import Final

from kontrapunkt.drills import NoQuestion, Question, ask, asking
from kontrapunkt.game import Game
from kontrapunkt.widgets.drill.round import MOST_SEEDS, Ask, Round, Wanted

MOST_KEPT: Final = 100
"""So many questions are kept, to be asked again."""


class Ahead:
    """Makes the questions of a game, those that may come next beforehand."""

    def __init__(self, game: Game) -> None:
        """Has made none yet.

        Args:
            game: What is asked about.
        """
        self._game = game
        self._made: dict[Ask, Question] = {}
        self._ready: dict[Wanted, tuple[Ask, Question] | None] = {}  # None where nothing is found
        self._making: tuple[Wanted, Ask, Iterator[Question | None]] | None = None

    def question(self, of: Ask) -> Question:
        """The question that a log names; of a few, that are asked for again and again, each is made once.

        Raises:
            NoQuestion: if there is none.
        """
        if of not in self._made:
            if len(self._made) >= MOST_KEPT:
                self._made.clear()
            self._made[of] = ask(self._game, of.kind, of.seed, of.level, of.rule)
        return self._made[of]

    def take(self, now: Round) -> tuple[Ask, Question]:
        """The next question of a round: one made ahead, or made now.

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
        if found:
            return found
        missed = now.due[0][1] if now.due else Ask(wanted[0], randbelow(MOST_SEEDS), wanted[1])
        return missed, self.question(missed)

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

    def _step(self, wanted: Wanted) -> bool:
        """Looks through one more deal for a question; answers whether it is settled."""
        kind, level, rule, seed = wanted
        if self._making is None or self._making[0] != wanted:
            of = Ask(kind, randbelow(MOST_SEEDS) if seed is None else seed, level, rule)
            self._making = wanted, of, asking(self._game, kind, of.seed, level, rule)
        try:
            found = next(self._making[2])
        except NoQuestion:
            self._ready[wanted] = self._making = None
            return True
        if found:
            self._ready[wanted] = self._making[1], found
            self._making = None
        return found is not None
