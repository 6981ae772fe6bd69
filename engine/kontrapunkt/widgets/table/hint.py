"""A hint in two steps: the rule of thumb, unless the review would judge it a mistake, and then what to do.

What the reader may do is weighed as the review weighs it afterwards, from the moment on that it is their
turn, so that a hint needs no waiting and the review finds it done.
"""

from collections.abc import Sequence
from time import monotonic

from kontrapunkt import words
from kontrapunkt.cards import Card
from kontrapunkt.game import View
from kontrapunkt.naming import name_action
from kontrapunkt.players.foresight import Advised, Foresight
from kontrapunkt.record import Seen
from kontrapunkt.widgets.review import deals, more

STEPS = 2
"""So many steps a hint has."""


class Hint:
    """What the reader is told who asks for a hint at one moment, once it has been weighed.

    Attributes:
        advised: What to do; None before it has been weighed.
    """

    def __init__(self, foresight: Foresight, view: View, seen: Seen, gone: Sequence[Card]) -> None:
        """Begins.

        Args:
            foresight: Who weighs.
            view: What the reader sees, whose turn it is.
            seen: What they have seen.
            gone: The cards of tricks that were over before what they have seen begins.
        """
        self.advised: Advised | None = None
        self._work = foresight.advise(view, seen, gone)

    def weigh(self, budget_ms: float) -> bool:
        """Weighs on for so many milliseconds.

        Args:
            budget_ms: Milliseconds, more than none.

        Returns:
            Whether it is weighed.
        """
        until = monotonic() + budget_ms / 1000
        while self.advised is None and monotonic() < until:
            try:
                next(self._work)
            except StopIteration as end:
                self.advised = end.value
        return self.advised is not None


def said(advised: Advised, step: int) -> str:
    """What a hint says at one of its steps.

    Args:
        advised: What to do.
        step: From 1; where nothing can be chosen, the first says all.
    """
    thumb, instead = advised.thumb, advised.instead
    if instead is None:
        return str(thumb.said) if step >= STEPS or not thumb.key else words.say(thumb.key)
    if step < STEPS:
        key = "say" if advised.call else "none" if thumb.key in ("", "thumb.any") else "other"
        return words.say(f"sitting.hint.{key}", rule=words.say(thumb.key or "thumb.only"))
    told = words.say(
        f"sitting.hint.{'call' if advised.call else 'better'}",
        what=name_action(advised.action),
        thumb=name_action(thumb.action),
        more=more(instead),
        deals=deals(instead),
    )
    return words.capital(told)
