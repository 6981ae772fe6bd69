"""The steps of a site's widgets, beside its pages: what they show after events that can be foreseen.

They are worked out while the pages are made, by other processes, and are there when the site is written.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from kontrapunkt import words
from kontrapunkt.naming import showing
from kontrapunkt.widgets import open_widget
from kontrapunkt.widgets.base import faces_of
from kontrapunkt_site.assets import PLACE
from kontrapunkt_site.made import Made, version_of
from kontrapunkt_site.processes import Errand, Processes

FOLDER: Final = f"{PLACE}/steps"
"""Where they lie in a site; each file is named after all that it is made of."""

_FEW: Final = 8
"""For how many widgets it is not worth starting other processes."""


class Steps:
    """The steps of the widgets of one site."""

    def __init__(self, made: Made | None = None, processes: Processes | None = None) -> None:
        """Begins a site.

        Args:
            made: What earlier builds have made.
            processes: Who works out many of them; whoever brings them ends them.
        """
        self._made = made or Made()
        self._processes = processes or Processes()
        self._known: dict[str, str] = {}
        self._missing: dict[str, Mapping[str, Any]] = {}
        self._under_way: dict[str, Errand[str]] = {}

    def of(self, spec: Mapping[str, Any]) -> str:
        """Takes up a widget.

        Args:
            spec: The spec of a widget of which something can be foreseen.

        Returns:
            The name of the file that will hold its steps.
        """
        name = f"{version_of(spec)[:16]}.json"
        if name in self._known or name in self._missing or name in self._under_way:
            return name
        kept = self._made.text(["steps", name])
        if kept is not None:
            self._known[name] = kept
            return name
        self._missing[name] = spec
        if len(self._missing) > _FEW or self._processes.started:
            for each, wanted in self._missing.items():
                self._under_way[each] = self._processes.submit(steps_of, words.language(), wanted)
            self._missing.clear()
        return name

    def write(self, site: Path) -> None:
        """Writes them into a site, and takes away those of an earlier build.

        Args:
            site: The site's folder.
        """
        found = {name: errand.result() for name, errand in reversed(self._under_way.items())}
        self._under_way.clear()
        found |= {name: steps_of(words.language(), spec) for name, spec in self._missing.items()}
        for name, text in found.items():
            self._made.keep_text(["steps", name], text)
        self._known |= found
        self._missing.clear()
        folder = site / FOLDER
        if self._known:
            folder.mkdir(parents=True, exist_ok=True)
        for path in folder.glob("*.json"):
            if path.name not in self._known:
                path.unlink()
        for name, text in self._known.items():
            if not (folder / name).exists():
                (folder / name).write_text(text, "utf-8")


def steps_of(language: str, spec: Mapping[str, Any]) -> str:
    """The steps of a widget, as JSON; nothing but that of a widget of which nothing can be foreseen.

    Args:
        language: The code of the language in which it speaks.
        spec: Its spec.
    """
    with words.speaking(language), showing(faces_of(spec)):
        foreseen = open_widget(spec).foreseen()
        return json.dumps(foreseen and foreseen.as_json(), ensure_ascii=False, separators=(",", ":"))
