"""What lies at the edge of the table: the stock, and each side's pile with what is known of the side."""

from collections.abc import Sequence
from typing import Final

from kontrapunkt import words
from kontrapunkt.cards import suit_name
from kontrapunkt.game import Pile, Seat, Status, View
from kontrapunkt.render.cards import suit_svg
from kontrapunkt.render.markup import el, text, unseen
from kontrapunkt.render.seats import side_name, side_spoken
from kontrapunkt.render.slate import rows_of, slate

DARK: Final = "dark"
"""The action of playing the top card of the stock unseen."""


def edge(view: View, *, widget_id: str, interactive: bool, foot: Seat = "S") -> str:
    """The stock, the piles, the trump suit and the slate.

    Args:
        view: What may be seen.
        widget_id: What element ids begin with.
        interactive: Whether a stock that may be played from is a button.
        foot: The seat at the foot, whose row of a slate is the lower one.
    """
    first = view.first_trick
    parts = [_side(pile, view.statuses, first) for pile in view.piles]
    if view.stock is not None:
        parts.insert((len(parts) + 1) // 2, _stock(view, widget_id, interactive))
    if view.trump:
        parts.insert((len(parts) + 1) // 2, _trump(view.trump))
    parts.append(slate(rows_of(view, foot)))
    return el("div", {"class": "kp-edge"}, *parts) if any(parts) else ""


def _trump(suit: str) -> str:
    """The trump suit, as a sign on a small plaque."""
    return el(
        "p",
        {"class": "kp-trump", "data-suit": suit},
        el("span", {"class": "kp-plaque", "aria-hidden": "true"}, suit_svg(suit)),
        el("span", {"class": "kp-facts"}, text(words.say("render.trump", suit=suit_name(suit)))),
    )


def _stock(view: View, widget_id: str, interactive: bool) -> str:
    if not view.stock:
        return el("p", {"class": "kp-stock kp-empty"}, text(words.say("render.stock.empty")))
    drawn = el("span", {"class": "kp-pile", "aria-hidden": "true"}, _backs(view.stock)) + el(
        "span", {"class": "kp-facts"}, text(stock_text(view))
    )
    if interactive and view.to_act and DARK in view.actions:
        return el(
            "button",
            {
                "type": "button",
                "class": "kp-stock kp-playable",
                "id": f"{widget_id}-stock",
                "data-key": "stock",
                "data-do": f"{DARK} {view.to_act}",
            },
            drawn,
            unseen(words.say("render.stock.dark")),
        )
    return el("div", {"class": "kp-stock", "id": f"{widget_id}-stock", "data-key": "stock"}, drawn)


def stock_text(view: View) -> str:
    """The stock in a word or two; a game may have its own for a phase, under `render.stock.` and its name."""
    own = f"render.stock.{view.phase}"
    return words.say(own if words.knows(own) else "render.stock", n=view.stock)


def _side(pile: Pile, statuses: Sequence[Status], first: int) -> str:
    facts = []
    if pile.tricks is not None:
        facts.append(words.say("render.tricks", n=pile.tricks))
    counted = pile.card_points + (pile.card_points_before or 0)
    unknown = pile.card_points_before is None
    facts.append(
        words.say("render.card_points.since" if unknown else "render.card_points", n=counted, first=first)
    )
    chips = [chip(status) for status in statuses if set(status.seats) == set(pile.seats)]
    known = pile.tricks is not None
    drawn = el("span", {"class": "kp-pile", "aria-hidden": "true"}, _backs(pile.tricks or 0)) if known else ""
    return el(
        "div",
        {"class": "kp-side", "role": "group", "aria-label": side_spoken(pile.seats)},
        drawn,
        el(
            "p",
            {"class": "kp-facts"},
            el("strong", {"aria-hidden": "true"}, text(side_name(pile.seats))),
            *chips,
            *(el("span", None, text(fact)) for fact in facts),
        ),
    )


def _backs(number: int) -> str:
    """A pile of at most three backs: enough to see that it is a pile."""
    one = '<svg viewBox="0 0 100 140"><use xlink:href="#kp-back"/></svg>'
    return one * min(number, 3)


def chip(status: Status) -> str:
    """A status in one word, with a sign of its own."""
    return el(
        "span", {"class": "kp-chip", "data-status": status.name, "title": status.text}, text(status.label)
    )


words.register(
    "en",
    {
        "render.trump": "{suit} are trumps",
        "render.stock": "stock {n}",
        "render.stock.empty": "stock empty",
        "render.stock.dark": "(play its top card unseen)",
        "render.card_points.since": "{n:no|{n}|{n}} card {n:point|points} since trick {first}",
    },
)
