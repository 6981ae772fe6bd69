"""The solver of Sedma, for play from the hands alone: the card points that a side takes from a moment on.

Both sides compete for the same card points, the last trick's ten included, so one table serves both. Suits
mean nothing, so hands and tricks are texts of ranks here.
"""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Final, override

from kontrapunkt.core.cards import Card
from kontrapunkt.core.interface import Action
from kontrapunkt.core.messages import Text, say, side_name
from kontrapunkt.games.sedma import Sedma, SedmaState
from kontrapunkt.games.sedma.options import LAST_TRICK, STOP, TOTAL
from kontrapunkt.games.sedma.session import points_so_far
from kontrapunkt.search.clock import Work, retry_until_done
from kontrapunkt.search.goals import Goal
from kontrapunkt.search.solver import Bounds, Solution, Solver, Value
from kontrapunkt.search.verdict import Worths, best_actions, best_line

Hands = tuple[str, ...]
"""The ranks in the hands, in the order of the seats; each hand is sorted."""

_FAR: Final = 1 << 20
_KEPT: Final = 200_000  # positions in the table


class SedmaSolver(Solver[SedmaState, Sedma]):
    """The solver of Sedma.

    Attributes:
        nodes: The number of positions searched so far.
    """

    family = "match"
    kinds = ("points", "wins")

    def __init__(self, game: Sedma) -> None:
        super().__init__(game)
        self.parties = game.sides
        self.nodes = 0
        self._bounds: dict[tuple[Hands, int, str], tuple[int, int]] = {}

    @override
    def worth_showing(self, state: SedmaState) -> tuple[str, ...]:
        points, _, wins, _ = self.goals  # what one side takes, the other does not
        return (points,) if state.before.points is None else (points, wins)

    @override
    def early(self, state: SedmaState) -> bool:
        return bool(state.stock)

    @override
    def cards(self, state: SedmaState) -> Iterable[Sequence[Card]]:
        return (*state.hands, state.trick)

    @override
    def why_not(self, state: SedmaState, goal: Goal) -> Text | None:
        open_ = goal.kind == "wins" and state.before.points is None
        return say("search.sedma.open") if open_ else None

    @override
    def describe(self, goal: str | Goal, value: Value) -> Text:
        assert isinstance(value, int)
        found = self.parse_goal(goal)
        if found.kind == "wins":
            return super().describe(found, value)
        seats = found.seats
        return say("search.sedma.tell", side=side_name(seats), m=len(seats), n=value)

    @override
    def look(self, state: SedmaState, goal: Goal, line: bool, bounds: Bounds) -> Work[Solution]:
        side = self.game.sides.index(goal.seats)
        values_at = partial(self._wins if goal.kind == "wins" else self._values, side)
        values, searched = yield from values_at(state)
        assert state.to_act is not None
        best = best_actions(goal, state.to_act, values)
        moves = (yield from best_line(goal, state, best[0], values_at)) if line else ()
        return Solution(goal, state.to_act, values, best, moves, searched())

    def _wins(self, side: int, state: SedmaState) -> Work[Worths]:
        """Find whether a side wins the deal, as 1 or 0, for each action.

        Args:
            side: The number of the side.
        """
        values, searched = yield from self._values(side, state)
        least = TOTAL // 2 + 1 - points_so_far(state, side)
        return {action: int(_number(value) >= least) for action, value in values.items()}, searched

    def _values(self, side: int, state: SedmaState) -> Work[Worths]:
        """Find the card points that a side takes from a state on, for each action.

        Args:
            side: The number of the side.
        """
        if len(self._bounds) > _KEPT:
            self._bounds.clear()
        hands = tuple("".join(sorted(card[0] for card in hand)) for hand in state.hands)
        trick, before = "".join([card[0] for card in state.trick]), self.nodes
        left = LAST_TRICK + self.game.worth([*"".join(hands), *trick])
        found: dict[str, int] = {}
        for action in state.actions():
            name = self.game.alike(action)
            if name not in found:
                found[name] = yield from retry_until_done(
                    partial(self._tried, hands, state.leader, trick, name)
                )
                yield
        values: dict[Action, Value] = {}
        for action in state.actions():
            value = found[self.game.alike(action)]
            values[action] = left - value if side else value
        return values, lambda: self.nodes - before

    def _tried(self, hands: Hands, leader: int, trick: str, name: str) -> int:
        """Return the card points of the first side after an action.

        Args:
            trick: The ranks of the trick in progress.
            name: A rank, or `STOP`.
        """
        if name == STOP:
            return self._taken(hands, leader, trick, -_FAR, _FAR)
        return self._play(*self._laid(hands, leader, trick, name), -_FAR, _FAR)

    def _laid(self, hands: Hands, leader: int, trick: str, rank: str) -> tuple[Hands, int, str]:
        """Return hands, leader and trick after one more card."""
        turn = (leader + len(trick)) % len(hands)
        left = hands[turn].replace(rank, "", 1)
        return (*hands[:turn], left, *hands[turn + 1 :]), leader, trick + rank

    def _play(self, hands: Hands, leader: int, trick: str, alpha: int, beta: int) -> int:
        """Return the card points of the first side from a moment on, if they are within a window."""
        full = bool(trick) and not len(trick) % len(hands)
        if full and not (hands[leader] and self.game.may_go_on(trick)):
            return self._taken(hands, leader, trick, alpha, beta)
        if not trick and not hands[leader]:
            return 0
        kept = full or not trick
        floor, ceiling = -_FAR, _FAR
        if kept:
            floor, ceiling = self._bounds.get((hands, leader, trick), (floor, ceiling))
            if floor >= beta or floor == ceiling:
                return floor
            if ceiling <= alpha:
                return ceiling
        self.nodes += 1
        best = self._best(hands, leader, trick, full, max(alpha, floor), min(beta, ceiling))
        if kept:
            floor, ceiling = (
                (best, ceiling) if best >= beta else (floor, best) if best <= alpha else (best, best)
            )
            self._bounds[hands, leader, trick] = floor, ceiling
            self.clock.tick()
        return best

    def _best(self, hands: Hands, leader: int, trick: str, full: bool, alpha: int, beta: int) -> int:
        """Return the best value for the seat to act.

        Args:
            full: True if the leader may go on with the trick or stop.
        """
        turn = (leader + len(trick)) % len(hands)
        ours = turn % 2 == 0
        best = -_FAR if ours else _FAR
        for rank in self._choices(hands[turn], trick, full):
            if rank:
                found = self._play(*self._laid(hands, leader, trick, rank), alpha, beta)
            else:
                found = self._taken(hands, leader, trick, alpha, beta)
            if ours:
                best = max(best, found)
                alpha = max(alpha, best)
            else:
                best = min(best, found)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    def _choices(self, hand: str, trick: str, full: bool) -> list[str]:
        """Return the ranks to try, in order; an empty text stops the trick.

        Cards that take the trick come first, then those that count least.
        """
        ranks = dict.fromkeys(hand)
        if not trick:
            return [*ranks]
        matches, led, worth = self.game.matches, trick[0], self.game.values
        taking = [rank for rank in ranks if matches(rank, led)]
        if full:
            return ["", *taking]
        others = sorted((rank for rank in ranks if rank not in taking), key=lambda rank: worth.get(rank, 0))
        return [*taking, *others]

    def _taken(self, hands: Hands, leader: int, trick: str, alpha: int, beta: int) -> int:
        """Return the card points of the first side from the end of a trick on."""
        winner = (leader + self.game.taker(trick)) % len(hands)
        worth = self.game.values
        points = sum([worth.get(rank, 0) for rank in trick])
        if not hands[winner]:
            points += LAST_TRICK
        gain = 0 if winner % 2 else points
        return gain + self._play(hands, winner, "", alpha - gain, beta - gain)


def _number(value: Value) -> int:
    """Return a value that does not depend on earlier play."""
    assert isinstance(value, int)
    return value
