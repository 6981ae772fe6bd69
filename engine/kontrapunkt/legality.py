"""What an action has to meet, told once: who lists what is legal and who refuses read the same list."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from kontrapunkt.action import Action
from kontrapunkt.said import Text, say


@dataclass(frozen=True, slots=True)
class Requirement[S]:
    """One thing that an action has to meet in a phase of a game.

    Attributes:
        met: Whether the action of a seat (0 to 3 from north, clockwise) meets it at a moment: anything true.
        rule: The rule that asks for it.
        says: What is said to a seat whose action does not meet it.
    """

    met: Callable[[S, Action, int], object]
    rule: str
    says: Callable[[S, Action, int], Text]

    def of[T](self, part: Callable[[T, int], S]) -> "Requirement[T]":
        """The same, asked of a whole that has such a state as a part.

        Args:
            part: Finds the part, by the number of the seat.
        """
        return Requirement(
            lambda whole, action, seat: self.met(part(whole, seat), action, seat),
            self.rule,
            lambda whole, action, seat: self.says(part(whole, seat), action, seat),
        )


@dataclass(frozen=True, slots=True)
class Asking[S]:
    """What makes the requirements of a game whose sentences stand together in the catalogue.

    Attributes:
        chapter: What the keys of the sentences begin with, such as `km.refusal`.
        values: What any of them may take.
    """

    chapter: str
    values: Callable[[S, Action, int], Mapping[str, object]]

    def __call__(
        self,
        met: Callable[[S, Action, int], object],
        rule: str,
        key: str,
        **own: Callable[[S, Action, int], object],
    ) -> Requirement[S]:
        """A requirement.

        Args:
            met: Whether it is met.
            rule: The rule that asks for it.
            key: Which sentence is said where it is not, without the chapter.
            own: What that sentence takes beside, or instead of, what any may take.
        """

        def says(state: S, action: Action, seat: int) -> Text:
            found = {name: value(state, action, seat) for name, value in own.items()}
            return say(f"{self.chapter}.{key}", **{**self.values(state, action, seat), **found})

        return Requirement(met, rule, says)


@dataclass(frozen=True, slots=True)
class Choice[S]:
    """Actions of which some may be legal at a moment, and what they have to meet.

    Attributes:
        actions: The actions, at least one, in the order in which they are listed.
        open: What is asked first; all of the actions meet it, or none does.
        each: What is asked of each of them after that.
    """

    actions: tuple[Action, ...]
    open: tuple[Requirement[S], ...]
    each: tuple[Requirement[S], ...] = ()

    @property
    def asked(self) -> tuple[Requirement[S], ...]:
        """All that is asked, in order."""
        return (*self.open, *self.each)

    def legal(self, state: S, seat: int) -> tuple[Action, ...]:
        """Those of the actions that meet all that is asked.

        Args:
            state: The moment.
            seat: Whose actions, 0 to 3 from north.
        """
        if unmet(self.open, state, self.actions[0], seat):
            return ()
        each = self.each
        return tuple([action for action in self.actions if unmet(each, state, action, seat) is None])


def unmet[S](asked: Iterable[Requirement[S]], state: S, action: Action, seat: int) -> Requirement[S] | None:
    """The first requirement of an ordered list that a seat's action does not meet; None if it meets all.

    Args:
        asked: The list.
        state: The moment.
        action: The action.
        seat: Its number, N E S W from 0.
    """
    for each in asked:
        if not each.met(state, action, seat):
            return each
    return None
