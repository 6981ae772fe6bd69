"""Sure play: is there a line that reaches an aim against every deal there may be, the defence free to choose?

What the side knows of the cards it does not see is the set of worlds that it cannot tell apart. At its own
turn it does one thing in all of them; at another's turn each card that may be played in one of them leaves
those in which it can be played. The answer is exact: a line is sure if it holds in every branch. No guess and
no look into other hands helps it; that is what open hands get wrong, for they let one play each world by
itself, as though one knew which it is.
"""

from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property

from kontrapunkt.game import Action, State
from kontrapunkt.puzzles.goal_oracle import GoalOracle
from kontrapunkt.puzzles.proof import TooLarge


class SurePlay:
    """What is sure from a moment, seen by a side that sees its own hands.

    Attributes:
        oracle: The aim, and what settles it.
        worlds: The deals that cannot be told apart; their visible cards are the same.
        nodes: Moments looked at so far, each with all its worlds.
    """

    def __init__(self, oracle: GoalOracle, worlds: Sequence[State], patience: int = 0) -> None:
        """Takes the question; it is the side's turn.

        Args:
            oracle: The aim, which counts from one of the worlds.
            worlds: The deals, at least one.
            patience: Moments after which it is given up; 0 for never.
        """
        self.oracle = oracle
        self.worlds = tuple(worlds)
        self.nodes = 0
        self._patience = patience
        self._known: dict[Hashable, Action | bool] = {}

    @cached_property
    def sure(self) -> tuple[Action, ...]:
        """The first actions with which the aim is sure, one of each kind of equals; none if it is not.

        Raises:
            TooLarge: if there are more moments than patience allows.
        """
        return tuple(action for action in self.oracle.choices(self.worlds[0]) if self.holds(action))

    def holds(self, action: Action) -> bool:
        """Whether the aim is sure after a first action.

        Raises:
            TooLarge: as `sure` does.
        """
        return self.against(action) is None and bool(
            self._found([each.apply(action) for each in self.worlds])
        )

    def against(self, action: Action) -> State | None:
        """A deal in which a first action loses even with open hands; None if there is no single one."""
        alike = self.oracle.knowledge.alike
        return next((each for each in self.worlds if alike(action) not in self._keeping(each)), None)

    def _keeping(self, state: State) -> set[str]:
        alike = self.oracle.knowledge.alike
        return {alike(each) for each in self.oracle.keeping(state)}

    def plan(self, worlds: Sequence[State]) -> Action | None:
        """What to do at a later moment to stay sure; None if it is not sure, settled, or another's turn.

        Args:
            worlds: The deals that it still cannot tell apart, at that moment.
        """
        found = self._found(worlds)
        return found if isinstance(found, Action) else None

    def _found(self, worlds: Sequence[State]) -> Action | bool:
        """Whether the aim is sure, and with what if it is the side's turn."""
        open_: dict[Hashable, State] = {}
        for state in worlds:
            decided = self.oracle.decided(state)
            if decided is False or (decided is None and state.to_act is None):
                return False
            if decided is None:
                open_[self.oracle.moment(state)] = state
        if not open_:
            return True
        states = list(open_.values())
        key = (frozenset(open_), self.oracle.aim_at(states[0]).target)
        found = self._known.get(key)
        if found is None:
            self.nodes += 1
            if self._patience and self.nodes > self._patience:
                raise TooLarge
            ours = self.oracle.aim.of_side(states[0].to_act)
            found = self._known[key] = self._ours(states) if ours else self._theirs(states)
        return found

    def _ours(self, states: list[State]) -> Action | bool:
        for action in self.oracle.choices(states[0]):
            if self._found([state.apply(action) for state in states]):
                return action
        return False

    def _theirs(self, states: list[State]) -> bool:
        return all(self._found(left) for left in replies(self.oracle, states).values())


def replies(oracle: GoalOracle, states: Sequence[State]) -> Mapping[str, list[State]]:
    """What another seat may do in one world or another, each with the worlds that it leaves.

    Args:
        oracle: What knows equal cards.
        states: The worlds, at that seat's turn.
    """
    found: dict[str, list[State]] = {}
    for state in states:
        for action in oracle.choices(state):
            found.setdefault(oracle.knowledge.alike(action), []).append(state.apply(action))
    return found
