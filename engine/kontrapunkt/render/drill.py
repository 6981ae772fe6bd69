"""A drill around its table: the buttons of a round, and what it came to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from kontrapunkt import words
from kontrapunkt.render.controls import button, more, solving, toggle
from kontrapunkt.render.markup import el, group, text
from kontrapunkt.render.puzzle import dots


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked of a kind in a round.

    Attributes:
        kind: The kind, in words.
        asked: How many questions.
        right: How many were answered right.
        level: The rung it has come to, 1 to 5.
    """

    kind: str
    asked: int
    right: int
    level: int


def drill_controls(
    *,
    widget_id: str,
    position: str,
    ready: bool,
    summed: bool,
    complete: bool,
    kinds: Mapping[str, str],
    only: str,
    walk: str = "",
) -> str:
    """The row of buttons of a drill.

    Args:
        widget_id: What element ids begin with.
        position: Where the round stands.
        ready: Whether it can go on: the question is answered, or the summary shown.
        summed: Whether the summary is shown.
        complete: Whether the round is over.
        kinds: What each event asks for that chooses a kind, in words; empty where there is one only.
        only: The event that has chosen one; empty for all kinds.
        walk: The buttons that walk along a record, where there is one.
    """
    onward = "again" if summed and complete else "summary" if complete else "next"
    chosen = {"only": words.say("drill.kinds.all"), **kinds} if kinds else {}
    extra = "".join(toggle(event, label, event == (only or "only")) for event, label in chosen.items())
    names = "kp-button kp-answer" if ready else "kp-button"
    row = [
        button("summary", words.say("drill.back" if summed else "drill.summary"), key="s", idle=complete),
        button("onward", words.say(f"drill.{onward}"), names=names, key="n", idle=not ready),
    ]
    return solving("drill.controls", position, walk, row, more(widget_id, _KEYS, extra=extra))


def round_summary(rows: Sequence[Asked], missed: Sequence[tuple[str, str]]) -> str:
    """What a round came to.

    Args:
        rows: By kind.
        missed: The rules that were missed: a link, as HTML, and what each says.
    """
    head = el(
        "tr", None, *(el("th", {"scope": "col"}, text(words.say(f"drill.column.{key}"))) for key in _COLUMNS)
    )
    body = [
        el(
            "tr",
            None,
            el("th", {"scope": "row"}, text(row.kind)),
            el("td", None, text(words.say("drill.of", n=row.right, all=row.asked))),
            el("td", None, dots(row.level)),
        )
        for row in rows
    ]
    table = el("table", None, el("thead", None, head), el("tbody", None, *body)) if rows else ""
    rules = [el("li", None, link, " ", text(statement)) for link, statement in missed]
    told = words.say("drill.missed" if rules else "drill.missed.none") if rows else ""
    return group(
        "kp-round",
        words.say("drill.summary"),
        table,
        el("p", None, text(told)) if told else "",
        el("ul", None, *rules) if rules else "",
        scrolls=True,
    )


_COLUMNS: Final = ("kind", "right", "level")

_KEYS: Final = (("cards", "↑ ↓"), ("choose", "Enter"), ("onward", "n"), ("summary", "s"))
