"""What readers play with: a spec (what is shown) and a log (what happened) make a view.

A kind of widget is one module with one class, registered here by the word that its fence bears.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from kontrapunkt.core.registry import Registry
from kontrapunkt.widgets.base import Prefs, SpecError, Widget
from kontrapunkt.widgets.precomputed import Frame

KINDS: Final = Registry[Callable[[Mapping[str, Any], Prefs], Widget]](
    "widgets",
    {
        "calculator": "kontrapunkt.widgets.calculator:CalculatorWidget",
        "cards": "kontrapunkt.widgets.diagrams:Cards",
        "deal": "kontrapunkt.widgets.diagrams:DealDiagram",
        "drill": "kontrapunkt.widgets.drill:DrillWidget",
        "editor": "kontrapunkt.widgets.editor:Editor",
        "example": "kontrapunkt.widgets.example:Example",
        "puzzle": "kontrapunkt.widgets.puzzle:puzzle",
        "table": "kontrapunkt.widgets.table:Table",
        "trick": "kontrapunkt.widgets.diagrams:TrickDiagram",
    },
)
"""What opens each kind of widget, by its name."""

__all__ = ["KINDS", "Frame", "Prefs", "SpecError", "Widget", "open_widget"]


def open_widget(spec: Mapping[str, Any], log: Sequence[str] = (), prefs: Prefs | None = None) -> Widget:
    """Opens a widget and replays a log into it; a log that no longer fits replays as far as it is legal.

    Args:
        spec: What is shown; `kind`, `id` and what the kind asks for; `log`, the entries it begins with.
        log: What happened so far, as the widget wrote it; where nothing has, it begins as the spec says.
        prefs: The reader's preferences.

    Raises:
        SpecError: if the spec is not one of a known kind.
        RecordError: if its record cannot be read or breaks a rule.
    """
    kind = str(spec.get("kind"))
    if kind not in KINDS:
        raise SpecError(f"there is no widget of kind {kind!r}; there are {', '.join(KINDS)}")
    widget = KINDS[kind](spec, prefs or Prefs())
    widget.restore(log or widget.beginning)
    return widget
