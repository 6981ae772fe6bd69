"""Puzzle knowledge of Ristikontra: game points, ties and card points."""

from collections.abc import Iterator
from typing import override

from kontrapunkt.core.interface import SIDES, State
from kontrapunkt.core.messages import Text, side_name
from kontrapunkt.families.rank_match import RankMatchState
from kontrapunkt.families.rank_match.constants import VALUES, Pair
from kontrapunkt.families.rank_match.prior_play import possible_sums
from kontrapunkt.families.rank_match.puzzle_knowledge.knowledge import read_pairs
from kontrapunkt.families.rank_match.puzzle_knowledge.match_knowledge import RankMatchKnowledge
from kontrapunkt.families.rank_match.state import LAST_TRICK
from kontrapunkt.games.ristikontra.session import RistikontraSession
from kontrapunkt.puzzles.knowledge import Mistake


class RistikontraKnowledge(RankMatchKnowledge):
    """The parts of Ristikontra that puzzles ask about."""

    # Results

    @override
    def name_result(self, end: State) -> Text:
        return self._name(*_totals(end))

    @override
    def answer(self, end: State, text: str) -> Text | None:
        found = read_pairs(text)
        return found and self._name(*found)

    def _name(self, points: Pair, scored: Pair) -> Text:
        """Name a result, as in "N–S 68, E–W 52: N–S score 1 game point"."""
        if self.game.options["session"] == "cumulative":
            return self.tell("answer.points", ns=points[0], ew=points[1])
        side = side_name(SIDES[0 if scored[0] > scored[1] else 1])
        best = 0 if scored[0] == scored[1] else max(scored)
        return self.tell("answer", ns=points[0], ew=points[1], side=side, n=best)

    @override
    def steps(self, end: RankMatchState) -> int:
        points, scored = _totals(end)
        even = points[0] == points[1]
        session: RistikontraSession = end.session
        other = self._recounted(end)
        misleads = other is not None and (other[0] > other[1]) != (points[0] > points[1])
        return even + 2 * (session.held > 0) + (max(scored) > 1) + misleads

    @override
    def mistaken(self, end: RankMatchState) -> Iterator[Mistake]:
        points, scored = _totals(end)
        session: RistikontraSession = end.session
        side = 0 if points[0] >= points[1] else 1

        def score(number: int, whose: int = side) -> Pair:
            return (0, number) if whose else (number, 0)

        def said(of: Pair, what: Pair, mistake: str, rule: str) -> Mistake:
            return self.mistake(self._name(of, what), mistake, rule)

        best = max(scored)
        if session.held and best:
            yield said(points, score(best - session.held), "held", "RK-R17")
        if points[0] == points[1]:
            yield said(points, (1, 0), "even", "RK-R17")
            yield said(points, (0, 1), "even", "RK-R17")
        other = self._recounted(end)
        if other is not None:
            won = 0 if other[0] > other[1] else 1
            yield said(other, score(1, won), "schedule", "RK-R14")
        last = self._last_lost(end)
        if last is not None:
            won = 0 if last[0] > last[1] else 1
            yield said(last, score(1, won) if last[0] != last[1] else (0, 0), "last", "RK-R8")
        yield said(points, score(2 if best == 1 else 1), "all" if best == 1 else "one", "RK-R16")
        yield said(points[::-1], score(max(best, 1), 1 - side), "count", "RK-R14")
        yield said(points, (0, 0), "decided", "RK-R15")
        yield said(points, score(1, 1 - side), "fewer", "RK-R15")

    def _recounted(self, end: RankMatchState) -> Pair | None:
        """Return the card points by the other schedule.

        They are None if the record does not show the whole deal.
        """
        if len(end.finished) < LAST_TRICK:
            return None
        other = VALUES["simple" if self.game.options["values"] == "standard" else "standard"]
        sums = [0, 0]
        for trick in end.finished:
            sums[trick.winner & 1] += sum(other.get(card.rank, 0) for card in trick.cards)
        return sums[0], sums[1]

    def _last_lost(self, end: RankMatchState) -> Pair | None:
        """Return the card points if the other side had won the last trick with points."""
        last = next((trick for trick in reversed(end.finished) if trick.points), None)
        if last is None:
            return None
        points = _totals(end)[0]
        moved = -last.points if last.winner & 1 == 0 else last.points
        return points[0] + moved, points[1] - moved


def _totals(end: State) -> tuple[Pair, Pair]:
    """Return the card points and the game points of both sides."""
    assert isinstance(end, RankMatchState)
    seats = end.result().seats
    return possible_sums(end)[0].points, (max(0, seats["N"]), max(0, seats["E"]))
