"""The widgets of the site, each opened from a spec and a log.

A spec says what a widget shows; a log records the events since. Each kind of widget is one class in one
module, registered here under the name of its fence.
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
"""Factory of each kind of widget, by name."""

__all__ = ["KINDS", "Frame", "Prefs", "SpecError", "Widget", "open_widget"]


def open_widget(spec: Mapping[str, Any], log: Sequence[str] = (), prefs: Prefs | None = None) -> Widget:
    """Open a widget and replay a log into it as far as the log is legal.

    Args:
        spec: The widget's description: `kind`, `id`, the keys of the kind, and optionally `log`, its first
            entries.
        log: Entries that the widget wrote earlier; if empty, the entries of the spec are replayed.

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
