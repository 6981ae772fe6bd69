"""Violations: the reason why an action is illegal.

A game checks each kind of action with one function. The function goes through its conditions from the top
and returns the first rule that the action breaks, or None for a legal action. The legal actions are those
that such a function lets pass, so the list of actions and the refusals cannot disagree.
"""

from collections.abc import Callable, Iterable

from kontrapunkt.core.action import Action, SeatIndex
from kontrapunkt.core.messages import Text, say


class Violation:
    """A rule that an action breaks, with the sentence that explains it.

    The sentence is made only when it is needed.

    Attributes:
        rule: The id of the rule, such as `KS-R22`.
        key: The key of the sentence in the catalogues.
        values: The values that the sentence takes.
    """

    __slots__ = ("key", "rule", "values")

    def __init__(self, rule: str, key: str, /, **values: object) -> None:
        self.rule = rule
        self.key = key
        self.values = values

    @property
    def message(self) -> Text:
        """The reason as one sentence."""
        return say(self.key, **self.values)


type Check[S] = Callable[[S, Action, SeatIndex], Violation | None]
"""A function that checks a seat's action in a state.

Seats are 0 to 3, clockwise from north.
"""


def filter_legal[S](
    actions: Iterable[Action], check: Check[S], state: S, seat: SeatIndex
) -> tuple[Action, ...]:
    """Return the actions that break no rule, in their order.

    Args:
        check: The function that checks each action.
    """
    return tuple([action for action in actions if check(state, action, seat) is None])
