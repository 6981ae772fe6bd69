"""Buttons of a widget, the place where it speaks, and how its parts are put together."""

from collections.abc import Collection, Sequence
from typing import Final

from kontrapunkt.render.markup import Attributes, Markup, classes, el, group, in_parts, prose, text, unseen
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import remembered

# Buttons


def any_button(names: str | None, attributes: Attributes, *children: str) -> str:
    """A button.

    Args:
        names: Its class names.
        attributes: What it does, and how it stands.
        children: What is on it, as HTML.
    """
    return el("button", {"type": "button", "class": names, **attributes}, *children)


def button(
    event: str, label: str, *, names: str = "", key: str = "", idle: bool = False, strong: bool = False
) -> str:
    """A button that sends an event.

    Args:
        event: The event.
        label: What it says.
        names: More class names.
        key: The key that presses it, as `aria-keyshortcuts` has it; empty for none.
        idle: Whether it can do nothing now.
        strong: Whether it is the one that goes on.
    """
    attributes: Attributes = {
        "data-do": event,
        "aria-keyshortcuts": key or None,
        "aria-disabled": "true" if idle else None,
    }
    return any_button(classes("kp-button", "kp-answer" if strong else "", names), attributes, text(label))


def buttons(events: Sequence[tuple[str, str]], idle: Collection[str] = ()) -> str:
    """Buttons, one for each event.

    Args:
        events: The events, each with what its button says.
        idle: Those of them that cannot be now.
    """
    return "".join(button(event, label, idle=event in idle) for event, label in events)


def toggle(event: str, label: str, pressed: bool, names: str = "kp-button", id_: str | None = None) -> str:
    """A button that stays pressed while what it stands for is chosen.

    Args:
        event: The event that it sends.
        label: What it says.
        pressed: Whether it is chosen.
        names: Its class names.
        id_: The id of its element; None for none.
    """
    attributes = {"id": id_, "data-do": event, "aria-pressed": "true" if pressed else "false"}
    return any_button(names, attributes, text(label))


def opener(id_: str, names: str, *children: str, focus: bool = False) -> str:
    """A button that opens a list over the page.

    Args:
        id_: The id of the list.
        names: The class names of the button.
        children: What is on it, as HTML.
        focus: Whether focus comes here when the focused element has gone.
    """
    attributes: Attributes = {
        "id": f"{id_}-open",
        "popovertarget": id_,
        "aria-haspopup": "true",
        "data-focus": focus,
    }
    return any_button(names, attributes, *children)


def over_page(id_: str, names: str, *children: str, label: str | None = None, stays: bool = False) -> str:
    """A list that an `opener` opens over the page.

    Args:
        id_: Its id.
        names: Its class names.
        children: What is in it, as HTML.
        label: Its name for the ear; None where its title says enough.
        stays: Whether it stays open when something in it is pressed.
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
    """A button, and the list that it opens, which bears its name.

    Args:
        id_: The id of the list.
        label: The name.
        children: What is in the list, as HTML.
        names: Its class names.
        opens: The class names of the button.
        stays: Whether it stays open when something in it is pressed.
    """
    return opener(id_, opens, text(f"{label} …")) + over_page(
        id_, names, title(label), *children, stays=stays
    )


def title(label: str) -> str:
    """The title of a list."""
    return prose(label, "kp-keys-title")


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
    """The row of buttons that walk through an example.

    Args:
        widget_id: What element ids begin with.
        at: The step that is shown, from 0.
        total: The last step.
        position: Where we are in words; "card 7 of 20" unless given.
        branch: Whether the reader has left the game for a line of their own.
        share: Whether a link can be taken, and a frame for a page elsewhere.
        extra: HTML of more that is wanted rarely.
    """
    where = position if position is not None else catalogue.say("render.position", at=at, total=total)
    return group(
        "kp-controls",
        catalogue.say("render.controls"),
        el("p", {"class": "kp-position"}, text(where)),
        walk(at, total, branch),
        more(widget_id, _KEYS, share=share, extra=extra),
    )


def solving(name: str, position: str, walk: str, row: Sequence[str], more: str) -> str:
    """The row of buttons of somebody who answers.

    Args:
        name: The key of its name for the ear.
        position: Where they stand, in words.
        walk: The buttons that walk along a record; empty where there is none.
        row: The buttons.
        more: What is wanted rarely, as HTML.
    """
    where = el("p", {"class": "kp-position kp-score"}, text(position))
    return group(
        "kp-controls", catalogue.say(name), where, walk, el("div", {"class": "kp-solving"}, *row), more
    )


@remembered(256)
def walk(at: int, total: int, branch: bool = False) -> str:
    """The four buttons that walk along a record; from a line of the reader's own, Next's leads back to it.

    Args:
        at: The step that is shown, from 0.
        total: The last step.
        branch: Whether the reader has left the record.
    """
    start, end = at <= 0 and not branch, at >= total and not branch
    onward = ("return", "", False) if branch else ("next", "ArrowRight", end)
    steps = (("first", "Home", start), ("back", "ArrowLeft", start), onward, ("last", "End", end))
    found = (
        button(name, catalogue.say(f"render.{name}"), names=f"kp-{name}", key=key, idle=idle)
        for name, key, idle in steps
    )
    return el("div", {"class": "kp-walk"}, *found)


@remembered(64)  # from step to step it stays as it is
def more(widget_id: str, keys: Sequence[tuple[str, str]], *, share: bool = True, extra: str = "") -> str:
    """What is wanted rarely: the whole window, and one list with the rest and the keys there are.

    Args:
        widget_id: What element ids begin with.
        keys: What each does, as the end of a key of ours (`render.keys.next`), and its caps.
        share: Whether a link can be taken, and a frame for a page elsewhere.
        extra: HTML of more buttons in the list.
    """
    link = "".join(
        any_button("kp-button", {"data-ui": name}, text(catalogue.say(f"render.{name}")))
        for name in ("share", "frame")
    )
    told = (
        el("dt", None, *(el("kbd", None, text(cap)) for cap in caps.split()))
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
            title(catalogue.say("render.keys.title")),
            el("dl", None, *told),
        ),
    )


def _icon(name: str, drawing: str, attributes: Attributes, *, when_large: str = "") -> str:
    """A button that is a drawing to the eye and words to the ear; it may say another in the whole window."""
    said = catalogue.say(f"render.{name}")
    drawn = f'<svg viewBox="0 0 20 20" aria-hidden="true">{drawing}</svg>'
    spoken = unseen(said)
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
)

# A widget


def feedback(html: str, *, tone: str = "", notes: str = "", wanted: bool = False) -> str:
    """The one place where a widget speaks; what is long is scrolled in it.

    Args:
        html: What happened, why, what next: two sentences and a link at most.
        tone: `refusal`, `good`, `wrong`, `shown` or empty; it chooses a mark at the edge, never the words.
        notes: The author's words to what has just happened, as HTML.
        wanted: Whether the reader has asked for it, and is to see it wherever the page stands.
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


def rule_link(rule: str, href: str) -> str:
    """A link to a rule by its id."""
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
) -> Markup:
    """The parts of a widget in reading order; `title` and `standing`, that of a session, are plain text.

    Down to what is seen ahead all belongs together and is in the window together, each part in its place; the
    lists may be long and are scrolled by themselves.
    """
    named = prose(title, "kp-title")
    board = '<div class="kp-board">', *in_parts(table), "</div>"
    if not say:
        return '<div class="kp-frame">', named, *board, "</div>"
    return (
        '<div class="kp-frame kp-frame-wide"><div class="kp-stage">',
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
