"""A form of few choices: rows of buttons, numbers that are typed, and what is done with it all."""

from collections.abc import Sequence
from dataclasses import dataclass

from kontrapunkt import words
from kontrapunkt.render.controls import feedback
from kontrapunkt.render.markup import Attributes, bare, el, text
from kontrapunkt.render.sitting import Agreement, agreement, options_list


@dataclass(frozen=True, slots=True)
class Number:
    """A number that is asked for.

    Attributes:
        key: Its name.
        label: What it is, in words.
        value: The number, as text.
        least: The least that will do.
        most: The greatest that will do.
    """

    key: str
    label: str
    value: str
    least: int
    most: int


def form(rows: Sequence[Agreement | Number], options: Sequence[Agreement | Number], *, widget_id: str) -> str:
    """What is asked, row by row; the game's options wait in a list.

    Args:
        rows: The rows.
        options: The options.
        widget_id: What element ids begin with.
    """
    listed = options_list([_row(each, widget_id) for each in options], widget_id=widget_id)
    asked = [_row(each, widget_id) for each in rows]
    return el("div", {"class": "kp-terms kp-form"}, *asked, listed)


def _row(of: Agreement | Number, widget_id: str) -> str:
    return _number(of, widget_id) if isinstance(of, Number) else agreement(of, widget_id)


def _number(of: Number, widget_id: str) -> str:
    id_ = f"{widget_id}-{of.key}"
    attributes: Attributes = {
        "type": "number",
        "class": "kp-figure",
        "id": id_,
        "min": of.least,
        "max": of.most,
        "step": 1,
        "value": of.value,
        "inputmode": "numeric",
        "autocomplete": "off",
        "data-set": f"set {of.key}",
    }
    field = bare("input", attributes)
    range_ = el(
        "span", {"class": "kp-figure-range"}, text(words.say("form.range", least=of.least, most=of.most))
    )
    return el(
        "div",
        {"class": "kp-term-of"},
        el("label", {"class": "kp-term-label", "for": id_}, text(of.label)),
        el("span", {"class": "kp-term-answers"}, field, range_),
    )


def verdict(said: str, total: str) -> str:
    """What it comes to: a sentence, and what everybody gets.

    Args:
        said: The sentence.
        total: The numbers; empty for none.
    """
    numbers = el("strong", {"class": "kp-sum"}, text(total)) if total else ""
    return feedback(text(said) + numbers)


def form_controls() -> str:
    """The buttons below a form: to begin anew, and to take a link to it as it is filled in."""
    clear = {"type": "button", "class": "kp-button", "data-do": "clear"}
    link = {"type": "button", "class": "kp-button", "data-ui": "share"}
    return el(
        "div",
        {"class": "kp-controls", "role": "group", "aria-label": words.say("form.controls")},
        el(
            "div",
            {"class": "kp-solving"},
            el("button", clear, text(words.say("form.clear"))),
            el("button", link, text(words.say("render.share"))),
        ),
    )
