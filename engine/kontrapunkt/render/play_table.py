"""The table for play: settings before the first deal, buttons and scoresheet."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from kontrapunkt.core.interface import SEATS, Seat, Session
from kontrapunkt.core.messages import seat_name
from kontrapunkt.render.controls import any_button, more_menu, opener, over_page, title
from kontrapunkt.render.deal_end import folded
from kontrapunkt.render.form import FormField, options_list
from kontrapunkt.render.markup import (
    Attributes,
    el,
    grid,
    group,
    items,
    prose,
    region,
    text,
    visually_hidden,
)
from kontrapunkt.text import catalogue


@dataclass(frozen=True, slots=True)
class ScoresheetLine:
    """A deal on the scoresheet.

    Attributes:
        number: The number of the deal, from 1.
        numbers: The result of each player, by the name of the seat or player.
        notes: The reader's help: cards taken back, hints, hands seen; empty for none.
    """

    number: int
    numbers: Mapping[str, int]
    result: str
    notes: str = ""


def terms(*rows: str) -> str:
    """Render the settings before the first deal, in the place of the table.

    Args:
        rows: The settings, as HTML.
    """
    return el("div", {"class": "kp-terms"}, *rows)


def folded_terms(rows: Sequence[str], *, widget_id: str) -> tuple[str, str]:
    """Render the settings in a list over the page: its button, and the list.

    Args:
        rows: The settings, as HTML.
        widget_id: The prefix of element ids.
    """
    id_, label = f"{widget_id}-settings", catalogue.say("table.settings")
    listed = over_page(id_, "kp-terms-folded", title(label), *rows, stays=True)
    return opener(id_, "kp-button", text(f"{label} …")), listed


def further_terms(options: Sequence[FormField], others: Iterable[str], *, widget_id: str) -> str:
    """Render the list of the game's options, and other ways to begin.

    Args:
        others: The other ways, as HTML.
        widget_id: The prefix of element ids.
    """
    return el("div", {"class": "kp-terms-more"}, options_list(options, widget_id), *others)


def session_controls(widget_id: str, row: Sequence[str], rare: str = "", listed: str = "") -> str:
    """Render the row of buttons at a table.

    Args:
        widget_id: The prefix of element ids.
        row: The buttons, as HTML.
        rare: The rarely used buttons, as HTML.
        listed: A list that one of the buttons opens, as HTML; empty for none.
    """
    solving = el("div", {"class": "kp-solving"}, *row)
    extra = rare + _sound_switch() + _answers()
    wanted_rarely = more_menu(widget_id, _KEYS, share=False, extra=extra, notes=_HELP)
    return group("kp-controls", catalogue.say("table.controls"), solving, wanted_rarely, listed)


def _sound_switch() -> str:
    """Render the switch for sounds; the style sheet shows what a press will do."""
    labels = (
        el("span", {"class": f"kp-when-{when}"}, text(catalogue.say(f"table.sound.{way}")))
        for when, way in (("silent", "on"), ("sounding", "off"))
    )
    return any_button("kp-button", {"data-ui": "sound"}, *labels)


def _answers() -> str:
    """Render buttons for listeners: answers to questions, the last message again, how much is said."""
    asked = (
        _ear_button(catalogue.say(f"ear.{name}"), key, {"data-ui": "answer", "data-answer": name})
        for name, key in (("trick", "t"), ("cards", "c"), ("score", "s"), ("turn", "w"))
    )
    again = _ear_button(catalogue.say("ear.again"), "r", {"data-ui": "again"})
    return group("kp-ear", catalogue.say("ear.title"), *asked, again, speech_switch("l"))


def _ear_button(label: str, key: str, attributes: Attributes) -> str:
    shown = el("kbd", {"aria-hidden": "true"}, text(key))
    return any_button("kp-button", {"aria-keyshortcuts": key, **attributes}, text(f"{label} "), shown)


def speech_switch(key: str = "") -> str:
    """Render the switch for how much is said; the style sheet shows what is chosen.

    Args:
        key: The shortcut; empty for none.
    """
    labels = (
        el("span", {"class": f"kp-when-{level}"}, text(catalogue.say(f"ear.level.{level}")))
        for level in ("brief", "normal", "full")
    )
    shown = el("kbd", {"aria-hidden": "true"}, text(key)) if key else ""
    return any_button(
        "kp-button", {"data-ui": "speech", "aria-keyshortcuts": key or None}, *labels, f" {shown}"
    )


def answers(told: Mapping[str, str]) -> str:
    """Render the answers for listeners, which nobody sees.

    Args:
        told: The answers by the names of their buttons.
    """
    return "".join(el("p", {"hidden": True, "data-ear": name}, text(said)) for name, said in told.items())


def cover(awaited: Seat | None, *, widget_id: str) -> str:
    """Render the button that shows a player's cards, between two people's turns.

    Args:
        awaited: The seat that is to come to the screen; None for nobody.
        widget_id: The prefix of element ids.
    """
    shows = ""
    if awaited:
        attributes: Attributes = {
            "id": f"{widget_id}-show",
            "data-do": f"show {awaited}",
            "data-key": "show",
            "data-focus": True,
            "aria-keyshortcuts": "n",
        }
        label = catalogue.say("table.show", seat=seat_name(awaited))
        shows = any_button("kp-button kp-answer kp-deed", attributes, text(label))
    return el("div", {"class": "kp-deeds"}, shows)


def last_trick(row: str) -> str:
    """Render the last trick, folded.

    Args:
        row: The trick as a row of the list of tricks, in HTML.
    """
    return folded(catalogue.say("table.last_trick"), row, "kp-last-trick")


def advice(head: str, lines: Sequence[str]) -> str:
    """Render a club player's opinion of each action.

    Args:
        head: The number of deals examined.
        lines: The opinions, the best action first.
    """
    return el("div", {"class": "kp-review"}, prose(head), items(map(text, lines)))


def scoresheet(lines: Sequence[ScoresheetLine], session: Session | None) -> str:
    """Render the results so far and the session's score; empty before the first.

    Args:
        lines: The finished deals.
        session: The session after the last of them; None if unknown.
    """
    if not lines:
        return ""
    players = list(lines[-1].numbers)
    columns = [visually_hidden(catalogue.say("table.deal")), *(text(_player(each)) for each in players)]
    label = catalogue.say("table.scoresheet") + (f" ({session.unit})" if session and session.unit else "")
    return region(
        "kp-scoresheet",
        label,
        title(label, heard=False),
        grid(columns, (_row(line, players) for line in lines)) if players else "",
        prose(str(session.standing), "kp-standing-now") if session else "",
    )


def _row(line: ScoresheetLine, players: Sequence[str]) -> str:
    cells = [el("td", None, text(catalogue.signed(line.numbers.get(each, 0)))) for each in players]
    deal = el("tr", {"title": line.result}, el("th", {"scope": "row"}, text(line.number)), *cells)
    note = el("td", {"colspan": len(players) + 1}, text(line.notes))
    return deal + (el("tr", {"class": "kp-sheet-note"}, note) if line.notes else "")


def _player(name: str) -> str:
    return str(seat_name(name)) if name in SEATS else name


_HELP: Final = (
    "table.help.players",
    "table.help.people",
    "table.help.records",
    "table.help.results",
    "table.help.review",
)

_KEYS: Final = (
    ("cards", "← →"),
    ("play", "Enter"),
    ("taken", "Backspace"),
    ("hint", "h"),
    ("deal", "n"),
    ("ear", "t c s w r"),
    ("level", "l"),
)
