"""Buttons of a widget, the place where it speaks, and how its parts are put together."""

from collections.abc import Sequence

from kontrapunkt import words
from kontrapunkt.render.markup import classes, el, text, unseen


def controls(
    *,
    widget_id: str,
    at: int,
    total: int,
    position: str | None = None,
    branch: bool = False,
    share: bool = True,
) -> str:
    """The row of buttons that walk through an example.

    Args:
        widget_id: What element ids begin with.
        at: The step that is shown, from 0.
        total: The last step.
        position: Where we are in words; "card 7 of 20" unless given.
        branch: Whether the reader has left the game for a line of their own.
        share: Whether a link can be taken.
    """
    where = position if position is not None else words.say("render.position", at=at, total=total)
    more = [
        el(
            "button",
            {"type": "button", "class": "kp-button kp-return", "data-do": "return"},
            text(words.say("render.return")),
        )
        if branch
        else "",
        el(
            "button",
            {"type": "button", "class": "kp-button", "data-ui": "share"},
            text(words.say("render.share")),
        )
        if share
        else "",
        key_list(widget_id, _KEYS),
    ]
    return el(
        "div",
        {"class": "kp-controls", "role": "group", "aria-label": words.say("render.controls")},
        walk(at, total, branch),
        el("p", {"class": "kp-position"}, text(where)),
        el("div", {"class": "kp-more"}, *more),
    )


def walk(at: int, total: int, branch: bool = False) -> str:
    """The four buttons that walk along a record.

    Args:
        at: The step that is shown, from 0.
        total: The last step.
        branch: Whether the reader has left the record.
    """
    return el(
        "div",
        {"class": "kp-walk"},
        _button("first", "Home", at <= 0 and not branch),
        _button("back", "ArrowLeft", at <= 0 and not branch),
        _button("next", "ArrowRight", at >= total or branch),
        _button("last", "End", at >= total and not branch),
    )


def feedback(html: str, *, tone: str | None = None, wanted: bool = False) -> str:
    """The one place where a widget speaks.

    Args:
        html: What happened, why, what next: two sentences and a link at most.
        tone: `refusal`, `good`, `wrong`, `shown` or None; it chooses a mark at the edge, never the words.
        wanted: Whether the reader has asked for it, and is to see it wherever the page stands.
    """
    return el(
        "div",
        {"class": classes("kp-say", f"kp-say-{tone}" if tone else None), "data-wanted": wanted},
        html,
    )


def rule_link(rule: str, href: str) -> str:
    """A link to a rule by its id."""
    return el("a", {"class": "kp-ref", "href": href}, text(rule))


def frame(
    *,
    table: str,
    title: str = "",
    standing: str = "",
    question: str = "",
    say: str = "",
    choices: str = "",
    controls: str = "",
    ahead: str = "",
    hints: str = "",
    tricks: str = "",
    turns: str = "",
) -> str:
    """The parts of a widget in reading order; `title` and `standing`, that of a session, are plain text."""
    return el(
        "div",
        {"class": classes("kp-frame", "kp-frame-wide" if say or tricks else None)},
        el("p", {"class": "kp-title"}, text(title)) if title else "",
        el("p", {"class": "kp-standing"}, text(standing)) if standing else "",
        question,
        el("div", {"class": "kp-board"}, table),
        say,
        choices,
        controls,
        ahead,
        hints,
        tricks,
        turns,
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


def key_list(widget_id: str, keys: Sequence[tuple[str, str]]) -> str:
    """The button that shows which keys there are, and the list itself.

    Args:
        widget_id: What element ids begin with.
        keys: What each does, as the end of a key of ours (`render.keys.next`), and its caps.
    """
    return el(
        "button",
        {
            "type": "button",
            "class": "kp-button kp-help",
            "popovertarget": f"{widget_id}-keys",
            "aria-keyshortcuts": "?",
        },
        el("span", {"aria-hidden": "true"}, "?"),
        unseen(words.say("render.keys")),
    ) + el(
        "div",
        {"class": "kp-keys", "id": f"{widget_id}-keys", "popover": "auto"},
        el("p", {"class": "kp-keys-title"}, text(words.say("render.keys.title"))),
        el(
            "dl",
            None,
            *(
                el("dt", None, *(el("kbd", None, text(cap)) for cap in caps.split()))
                + el("dd", None, text(words.say(f"render.keys.{name}")))
                for name, caps in keys
            ),
        ),
    )


_KEYS = (
    ("back", "←"),
    ("next", "→"),
    ("first", "Home"),
    ("last", "End"),
    ("cards", "↑ ↓"),
    ("play", "Enter"),
    ("help", "?"),
)
