"""Printable sheets: the questions of each group, then the key on separate pages.

Orders come from `questions`, drawings from `paper`, styles from `paper.css`. The same order gives the same
bytes.
"""

import pkgutil
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Literal

from kontrapunkt import render
from kontrapunkt.classroom.paper import figure, is_multiple_choice, label
from kontrapunkt.classroom.questions import SheetOrder, SheetQuestion, needs_record
from kontrapunkt.core.interface import Game
from kontrapunkt.puzzles.kind import HANDS, Pick, PuzzleKind
from kontrapunkt.render.markup import bare, classes, el, text
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import use_faces

type Paper = Literal["A4", "letter"]

PAPERS: Final[Mapping[str, Paper]] = {"a4": "A4", "letter": "letter"}
"""The sizes of paper in CSS, by their names on the command line."""

_RULE: Final = re.compile(r"\([A-Z]{2}-[A-Z]+\d+\)")
_UNBROKEN: Final = r'<span class="rule">\g<0></span>'

type Code = Callable[[str, str], str]
"""A function that draws the QR code of an address, with a label for screen readers."""


def sheets(
    order: SheetOrder, entries: Mapping[str, Sequence[SheetQuestion]], code: Code | None = None
) -> str:
    """Render all sheets and the key as an element.

    Args:
        entries: The questions by group.
        code: Draws the QR code beside a question; None for none.
    """
    game, faces = order.open_game(), order.sheet_faces
    with use_faces(faces):
        parts = [_sheet(order, game, name, each, code) for name, each in entries.items()]
        keys = [_key_of(name, each) for name, each in entries.items()]
        key = el(
            "section",
            {"class": "key"},
            el("h1", None, text(catalogue.say("sheet.key", title=_title(order, game)))),
            *keys,
        )
    drawn = render.sprite((), german=faces == "german")
    return el("div", {"class": "kp-paper"}, *parts, key, drawn)


def document(order: SheetOrder, body: str, paper: Paper) -> str:
    """Render a file that can be opened from disk and printed, without external parts.

    Args:
        body: The result of `sheets`.
        paper: The size of the paper.
    """
    head = el(
        "head",
        None,
        bare("meta", {"charset": "utf-8"}),
        bare("meta", {"name": "viewport", "content": "width=device-width"}),
        el("title", None, text(_title(order, order.open_game()))),
        el("style", None, styles() + page_styles(paper)),
    )
    return f"<!doctype html>\n{el('html', {'lang': catalogue.language()}, head, el('body', None, body))}\n"


def styles() -> str:
    """Return the style sheet of sheets."""
    return (pkgutil.get_data("kontrapunkt.classroom", "paper.css") or b"").decode()


def page_styles(paper: Paper) -> str:
    """Return the styles for the printer: paper size, margins, page numbers."""
    number = "@bottom-right { content: counter(page); font: 9pt Georgia, serif; }"
    return f"@page {{ size: {paper}; margin: 11mm 12mm 13mm; {number} }}\n"


def _title(order: SheetOrder, game: Game) -> str:
    return order.title or catalogue.say("sheet.of", game=game.title)


# Questions --------------------------------------------------------------------------------------------------


def _sheet(
    order: SheetOrder, game: Game, group: str, entries: Sequence[SheetQuestion], code: Code | None
) -> str:
    """Render the questions of a group below a line for the name."""
    blanks = [("classroom.column.name", "wide"), ("sheet.date", None)] + (
        [] if group else [("sheet.group", None)]
    )
    lines = [el("span", {"class": classes("blank", wide)}, text(catalogue.say(key))) for key, wide in blanks]
    named = [el("b", None, text(catalogue.say("sheet.group.named", group=group)))] if group else []
    points = el("span", {"class": "points"}, el("i"), text(catalogue.say("sheet.points", n=len(entries))))
    header = el(
        "header",
        None,
        el("h1", None, text(_title(order, game))),
        el("p", {"class": "who"}, *lines, *named, points),
    )
    parts = {"questions": "", "records": ""}
    for n, each in enumerate(entries, 1):
        part = "records" if needs_record(each.task) else "questions"
        parts[part] += _question(order, group, n, each, code)
    asked = (el("div", {"class": name}, html) for name, html in parts.items() if html)
    return el("section", {"class": "sheet"}, header, _play(order, entries), *asked)


def _play(order: SheetOrder, entries: Sequence[SheetQuestion]) -> str:
    """Explain once how to reach the questions on the site."""
    if not order.site:
        return ""
    address = order.site + entries[0].shelf
    typed = address.partition("//")[2] or address
    return el("p", {"class": "play"}, text(catalogue.say("sheet.play", address=typed)))


def _question(order: SheetOrder, group: str, n: int, of: SheetQuestion, code: Code | None) -> str:
    """Render a question: number, text, figure, boxes, and the link to play it."""
    story = el("p", None, text(of.task.puzzle.story)) if of.task.puzzle.story else ""
    kind = of.task
    return el(
        "section",
        {"class": "question", "data-kind": of.kind},
        _way(order, question_number(group, n), of, code),
        el("h2", None, el("span", {"class": "number"}, text(question_number(group, n)))),
        el("div", {"class": "asked"}, story, el("p", None, text(kind.question))),
        figure(of),
    )


def question_number(group: str, n: int) -> str:
    """Return a question's number, with the group's letter to keep pages apart.

    Args:
        group: The group's name; omitted unless it is a single letter.
        n: The number of the question, from 1.
    """
    return f"{group}{n}" if len(group) == 1 and group.isalpha() else str(n)


def _way(order: SheetOrder, number: str, of: SheetQuestion, code: Code | None) -> str:
    """Render the QR code of a question and the address to type."""
    if not order.site:
        return ""
    address = order.site + of.shelf + of.name
    drawn = code(address, catalogue.say("sheet.code", number=number)) if code else ""
    return el("a", {"class": "way", "href": address}, drawn, el("span", None, text(of.name.rstrip("/"))))


# The key ----------------------------------------------------------------------------------------------------


def _key_of(group: str, entries: Sequence[SheetQuestion]) -> str:
    """Render the answers of a group, each with its reason."""
    title = el("h2", None, text(catalogue.say("sheet.group.named", group=group))) if group else ""
    answers = [_answer(question_number(group, n), each) for n, each in enumerate(entries, 1)]
    return el("section", {"class": "answers"}, title, *answers)


def _answer(number: str, of: SheetQuestion) -> str:
    right = answer(of.task)
    short = el("b", None, ", ".join(right), ".") if right else ""
    why = _RULE.sub(_UNBROKEN, " ".join(map(text, reasons(of.task))))
    return el(
        "section",
        {"class": "answer"},
        el("h3", None, text(number)),
        el("p", None, short, " " if right else "", why),
    )


def answer(task: PuzzleKind) -> list[str]:
    """Return the right answer as HTML; empty if it is more than a choice."""
    if not is_multiple_choice(task):
        return []
    if task.many and not task.wrong and task.place in HANDS:
        return [text(catalogue.say("sheet.all"))]
    return [label(task, pick) for pick in task.right] or [text(catalogue.say("sheet.nothing"))]


def reasons(task: PuzzleKind) -> list[str]:
    """Return the reasons for the right answer, with the rules behind them."""
    if not is_multiple_choice(task):
        return [*task.solution, task.puzzle.explanation] if task.puzzle.explanation else [*task.solution]
    if task.many:
        return [*_by_rule(task.wrong or task.right)]
    right = task.right[0]
    if right.rule:
        return [with_rule(right)]
    return [*task.solution[: len(task.answer)]]


def _by_rule(picks: Sequence[Pick]) -> Iterable[str]:
    """Return each reason once: for several with one rule, the first."""
    first: dict[str, str] = {}
    for pick in picks:
        first.setdefault(pick.rule or pick.key, with_rule(pick))
    return first.values()


def with_rule(pick: Pick) -> str:
    """Return why a pick is right or wrong, with the rule."""
    return f"{pick.text} ({pick.rule})" if pick.rule else pick.text
