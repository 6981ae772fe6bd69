"""Buttons, the message box and the layout of widgets."""

from collections.abc import Collection, Sequence
from typing import Final

from kontrapunkt.render.markup import (
    Attributes,
    Markup,
    classes,
    el,
    group,
    in_parts,
    prose,
    text,
    visually_hidden,
)
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import cached_text

# Buttons


def any_button(names: str | None, attributes: Attributes, *children: str) -> str:
    """Render a button.

    Args:
        names: Its class names.
        attributes: Its event and state.
        children: Its content as HTML.
    """
    return el("button", {"type": "button", "class": names, **attributes}, *children)


def button(
    event: str,
    label: str,
    *,
    names: str = "",
    key: str = "",
    idle: bool = False,
    strong: bool = False,
    about: str = "",
    id_: str | None = None,
    focus: bool = False,
) -> str:
    """Render a button that sends an event.

    Args:
        names: Further class names.
        key: The shortcut, as in `aria-keyshortcuts`; empty for none.
        idle: Whether it is disabled.
        strong: Whether it is the main button.
        about: An addition to its name for screen readers, if others have the same label; empty for none.
        id_: Its element id; None for none.
        focus: Whether it receives focus when the focused element is gone.
    """
    attributes: Attributes = {
        "id": id_,
        "data-focus": focus,
        "data-do": event,
        "aria-keyshortcuts": key or None,
        "aria-disabled": "true" if idle else None,
    }
    return any_button(
        classes("kp-button", "kp-answer" if strong else "", names), attributes, _labelled(label, about)
    )


def buttons(events: Sequence[tuple[str, str]], idle: Collection[str] = ()) -> str:
    """Render a button for each event.

    Args:
        events: The events, each with the label of its button.
        idle: The events that are disabled.
    """
    return "".join(button(event, label, idle=event in idle) for event, label in events)


def toggle(
    event: str,
    label: str,
    pressed: bool,
    names: str = "kp-button",
    id_: str | None = None,
    about: str = "",
    focus: bool = False,
) -> str:
    """Render a toggle button.

    Args:
        event: The event that it sends.
        pressed: Whether it is pressed.
        names: Its class names.
        id_: Its element id; None for none.
        about: An addition to its name for screen readers, if others have the same label; empty for none.
        focus: Whether it receives focus when the focused element is gone.
    """
    attributes: Attributes = {
        "id": id_,
        "data-focus": focus,
        "data-do": event,
        "aria-pressed": "true" if pressed else "false",
    }
    return any_button(names, attributes, _labelled(label, about))


def _labelled(label: str, about: str) -> str:
    """Render the label of a button, with an addition for screen readers if others have the same."""
    return text(label) + (visually_hidden(f" ({about})") if about else "")


def opener(id_: str, names: str, *children: str, focus: bool = False) -> str:
    """Render a button that opens a list over the page.

    Args:
        id_: The element id of the list.
        names: The class names of the button.
        children: Its content as HTML.
        focus: Whether it receives focus when the focused element is gone.
    """
    attributes: Attributes = {
        "id": f"{id_}-open",
        "popovertarget": id_,
        "aria-haspopup": "true",
        "data-focus": focus,
    }
    return any_button(names, attributes, *children)


def over_page(id_: str, names: str, *children: str, label: str | None = None, stays: bool = False) -> str:
    """Render a list that an `opener` opens over the page.

    Args:
        names: Its class names.
        children: Its content as HTML.
        label: Its name for screen readers; None if its title is enough.
        stays: Whether it stays open after a click in it.
    """
    attributes: Attributes = {
        "class": classes("kp-keys", names),
        "id": id_,
        "popover": "auto",
        "role": None if label is None else "group",
        "aria-label": label,
        "data-stays": stays,
    }
    return el("div", attributes, *children)


def titled_list(
    id_: str, label: str, *children: str, names: str, opens: str = "kp-button", stays: bool = False
) -> str:
    """Render a button and the list that it opens, with the same label.

    Args:
        id_: The element id of the list.
        label: The label of the button and title of the list.
        children: The content of the list as HTML.
        names: The class names of the list.
        opens: The class names of the button.
        stays: Whether it stays open after a click in it.
    """
    return opener(id_, opens, text(f"{label} …")) + over_page(
        id_, names, title(label), *children, stays=stays
    )


def title(label: str, *, heard: bool = True) -> str:
    """Render the title of a list.

    Args:
        heard: False if screen readers skip it, as the list has the same name.
    """
    return prose(label, "kp-keys-title", heard=heard)


# Rows of buttons


def controls(
    *,
    widget_id: str,
    at: int,
    total: int,
    position: str | None = None,
    branch: bool = False,
    share: bool = True,
    extra: str = "",
) -> str:
    """Render the buttons to step through an example.

    Args:
        widget_id: The prefix of element ids.
        at: The present step, from 0.
        total: The last step.
        position: The place in words; "card 7 of 20" if None.
        branch: Whether the reader is on a line of their own.
        share: Whether there are buttons for a link and an embedding frame.
        extra: HTML of further buttons, for the list.
    """
    where = position if position is not None else catalogue.say("render.position", at=at, total=total)
    return group(
        "kp-controls",
        catalogue.say("render.controls"),
        el("p", {"class": "kp-position"}, text(where)),
        walk(at, total, branch),
        more_menu(widget_id, _KEYS, share=share, extra=extra),
    )


def solving(name: str, position: str, walk: str, row: Sequence[str], more: str) -> str:
    """Render the row of buttons below a question.

    Args:
        name: The key of its label for screen readers.
        position: The reader's score in words.
        walk: The buttons to step along a record; empty for none.
        row: The buttons, as HTML.
        more: The list of rarely used buttons, as HTML.
    """
    where = el("p", {"class": "kp-position kp-score"}, text(position))
    return group(
        "kp-controls", catalogue.say(name), where, walk, el("div", {"class": "kp-solving"}, *row), more
    )


@cached_text(256)
def walk(at: int, total: int, branch: bool = False) -> str:
    """Render four step buttons; on the reader's own line Next returns to the record.

    Args:
        at: The present step, from 0.
        total: The last step.
        branch: Whether the reader is on a line of their own.
    """
    start, end = at <= 0 and not branch, at >= total and not branch
    onward = ("return", "", False) if branch else ("next", "ArrowRight", end)
    steps = (("first", "Home", start), ("back", "ArrowLeft", start), onward, ("last", "End", end))
    found = (
        button(name, catalogue.say(f"render.{name}"), names=f"kp-{name}", key=key, idle=idle)
        for name, key, idle in steps
    )
    return el("div", {"class": "kp-walk"}, *found)


@cached_text(64)  # it stays the same between steps
def more_menu(
    widget_id: str,
    keys: Sequence[tuple[str, str]],
    *,
    share: bool = True,
    extra: str = "",
    notes: Sequence[str] = (),
) -> str:
    """Render the full-window button and the list of rarely used buttons and shortcuts.

    Args:
        widget_id: The prefix of element ids.
        keys: The shortcuts: the end of the text's key (`render.keys.next`) and the keys to press.
        share: Whether there are buttons for a link and an embedding frame.
        extra: HTML of further buttons in the list.
        notes: The keys of sentences of help, each a paragraph.
    """
    link = "".join(
        any_button("kp-button", {"data-ui": name}, text(catalogue.say(f"render.{name}")))
        for name in ("share", "frame")
    )
    told = (
        el("dt", None, " ".join(el("kbd", None, text(cap)) for cap in caps.split()))
        + el("dd", None, text(catalogue.say(f"render.keys.{name}")))
        for name, caps in (*keys, ("large", "f"), ("hands", "v"), ("help", "?"))
    )
    return el(
        "div",
        {"class": "kp-more"},
        _icon("hands", _HANDS, {"data-ui": "hands", "aria-keyshortcuts": "v"}),
        _icon("large", _LARGE, {"data-ui": "large", "aria-keyshortcuts": "f"}, when_large="small"),
        _icon("more", _DOTS, {"popovertarget": f"{widget_id}-keys", "aria-keyshortcuts": "?"}),
        over_page(
            f"{widget_id}-keys",
            "",
            el("div", {"class": "kp-rare"}, extra, link if share else "") if extra or share else "",
            _help(notes) if notes else "",
            title(catalogue.say("render.keys.title")),
            el("dl", None, *told),
        ),
    )


def _help(notes: Sequence[str]) -> str:
    """Return paragraphs of help below their title."""
    paragraphs = (el("p", None, text(catalogue.say(note))) for note in notes)
    return el("div", {"class": "kp-help"}, title(catalogue.say("render.help")), *paragraphs)


def _icon(name: str, drawing: str, attributes: Attributes, *, when_large: str = "") -> str:
    """Render an icon button, with a text for screen readers and one in full window."""
    said = catalogue.say(f"render.{name}")
    drawn = f'<svg viewBox="0 0 20 20" aria-hidden="true">{drawing}</svg>'
    spoken = visually_hidden(said)
    if when_large:
        other = catalogue.say(f"render.{when_large}")
        spoken = "".join(
            el("span", {"class": f"kp-vh kp-when-{size}"}, text(each))
            for size, each in (("small", said), ("large", other))
        )
    return any_button(f"kp-button kp-icon kp-{name}-button", {"title": said, **attributes}, drawn, spoken)


_HANDS: Final = '<path d="M2 10s3-5 8-5 8 5 8 5-3 5-8 5-8-5-8-5z"/><path d="M10 10h.01"/>'
_LARGE: Final = '<path d="M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4"/>'
_DOTS: Final = '<path d="M4 10h.01M10 10h.01M16 10h.01"/>'

_KEYS = (
    ("back", "←"),
    ("next", "→"),
    ("first", "Home"),
    ("last", "End"),
    ("cards", "↑ ↓"),
    ("play", "Enter"),
    ("tell", "t c r"),
)

# A widget


def feedback(html: str, *, tone: str = "", notes: str = "", wanted: bool = False) -> str:
    """Render the message box, the only place for a widget's messages; it can scroll.

    Args:
        html: The event, the reason and the next step: at most two sentences and a link.
        tone: `refusal`, `good`, `wrong`, `shown` or empty; it selects a mark at the edge.
        notes: The author's comment on the last action, as HTML.
        wanted: Whether the page scrolls to it, because the reader asked for it.
    """
    return el(
        "div",
        {
            "class": classes("kp-say", f"kp-say-{tone}" if tone else ""),
            "role": "group",
            "aria-label": catalogue.say("render.said"),
            "tabindex": 0,
            "data-wanted": wanted,
        },
        el("p", None, html) if html else "",
        el("div", {"class": "kp-say-notes"}, notes) if notes else "",
    )


def doubt_button(event: str) -> str:
    """Render the button, like a link, with which a reader calls the message before it wrong.

    Args:
        event: The event that it sends.
    """
    return any_button("kp-doubt", {"data-do": event}, text(catalogue.say("render.doubt")))


def rule_link(rule: str, href: str) -> str:
    """Render a link to a rule."""
    return el("a", {"class": "kp-ref", "href": href}, text(rule))


def frame(
    *,
    table: str | Markup,
    title: str = "",
    standing: str = "",
    question: str = "",
    say: str = "",
    choices: str = "",
    deeds: str = "",
    controls: str = "",
    ahead: str = "",
    hints: str = "",
    tricks: str | Markup = "",
    turns: str = "",
    names: str = "",
) -> Markup:
    """Assemble the parts of a widget in reading order.

    `title` and `standing`, the session's score, are plain text. The parts up to the outlook form one block
    that fits in the window; the lists after it may be long and scroll by themselves. `names` are
    further class names.
    """
    named = prose(title, "kp-title")
    board = '<div class="kp-board">', *in_parts(table), "</div>"
    if not say:
        return '<div class="kp-frame">', named, *board, "</div>"
    return (
        f'<div class="{classes("kp-frame kp-frame-wide", names)}"><div class="kp-stage">',
        named,
        prose(standing, "kp-standing"),
        question,
        *board,
        say,
        choices,
        deeds,
        controls,
        ahead,
        '</div><div class="kp-lists">',
        hints,
        *in_parts(tricks),
        turns,
        "</div></div>",
    )
