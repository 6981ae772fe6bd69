"""Precomputed steps of a site's widgets, in files beside its pages.

Other processes compute them while the pages are made. Files of an earlier build stay: they are half of the
site, and a name always means the same content.
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
from kontrapunkt.text.phrasing import use_faces
from kontrapunkt.widgets import open_widget
from kontrapunkt.widgets.base import faces_of
from kontrapunkt_site.assets import PLACE
from kontrapunkt_site.build_cache import BuildCache, code_version, version_of
from kontrapunkt_site.file_writer import FileWriter, write
from kontrapunkt_site.processes import BuildTask, Processes

FOLDER: Final = f"{PLACE}/steps"
"""The folder of the steps in a site; a file is named after a hash of its inputs."""

MANY: Final = 8
"""The number of widgets up to which starting other processes is not worth it."""


_ASKED_FOR: Final = re.compile(r"""data-steps=["']?([0-9a-f]+\.json)""")

_ASIDE: Final = ".steps"
"""The hidden folder that survives when MkDocs empties the site."""


def save_steps(site: Path) -> None:
    """Save the steps of a site that is about to be emptied, for the next `Steps`.

    Args:
        site: The site's folder.
    """
    if (site / FOLDER).is_dir():
        shutil.rmtree(site / _ASIDE, ignore_errors=True)
        with suppress(OSError):  # then they are written again
            (site / FOLDER).rename(site / _ASIDE)


class Steps:
    """The steps of a site's widgets; the process that computes them writes them.

    Attributes:
        asked: The names of the files of all widgets drawn, in order.
    """

    def __init__(self, site: Path, made: BuildCache, processes: Processes) -> None:
        """Begin a site.

        Args:
            site: The site's folder.
            made: The cache of results.
            processes: The processes that compute many steps; their owner stops them.
        """
        self._folder = site / FOLDER
        with suppress(OSError):  # there are none, or the site has not been emptied
            self._folder.parent.mkdir(parents=True, exist_ok=True)
            (site / _ASIDE).rename(self._folder)
        self._made = made
        self._read = BuildCache(made.folder)  # for the writer's thread, which reads during the build
        self._processes = processes
        self.requests: list[str] = []
        self._names: set[str] = set()
        self._missing: dict[str, Mapping[str, Any]] = {}
        self._under_way: list[BuildTask[None]] = []
        self._pen = FileWriter()

    def add(self, spec: Mapping[str, Any]) -> str:
        """Add a widget.

        Args:
            spec: The spec of a widget with steps.

        Returns:
            The name of the file for its steps.
        """
        name = f"{version_of(spec)[:16]}.json"
        self.requests.append(name)
        if not self.add_known(name):
            self._names.add(name)
            self._missing[name] = spec
            if len(self._missing) > MANY or self._processes.started:
                for given in self._wanted():
                    self._under_way.append(self._processes.submit(work_out, *given))
                self._missing.clear()
        return name

    def add_known(self, name: str) -> bool:
        """Add a widget known from this build or an earlier one.

        Args:
            name: The name of its file.

        Returns:
            True if its steps exist or are being computed; otherwise nothing is changed.
        """
        if name not in self._names:
            if not self._made.has(["steps", name]):
                return False
            self._names.add(name)
            self._pen.copy(self._folder / name, partial(self._read.content, ["steps", name]))
        return True

    def complete(self, shown: Collection[str] | None = None) -> None:
        """Wait until all files are written, and delete those of earlier builds.

        Args:
            shown: The names that pages of the site refer to, as another plugin may have hidden others; None
                for all.
        """
        for errand in reversed(self._under_way):
            errand.result()
        self._under_way.clear()
        for given in self._wanted():
            work_out(*given)
        self._missing.clear()
        self._pen.wait()
        for path in self._folder.glob("*"):  # including incomplete files
            if path.name not in self._names or (shown is not None and path.name not in shown):
                path.unlink()

    def _wanted(self) -> Iterator[tuple[str, Mapping[str, Any], Path, Path | None]]:
        """Yield the arguments of `work_out` for missing steps."""
        for name, spec in self._missing.items():
            yield catalogue.language(), spec, self._folder / name, self._made.folder


def steps_in(page: str) -> list[str]:
    """Return the names of the step files that a page refers to."""
    return _ASKED_FOR.findall(page)


_made_in: Final = cache(BuildCache)
"""The cache of a folder, opened once in each process."""


def work_out(language: str, spec: Mapping[str, Any], path: Path, kept: Path | None) -> None:
    """Compute the steps of a widget, write them and cache them.

    Args:
        language: The language code of the widget's texts.
        path: The file in the site.
        kept: The folder of the cache; None for no cache.
    """
    text = steps_of(language, spec)
    if not path.exists():
        write(path, text)
    with catalogue.use_language(language):
        _made_in(kept).keep_text(["steps", path.name], text)


def ready() -> None:
    """Load the modules that computing steps needs, and compute the code's version."""
    code_version()


def steps_of(language: str, spec: Mapping[str, Any]) -> str:
    """Return the steps of a widget as JSON; null if it has none.

    Args:
        language: The language code of the widget's texts.
    """
    with catalogue.use_language(language), use_faces(faces_of(spec)):
        foreseen = open_widget(spec).foreseen()
        return json.dumps(foreseen and foreseen.as_json(), ensure_ascii=False, separators=(",", ":"))
