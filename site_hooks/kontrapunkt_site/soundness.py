"""Checks of puzzles, so that only sound ones reach a page.

All are checked together when the first is needed, and the results are cached.
"""

import os
from collections.abc import Callable, Iterable
from pathlib import Path

from kontrapunkt.puzzles.checking import check_all
from kontrapunkt.puzzles.model import PuzzleError
from kontrapunkt_site.processes import Processes
from kontrapunkt_site.puzzle_summary import PuzzleSummary, summarize


class Soundness:
    """Results of checks by the puzzle's text.

    Puzzles known beforehand are checked in parallel, later ones by themselves.
    """

    def __init__(
        self,
        files: Iterable[Path] = (),
        cache: Path | None = None,
        others: Callable[[], Iterable[tuple[str, str]]] = tuple,
        processes: Processes | None = None,
    ) -> None:
        """Store the known puzzles without checking them.

        Args:
            files: Their files.
            cache: The folder of cached results; None for no cache.
            others: Returns puzzles without files: the text and the id of each.
            processes: The processes that check many puzzles; their owner stops them.
        """
        self._files = tuple(files)
        self._others = others
        self._cache = cache
        self._processes = processes
        self._faults: dict[str, tuple[str, ...]] = {}
        self._told: dict[str, PuzzleSummary] = {}

    def demand(self, id: str, text: str) -> None:
        """Check a puzzle, unless it has been checked.

        Raises:
            PuzzleError: if it is not sound, with the first fault.
        """
        if text not in self._faults:
            files = {file.read_text("utf-8-sig"): file.stem for file in self._files}
            texts = {text: id, **dict(self._others()), **files}
            self._files, self._others = (), tuple
            named = {f"{place}/{each}": text for place, (text, each) in enumerate(texts.items())}
            found = check_all(
                named, self._cache, os.cpu_count() or 1, workers=self._processes, also=summarize
            )
            for name, one in found.items():
                self._faults[named[name]] = one.faults
                if one.more:
                    self._told[named[name]] = one.more
        if faults := self._faults[text]:
            raise PuzzleError(faults[0])

    def summary(self, text: str) -> PuzzleSummary | None:
        """Return the engine's facts about a puzzle checked in this build, or None.

        Args:
            text: Its file's text.
        """
        return self._told.get(text)
