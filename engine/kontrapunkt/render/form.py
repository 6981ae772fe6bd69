"""A form of few choices: rows of buttons, numbers that are typed, and what is done with it all."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from kontrapunkt.render.controls import any_button, buttons, feedback, titled_list, toggle
from kontrapunkt.render.markup import Attributes, bare, el, group, text, unheard
from kontrapunkt.text import catalogue

MOST: Final = 9999
"""What an option takes at the most that is a number."""


@dataclass(frozen=True, slots=True)
class FormChoice:
    """One way to agree on something.

    Attributes:
        event: The event that a click sends.
        label: What it is called.
        chosen: Whether it is agreed now.
        name: What its button is called in the markup, where the event changes with what is agreed.
    """

    event: str
    label: str
    chosen: bool
    name: str = ""

    def html(self, widget_id: str) -> str:
        """Its button; element ids begin with the widget's."""
        id_ = f"{widget_id}-{self.name or self.event.replace(' ', '-')}"
        return toggle(self.event, self.label, self.chosen, "kp-button kp-term", id_)


@dataclass(frozen=True, slots=True)
class FormField:
    """Something to be agreed.

    Attributes:
        key: Its name in the log.
        label: What it decides, in words.
        answers: The ways there are.
        number: What is agreed, where any whole number will do; empty where there are answers to choose from.
    """

    key: str
    label: str
    answers: tuple[FormChoice, ...]
    number: str = ""

    def html(self, widget_id: str) -> str:
        """What it is, with a button for each way; element ids begin with the widget's."""
        ways = [each.html(widget_id) for each in self.answers] or [
            _field(f"{widget_id}-set-{self.key}", self.key, self.number, 1, MOST, self.label)
        ]
        label = unheard("kp-term-label", text(self.label))
        return group("kp-term-of", self.label, label, el("span", {"class": "kp-term-answers"}, *ways))


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

    def html(self, widget_id: str) -> str:
        """Its field and what may stand there, behind its name; element ids begin with the widget's."""
        id_ = f"{widget_id}-{self.key}"
        field = _field(id_, self.key, self.value, self.least, self.most)
        told = text(catalogue.say("form.range", least=self.least, most=self.most))
        range_ = el("span", {"class": "kp-figure-range"}, told)
        return labelled(self.label, id_, el("span", {"class": "kp-term-answers"}, field, range_))


def form(rows: Sequence[FormField | Number], options: Sequence[FormField | Number], *, widget_id: str) -> str:
    """What is asked, row by row; the game's options wait in a list.

    Args:
        rows: The rows.
        options: The options.
        widget_id: What element ids begin with.
    """
    asked = [each.html(widget_id) for each in rows]
    return el("div", {"class": "kp-terms kp-form"}, *asked, options_list(options, widget_id))


def labelled(label: str, id_: str, field: str) -> str:
    """Something that is typed, behind its name.

    Args:
        label: The name.
        id_: The id of its field.
        field: The field, as HTML.
    """
    named = el("label", {"class": "kp-term-label", "for": id_}, text(label))
    return el("div", {"class": "kp-term-of"}, named, field)


def options_list(options: Sequence[FormField | Number], widget_id: str) -> str:
    """The options of a game, behind a word that opens their list; empty where there are none.

    Args:
        options: The options.
        widget_id: What element ids begin with.
    """
    if not options:
        return ""
    return titled_list(
        f"{widget_id}-options",
        catalogue.say("sitting.options"),
        *(each.html(widget_id) for each in options),
        names="kp-terms-list",
        opens="kp-button kp-deeds-open",
        stays=True,
    )


def _field(id_: str, key: str, value: str, least: int, most: int, label: str | None = None) -> str:
    """A field for a number, which is taken as soon as it is written."""
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
    """What it comes to: a sentence, and what everybody gets.

    Args:
        said: The sentence.
        total: The numbers; empty for none.
    """
    numbers = el("strong", {"class": "kp-sum"}, text(total)) if total else ""
    return feedback(text(said) + numbers)


def form_controls(
    events: Sequence[tuple[str, str]] = (), idle: Collection[str] = (), further: str = ""
) -> str:
    """The buttons below a form: to begin anew, and to take a link to it as it is filled in.

    Args:
        events: What else can be done, each event with what its button says.
        idle: Those of them that cannot be now.
        further: Other ways to fill it in, as HTML.
    """
    row = buttons(events, idle) + further + buttons([("clear", catalogue.say("form.clear"))])
    link = any_button("kp-button", {"data-ui": "share"}, text(catalogue.say("render.share")))
    solving = el("div", {"class": "kp-solving"}, row, link)
    return group("kp-controls", catalogue.say("form.controls"), solving)
