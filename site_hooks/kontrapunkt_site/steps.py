"""The steps of a site's widgets, beside its pages: what they show after events that can be foreseen.

They are worked out while the pages are made, by other processes, and are there when the site is written.
Those that a site has had before stay: they are half of it, and a name never stands for anything else.
"""

import json
import re
import shutil
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import showing
from kontrapunkt.widgets import open_widget
from kontrapunkt.widgets.base import faces_of
from kontrapunkt_site.assets import PLACE
from kontrapunkt_site.build_cache import BuildCache, code_version, version_of
from kontrapunkt_site.file_writer import FileWriter, write
from kontrapunkt_site.processes import BuildTask, Processes

FOLDER: Final = f"{PLACE}/steps"
"""Where they lie in a site; each file is named after all that it is made of."""

MANY: Final = 8
"""For no more widgets than so many, it is not worth starting other processes."""


_ASKED_FOR: Final = re.compile(r"""data-steps=["']?([0-9a-f]+\.json)""")

_ASIDE: Final = ".steps"
"""Where they wait in a site that is being emptied: what is hidden stays there."""


def set_aside(site: Path) -> None:
    """Saves the steps of a site that is about to be emptied, for the next `Steps` of the site.

    Args:
        site: Its folder.
    """
    if (site / FOLDER).is_dir():
        shutil.rmtree(site / _ASIDE, ignore_errors=True)
        with suppress(OSError):  # then they are written again
            (site / FOLDER).rename(site / _ASIDE)


class Steps:
    """The steps of the widgets of one site. Whoever works them out writes them: they are large.

    Attributes:
        asked: The names of the files of all widgets that were drawn, in their order.
    """

    def __init__(self, site: Path, made: BuildCache, processes: Processes) -> None:
        """Begins a site.

        Args:
            site: Its folder.
            made: What earlier builds have made.
            processes: Who works out many of them; whoever brings them ends them.
        """
        self._folder = site / FOLDER
        with suppress(OSError):  # there are none, or the site has not been emptied
            self._folder.parent.mkdir(parents=True, exist_ok=True)
            (site / _ASIDE).rename(self._folder)
        self._made = made
        self._read = BuildCache(made.folder)  # for the pen, which reads while the build does
        self._processes = processes
        self.asked: list[str] = []
        self._names: set[str] = set()
        self._missing: dict[str, Mapping[str, Any]] = {}
        self._under_way: list[BuildTask[None]] = []
        self._pen = FileWriter()

    def of(self, spec: Mapping[str, Any]) -> str:
        """Takes up a widget.

        Args:
            spec: The spec of a widget of which something can be foreseen.

        Returns:
            The name of the file that will hold its steps.
        """
        name = f"{version_of(spec)[:16]}.json"
        self.asked.append(name)
        if not self.again(name):
            self._names.add(name)
            self._missing[name] = spec
            if len(self._missing) > MANY or self._processes.started:
                for given in self._wanted():
                    self._under_way.append(self._processes.submit(work_out, *given))
                self._missing.clear()
        return name

    def again(self, name: str) -> bool:
        """Takes up a widget that this build or an earlier one has taken up before.

        Args:
            name: The name of its file.

        Returns:
            Whether its steps are there, or being worked out; if not, nothing has been done.
        """
        if name not in self._names:
            if not self._made.has(["steps", name]):
                return False
            self._names.add(name)
            self._pen.copy(self._folder / name, partial(self._read.content, ["steps", name]))
        return True

    def complete(self, shown: Collection[str] | None = None) -> None:
        """Waits until all are written, and takes away those of an earlier build.

        Args:
            shown: The names of those that a page of the site asks for; another plugin may have hidden what
                asks for others. None for all.
        """
        for errand in reversed(self._under_way):
            errand.result()
        self._under_way.clear()
        for given in self._wanted():
            work_out(*given)
        self._missing.clear()
        self._pen.rest()
        for path in self._folder.glob("*"):  # also what was half written once
            if path.name not in self._names or (shown is not None and path.name not in shown):
                path.unlink()

    def _wanted(self) -> Iterator[tuple[str, Mapping[str, Any], Path, Path | None]]:
        """What is missing, as `work_out` takes it."""
        for name, spec in self._missing.items():
            yield catalogue.language(), spec, self._folder / name, self._made.folder


def steps_in(page: str) -> list[str]:
    """The names of the files that the widgets of a page ask for."""
    return _ASKED_FOR.findall(page)


_made_in: Final = cache(BuildCache)
"""What builds have made, by its folder: opened once by each process that works out steps."""


def work_out(language: str, spec: Mapping[str, Any], path: Path, kept: Path | None) -> None:
    """Works out the steps of a widget, writes them, and keeps them for later builds.

    Args:
        language: The code of the language in which it speaks.
        spec: Its spec.
        path: The file in the site.
        kept: The folder of what builds have made; None keeps nothing.
    """
    text = steps_of(language, spec)
    if not path.exists():
        write(path, text)
    with catalogue.speaking(language):
        _made_in(kept).keep_text(["steps", path.name], text)


def ready() -> None:
    """Nothing: a process that has heard of it has loaded what working out takes, and knows its version."""
    code_version()


def steps_of(language: str, spec: Mapping[str, Any]) -> str:
    """The steps of a widget, as JSON; nothing but that of a widget of which nothing can be foreseen.

    Args:
        language: The code of the language in which it speaks.
        spec: Its spec.
    """
    with catalogue.speaking(language), showing(faces_of(spec)):
        foreseen = open_widget(spec).foreseen()
        return json.dumps(foreseen and foreseen.as_json(), ensure_ascii=False, separators=(",", ":"))
