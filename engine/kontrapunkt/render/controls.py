"""Buttons of a widget, the place where it speaks, and how its parts are put together."""

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
    walk = [
        _button("first", "Home", at <= 0 and not branch),
        _button("back", "ArrowLeft", at <= 0 and not branch),
        _button("next", "ArrowRight", at >= total or branch),
        _button("last", "End", at >= total and not branch),
    ]
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
        _help(widget_id),
    ]
    return el(
        "div",
        {"class": "kp-controls", "role": "group", "aria-label": words.say("render.controls")},
        el("div", {"class": "kp-walk"}, *walk),
        el("p", {"class": "kp-position"}, text(where)),
        el("div", {"class": "kp-more"}, *more),
    )


def feedback(html: str, *, tone: str | None = None) -> str:
    """The one place where a widget speaks.

    Args:
        html: What happened, why, what next: two sentences and a link at most.
        tone: `refusal`, `good` or None; it chooses a mark at the edge, never the words.
    """
    return el("div", {"class": classes("kp-say", f"kp-say-{tone}" if tone else None)}, html)


def rule_link(rule: str, href: str) -> str:
    """A link to a rule by its id."""
    return el("a", {"class": "kp-ref", "href": href}, text(rule))


def frame(*, table: str, title: str = "", controls: str = "", say: str = "", tricks: str = "") -> str:
    """The parts of a widget in reading order: title, table, what it says, controls, tricks."""
    return el(
        "div",
        {"class": classes("kp-frame", "kp-frame-wide" if say or tricks else None)},
        el("p", {"class": "kp-title"}, text(title)) if title else "",
        el("div", {"class": "kp-board"}, table),
        say,
        controls,
        tricks,
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


def _help(widget_id: str) -> str:
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
                for name, caps in _KEYS
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

words.register(
    "en",
    {
        "render.controls": "Walk through the game",
        "render.first": "First",
        "render.back": "Back",
        "render.next": "Next",
        "render.last": "Last",
        "render.position": "card {at} of {total}",
        "render.return": "Back to the game",
        "render.share": "Copy link",
        "render.keys": "Keys",
        "render.keys.title": "Keys, while the focus is in this game",
        "render.keys.back": "a card back",
        "render.keys.next": "the next card",
        "render.keys.first": "to the start",
        "render.keys.last": "to the end",
        "render.keys.cards": "from card to card",
        "render.keys.play": "play the card",
        "render.keys.help": "this list",
    },
)
