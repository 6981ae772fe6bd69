"""Buttons of a widget, the place where it speaks, and how its parts are put together."""

from collections.abc import Sequence
from typing import Final

from kontrapunkt import words
from kontrapunkt.naming import remembered
from kontrapunkt.render.markup import Attributes, Markup, classes, el, in_parts, text, unseen


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
    where = position if position is not None else words.say("render.position", at=at, total=total)
    return el(
        "div",
        {"class": "kp-controls", "role": "group", "aria-label": words.say("render.controls")},
        el("p", {"class": "kp-position"}, text(where)),
        walk(at, total, branch),
        more(widget_id, _KEYS, share=share, extra=extra),
    )


@remembered(256)
def walk(at: int, total: int, branch: bool = False) -> str:
    """The four buttons that walk along a record; from a line of the reader's own, Next's leads back to it.

    Args:
        at: The step that is shown, from 0.
        total: The last step.
        branch: Whether the reader has left the record.
    """
    back_to_it = el(
        "button",
        {"type": "button", "class": "kp-button kp-return", "data-do": "return"},
        text(words.say("render.return")),
    )
    return el(
        "div",
        {"class": "kp-walk"},
        _button("first", "Home", at <= 0 and not branch),
        _button("back", "ArrowLeft", at <= 0 and not branch),
        back_to_it if branch else _button("next", "ArrowRight", at >= total),
        _button("last", "End", at >= total and not branch),
    )


def feedback(html: str, *, tone: str | None = None, notes: str = "", wanted: bool = False) -> str:
    """The one place where a widget speaks; what is long is scrolled in it.

    Args:
        html: What happened, why, what next: two sentences and a link at most.
        tone: `refusal`, `good`, `wrong`, `shown` or None; it chooses a mark at the edge, never the words.
        notes: The author's words to what has just happened, as HTML.
        wanted: Whether the reader has asked for it, and is to see it wherever the page stands.
    """
    return el(
        "div",
        {
            "class": classes("kp-say", f"kp-say-{tone}" if tone else None),
            "role": "group",
            "aria-label": words.say("render.said"),
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
    named = el("p", {"class": "kp-title"}, text(title)) if title else ""
    board = '<div class="kp-board">', *in_parts(table), "</div>"
    if not say:
        return '<div class="kp-frame">', named, *board, "</div>"
    return (
        '<div class="kp-frame kp-frame-wide"><div class="kp-stage">',
        named,
        el("p", {"class": "kp-standing"}, text(standing)) if standing else "",
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


def _button(name: str, key: str, idle: bool) -> str:
    return el(
        "button",
        {
            "type": "button",
            "class": f"kp-button kp-{name}",
            "data-do": name,
            "aria-keyshortcuts": key,
            "aria-disabled": "true" if idle else None,
        },
        text(words.say(f"render.{name}")),
    )


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
        el(
            "button",
            {"type": "button", "class": "kp-button", "data-ui": name},
            text(words.say(f"render.{name}")),
        )
        for name in ("share", "frame")
    )
    return el(
        "div",
        {"class": "kp-more"},
        _icon("hands", _HANDS, {"data-ui": "hands", "aria-keyshortcuts": "v"}),
        _icon("large", _LARGE, {"data-ui": "large", "aria-keyshortcuts": "f"}, when_large="small"),
        _icon("more", _DOTS, {"popovertarget": f"{widget_id}-keys", "aria-keyshortcuts": "?"}),
        el(
            "div",
            {"class": "kp-keys", "id": f"{widget_id}-keys", "popover": "auto"},
            el("div", {"class": "kp-rare"}, extra, link if share else "") if extra or share else "",
            el("p", {"class": "kp-keys-title"}, text(words.say("render.keys.title"))),
            el(
                "dl",
                None,
                *(
                    el("dt", None, *(el("kbd", None, text(cap)) for cap in caps.split()))
                    + el("dd", None, text(words.say(f"render.keys.{name}")))
                    for name, caps in (*keys, ("large", "f"), ("hands", "v"), ("help", "?"))
                ),
            ),
        ),
    )


def _icon(name: str, drawing: str, attributes: Attributes, *, when_large: str = "") -> str:
    """A button that is a drawing to the eye and words to the ear; it may say another in the whole window."""
    said = words.say(f"render.{name}")
    spoken = unseen(said)
    if when_large:
        other = words.say(f"render.{when_large}")
        spoken = "".join(
            el("span", {"class": f"kp-vh kp-when-{size}"}, text(each))
            for size, each in (("small", said), ("large", other))
        )
    return el(
        "button",
        {"type": "button", "class": f"kp-button kp-icon kp-{name}-button", "title": said, **attributes},
        drawing,
        spoken,
    )


_HANDS: Final = (
    '<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M2 10s3-5 8-5 8 5 8 5-3 5-8 5-8-5-8-5z"/>'
    '<path d="M10 10h.01"/></svg>'
)
_LARGE: Final = (
    '<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4"/></svg>'
)
_DOTS: Final = '<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M4 10h.01M10 10h.01M16 10h.01"/></svg>'

_KEYS = (
    ("back", "←"),
    ("next", "→"),
    ("first", "Home"),
    ("last", "End"),
    ("cards", "↑ ↓"),
    ("play", "Enter"),
)
