"""The solver of games in which suit is followed and card points are counted by two sides."""

from typing import Final, override

from kontrapunkt import words
from kontrapunkt.cards import HIDDEN
from kontrapunkt.game import Action, Game, Seat, State
from kontrapunkt.games.following import FOLLOW, LEAD, FollowGame, FollowState
from kontrapunkt.search.clock import Clock, Work, patiently
from kontrapunkt.search.follow.kernel import Hands, Kernel
from kontrapunkt.search.front import Search, Solution, Solver, Value
from kontrapunkt.search.goals import Goal, Unsolvable
from kontrapunkt.search.telling import describe_points, known_goal, label

_KEPT: Final = 4  # orders whose tables are kept
_LARGEST: Final = 400_000  # entries of a table, before it is begun anew


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
        self._kernels: dict[tuple[object, ...], Kernel] = {}

    @property
    @override
    def goals(self) -> tuple[str, ...]:
        return tuple(f"{kind} {side}" for kind in ("points", "difference") for side in ("NS", "EW"))

    @override
    def goals_for(self, state: State) -> tuple[str, ...]:
        return () if self.why_unsolvable(state) else ("points NS",)

    @override
    def why_unsolvable(self, state: State) -> str | None:
        assert isinstance(state, FollowState)
        if state.to_act is None:
            return words.say("search.over")
        if state.phase not in (LEAD, FOLLOW):
            return words.say("search.follow.early")
        if any(HIDDEN in hand for hand in state.hands):
            return words.say("search.hidden")
        return None

    @override
    def label(self, goal: str | Goal) -> str:
        return label(known_goal(goal, self.game, self.goals))

    @override
    def describe(self, goal: str | Goal, value: Value) -> str:
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
        kernel = self._kernel(state)
        before = kernel.nodes
        points = yield from self._values(kernel, state)
        left = _left(kernel, state)
        seat = state.to_act
        assert seat is not None
        values = {action: _of_goal(goal, value, left) for action, value in points.items()}
        best = _best(points, state)
        moves: list[tuple[Seat, Action]] = []
        if line:
            now = state
            while now.to_act is not None:
                moves.append((now.to_act, _best(points, now)[0]))
                now = now.apply(moves[-1][1])
                if now.to_act is not None:
                    points = yield from self._values(kernel, now)
        return Solution(goal, seat, values, best, tuple(moves), kernel.nodes - before)

    def _values(self, kernel: Kernel, state: FollowState) -> Work[dict[Action, int]]:
        """The card points of N-S from here to the end, the trick in progress included, by action."""
        hands = _hands(kernel, state)
        trick = [kernel.number[card] for card in state.trick]
        pot = sum(kernel.values[card] for card in trick)
        left = kernel.worth(hands[0] | hands[1] | hands[2] | hands[3]) + pot
        led = kernel.suit[trick[0]] if trick else -1
        found: dict[Action, int] = {}
        for action in state.actions():
            if action.card is None:
                continue
            card = kernel.number[action.card]
            laid = [*state.trick, action.card]
            best = state.order.best(laid)
            winner = (state.leader + best * state.game.step) & 3
            top = kernel.number[laid[best]]
            start = (hands, state.turn, card, winner, top, len(laid), pot + kernel.values[card], left)
            guess = next(iter(found.values()), left // 2)
            found[action] = yield from _exact(kernel, start, led, guess, left)
        return found

    def _kernel(self, state: FollowState) -> Kernel:
        """The kernel of the order in force; its table knows every deal that was played in it."""
        game = self.follow_game
        key = (state.order.trumps, state.duty)
        kernel = self._kernels.pop(key, None)
        if kernel is None or len(kernel.table) > _LARGEST:
            values = {card: game.values.get(card[0], 0) for card in game.pack}
            kernel = Kernel(state.order, state.duty, values, game.step, game.side_of, self.clock)
        self._kernels[key] = kernel
        while len(self._kernels) > _KEPT:
            del self._kernels[next(iter(self._kernels))]
        return kernel


def _exact(
    kernel: Kernel, start: tuple[Hands, int, int, int, int, int, int, int], led: int, guess: int, most: int
) -> Work[int]:
    """The value of an action, by questions of the form "at least so much?"."""
    low, high = 0, most
    while low < high:
        beta = max(guess, low + 1)

        def ask(beta: int = beta) -> int:
            return kernel.after(*start, beta - 1, beta, led)

        guess = yield from patiently(ask)
        if guess < beta:
            high = guess
        else:
            low = guess
    return low


def _hands(kernel: Kernel, state: FollowState) -> Hands:
    n, e, s, w = (kernel.mask(hand) for hand in state.hands)
    return n, e, s, w


def _left(kernel: Kernel, state: FollowState) -> int:
    """The card points that are not in anybody's tricks yet."""
    n, e, s, w = _hands(kernel, state)
    return kernel.worth(n | e | s | w | kernel.mask(state.trick))


def _of_goal(goal: Goal, points: int, left: int) -> int:
    """A goal's number from the card points of N-S."""
    own = left - points if goal.side else points
    return own if goal.kind == "points" else 2 * own - left


def _best(points: dict[Action, int], state: FollowState) -> tuple[Action, ...]:
    most = (max if state.to_act in ("N", "S") else min)(points.values())
    return tuple(action for action, value in points.items() if value == most)


words.register(
    "en",
    {"search.follow.early": "play has not begun; only open hands in play can be solved"},
)
