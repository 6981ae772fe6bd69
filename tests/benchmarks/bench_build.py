"""How long the site takes to build: `python -m tests.benchmarks.bench_build [ROUNDS]`.

A copy of the project's pages is built six times a round: in full, with nothing kept from before, without the
steps of widgets and with them; again with nothing changed; and after an edit of a page of rules, then of a
puzzle, then of a lesson. Told are medians: seconds, CPU seconds of all processes, and the
ratio to the full build of the same round. At the end the site after all edits is compared with one that is
built of the same pages with nothing kept: they have the same bytes.
"""

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Mapping
from filecmp import cmpfiles
from pathlib import Path
from statistics import median
from typing import Final

from tests.benchmarks.calibrate import calibrate

HERE: Final = Path(__file__).parents[2]
TAKEN: Final = ("docs", "tutorials", "mkdocs.yml", "tests/benchmarks/players.json")

BUILD: Final = "from kontrapunkt.cli import main; raise SystemExit(main())"
STEPLESS: Final = (
    "from kontrapunkt_site.steps import Steps\n"
    "Steps.of = lambda self, spec: 'none.json'\n"
    "Steps.write = lambda self, site: None\n" + BUILD
)

EDITS: Final[Mapping[str, tuple[str, str, str]]] = {
    "a page of rules edited": ("docs/ristiklappi/rules.md", "\n", "\nOne more word.\n"),
    "a puzzle edited": ("tutorials/kontra/*.toml", 'story = "', 'story = "Now. '),
    "a lesson edited": ("tutorials/ristikontra/lessons/first-hand.lesson", 'title = "', 'title = "So: '),
}
"""What is replaced in which file, the last time that it occurs there; of several files in the first."""


def built(folder: Path, kept: Path, site: str = "site", program: str = BUILD) -> tuple[float, float]:
    """Builds a site.

    Args:
        folder: The project.
        kept: Where builds keep what later ones may use.
        site: The site's folder in that of the project.
        program: What Python runs.

    Returns:
        Seconds, and CPU seconds of all processes.
    """
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", program, "build", "--config", "mkdocs.yml", "--site-dir", site],
        cwd=folder,
        env={**os.environ, "KONTRAPUNKT_CACHE": str(kept)},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.perf_counter() - began, used


def anew(folder: Path, kept: Path, site: str = "site", program: str = BUILD) -> tuple[float, float]:
    """Builds a site with nothing kept from before but the runtime, which no page has anything to do with."""
    for left in (kept / "made", kept / "templates", folder / ".cache", folder / site):
        shutil.rmtree(left, ignore_errors=True)
    return built(folder, kept, site, program)


def edit(folder: Path, pattern: str, old: str, new: str) -> None:
    """Changes something in a project."""
    path = min(folder.glob(pattern))
    head, found, tail = path.read_text("utf-8").rpartition(old)
    assert found, f"{path} has no {old!r}"
    path.write_text(head + new + tail, "utf-8")


def different(one: Path, other: Path) -> list[str]:
    """The files in which two folders differ."""
    files = sorted(
        {
            path.relative_to(root).as_posix()
            for root in (one, other)
            for path in root.rglob("*")
            if path.is_file()
        }
    )
    _same, *differ = cmpfiles(one, other, files, shallow=False)
    return [name for names in differ for name in names]


def main(rounds: int) -> None:
    """Prints the table."""
    found: dict[str, list[tuple[float, float, float]]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as name:
        folder, kept = Path(name, "project"), Path(name, "kept")
        for _ in range(rounds):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            for taken in TAKEN:
                (folder / taken).parent.mkdir(parents=True, exist_ok=True)
                copy = shutil.copytree if (HERE / taken).is_dir() else shutil.copy2
                copy(HERE / taken, folder / taken)
            if not kept.exists():
                built(folder, kept)  # for the runtime
            without = anew(folder, kept, program=STEPLESS)
            full = anew(folder, kept)
            times = {
                "in full": full,
                "in full, without steps": without,
                "nothing changed": built(folder, kept),
            }
            for what, change in EDITS.items():
                edit(folder, *change)
                times[what] = built(folder, kept)
            for what, (seconds, used) in times.items():
                found[what].append((seconds, used, seconds / full[0]))
        anew(folder, kept, "another")
        for wrong in different(folder / "site", folder / "another"):
            print(f"not the same after edits: {wrong}")
    print(f"calibration unit: {calibrate() * 1e3:.1f} ms; {rounds} rounds")
    for what, each in found.items():
        seconds, used, ratio = (median(values) for values in zip(*each, strict=True))
        print(f"{what:26} {seconds:6.1f} s  {used:6.1f} s of CPU  {ratio:.2f} of a full build")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
