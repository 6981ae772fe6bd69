"""A worked example: ` ```example id=ID game=ristiklappi from=FILE at=4 `.

If an ending of the record can be searched, its cards have marks: `goals="cleans NS, points NS"` selects the
goals, `marks=off` omits them. `log="go 4; W KC"` sets the initial place.
"""

from collections.abc import Mapping
from typing import Any, Final

from kontrapunkt.record import Record, game_of, replay, write
from kontrapunkt.widgets.analysis import Written, solved
from kontrapunkt.widgets.line import moments
from kontrapunkt_site.fences.base import Block, FenceKind, FenceOption, a_number, an_id, plain
from kontrapunkt_site.fences.widget import RECORD_OPTIONS, a_log, record_html


def _html(block: Block) -> str:
    page = block.conversion.page

    deal = block.options.get("deal", 1)

    def found(record: Record) -> Mapping[str, Any]:
        block.refers_to(game_of(record))
        if not block.options.get("marks", True):
            return {}
        goals = block.options.get("goals", ())
        which = min(deal, len(record.deals)) - 1

        def marks() -> Written:
            played = replay(record, which)
            return solved(played.game, moments(played), goals)

        return {"solved": page.cache.get_or_make(["solved", write(record), which, goals], marks)}

    more = {"deal": deal - 1, "at": block.options.get("at", 0), "rule_pages": page.rules.by_prefix(page.url)}
    if "log" in block.options:
        more["log"] = block.options["log"]
    return record_html(block, found, **more)


def _from_one(text: str) -> int:
    if not a_number(text):
        raise ValueError("deals count from 1")
    return int(text)


def _on_or_off(text: str) -> bool:
    if text not in ("on", "off"):
        raise ValueError("on or off is wanted")
    return text == "on"


def _goals(text: str) -> tuple[str, ...]:
    return tuple(goal.strip() for goal in plain(text).split(","))


FENCE: Final = FenceKind(
    "example",
    {
        **RECORD_OPTIONS,
        "id": FenceOption(an_id, required=True),
        "at": FenceOption(a_number),
        "deal": FenceOption(_from_one),
        "goals": FenceOption(_goals),
        "log": FenceOption(a_log),
        "marks": FenceOption(_on_or_off),
    },
    _html,
)
