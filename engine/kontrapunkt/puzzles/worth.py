"""`worth`: how many card points lie in the trick that ends where the question is asked."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import ClassVar, Final, override

from kontrapunkt import words
from kontrapunkt.cards import Card
from kontrapunkt.game import Action, Trick
from kontrapunkt.puzzles.kind import Findings, Pick
from kontrapunkt.puzzles.naming import Answer
from kontrapunkt.puzzles.trick import OfTrick
from kontrapunkt.puzzles.wording import listed, sign, spoken

MOST: Final = 4
"""How many answers are offered at most; three at least."""


class Worth(OfTrick):
    """The card points of the trick. The wrong answers are those of plausible mistakes."""

    name: ClassVar[str] = "worth"
    weights: ClassVar[Mapping[str, float]] = {"choices": 0.2, "losing": 0.2, "cards": 1.0}
    place: ClassVar[str] = "trick"

    @override
    def askable(self, trick: Trick) -> bool:
        return trick.card_points is not None

    @property
    def counting(self) -> list[Card]:
        """Those of them that count."""
        return [card for card in self.trick.cards if self._of(card)]

    def _of(self, card: Card) -> int:
        return self.knowledge.worth(Action(card))

    @property
    def points(self) -> int:
        """What they come to."""
        return self.trick.card_points or 0

    @override
    def offer(self) -> tuple[Pick, ...]:
        rule = self.game.trick_rules[1]
        found = {self.points: Pick("", "", True, self._sum(), rule)}
        for number, text in self._mistaken():
            if len(found) < MOST and number >= 0:
                found.setdefault(number, Pick("", "", False, text, rule))
        return tuple(
            Pick(str(n), words.say("puzzle.worth.label", n=n), pick.right, pick.text, rule)
            for n, pick in sorted(found.items())
        )

    def _mistaken(self) -> Iterator[tuple[int, str]]:
        """What comes out if something that does not count is counted, or something that does is forgotten."""
        for card in self.trick.cards:
            if not self._of(card) and card.rank.isdigit():
                yield self.points + int(card.rank), words.say("puzzle.worth.pips", card=spoken(card))
        for card in self.counting:
            yield self.points - self._of(card), words.say("puzzle.worth.forgets")
        yield self.points + len(self.trick.cards), words.say("puzzle.worth.cards")
        yield len(self.trick.cards), words.say("puzzle.worth.cards")
        yield self.points + 1, words.say("puzzle.worth.forgets")

    def _sum(self) -> str:
        """How it is added up."""
        parts = [words.say("puzzle.worth.part", card=sign(card), n=self._of(card)) for card in self.counting]
        key = (
            "puzzle.worth.sum" if len(parts) > 1 else "puzzle.worth.one" if parts else "puzzle.worth.nothing"
        )
        return words.say(key, parts=words.listed("and", parts) if parts else "", n=self.points)

    @cached_property
    @override
    def possible(self) -> tuple[Answer, ...]:
        return tuple(Answer(pick.key, pick.right, (pick.label,)) for pick in self._offered)

    @override
    def ask(self) -> str:
        return words.say("puzzle.worth.ask")

    @override
    def hint(self) -> tuple[str, ...]:
        steps = [self.game.rulebook[self.game.trick_rules[1]].statement]
        if self.counting:
            steps.append(words.say("puzzle.worth.counting", cards=listed(self.counting, "and")))
        return (*steps, self._sum())

    @override
    def solve(self) -> tuple[str, ...]:
        return (self._sum(),)

    @override
    def examine(self, findings: Findings) -> None:
        super().examine(findings)
        findings.features["cards"] = len(self.counting)
        if len(self.picks) < 3:
            findings.fault("puzzle.worth.few", n=len(self.picks))
