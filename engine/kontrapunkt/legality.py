"""What an action has to meet, told once: who lists what is legal and who refuses read the same list."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from kontrapunkt.action import Action
from kontrapunkt.said import Text


@dataclass(frozen=True, slots=True)
class Requirement[S]:
    """One thing that an action has to meet in a phase of a game.

    Attributes:
        met: Whether the action of a seat (0 to 3 from north, clockwise) meets it at a moment.
        rule: The rule that asks for it.
        says: What is said to a seat whose action does not meet it.
    """

    met: Callable[[S, Action, int], bool]
    rule: str
    says: Callable[[S, Action, int], Text]


def unmet[S](asked: Iterable[Requirement[S]], state: S, action: Action, seat: int) -> Requirement[S] | None:
    """The first requirement of an ordered list that a seat's action does not meet; None if it meets all."""
    return next((each for each in asked if not each.met(state, action, seat)), None)
