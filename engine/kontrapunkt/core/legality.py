"""A broken rule: the reason why an action is illegal.

A game checks an action by one function for its kind. The function goes through its conditions from the top
and returns the first rule that the action breaks, or None for a legal action. Legal actions are those that
such a function lets pass, so that listing and refusing cannot disagree.
"""

from collections.abc import Callable, Iterable

from kontrapunkt.core.action import Action, SeatIndex
from kontrapunkt.core.messages import Text, say


class Violation:
    """A rule that an action breaks, and the sentence that says so; the sentence is made when it is asked for.

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
        """Return the reason as one sentence."""
        return say(self.key, **self.values)


type Check[S] = Callable[[S, Action, SeatIndex], Violation | None]
"""A function that checks an action of a seat (0 to 3, from north, clockwise) in a state."""


def legal_of[S](actions: Iterable[Action], check: Check[S], state: S, seat: SeatIndex) -> tuple[Action, ...]:
    """Return those of the actions that break no rule, in their order.

    Args:
        actions: The actions to check.
        check: The function that checks each.
        state: The state.
        seat: The seat.
    """
    return tuple([action for action in actions if check(state, action, seat) is None])
