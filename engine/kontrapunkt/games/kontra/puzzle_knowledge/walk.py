"""A walk over an ending of Kontra: what one seat takes, or is held down to."""

from collections.abc import Sequence
from typing import override

from kontrapunkt.families.rank_match.puzzle_knowledge.walk import MatchWalk, Place, ask
from kontrapunkt.games.kontra.state import KontraState
from kontrapunkt.games.kontra.walked import added_to_trick
from kontrapunkt.games.kontra.weighed import Weighed
from kontrapunkt.puzzles.aim import Aim
from kontrapunkt.search.match.compiled import Question


class KontraWalk(MatchWalk):
    """A walk for an aim that counts the card points of a seat."""

    def __init__(self, aim: Aim, weighed: Weighed, state: KontraState) -> None:
        """Begins at a state.

        Args:
            aim: The aim, as it counts from that state.
            weighed: All endings of the game, as the kernel has them.
            state: The state, played from the hands alone.
        """
        seats = state.game.seats
        assert aim.goal.seat is not None
        super().__init__(weighed.numbering, range(len(seats)), [aim.of_side(seat) for seat in seats])
        self._counted = seats.index(aim.goal.seat)
        self._before = state.card_points[self._counted]
        self._kernel, (self._desk, self._other) = weighed.kernel, weighed.counting(self._counted)
        self._more = aim.more
        self._least = aim.target + (not aim.more)
        hands = self._numbering.hands(state.hands, state.leader, state.trick)
        laid, added = self._numbering.laid(state.trick), added_to_trick(state)
        self.start = Place(hands, state.leader, laid, state.card_points, (), added)

    def _gained(self, at: Place) -> int:
        return at.points[self._counted] - self._before

    @override
    def decided(self, at: Place) -> bool | None:
        own = self._gained(at)
        if own >= self._least:
            return self._more
        return None if own + self.left(at) >= self._least else not self._more

    @override
    def weighed(self, at: Place, moves: Sequence[int]) -> Sequence[int]:
        question = Question(at.hands, at.leader, at.laid, at.added)
        needed, wanted = self._least - self._gained(at), self._more
        if self._other:
            needed, wanted = self.left(at) - needed + 1, not wanted
        reached = ask(self._kernel, self._desk, question, moves, needed)
        return [move for move, each in zip(moves, reached, strict=True) if each == wanted]
