"""A puzzle around its table: the question, choices, hints, and the buttons of somebody who is solving."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from kontrapunkt import words
from kontrapunkt.render.controls import button, more, opener, over_page, solving, toggle
from kontrapunkt.render.markup import el, group, text, unseen

HARDEST: Final = 5
"""Difficulties go from 1 to this."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A button that answers.

    Attributes:
        event: The event that a click sends.
        label: What it says.
        pressed: Whether it has been chosen.
        right: Whether it is shown to be right.
    """

    event: str
    label: str
    pressed: bool = False
    right: bool = False


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
        words.say("render.asked"),
        el("p", {"class": "kp-puzzle-kind"}, text(kind), " ", dots(difficulty)) if kind else "",
        el("p", {"class": "kp-story"}, text(story)) if story else "",
        el("p", {"class": "kp-asked"}, text(question)),
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
        el("span", {"aria-hidden": "true"}, "●" * difficulty + "○" * (HARDEST - difficulty)),
        unseen(words.say("render.difficulty", n=difficulty, of=HARDEST)),
    )


def choices(found: Sequence[Choice], *, widget_id: str, answer: bool | None = None) -> str:
    """Buttons to answer with; where there are many, a list that opens over a narrow or low table.

    Args:
        found: The choices.
        widget_id: What element ids begin with.
        answer: Whether marks may be given as an answer, by a button of their own; None where one choice is.
    """
    buttons = [
        toggle(
            each.event, each.label, each.pressed, f"kp-button kp-choice{' kp-right' if each.right else ''}"
        )
        for each in found
    ]
    if len(buttons) > _SIDE_BY_SIDE or (buttons and answer is not None):
        buttons = [_picks(buttons, widget_id, stays=answer is not None)]
    if answer is not None:
        label = words.say("render.answer")
        buttons.append(button("answer", label, names="kp-button kp-answer", idle=not answer))
    return group("kp-choices", words.say("render.choices"), *buttons)


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
    opens = opener(id_, "kp-button kp-picks-open", text(words.say("render.choose")))
    return opens + over_page(id_, "kp-picks", *buttons, stays=stays)


def hints(given: Sequence[str], of: int) -> str:
    """The hints given so far, as a list.

    Args:
        given: The hints.
        of: How many there are.
    """
    if not given:
        return ""
    return el(
        "ol",
        {"class": "kp-hints"},
        *(
            el("li", None, unseen(words.say("render.hints", n=n, of=of)), text(hint))
            for n, hint in enumerate(given, 1)
        ),
    )


def puzzle_controls(
    *,
    widget_id: str,
    hints: tuple[int, int],
    shown: bool,
    begun: bool,
    back: str | None = None,
    score: str = "",
    onward: str = "",
    walk: str = "",
) -> str:
    """The row of buttons of a puzzle.

    Args:
        widget_id: What element ids begin with.
        hints: How many have been given, and how many there are.
        shown: Whether the solution is being shown.
        begun: Whether anything has happened yet.
        back: `lost` where a card is to be taken back that gave the goal away, `back` where one may be, empty
            where none can yet; None where no cards are played.
        score: Tries and hints, once it is solved.
        onward: The address of the next puzzle, where it is time to go there; it has the place of the hints.
        walk: The buttons that walk along its record, where it has one.
    """
    given, total = hints
    buttons = []
    if back is not None:
        names, label = f"kp-button kp-{back or 'back'}", words.say("render.take_back")
        buttons.append(button("back", label, names=names, key="ArrowLeft", idle=not back))
    if onward:
        label = text(words.say("render.onward"))
        buttons.append(el("a", {"class": "kp-button kp-next-puzzle", "href": onward}, label))
    elif total:
        idle = given >= total
        label = words.say("render.hint.none" if idle else "render.hint", n=given + 1, of=total)
        buttons.append(button("hint", label, key="h", idle=idle))
    buttons.append(button("solution", words.say("render.solution.again" if shown else "render.solution")))
    again = button("again", words.say("render.again"), idle=not begun)
    return solving("render.solving", score, walk, buttons, more(widget_id, _KEYS, extra=again))


_KEYS: Final = (
    ("cards", "↑ ↓"),
    ("choose", "Enter"),
    ("taken", "←"),
    ("hint", "h"),
)
