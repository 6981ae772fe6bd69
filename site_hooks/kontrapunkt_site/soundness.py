"""Only sound puzzles reach a page: they are checked together when the first is asked for, and remembered."""

import os
from collections.abc import Callable, Iterable
from pathlib import Path

from kontrapunkt.puzzles.checking import examined
from kontrapunkt.puzzles.model import PuzzleError
from kontrapunkt_site.processes import Processes
from kontrapunkt_site.puzzle_summary import PuzzleSummary, summarize


class Soundness:
    """What checks have found, by a puzzle's text.

    Puzzles that are known beforehand are checked side by side; one that turns up later, by itself.
    """

    def __init__(
        self,
        files: Iterable[Path] = (),
        cache: Path | None = None,
        others: Callable[[], Iterable[tuple[str, str]]] = tuple,
        processes: Processes | None = None,
    ) -> None:
        """Takes note of the puzzles there are; nothing is checked yet.

        Args:
            files: Their files.
            cache: A folder that keeps findings from build to build; None keeps none.
            others: Finds those without a file of their own, by what would stand in it; each with its id.
            processes: Who checks many of them; whoever brings them ends them.
        """
        self._files = tuple(files)
        self._others = others
        self._cache = cache
        self._processes = processes
        self._faults: dict[str, tuple[str, ...]] = {}
        self._told: dict[str, PuzzleSummary] = {}

    def demand(self, id: str, text: str) -> None:
        """Checks a puzzle, unless that has been done.

        Raises:
            PuzzleError: if it is not sound: the first thing that is wrong.
        """
        if text not in self._faults:
            files = {file.read_text("utf-8-sig"): file.stem for file in self._files}
            texts = {text: id, **dict(self._others()), **files}
            self._files, self._others = (), tuple
            named = {f"{place}/{each}": text for place, (text, each) in enumerate(texts.items())}
            found = examined(named, self._cache, os.cpu_count() or 1, workers=self._processes, also=summarize)
            for name, one in found.items():
                self._faults[named[name]] = one.faults
                if one.more:
                    self._told[named[name]] = one.more
        if faults := self._faults[text]:
            raise PuzzleError(faults[0])

    def told(self, text: str) -> PuzzleSummary | None:
        """What the engine tells of a puzzle that was checked by this build; None for any other.

        Args:
            text: Its file.
        """
        return self._told.get(text)
