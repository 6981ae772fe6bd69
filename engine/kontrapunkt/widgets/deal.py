"""A deal or a position as a diagram: the table as it lies, with nothing to press."""

from collections.abc import Mapping
from typing import Any, ClassVar

from kontrapunkt import render
from kontrapunkt.record import read, record_view
from kontrapunkt.widgets.base import Prefs, Still
from kontrapunkt.widgets.frame import Frame


class Deal(Still):
    """A record's table after its last action; unseen cards (`?`) show their backs."""

    kind: ClassVar[str] = "deal"

    def __init__(self, spec: Mapping[str, Any], prefs: Prefs) -> None:
        """Reads and replays the record.

        Raises:
            RecordError: if it cannot be read or replayed.
        """
        super().__init__(spec, prefs)
        record = read(str(spec["record"]))
        self._title = str(spec.get("title") or record.title)
        self._view = record_view(record, None)

    def frame(self) -> Frame:
        """The table, and the record's comments below it."""
        table = render.table(self._view, widget_id=self.id, interactive=False)
        return Frame((*render.frame(title=self._title, table=table), self.notes()))
