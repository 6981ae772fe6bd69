"""A picture of a widget, and what to do with it."""

from dataclasses import dataclass

from kontrapunkt.render.markup import Markup


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture of the widget, and what to do with it.

    Attributes:
        parts: The markup of the widget's body.
        say: What a screen reader announces: what is new in the feedback box. Empty for nothing.
        pause_ms: How long it stands before the next frame, in milliseconds.
    """

    parts: Markup
    say: str = ""
    pause_ms: int = 0

    @property
    def html(self) -> str:
        """The markup in one."""
        return "".join(self.parts)
