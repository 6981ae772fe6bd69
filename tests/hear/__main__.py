"""Play by keys with a screen reader, and compare what it says with the transcripts beside this file.

`python -m tests.hear` compares, `--update` writes the transcripts anew. Names choose walks: a
game's id for a deal of it, or `puzzle`, `walk-through`, `lesson`; without names, each that has a transcript.
"""

import argparse
import difflib
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.browser.server import serving
from tests.hear.orca import missing, started
from tests.hear.walks import OTHERS, TURN, Heard, as_lines, play_deal, press_keys

HERE = Path(__file__).parent
SITE = HERE.parents[1] / "site"


PASSING = re.compile(r"^(?:leaving|region|clickable|You have no cards left)|(?:tool bar|panel)\.?$|mode$")
"""The places that focus passes on its way; how many of them Orca mentions is a matter of milliseconds."""

MESSAGE = re.compile(rf"{TURN}|^The review found")


def in_order(walk: Iterable[Heard]) -> Iterator[Heard]:
    """Yield what is heard without passing places, messages last: their order differs from run to run."""
    for key, told in walk:
        yield (
            key,
            sorted(
                (each for each in told if not PASSING.search(each)),
                key=lambda each: bool(MESSAGE.search(each)),
            ),
        )


def main() -> int:
    """Compare each walk with its transcript; 1 if one differs."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("walks", nargs="*", default=sorted(each.stem for each in HERE.glob("*.txt")))
    arguments.add_argument("--update", action="store_true")
    chosen = arguments.parse_args()
    if lacks := missing():
        print(f"hear: skipped, as this machine has no screen reader: apt-get install {' '.join(lacks)}")
        return 0
    differs = 0
    with tempfile.TemporaryDirectory() as folder, serving(SITE) as site, started(Path(folder)) as orca:
        for walk in chosen.walks:
            if walk in OTHERS:
                page, key, until, keys = OTHERS[walk]
                heard = press_keys(orca, site.url + page, key, until, keys)
            else:
                heard = play_deal(orca, f"{site.url}{walk}/play/")
            told = "".join(f"{each}\n" for each in as_lines(in_order(heard))).replace(site.url, "")
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
