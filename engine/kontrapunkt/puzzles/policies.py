"""Trivial policies: habits that need no thought. A puzzle that one of them solves is not worth setting.

Each knows the table and its own side's wishes but nothing of what is to come. Where two cards are the same to
it, it takes the one that comes first in the hand.
"""

from collections.abc import Callable, Hashable
from typing import Any, Final

from kontrapunkt.puzzles.walk import Walk

Policy = Callable[[Walk[Any, Any], Any], Any]
"""What a habit does at a position of a walk."""

LUCKY: Final = 0.5
"""The chance that one who plays any card may have at most: a coin shall not do better."""


def highest(walk: Walk[Any, Any], at: Any) -> Any:
    """The card that counts most."""
    return max(walk.moves(at), key=walk.worth)


def lowest(walk: Walk[Any, Any], at: Any) -> Any:
    """The card that counts least."""
    return min(walk.moves(at), key=walk.worth)


def greedy(walk: Walk[Any, Any], at: Any) -> Any:
    """As many card points as this trick can show: most of them where the side is winning it, else fewest."""
    return max(walk.moves(at), key=lambda move: walk.gain(at, move))


POLICIES: Final[dict[str, Policy]] = {"highest": highest, "lowest": lowest, "greedy": greedy}
"""The policies by name; random play and the only legal card are told from the proof."""


def finds(name: str, walk: Walk[Any, Any]) -> bool:
    """Whether a policy's first card keeps the aim."""
    return walk.keeps(walk.start, POLICIES[name](walk, walk.start))


def solves(name: str, walk: Walk[Any, Any]) -> bool:
    """Whether a policy, followed by both hands of the side, reaches the aim against every defence."""
    return _Followed(POLICIES[name], walk).holds(walk.start)


class _Followed:
    """A policy that is followed through every defence, until it loses."""

    def __init__(self, policy: Policy, walk: Walk[Any, Any]) -> None:
        self._policy = policy
        self._walk = walk
        self._known: dict[Hashable, bool] = {}

    def holds(self, at: Any) -> bool:
        moment = self._walk.moment(at)
        found = self._known.get(moment)
        if found is None:
            found = self._known[moment] = self._found(at)
        return found

    def _found(self, at: Any) -> bool:
        walk = self._walk
        decided = walk.decided(at)
        if decided is not None:
            return decided
        if not walk.ours(at):
            return all(self.holds(walk.after(at, move)) for move in walk.moves(at))
        move = self._policy(walk, at)
        return walk.keeps(at, move) and self.holds(walk.after(at, move))
