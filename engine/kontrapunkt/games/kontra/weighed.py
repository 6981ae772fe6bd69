"""Endings of Kontra for the compiled kernel: one seat against all others."""

from functools import cache, partial
from operator import mul

from kontrapunkt.game import Action
from kontrapunkt.games.kontra.options import KontraRules
from kontrapunkt.games.kontra.state import KontraState
from kontrapunkt.games.kontra.walked import added_to_trick
from kontrapunkt.search.clock import Work, patiently
from kontrapunkt.search.front import Value
from kontrapunkt.search.match.compiled import CompiledKernel, Desk, Numbering, Question, Weighing


class Weighed:
    """All endings of a game, with one table for them.

    Attributes:
        kernel: The kernel.
        numbering: The ranks of the game.
        desk: The desk for the card points of the seat with a number.
    """

    def __init__(self, game: KontraRules[KontraState], kernel: CompiledKernel) -> None:
        """Takes the kernel.

        Args:
            game: The game.
            kernel: The kernel.
        """
        self.kernel = kernel
        self._players = game.players
        self.numbering = Numbering(game.values)
        self.desk = cache(self._make_desk)

    def _make_desk(self, seat: int) -> Desk:
        """The desk for a seat's card points."""
        worth = self.numbering.values
        side = tuple(int(other != seat) for other in range(self._players))
        return Desk(side, worth, self.numbering.groups(worth))

    def counting(self, seat: int) -> tuple[Desk, bool]:
        """The desk for a seat's card points, and whether it counts what is left for the other.

        What one of two takes the other does not: they share a desk, and all that is remembered at it.

        Args:
            seat: The seat's number in the order of play.
        """
        return (self.desk(0), seat > 0) if self._players == 2 else (self.desk(seat), False)

    def values(self, state: KontraState, seat: int) -> Work[dict[Action, Value]]:
        """What a seat takes from a state on, by what is played now.

        Args:
            state: The state.
            seat: The seat's number in the order of play.
        """
        numbering, trick, leader, added = self.numbering, state.trick, state.leader, added_to_trick(state)
        hands = numbering.hands(state.hands, leader, trick)
        left = added + sum([sum(map(mul, hand, numbering.values)) for hand in hands])
        numbers = {action: numbering.number[action[0]] for action in state.actions()}
        question = Question(hands, leader, numbering.laid(trick), added)
        desk, other = self.counting(seat)
        work = Weighing(desk, question, sorted({*numbers.values()}), range(1, left + 1))
        yield from patiently(partial(self.kernel.weigh, work))
        yield
        low = [left - number for number in work.low] if other else work.low
        return {action: low[number] for action, number in numbers.items()}
