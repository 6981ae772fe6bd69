"""A puzzle or a drill around its table: the question, choices, hints; what a round came to."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from kontrapunkt.render.controls import button, opener, over_page
from kontrapunkt.render.markup import el, grid, group, items, prose, text, unheard, unseen
from kontrapunkt.text import catalogue

HARDEST: Final = 5
"""Difficulties go from 1 to this."""


def question(*, question: str, story: str = "", kind: str = "", difficulty: int = 0) -> str:
    """The head of a puzzle: how hard it is, what is asked. Its title is a heading of the page.

    Args:
        question: What is asked.
        story: One line that sets the scene; empty for none.
        kind: The kind of puzzle, in words; empty where neither it nor the difficulty is told.
        difficulty: 1 to 5.
    """
    return group(
        "kp-question",
        catalogue.say("render.asked"),
        el("p", {"class": "kp-puzzle-kind"}, text(kind), " ", dots(difficulty)) if kind else "",
        prose(story, "kp-story"),
        prose(question, "kp-asked"),
        scrolls=True,
    )


def dots(difficulty: int) -> str:
    """A difficulty as full and empty dots, and in words.

    Args:
        difficulty: From 1 for easy to 5 for hard.
    """
    return el(
        "span",
        {"class": "kp-dots"},
        unheard(None, "●" * difficulty + "○" * (HARDEST - difficulty)),
        unseen(catalogue.say("render.difficulty", n=difficulty, of=HARDEST)),
    )


def choices(found: Sequence[str], *, widget_id: str, answer: bool | None = None) -> str:
    """Buttons to answer with; where there are many, a list that opens over a narrow or low table.

    Args:
        found: The buttons.
        widget_id: What element ids begin with.
        answer: Whether marks may be given as an answer, by a button of their own; None where one choice is.
    """
    buttons = list(found)
    if len(buttons) > _SIDE_BY_SIDE or (buttons and answer is not None):
        buttons = [_picks(buttons, widget_id, stays=answer is not None)]
    if answer is not None:
        buttons.append(button("answer", catalogue.say("render.answer"), idle=not answer, strong=True))
    return group("kp-choices", catalogue.say("render.choices"), *buttons)


_SIDE_BY_SIDE: Final = 4
"""So many choices have room beside each other on the narrowest table."""


def _picks(buttons: Sequence[str], widget_id: str, *, stays: bool) -> str:
    """A list of choices, and the button that opens it where it does not lie open.

    Args:
        buttons: The choices.
        widget_id: What element ids begin with.
        stays: Whether it stays open while several are marked.
    """
    id_ = f"{widget_id}-picks"
    opens = opener(id_, "kp-button kp-picks-open", text(catalogue.say("render.choose")))
    return opens + over_page(id_, "kp-picks", *buttons, stays=stays)


def hints(given: Sequence[str], of: int) -> str:
    """The hints given so far, as a list.

    Args:
        given: The hints.
        of: How many there are.
    """
    found = (
        unseen(catalogue.say("render.hints", n=n, of=of)) + text(hint) for n, hint in enumerate(given, 1)
    )
    return items(found, "ol", "kp-hints")


def onward(href: str) -> str:
    """The way to the next puzzle, in the place of the hints."""
    label = text(catalogue.say("render.onward"))
    return el("a", {"class": "kp-button kp-next-puzzle", "href": href}, label)


@dataclass(frozen=True, slots=True)
class KindTally:
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


def round_summary(rows: Sequence[KindTally], missed: Sequence[tuple[str, str]]) -> str:
    """What a round came to.

    Args:
        rows: By kind.
        missed: The rules that were missed: a link, as HTML, and what each says.
    """
    columns = (text(catalogue.say(f"drill.column.{key}")) for key in _COLUMNS)
    body = [
        el(
            "tr",
            None,
            el("th", {"scope": "row"}, text(row.kind)),
            el("td", None, text(catalogue.say("drill.of", n=row.right, all=row.asked))),
            el("td", None, dots(row.level)),
        )
        for row in rows
    ]
    told = catalogue.say("drill.missed" if missed else "drill.missed.none") if rows else ""
    return group(
        "kp-round",
        catalogue.say("drill.summary"),
        grid(columns, body) if body else "",
        prose(told),
        items(f"{link} {text(statement)}" for link, statement in missed),
        scrolls=True,
    )


_COLUMNS: Final = ("kind", "right", "level")
