"""Records as they come to a table and leave it: a field to paste one, a list with one to take along."""

import json
from collections.abc import Sequence

from kontrapunkt.render.controls import any_button, button, titled_list
from kontrapunkt.render.markup import Attributes, bare, el, text
from kontrapunkt.text import catalogue


def bring_record(draft: str, problem: str, *, widget_id: str, how: str = "", take: str = "") -> str:
    """The way to bring a record: a button that opens a field to paste it into.

    Args:
        draft: What was pasted before and could not be read.
        problem: Why, in a sentence; empty for nothing.
        widget_id: What element ids begin with.
        how: What is to be pasted and what comes of it; a table's words unless given.
        take: What the button says that takes it; a table's words unless given.
    """
    field = f"{widget_id}-paste"
    return titled_list(
        f"{widget_id}-bring",
        catalogue.say("record.bring"),
        el("p", None, text(how or catalogue.say("record.bring.how"))),
        _field(field, draft),
        el("p", {"class": "kp-record-problem", "role": "alert"}, text(problem)) if problem else "",
        el("p", None, _send("record", f"{widget_id}-look", field, take or catalogue.say("record.look"))),
        names="kp-records",
        stays=True,
    )


def deal_by_number(*, widget_id: str) -> str:
    """The way to a deal that others have had: a button that opens a field for its number.

    Args:
        widget_id: What element ids begin with.
    """
    field = f"{widget_id}-number"
    number: Attributes = {
        "id": field,
        "type": "text",
        "class": "kp-figure",
        "inputmode": "numeric",
        "autocomplete": "off",
        "aria-label": catalogue.say("sitting.number.label"),
    }
    send = _send("number", f"{widget_id}-deal-number", field, catalogue.say("sitting.deal"))
    return titled_list(
        f"{widget_id}-by-number",
        catalogue.say("sitting.number"),
        el("p", None, text(catalogue.say("sitting.number.how"))),
        el("p", None, bare("input", number), " ", send),
        names="kp-records",
        stays=True,
    )


def _send(event: str, id_: str, field: str, label: str) -> str:
    """The button that sends what stands in a field."""
    return any_button("kp-button kp-answer", {"id": id_, "data-do": event, "data-field": field}, text(label))


def record_list(record: str, *, widget_id: str, told: str, link: Sequence[str], name: str) -> str:
    """A record to take along: to copy, as a file, as a link.

    Args:
        record: The record.
        widget_id: What element ids begin with.
        told: What it shows, in a sentence.
        link: The log that the link leads to.
        name: What the file is called, without its ending.
    """
    field = f"{widget_id}-record"
    log = json.dumps([*link], ensure_ascii=False)
    return titled_list(
        f"{widget_id}-records",
        catalogue.say("record.take"),
        el("p", None, text(told)),
        _field(field, record, fixed=True),
        el(
            "p",
            {"class": "kp-record-ways"},
            take_buttons(field, f"{name}.record"),
            _take(field, "link", {"data-ui": "share", "data-log": log}),
        ),
        names="kp-records",
    )


def take_buttons(field: str, name: str) -> str:
    """The buttons that copy what stands in a field, and save it.

    Args:
        field: The id of the field.
        name: What the file is called.
    """
    copy = _take(field, "copy", {"data-ui": "copy"})
    return copy + _take(field, "save", {"data-ui": "save", "data-name": name})


def _take(field: str, way: str, attributes: Attributes) -> str:
    return any_button("kp-button", {"data-field": field, **attributes}, text(catalogue.say(f"record.{way}")))


def play_on(label: str) -> str:
    """The button that plays on from the place of a record that is looked at; empty to keep its place.

    Args:
        label: What it says; empty where that cannot be.
    """
    on = button("on", label, names="kp-deed", strong=True) if label else ""
    return el("div", {"class": "kp-deeds"}, on)


def _field(id_: str, record: str, *, fixed: bool = False) -> str:
    attributes: Attributes = {
        "id": id_,
        "rows": 10,
        "readonly": fixed,
        "spellcheck": "false",
        "autocapitalize": "off",
        "aria-label": catalogue.say("record.text"),
    }
    return el("textarea", attributes, text(record))
