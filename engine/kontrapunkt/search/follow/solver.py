"""The solver of games in which suit is followed and card points are counted by two sides."""

import logging
from collections.abc import Callable
from typing import Final, override

from kontrapunkt.cards import HIDDEN
from kontrapunkt.families.follow_suit import FOLLOW, LEAD, FollowGame, FollowState
from kontrapunkt.game import Action, Game, Seat, State
from kontrapunkt.said import Said, say
from kontrapunkt.search.clock import Clock, Work, patiently
from kontrapunkt.search.follow.compiled import CompiledKernel
from kontrapunkt.search.follow.kernel import Kernel
from kontrapunkt.search.follow.numbering import Hands, Numbering, Trial
from kontrapunkt.search.front import Engine, Search, Solution, Solver, Value
from kontrapunkt.search.goals import Goal, Unsolvable
from kontrapunkt.search.native import Machine, MachineError, machine, memory_to_spare, runs
from kontrapunkt.search.wording import describe_points, known_goal, label

_KEPT: Final = 4  # orders whose tables are kept
_LARGEST: Final = 400_000  # entries of a table, before it is begun anew
_FEW: Final = 36  # cards in the hands that small tables suffice for, and are faster
_BYTES: Final = {"few": 1 << 22, "many": 1 << 23, "to spare": 1 << 26}


class FollowSolver(Solver):
    """Card points with open hands, all tricks played out.

    What is only said (an announcement, a claim) plays no card and changes no card points: its value is not
    listed, and nobody claims.
    """

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        assert isinstance(game, FollowGame)
        self.follow_game = game
        self.clock = Clock()
        self._kernels: dict[tuple[object, ...], Kernel | CompiledKernel] = {}

    @property
    @override
    def engines(self) -> tuple[Engine, ...]:
        return ("wasm", "python") if runs("follow") else ("python",)

    @property
    @override
    def goals(self) -> tuple[str, ...]:
        return tuple(f"{kind} {side}" for kind in ("points", "difference") for side in ("NS", "EW"))

    @override
    def goals_for(self, state: State) -> tuple[str, ...]:
        return () if self.why_unsolvable(state) else ("points NS",)

    @override
    def why_unsolvable(self, state: State) -> Said | None:
        assert isinstance(state, FollowState)
        if state.to_act is None:
            return say("search.over")
        if state.phase not in (LEAD, FOLLOW):
            return say("search.follow.early")
        if any(HIDDEN in hand for hand in state.hands):
            return say("search.hidden")
        return None

    @override
    def label(self, goal: str | Goal) -> Said:
        return label(known_goal(goal, self.game, self.goals))

    @override
    def describe(self, goal: str | Goal, value: Value) -> Said:
        assert isinstance(value, int)
        return describe_points(known_goal(goal, self.game, self.goals), value)

    @override
    def search(self, state: State, goal: str | Goal, line: bool = True) -> Search:
        found = known_goal(goal, self.game, self.goals)
        why = self.why_unsolvable(state)
        if why is not None:
            raise Unsolvable(why)
        assert isinstance(state, FollowState)
        return Search(state, found, self.clock, self._look(state, found, line))

    def _look(self, state: FollowState, goal: Goal, line: bool) -> Work[Solution]:
        try:
            return (yield from self._looked(state, goal, line))
        except MachineError as error:
            logging.getLogger(__name__).warning(
                "The compiled search has failed (%s); Python searches in its place, more slowly.", error
            )
            self.engine = "python"
            return (yield from self._looked(state, goal, line))

    def _looked(self, state: FollowState, goal: Goal, line: bool) -> Work[Solution]:
        kernel = self._kernel(state, self.sides(goal))
        before = kernel.nodes
        points = yield from self._values(kernel, state)
        left = _left(kernel, state)
        seat = state.to_act
        assert seat is not None
        values = {action: _of_goal(goal, value, left) for action, value in points.items()}
        best = _best(kernel, points, state)
        moves: list[tuple[Seat, Action]] = []
        if line:
            now = state
            while now.to_act is not None:
                moves.append((now.to_act, _best(kernel, points, now)[0]))
                now = now.apply(moves[-1][1])
                if now.to_act is not None:
                    points = yield from self._values(kernel, now)
        return Solution(goal, seat, values, best, tuple(moves), kernel.nodes - before)

    def sides(self, goal: Goal) -> tuple[int, ...]:
        """The side of each seat in a search for a goal: 0 or 1; counted is what the first takes."""
        return self.follow_game.side_of

    def _values(self, kernel: Kernel | CompiledKernel, state: FollowState) -> Work[dict[Action, int]]:
        """The card points of the first side from here on, the trick in progress included, by action."""
        hands, trick = _numbers(kernel, state)
        left = _left(kernel, state)
        found: dict[Action, int] = {}
        for action in state.actions():
            if action.card is None:
                continue
            card = kernel.held(hands[state.turn], action.card)
            trial = Trial(hands, state.leader, (*trick, card))
            guess = next(iter(found.values()), None)
            found[action] = yield from _exact(kernel.bound, trial, guess, left)
        return found

    def _kernel(self, state: FollowState, sides: tuple[int, ...]) -> Kernel | CompiledKernel:
        """The kernel of the order in force; its table knows every deal that was played in it."""
        size = _bytes(state)
        key = (state.order.trumps, state.order.later, state.duty, sides, self.engine)
        kernel = self._kernels.pop(key, None)
        if kernel is None or (
            kernel.size < size if isinstance(kernel, CompiledKernel) else len(kernel.table) > _LARGEST
        ):
            kernel = self._made(state, sides, size)
        self._kernels[key] = kernel
        while len(self._kernels) > _KEPT:
            del self._kernels[next(iter(self._kernels))]
        return kernel

    def _made(self, state: FollowState, sides: tuple[int, ...], size: int) -> Kernel | CompiledKernel:
        game = self.follow_game
        values = {card: game.values.get(card[0], 0) for card in game.pack}
        copies = len(game.pack) // len(values)
        given = (state.order, state.duty, values, game.step, sides, self.clock, copies)
        found: Machine | None = machine("follow") if self.engine == "wasm" else None
        return CompiledKernel(found, *given, size=size) if found else Kernel(*given)


def _bytes(state: FollowState) -> int:
    """What the tables are to hold that a search from a state fills: 4, 8 or, where there is memory, 64 MB."""
    few = sum(map(len, state.hands)) <= _FEW
    return _BYTES["few" if few else "to spare" if memory_to_spare() else "many"]


def _exact(bound: Callable[[Trial, int], int], trial: Trial, guess: int | None, most: int) -> Work[int]:
    """The value of an action, by questions of the form "at least so much?".

    The first are about a value that another action has, where there is one; the rest halve what is left open.
    """
    low, high = 0, most
    near = [] if guess is None else [guess, guess + 1]
    while low < high:
        least = near.pop() if near else (low + high + 1) // 2
        if not low < least <= high:
            continue

        def ask(least: int = least) -> int:
            return bound(trial, least)

        found = yield from patiently(ask)
        if found < least:
            high = found
        else:
            low = found
    return low


def _numbers(kernel: Numbering, state: FollowState) -> tuple[Hands, list[int]]:
    """The hands, and the cards of the trick in progress."""
    trick = [(card,) for card in state.trick]
    n, e, s, w, *laid = kernel.masks_of((*state.hands, *trick))
    return (n, e, s, w), [mask.bit_length() - 1 for mask in laid]


def _left(kernel: Numbering, state: FollowState) -> int:
    """The card points that are not in anybody's tricks yet."""
    (n, e, s, w), trick = _numbers(kernel, state)
    return kernel.worth(n | e | s | w) + sum(kernel.values[card] for card in trick)


def _of_goal(goal: Goal, points: int, left: int) -> int:
    """A goal's number from the card points of the first side."""
    own = left - points if goal.side else points
    return own if goal.kind == "points" else 2 * own - left


def _best(
    kernel: Kernel | CompiledKernel, points: dict[Action, int], state: FollowState
) -> tuple[Action, ...]:
    most = (min if kernel.sides[state.turn] else max)(points.values())
    return tuple(action for action, value in points.items() if value == most)
