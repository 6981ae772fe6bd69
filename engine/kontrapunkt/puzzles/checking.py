"""Checks of many puzzles at once, in several processes, with a cache."""

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import as_completed
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import kontrapunkt
from kontrapunkt.core.registry import OWN
from kontrapunkt.puzzles.kind import PuzzleKind, Report, open_puzzle
from kontrapunkt.puzzles.model import Puzzle, PuzzleError, read
from kontrapunkt.puzzles.process_pool import ProcessPool, Workers
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import use_faces

Progress = Callable[[int, int], None]
"""A callback that receives the number of puzzles done, and of all puzzles."""

_NO_CHECKER: Final = ("app.py", "cli.py", "commands", "render", "widgets", "mining")
"""The parts of the package on which no check depends."""


@dataclass(frozen=True, slots=True)
class Checked:
    """The file of a puzzle with the result of its check.

    Attributes:
        name: The name of the file.
        report: The report of the check; if the check was not possible, the reason is its only fault.
        puzzle: The puzzle; None if the file cannot be read.
        game: The id of its game; empty if it is not known.
        error: The error that made the check impossible, if any.
        more: The result of the extra function; None if the puzzle is not sound or comes from the cache.
    """

    name: str
    report: Report
    puzzle: Puzzle | None = None
    game: str = ""
    error: PuzzleError | None = None
    more: Any = None

    @property
    def sound(self) -> bool:
        """True if the puzzle has no faults."""
        return self.report.sound

    @property
    def faults(self) -> tuple[str, ...]:
        """The faults of the puzzle, in sentences."""
        return self.report.faults


def check(name: str, text: str, also: Callable[[PuzzleKind], object] | None = None) -> Checked:
    """Check one puzzle.

    Args:
        name: The name of its file; without folder and ending, it is the puzzle's id.
        also: An extra function, called if the puzzle is sound; it can use what the check has proved.
    """
    puzzle = None
    try:
        puzzle = read(text, Path(name).stem)
        kind = open_puzzle(puzzle)
        with use_faces(kind.game.faces):
            report = kind.check()
            more = also(kind) if also and report.sound else None
        return Checked(name, report, puzzle, kind.game.id, more=more)
    except PuzzleError as error:
        return Checked(name, Report((error.text,)), puzzle, error=error)


def check_all(
    texts: Mapping[str, str],
    cache: Path | None = None,
    jobs: int = 1,
    progress: Progress = lambda done, of: None,
    workers: Workers | None = None,
    also: Callable[[PuzzleKind], object] | None = None,
) -> dict[str, Checked]:
    """Check puzzles.

    Args:
        texts: The files, by name.
        cache: A folder for the results. A text that the same engine has checked before is not checked again.
            None for no cache.
        jobs: The number of processes.
        progress: Called after each puzzle.
        workers: A pool to use instead of own processes; it gets the last text first.
        also: As in `check`; a function at the top of a module.

    Returns:
        The results, in the order of the texts.
    """
    kept = {name: _load(cache, name, text) for name, text in texts.items()} if cache else {}
    found = {name: known for name, known in kept.items() if known}
    missing = [name for name in texts if name not in found]
    progress(len(found), len(texts))
    for one in _check_all(missing, texts, jobs, workers, also):
        found[one.name] = one
        if cache:
            _save(cache, one, texts[one.name])
        progress(len(found), len(texts))
    return {name: found[name] for name in texts}


def _check_all(
    names: list[str],
    texts: Mapping[str, str],
    jobs: int,
    workers: Workers | None,
    also: Callable[[PuzzleKind], object] | None,
) -> Iterable[Checked]:
    if jobs < 2 or len(names) < 2:
        yield from (check(name, texts[name], also) for name in names)
        return
    if workers:
        promised = [
            workers.submit(_check_in, catalogue.language(), name, texts[name], also) for name in names
        ]
        yield from (each.result() for each in reversed(promised))
        return
    with ProcessPool(min(jobs, len(names))) as pool:
        asked = [pool.submit(_check_in, catalogue.language(), name, texts[name], also) for name in names]
        for done in as_completed(asked):
            yield done.result()


def _check_in(language: str, name: str, text: str, also: Callable[[PuzzleKind], object] | None) -> Checked:
    with catalogue.use_language(language):
        return check(name, text, also)


# The cache --------------------------------------------------------------------------------------------------


@cache
def engine_version() -> str:
    """Return a digest of all the code that a check depends on."""
    digest = sha256(f"{kontrapunkt.__version__} {sys.version_info[:2]}".encode())
    home = Path(kontrapunkt.__file__).parent
    for path in sorted(home.rglob("*.py")):
        inside = path.relative_to(home)
        if not set(_NO_CHECKER) & set(inside.parts):
            digest.update(f"\0{inside.as_posix()}\0".encode() + path.read_bytes())
    return digest.hexdigest()


def _place(cache: Path, name: str, text: str) -> Path:
    said = "\0".join((engine_version(), catalogue.language(), Path(name).stem, text))
    return cache / f"{sha256(said.encode()).hexdigest()}.json"


def _load(cache: Path, name: str, text: str) -> Checked | None:
    """Return the cached result of an earlier check, if it can be read."""
    with suppress(OSError, ValueError, TypeError, KeyError, AttributeError):
        kept: dict[str, Any] = json.loads(_place(cache, name, text).read_text("utf-8"))
        said = kept["report"]
        said["faults"], said["notes"] = tuple(said["faults"]), tuple(said["notes"])
        return Checked(name, Report(**said), read(text, Path(name).stem), str(kept["game"]))
    return None


def _save(cache: Path, one: Checked, text: str) -> None:
    """Save a report, except for games from elsewhere, whose code may change unseen."""
    if one.game not in OWN:
        return
    said = {"game": one.game, "report": asdict(one.report)}
    with suppress(OSError):
        cache.mkdir(parents=True, exist_ok=True)
        place = _place(cache, one.name, text)
        draft = place.with_suffix(f".{id(one)}.tmp")
        draft.write_text(json.dumps(said), "utf-8")
        draft.replace(place)
