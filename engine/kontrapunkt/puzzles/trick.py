"""The puzzle kinds `trick` (who wins the trick?) and `worth` (its card points)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import ClassVar, Final, override

from kontrapunkt.core.cards import Card
from kontrapunkt.core.interface import Action, Trick
from kontrapunkt.core.messages import Text, card_sign, listed, say, seat_name
from kontrapunkt.puzzles.kind import ChoicePuzzle, Pick, Report
from kontrapunkt.puzzles.model import Puzzle
from kontrapunkt.puzzles.phrasing import AnswerCandidate, action_phrase, action_phrases, card_answer

MOST: Final = 4
"""The most answers for a question about card points; there must be three."""


class TrickPuzzle(ChoicePuzzle):
    """A question about the trick that ends at the moment of the question.

    Attributes:
        counted: True if the trick must have card points.
    """

    counted: ClassVar[bool] = False

    def __init__(self, puzzle: Puzzle) -> None:
        """Replay the record.

        Raises:
            PuzzleError: if that cannot be done, or no suitable trick ends there.
        """
        super().__init__(puzzle)
        before = self.played.states[max(0, self.at - 1)]
        trick = self.state.view(None).finished(before.view(None))
        if trick is None or (self.counted and trick.card_points is None):
            raise self.error_there(f"puzzle.{self.name}.none", n=self.at)
        self.trick: Trick = trick

    @property
    def counting(self) -> list[tuple[Card, int]]:
        """The cards of the trick that count, each with its points."""
        return [(card, worth) for card in self.trick.cards if (worth := self.knowledge.worth(Action(card)))]


class WhoWins(TrickPuzzle):
    """A puzzle that asks for the winner of the trick."""

    name: ClassVar[str] = "trick"
    weights: ClassVar[Mapping[str, float]] = {"choices": 0.2, "losing": 0.2, "rules": 2.2}
    place: ClassVar[str] = "seats"

    @override
    def offer(self) -> tuple[Pick, ...]:
        picks, played = [], {play.seat for play in self.trick.plays}
        for seat in (seat for seat in self.state.view(None).hands if seat in played):
            text, rule = self.knowledge.why_lost(self.state, self.trick, seat)
            picks.append(Pick(seat, seat_name(seat), seat == self.trick.winner, text, rule))
        return tuple(picks)

    @cached_property
    @override
    def possible(self) -> tuple[AnswerCandidate, ...]:
        """The players, each by name or card; a text may name the leader."""
        found = []
        for play in self.trick.plays:
            called, name = self.knowledge.other_names(play.card), str(seat_name(play.seat))
            found.append(card_answer(play.seat, play.seat == self.trick.winner, play.card, called, name))
        return (*found, replace(found[0], key="lead", right=False))

    @override
    def hidden_reply(self, pick: Pick) -> Text:
        seat = next(play.seat for play in self.trick.plays if play.seat == pick.key)
        return self.knowledge.why_not_theirs(self.state, self.trick, seat)

    @override
    def ask(self) -> Text:
        return say("puzzle.trick.ask", number=self.trick.number)

    @override
    def hint(self) -> tuple[Text, ...]:
        lead = self.trick.plays[0]
        winner = seat_name(self.trick.winner)
        pair = sorted([winner, *[pick.name for pick in self.wrong if pick.key != lead.seat][:1]], key=str)
        return (
            self.game.rulebook[self.game.trick_rules[0]].statement,
            say("puzzle.trick.led", seat=seat_name(lead.seat), card=action_phrase(lead.card)),
            say("puzzle.trick.compare", seats=listed("and", pair)),
            say("trick.taken.only", seat=winner),
        )

    @override
    def solve(self) -> tuple[Text, ...]:
        return tuple(pick.said for pick in (*self.right[:1], *self.wrong))

    @override
    def examine(self, report: Report) -> None:
        super().examine(report)
        report.features["rules"] = self.knowledge.twists(self.state, self.trick)
        if len({play.card.rank for play in self.trick.plays}) == len(self.trick.plays):
            report.note("puzzle.trick.plain")


class TrickWorth(TrickPuzzle):
    """A puzzle that asks for the card points of the trick.

    The wrong answers come from plausible mistakes.
    """

    name: ClassVar[str] = "worth"
    weights: ClassVar[Mapping[str, float]] = {"choices": 0.2, "losing": 0.2, "cards": 1.0}
    place: ClassVar[str] = "trick"
    counted: ClassVar[bool] = True

    @property
    def points(self) -> int:
        """The card points of the trick."""
        return self.trick.card_points or 0

    @override
    def offer(self) -> tuple[Pick, ...]:
        rule = self.game.trick_rules[1]
        found = {self.points: self._sum()}
        for number, text in self._mistaken():
            if len(found) < MOST and number >= 0:
                found.setdefault(number, text)
        return tuple(Pick(str(n), str(n), n == self.points, found[n], rule) for n in sorted(found))

    def _mistaken(self) -> Iterator[tuple[int, Text]]:
        """Yield sums that count a worthless card, or forget one that counts."""
        for card in self.trick.cards:
            if card.rank.isdigit() and not self.knowledge.worth(Action(card)):
                yield (
                    self.points + int(card.rank),
                    say("puzzle.worth.pips", card=action_phrase(card)),
                )
        for _, worth in self.counting:
            yield self.points - worth, say("puzzle.worth.forgets")
        yield self.points + len(self.trick.cards), say("puzzle.worth.cards")
        yield len(self.trick.cards), say("puzzle.worth.cards")
        yield self.points + 1, say("puzzle.worth.forgets")

    def _sum(self) -> Text:
        """Describe the sum of the card points."""
        parts = [say("puzzle.worth.part", card=card_sign(card), n=worth) for card, worth in self.counting]
        more = self.points - sum(worth for _, worth in self.counting)
        if more:
            parts.append(say("puzzle.worth.last", n=more))
        how = ("nothing", "one", "sum")[min(len(parts), 2)]
        return say(f"puzzle.worth.{how}", parts=listed("and", parts) if parts else "", n=self.points)

    @override
    def hint(self) -> tuple[Text, ...]:
        steps: list[Text] = [self.game.rulebook[self.game.trick_rules[1]].statement]
        if cards := [card for card, _ in self.counting]:
            steps.append(say("puzzle.worth.counting", cards=action_phrases(cards, "and")))
        return (*steps, self._sum())

    @override
    def solve(self) -> tuple[Text, ...]:
        return (self._sum(),)

    @override
    def examine(self, report: Report) -> None:
        super().examine(report)
        report.features["cards"] = len(self.counting)
        if len(self.picks) < 3:
            report.fault("puzzle.worth.few", n=len(self.picks))
