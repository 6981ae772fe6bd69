"""A walk over an ending in which suit is followed: hands as sets of bits, a question to the kernel a card."""

from collections.abc import Hashable, Sequence
from typing import NamedTuple, override

from kontrapunkt.families.follow_suit.state import FollowState
from kontrapunkt.game import SEATS
from kontrapunkt.puzzles.aim import Aim
from kontrapunkt.puzzles.walk import Walk
from kontrapunkt.search.follow.numbering import Hands, Trial
from kontrapunkt.search.follow.solver import FollowSolver


class Place(NamedTuple):
    """Where play stands.

    Attributes:
        hands: The hands, as sets of bits.
        leader: The number of the seat that leads the trick.
        laid: The numbers of its cards.
        points: The card points of each side, as the state counts them.
        taken: The tricks of each side.
    """

    hands: Hands
    leader: int
    laid: tuple[int, ...]
    points: tuple[int, ...]
    taken: tuple[int, ...]


class FollowWalk(Walk[Place, int]):
    """A walk for an aim that counts card points; a move is the number of a card, the first of its copies."""

    def __init__(self, aim: Aim, solver: FollowSolver, state: FollowState) -> None:
        """Begins at a state.

        Args:
            aim: The aim: card points from that state on.
            solver: The game's solver.
            state: The state.
        """
        self._asked = asked = solver.question(state, aim.goal)
        self._kernel = asked.kernel
        self._step = solver.game.step
        self._side_of = solver.game.side_of
        self._ours = tuple(aim.of_side(seat) for seat in SEATS)
        reached = [aim.reached(asked.told(number)) for number in asked.ladder]
        self._more = reached[-1]  # whether the kernel's side is to have many points or few
        self._least = reached.index(True) if self._more else (*reached, False).index(False)
        self.start = Place(asked.hands, state.leader, asked.trick, state.card_points, state.taken)
        self._sums: dict[tuple[int, ...], tuple[int, int]] = {}
        self._moves: dict[tuple[int, tuple[int, ...]], tuple[int, ...]] = {}
        self._kept: dict[tuple[Place, int], bool] = {}

    @override
    def moment(self, at: Place) -> Hashable:
        return at

    @override
    def decided(self, at: Place) -> bool | None:
        needed, left = self._open(at.points)
        if needed <= 0:
            return self._more
        return not self._more if needed > left else None

    def _open(self, points: tuple[int, ...]) -> tuple[int, int]:
        """How many card points the kernel's side still needs, or must not get, and how many are left."""
        found = self._sums.get(points)
        if found is None:
            gained = [now - before for now, before in zip(points, self.start.points, strict=True)]
            first = {side for side, sided in zip(self._side_of, self._kernel.sides, strict=True) if not sided}
            needed = self._least - sum(gained[side] for side in first)
            found = self._sums[points] = needed, self._asked.ladder[-1] - sum(gained)
        return found

    @override
    def ours(self, at: Place) -> bool | None:
        seat = (at.leader + len(at.laid) * self._step) & 3
        return self._ours[seat] if at.hands[seat] else None

    @override
    def moves(self, at: Place) -> tuple[int, ...]:
        hands, leader, laid, _, _ = at
        hand = hands[(leader + len(laid) * self._step) & 3]
        found = self._moves.get((hand, laid))
        if found is None:
            found = self._moves[hand, laid] = self._legal(hand, laid)
        return found

    def _legal(self, hand: int, laid: tuple[int, ...]) -> tuple[int, ...]:
        kernel = self._kernel
        allowed = hand
        if laid:
            allowed = kernel.allowed(hand, kernel.suit[laid[0]], laid[kernel.best(laid)])
        first: dict[int, int] = {}
        while allowed:
            low = allowed & -allowed
            card = low.bit_length() - 1
            first.setdefault(kernel.kind[card], card)
            allowed ^= low
        return tuple(first.values())

    @override
    def many(self, at: Place, move: int) -> int:
        return 1  # copies of a card are one action

    @override
    def keeping(self, at: Place) -> Sequence[int]:
        moves = self.moves(at)
        if len(moves) == 1:  # whether it does is seen at the end
            return moves
        return [move for move in moves if self.keeps(at, move)]

    @override
    def keeps(self, at: Place, move: int) -> bool:
        found = self._kept.get((at, move))
        if found is None:
            needed, _ = self._open(at.points)
            bound = self._asked.bound(Trial(at.hands, at.leader, (*at.laid, move)), needed)
            found = self._kept[at, move] = (bound >= needed) == self._more
        return found

    @override
    def after(self, at: Place, move: int) -> Place:
        hands, leader, laid, points, taken = at
        seat = (leader + len(laid) * self._step) & 3
        left = hands[seat] ^ 1 << move
        hands = (*hands[:seat], left, *hands[seat + 1 :])  # type: ignore[assignment]
        laid = (*laid, move)
        if len(laid) < 4:
            return Place(hands, leader, laid, points, taken)
        winner = (leader + self._kernel.best(laid) * self._step) & 3
        side, values = self._side_of[winner], self._kernel.values
        count = sum([values[card] for card in laid])
        points = (*points[:side], points[side] + count, *points[side + 1 :])
        taken = (*taken[:side], taken[side] + 1, *taken[side + 1 :])
        return Place(hands, winner, (), points, taken)

    @override
    def name(self, move: int) -> str:
        return str(self._kernel.cards[move])

    @override
    def worth(self, move: int) -> int:
        return self._kernel.values[move]

    @override
    def gain(self, at: Place, move: int) -> int:
        laid = (*at.laid, move)
        count = sum([self._kernel.values[card] for card in laid])
        winner = (at.leader + self._kernel.best(laid) * self._step) & 3
        return count if self._ours[winner] else -count
