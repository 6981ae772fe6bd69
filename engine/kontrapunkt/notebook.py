"""Views, results, records and cards as Python shows them: text in a terminal, HTML in a notebook.

The renderer draws them, but stands above their classes; so it is installed from here.
"""

from collections.abc import Callable
from html import escape
from importlib import resources
from importlib.util import find_spec
from typing import Any, Final

from kontrapunkt.core.cards import Card
from kontrapunkt.core.deal import Record
from kontrapunkt.core.interface import View
from kontrapunkt.core.view_model import Result

HEIGHT: Final = 460
"""Of a table in a notebook, in CSS pixels."""

STYLES: Final = ("colours", "cards", "table", "trick", "piles", "faces", "calls", "pot", "slate", "layout")
"""The site's styles that a table needs, in their order."""


def install() -> None:
    """Give the classes their `repr` and their HTML."""
    methods: tuple[tuple[type, str, Callable[..., str]], ...] = (
        (View, "__repr__", view_text),
        (View, "_repr_html_", view_html),
        (Result, "__repr__", result_text),
        (Result, "_repr_html_", result_html),
        (Record, "_repr_html_", record_html),
        (Card, "_repr_html_", card_html),
    )
    for owner, name, method in methods:
        setattr(owner, name, method)


def view_text(view: View[Any]) -> str:
    """Return the table as the terminal draws it."""
    from kontrapunkt.render.plain_lines import table_lines

    return "\n".join(table_lines(view))


def view_html(view: View[Any]) -> str:
    """Return the table as pages draw it, in a frame of its own; as text if the styles are not installed."""
    styles = _styles()
    if not styles:
        return _preformatted(view_text(view))
    from kontrapunkt.render import TableRenderer, contents, sprite

    table = "".join(TableRenderer(view, widget_id="kp-notebook", interactive=False).html())
    frame = f'<div class="kp-frame"><div class="kp-board">{table}</div></div>'
    board = f'<div class="kp" data-has="{contents(table)}">{frame}</div>'
    page = escape(f"<style>{styles}</style>{sprite()}{board}")
    return f'<iframe srcdoc="{page}" sandbox="" style="width: 100%; height: {HEIGHT}px; border: 0"></iframe>'


def result_text(result: Result) -> str:
    """Return the result's lines: the outcome, the numbers of all seats, then each item."""
    from kontrapunkt.render.plain_lines import result_lines

    return "\n".join(result_lines(result))


def result_html(result: Result) -> str:
    """Return the result as a table: a row for each item, a column for each seat."""
    rows = [(item.rule, item.text, item.seats) for item in result.items]
    rows.append(("", result.unit, result.seats))
    body = "".join(
        _row("td", escape(rule), escape(text), *(str(seats.get(seat, "")) for seat in result.seats))
        for rule, text, seats in rows
    )
    head = _row("th", "", "", *result.seats)
    return f"<table><caption>{escape(result.text)}</caption>{head}{body}</table>"


def record_html(record: Record) -> str:
    """Return the record's text."""
    from kontrapunkt.record import write

    return _preformatted(write(record))


def card_html(card: Card) -> str:
    """Return the card as rank and suit, red suits in red."""
    from kontrapunkt.text.phrasing import with_symbol

    colour = "#b3261e" if card.suit in ("H", "D") else "inherit"
    return f'<span style="color: {colour}">{with_symbol(card)}</span>'


def _row(tag: str, *cells: str) -> str:
    return f"<tr>{''.join(f'<{tag}>{cell}</{tag}>' for cell in cells)}</tr>"


def _styles() -> str:
    """Return the styles of widgets; empty if the site's package is not installed."""
    if find_spec("kontrapunkt_site") is None:
        return ""
    folder = resources.files("kontrapunkt_site") / "vendor" / "site" / "widgets"
    if not folder.is_dir():
        return ""
    return "".join((folder / f"{name}.css").read_text() for name in STYLES)


def _preformatted(text: str) -> str:
    return f"<pre>{escape(text)}</pre>"
