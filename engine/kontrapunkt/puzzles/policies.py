"""Trivial policies: habits that need no thought. A puzzle that one of them solves is not worth setting.

Each knows the table and its own side's wishes but nothing of what is to come. Where two cards are the same to
it, it takes the one that comes first in the hand.
"""

from collections.abc import Callable, Hashable
from typing import Final

from kontrapunkt.game import Action, State
from kontrapunkt.puzzles.goal_oracle import GoalOracle

Policy = Callable[[GoalOracle, State], Action]
"""What a habit does at a state."""

LUCKY: Final = 0.5
"""The chance that one who plays any card may have at most: a coin shall not do better."""


def highest(oracle: GoalOracle, state: State) -> Action:
    """The card that counts most."""
    return max(state.plays(), key=oracle.knowledge.worth)


def lowest(oracle: GoalOracle, state: State) -> Action:
    """The card that counts least."""
    return min(state.plays(), key=oracle.knowledge.worth)


def greedy(oracle: GoalOracle, state: State) -> Action:
    """As many card points as this trick can show: most of them where the side is winning it, else fewest."""
    return max(state.plays(), key=lambda action: _gain(oracle, state, action))


def _gain(oracle: GoalOracle, state: State, action: Action) -> int:
    """Card points that lie in the trick after an action: the side's if it is winning it, else the others'."""
    knowledge, view = oracle.knowledge, state.apply(action).view(None)
    trick = view.trick
    if not trick:
        last = view.tricks[-1]
        points = last.card_points or 0
        return points if oracle.aim.of_side(last.winner) else -points
    points = sum(knowledge.worth(Action(play.card)) for play in trick)
    winning = view.best is not None and oracle.aim.of_side(trick[view.best].seat)
    return points if winning else -points


POLICIES: Final[dict[str, Policy]] = {"highest": highest, "lowest": lowest, "greedy": greedy}
"""The policies by name; random play and the only legal card are told from the proof."""


def finds(name: str, oracle: GoalOracle, state: State) -> bool:
    """Whether a policy's first card keeps the aim."""
    return _keeps(oracle, state, POLICIES[name](oracle, state))


def solves(name: str, oracle: GoalOracle, state: State) -> bool:
    """Whether a policy, followed by both hands of the side, reaches the aim against every defence."""
    return _Walk(POLICIES[name], oracle).holds(state)


def _keeps(oracle: GoalOracle, state: State, action: Action) -> bool:
    return oracle.aim_at(state).reached(oracle.values(state)[action])


class _Walk:
    """Follows a policy through every defence, until it loses."""

    def __init__(self, policy: Policy, oracle: GoalOracle) -> None:
        self._policy = policy
        self._oracle = oracle
        self._known: dict[Hashable, bool] = {}

    def holds(self, state: State) -> bool:
        moment = self._oracle.moment(state)
        found = self._known.get(moment)
        if found is None:
            found = self._known[moment] = self._found(state)
        return found

    def _found(self, state: State) -> bool:
        oracle = self._oracle
        decided = oracle.decided(state)
        if decided is not None:
            return decided
        if not oracle.aim.of_side(state.to_act):
            return all(self.holds(state.apply(action)) for action in oracle.choices(state))
        action = self._policy(oracle, state)
        return _keeps(oracle, state, action) and self.holds(state.apply(action))
