"""Play by keys with a screen reader, and compare what it says with the transcripts beside this file.

`python -m tests.hear` compares, `--update` writes the transcripts anew; names of walks choose some of them.
"""

import argparse
import difflib
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from kontrapunkt.core.registry import OWN
from tests.browser.server import serving
from tests.hear.orca import Orca, missing, started

HERE = Path(__file__).parent
SITE = HERE.parents[1] / "site"

END = "Below are the scoresheet"
TURN = rf"Your turn\.$|{END}"
MOST = 60
"""The most keys of a deal."""

OTHERS = {
    "puzzle": ("ristikontra/puzzles/", ("b", "b", "b", "Return")),
    "walk-through": ("ristikontra/examples/", ("b", "Right", "Right", "Left")),
    "lesson": ("ristikontra/learn/", ("h", "h", "Tab", "Return")),
}
"""The page of each other walk, and its keys."""


def deal(orca: Orca, address: str) -> Iterator[str]:
    """Play the deal that is on the table, always the first card that may be played."""
    yield from line("open", orca.open(address)[:1])
    yield from line("Tab", orca.press("Tab"))
    yield from line("Return", orca.press("Return"))
    for _ in range(4):
        yield from line("shift+Tab", orca.press("shift+Tab"))
    for _ in range(MOST):
        told = orca.press("Return", TURN)
        yield from line("Return", told)
        if any(END in each for each in told):
            return


def other(orca: Orca, address: str, keys: tuple[str, ...]) -> Iterator[str]:
    """Press keys on a page."""
    yield from line("open", orca.open(address)[:1])
    for key in keys:
        yield from line(key, orca.press(key))


def line(key: str, told: list[str]) -> Iterator[str]:
    yield f"[{key}]  {' | '.join(told)}"


def main() -> int:
    """Compare each walk with its transcript; 1 if one differs."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("walks", nargs="*", default=[*sorted(OWN), *OTHERS])
    arguments.add_argument("--update", action="store_true")
    chosen = arguments.parse_args()
    if lacks := missing():
        print(f"hear: skipped, as this machine has no screen reader: apt-get install {' '.join(lacks)}")
        return 0
    differs = 0
    with tempfile.TemporaryDirectory() as folder, serving(SITE) as site, started(Path(folder)) as orca:
        for walk in chosen.walks:
            address, keys = OTHERS.get(walk, (f"{walk}/play/", ()))
            heard = other(orca, site.url + address, keys) if keys else deal(orca, site.url + address)
            told = "".join(f"{each}\n" for each in heard).replace(site.url, "")
            path = HERE / f"{walk}.txt"
            if chosen.update:
                path.write_text(told)
            before = path.read_text() if path.exists() else ""
            change = difflib.unified_diff(before.splitlines(), told.splitlines(), "before", walk, lineterm="")
            if found := [*change]:
                differs += 1
                print(*found, sep="\n")
    return min(differs, 1)


if __name__ == "__main__":
    sys.exit(main())
