"""Forms with few choices: button groups, number fields and the buttons below."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from kontrapunkt.render.controls import any_button, buttons, feedback, titled_list, toggle
from kontrapunkt.render.markup import Attributes, aria_hidden, bare, el, group, text
from kontrapunkt.text import catalogue

MOST: Final = 9999
"""The largest number for an option."""


@dataclass(frozen=True, slots=True)
class FormChoice:
    """A choice of a field.

    Attributes:
        event: The event that a click sends.
        chosen: Whether it is chosen now.
        name: The name in its element id, if the event depends on other choices.
        about: An addition to its name for screen readers; empty for none.
    """

    event: str
    label: str
    chosen: bool
    name: str = ""
    about: str = ""

    def html(self, widget_id: str) -> str:
        """Render the button."""
        id_ = f"{widget_id}-{self.name or self.event.replace(' ', '-')}"
        return toggle(self.event, self.label, self.chosen, "kp-button kp-term", id_, self.about)


@dataclass(frozen=True, slots=True)
class FormField:
    """A field with choices, or for a number.

    Attributes:
        key: Its key in the log.
        answers: The choices.
        number: The value of a number field; empty for a field with choices.
    """

    key: str
    label: str
    answers: tuple[FormChoice, ...]
    number: str = ""

    def html(self, widget_id: str) -> str:
        """Render the label with a button for each choice, or the number field."""
        ways = [each.html(widget_id) for each in self.answers] or [
            _field(f"{widget_id}-set-{self.key}", self.key, self.number, 1, MOST, self.label)
        ]
        label = aria_hidden("kp-term-label", text(self.label))
        return group("kp-term-of", self.label, label, el("span", {"class": "kp-term-answers"}, *ways))


@dataclass(frozen=True, slots=True)
class Number:
    """A number field with a range.

    Attributes:
        key: Its key in the log.
        value: The number, as text.
        least: The lowest number allowed.
        most: The highest number allowed.
    """

    key: str
    label: str
    value: str
    least: int
    most: int

    def html(self, widget_id: str) -> str:
        """Render the field and its range behind the label."""
        id_ = f"{widget_id}-{self.key}"
        field = _field(id_, self.key, self.value, self.least, self.most)
        told = text(catalogue.say("form.range", least=self.least, most=self.most))
        range_ = el("span", {"class": "kp-figure-range"}, told)
        return label_field(self.label, id_, el("span", {"class": "kp-term-answers"}, field, range_))


def shared_labels(fields: Iterable[object], others: Iterable[str] = ()) -> set[str]:
    """Return the labels that choices of several fields have.

    Args:
        fields: All fields of a form.
        others: The labels of its other buttons.
    """
    choices = (each.answers for each in fields if isinstance(each, FormField))
    met = Counter([*others, *(label for each in choices for label in {choice.label for choice in each})])
    return {label for label, times in met.items() if times > 1}


def tell_apart[T](fields: Iterable[T], shared: Collection[str]) -> list[T]:
    """Return fields whose choices name their field to screen readers, if their labels are shared."""
    return [_with_field(each, shared) if isinstance(each, FormField) else each for each in fields]


def _with_field[T: FormField](field: T, shared: Collection[str]) -> T:
    answers = (replace(each, about=field.label) if each.label in shared else each for each in field.answers)
    return replace(field, answers=tuple(answers))


def form(rows: Sequence[FormField | Number], options: Sequence[FormField | Number], *, widget_id: str) -> str:
    """Render the fields row by row; the game's options are in a list.

    Args:
        widget_id: The prefix of element ids.
    """
    shared = shared_labels([*rows, *options])
    asked = [each.html(widget_id) for each in tell_apart(rows, shared)]
    listed = options_list(tell_apart(options, shared), widget_id)
    return el("div", {"class": "kp-terms kp-form"}, *asked, listed)


def label_field(label: str, id_: str, field: str) -> str:
    """Render a field behind its label.

    Args:
        id_: The element id of the field.
        field: The field, as HTML.
    """
    named = el("label", {"class": "kp-term-label", "for": id_}, text(label))
    return el("div", {"class": "kp-term-of"}, named, field)


def options_list(options: Sequence[FormField | Number], widget_id: str) -> str:
    """Render the list of a game's options with its button; empty for none.

    Args:
        widget_id: The prefix of element ids.
    """
    if not options:
        return ""
    return titled_list(
        f"{widget_id}-options",
        catalogue.say("table.options"),
        *(each.html(widget_id) for each in options),
        names="kp-terms-list",
        opens="kp-button kp-terms-open",
        stays=True,
    )


def _field(id_: str, key: str, value: str, least: int, most: int, label: str | None = None) -> str:
    """Render a number field, which sends its value on change."""
    attributes: Attributes = {
        "type": "number",
        "class": "kp-figure",
        "id": id_,
        "min": least,
        "max": most,
        "step": 1,
        "value": value,
        "inputmode": "numeric",
        "autocomplete": "off",
        "aria-label": label,
        "data-set": f"set {key}",
    }
    return bare("input", attributes)


def verdict(said: str, total: str) -> str:
    """Render the result: a sentence and the numbers of all seats.

    Args:
        said: The sentence.
        total: The numbers as HTML; empty for none.
    """
    numbers = el("strong", {"class": "kp-sum"}, total) if total else ""
    return feedback(text(said) + numbers)


def form_controls(
    events: Sequence[tuple[str, str]] = (), idle: Collection[str] = (), further: str = ""
) -> str:
    """Render the buttons below a form: clear and share.

    Args:
        events: Further events, each with the label of its button.
        idle: The events that are disabled.
        further: Other ways to fill in the form, as HTML.
    """
    row = buttons(events, idle) + further + buttons([("clear", catalogue.say("form.clear"))])
    link = any_button("kp-button", {"data-ui": "share"}, text(catalogue.say("render.share")))
    solving = el("div", {"class": "kp-solving"}, row, link)
    return group("kp-controls", catalogue.say("form.controls"), solving)
