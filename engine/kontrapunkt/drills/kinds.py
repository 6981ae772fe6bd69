"""The kinds of drill there are; a new one is a file and a line here."""

from typing import Final

from kontrapunkt.drills.drill import Drill
from kontrapunkt.registry import Registry

DRILLS: Final = Registry[Drill](
    "drills",
    {
        "trick": "kontrapunkt.drills.trick:DRILL",
        "legal": "kontrapunkt.drills.legal:DRILL",
        "worth": "kontrapunkt.drills.worth:DRILL",
        "result": "kontrapunkt.drills.result:DRILL",
        "call": "kontrapunkt.drills.call:DRILL",
        "out": "kontrapunkt.drills.out:DRILL",
        "hold": "kontrapunkt.drills.hold:DRILL",
    },
)
"""Each kind by its name; those from elsewhere come in through `kontrapunkt.drills`."""
