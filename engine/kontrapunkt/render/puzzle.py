"""A puzzle around its table: the question, choices, hints, and the buttons of somebody who is solving."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from kontrapunkt import words
from kontrapunkt.render.controls import more
from kontrapunkt.render.markup import classes, el, text, unseen

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
    return el(
        "div",
        {"class": "kp-question", "role": "group", "aria-label": words.say("render.asked"), "tabindex": 0},
        el("p", {"class": "kp-puzzle-kind"}, text(kind), " ", dots(difficulty)) if kind else "",
        el("p", {"class": "kp-story"}, text(story)) if story else "",
        el("p", {"class": "kp-asked"}, text(question)),
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
        el(
            "button",
            {
                "type": "button",
                "class": classes("kp-button", "kp-choice", "kp-right" if each.right else None),
                "data-do": each.event,
                "aria-pressed": "true" if each.pressed else "false",
            },
            text(each.label),
        )
        for each in found
    ]
    if len(buttons) > _SIDE_BY_SIDE or (buttons and answer is not None):
        buttons = [_picks(buttons, widget_id, stays=answer is not None)]
    if answer is not None:
        buttons.append(_do("answer", "kp-button kp-answer", idle=not answer))
    label = words.say("render.choices")
    return el("div", {"class": "kp-choices", "role": "group", "aria-label": label}, *buttons)


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
    opener = el(
        "button",
        {
            "type": "button",
            "class": "kp-button kp-picks-open",
            "id": f"{id_}-open",
            "popovertarget": id_,
            "aria-haspopup": "true",
        },
        text(words.say("render.choose")),
    )
    return opener + el(
        "div", {"class": "kp-keys kp-picks", "id": id_, "popover": "auto", "data-stays": stays}, *buttons
    )


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
        buttons.append(
            _do(
                "back",
                f"kp-button kp-{back or 'back'}",
                key="ArrowLeft",
                label="render.take_back",
                idle=not back,
            )
        )
    if onward:
        label = text(words.say("render.onward"))
        buttons.append(el("a", {"class": "kp-button kp-next-puzzle", "href": onward}, label))
    elif total:
        left = given < total
        label = "render.hint" if left else "render.hint.none"
        buttons.append(_do("hint", "kp-button", key="h", label=label, idle=not left, n=given + 1, of=total))
    buttons.append(
        _do("solution", "kp-button", label="render.solution.again" if shown else "render.solution")
    )
    return el(
        "div",
        {"class": "kp-controls", "role": "group", "aria-label": words.say("render.solving")},
        el("p", {"class": "kp-position kp-score"}, text(score)),
        walk,
        el("div", {"class": "kp-solving"}, *buttons),
        more(widget_id, _KEYS, extra=_do("again", "kp-button", idle=not begun)),
    )


def _do(
    event: str, names: str, key: str | None = None, label: str = "", idle: bool = False, **values: object
) -> str:
    return el(
        "button",
        {
            "type": "button",
            "class": names,
            "data-do": event,
            "aria-keyshortcuts": key,
            "aria-disabled": "true" if idle else None,
        },
        text(words.say(label or f"render.{event}", **values)),
    )


_KEYS: Final = (
    ("cards", "↑ ↓"),
    ("choose", "Enter"),
    ("taken", "←"),
    ("hint", "h"),
)
