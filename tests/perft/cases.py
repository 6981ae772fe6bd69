"""The cases of perft tables.

Those of `*.perft` count from the start of a deal or a position, those of `*.counts` from the end of a record.
"""

from pathlib import Path
from typing import NamedTuple

import kontrapunkt
from kontrapunkt.core.interface import State
from kontrapunkt.record import game_of, read

HERE = Path(__file__).parent
COUNTED = ("perft", "calls")


class PerftCase(NamedTuple):
    """A case of a table.

    Attributes:
        name: The table and the case.
        says: Its lines by their first word: `game`, `options`, `seed` or `record`.
        counts: `perft` or `calls`, the depth, and the number of sequences; `calls` counts what seats may do
            out of turn, too.
    """

    name: str
    says: dict[str, str]
    counts: list[tuple[str, int, int]]

    def start(self) -> State:
        """The state that it counts from."""
        if "record" in self.says:
            record = read((HERE.parent / self.says["record"]).read_text("utf-8"))
            return game_of(record).start(record)
        options = dict(pair.split("=") for pair in self.says.get("options", "").split())
        return kontrapunkt.game(self.says["game"], **options).deal(int(self.says["seed"]))


def perft_cases(pattern: str) -> list[PerftCase]:
    """The cases of the tables whose names match: a line `id` and a name, then the others."""
    found = []
    for path in sorted(HERE.glob(pattern)):
        for block in path.read_text("utf-8").split("\nid ")[1:]:
            name, *lines = block.strip().splitlines()
            words = [line.split(" ", 1) for line in lines if line and not line.startswith("#")]
            pairs = [(key, text.split()) for key, text in words if key in COUNTED]
            counts = [(key, int(depth), int(number)) for key, (depth, number) in pairs]
            says = {key: text for key, text in words if key not in COUNTED}
            found.append(PerftCase(f"{path.stem}-{name}", says, counts))
    return found
