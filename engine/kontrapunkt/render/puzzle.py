"""The parts of puzzles and drills around the table."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from kontrapunkt.render.controls import button, opener, over_page
from kontrapunkt.render.markup import aria_hidden, el, grid, group, items, prose, text, visually_hidden
from kontrapunkt.text import catalogue

HARDEST: Final = 5
"""The highest difficulty; the lowest is 1."""


def question(*, question: str, story: str = "", kind: str = "", difficulty: int = 0) -> str:
    """Render the head of a puzzle; its title is a heading of the page.

    Args:
        story: A line that sets the scene; empty for none.
        kind: The label of the kind; empty to hide it and the difficulty.
        difficulty: The difficulty, from 1 to 5.
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
    """Render a difficulty as dots, with a text for screen readers.

    Args:
        difficulty: The difficulty, from 1 (easy) to 5 (hard).
    """
    return el(
        "span",
        {"class": "kp-dots"},
        aria_hidden(None, "●" * difficulty + "○" * (HARDEST - difficulty)),
        visually_hidden(catalogue.say("render.difficulty", n=difficulty, of=HARDEST)),
    )


def choices(found: Sequence[str], *, widget_id: str, answer: bool | None = None, others: bool = False) -> str:
    """Render the buttons of an answer; many are in a list over a small table.

    Args:
        found: The buttons.
        widget_id: The prefix of element ids.
        answer: Whether the button that submits marks is enabled; None if one click is the answer.
        others: Whether cards on the table are answers, too.
    """
    buttons = list(found)
    if len(buttons) > _SIDE_BY_SIDE or (buttons and answer is not None):
        buttons = [_picks(buttons, widget_id, stays=answer is not None, others=others)]
    if answer is not None:
        buttons.append(button("answer", catalogue.say("render.answer"), idle=not answer, strong=True))
    return group("kp-choices", catalogue.say("render.choices"), *buttons)


_SIDE_BY_SIDE: Final = 4
"""The most choices side by side on the narrowest table."""


def _picks(buttons: Sequence[str], widget_id: str, *, stays: bool, others: bool) -> str:
    """Render a list of choices and the button that opens it on small screens.

    Args:
        buttons: The choices.
        widget_id: The prefix of element ids.
        stays: Whether it stays open while several are marked.
        others: Whether cards on the table are answers, too.
    """
    id_ = f"{widget_id}-picks"
    label = catalogue.say("render.choose.others" if others else "render.choose", n=len(buttons))
    opens = opener(id_, "kp-button kp-picks-open", text(label), focus=True)
    return opens + over_page(id_, "kp-picks", *buttons, stays=stays)


def hints(given: Sequence[str], of: int) -> str:
    """Render the list of hints given so far.

    Args:
        given: The hints.
        of: The number of hints there are.
    """
    found = (
        visually_hidden(catalogue.say("render.hints", n=n, of=of)) + text(hint)
        for n, hint in enumerate(given, 1)
    )
    return items(found, "ol", "kp-hints")


def next_puzzle_link(href: str, *, focus: bool = False) -> str:
    """Render the link to the next puzzle, in the place of the hints.

    Args:
        focus: Whether it receives focus when the focused element is gone.
    """
    label = text(catalogue.say("render.onward"))
    return el("a", {"class": "kp-button kp-next-puzzle", "href": href, "data-focus": focus}, label)


@dataclass(frozen=True, slots=True)
class KindTally:
    """The questions of a kind in a round.

    Attributes:
        kind: The label of the kind.
        total: The number of questions.
        right: The number of right answers.
        level: The present level, from 1 to 5.
    """

    kind: str
    total: int
    right: int
    level: int


def round_summary(rows: Sequence[KindTally], missed: Sequence[tuple[str, str]]) -> str:
    """Render the summary of a round.

    Args:
        rows: The tally of each kind.
        missed: The rules that were missed: a link as HTML, and the statement.
    """
    columns = (text(catalogue.say(f"drill.column.{key}")) for key in _COLUMNS)
    body = [
        el(
            "tr",
            None,
            el("th", {"scope": "row"}, text(row.kind)),
            el("td", None, text(catalogue.say("drill.of", n=row.right, all=row.total))),
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
