"""Forms to paste a record at a table, and to take one along."""

import json
from collections.abc import Sequence

from kontrapunkt.render.controls import any_button, button, titled_list
from kontrapunkt.render.markup import Attributes, bare, el, text
from kontrapunkt.text import catalogue


def bring_record(draft: str, problem: str, *, widget_id: str, how: str = "", take: str = "") -> str:
    """Render the button and field to paste a record.

    Args:
        draft: Pasted text that could not be read.
        problem: Why it could not be read; empty for none.
        widget_id: The prefix of element ids.
        how: The instructions; a table's by default.
        take: The label of the button that submits it; a table's by default.
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
    """Render the button and field for a deal by number, to share it with others.

    Args:
        widget_id: The prefix of element ids.
    """
    field = f"{widget_id}-number"
    number: Attributes = {
        "id": field,
        "type": "text",
        "class": "kp-figure",
        "inputmode": "numeric",
        "autocomplete": "off",
        "aria-label": catalogue.say("table.number.label"),
    }
    send = _send("number", f"{widget_id}-deal-number", field, catalogue.say("table.number.deal"))
    return titled_list(
        f"{widget_id}-by-number",
        catalogue.say("table.number"),
        el("p", None, text(catalogue.say("table.number.how"))),
        el("p", None, bare("input", number), " ", send),
        names="kp-records",
        stays=True,
    )


def _send(event: str, id_: str, field: str, label: str) -> str:
    """Render the button that sends the content of a field."""
    return any_button("kp-button kp-answer", {"id": id_, "data-do": event, "data-field": field}, text(label))


def record_list(record: str, *, widget_id: str, told: str, link: Sequence[str], name: str) -> str:
    """Render a record to copy, download or link to.

    Args:
        widget_id: The prefix of element ids.
        told: A sentence about its content.
        link: The log in the link.
        name: The file name without extension.
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
    """Render the buttons that copy and download the content of a field.

    Args:
        field: The element id of the field.
        name: The file name.
    """
    copy = _take(field, "copy", {"data-ui": "copy"})
    return copy + _take(field, "save", {"data-ui": "save", "data-name": name})


def _take(field: str, way: str, attributes: Attributes) -> str:
    return any_button("kp-button", {"data-field": field, **attributes}, text(catalogue.say(f"record.{way}")))


def play_on(label: str, event: str = "on") -> str:
    """Render the button that plays on from a record; without a label its empty place.

    Args:
        event: The event that it sends.
    """
    on = button(event, label, names="kp-deed", strong=True) if label else ""
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
