"""What lies at the edge of the table: the stock, and each side's pile with what is known of the side."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from kontrapunkt import words
from kontrapunkt.cards import SUIT_SIGNS
from kontrapunkt.game import SEATS, Laid, Pile, Seat, Status, View
from kontrapunkt.naming import name_action, remembered, side_name, side_short, suit_name
from kontrapunkt.render.cards import card_html, inline_card, suit_inline, suit_svg
from kontrapunkt.render.markup import classes, el, text, unseen
from kontrapunkt.render.seats import place_of
from kontrapunkt.render.slate import rows_of, slate

DARK: Final = "dark"
"""The action of playing the top card of the stock unseen."""


def edge(
    view: View,
    *,
    widget_id: str,
    foot: Seat = "S",
    interactive: bool,
    cue: bool = True,
    keyed: Mapping[str, Sequence[str]] | None = None,
    chosen: Collection[str] | None = None,
) -> str:
    """The stock, the piles, the trump suit and the slate.

    Args:
        view: What may be seen.
        widget_id: What element ids begin with.
        foot: The seat at the foot, whose row of a slate is the lower one.
        interactive: Whether a stock that may be played from is a button.
        cue: Whether open cards that may be played are told from those that may not.
        keyed: The keys of the cards that lie open, by their place.
        chosen: What the reader has marked; None where nothing is marked.
    """
    first = view.first_trick
    statuses = tuple(view.statuses)
    parts = [_side(pile, statuses, first, foot) for pile in view.piles if not beside_name(view, pile)]
    if view.stock is not None:
        stock = _stock(view, widget_id, interactive, cue, keyed or {}, chosen)
        parts.insert((len(parts) + 1) // 2, stock)
    if view.trump:
        parts.insert((len(parts) + 1) // 2, _trump(view.trump))
    if view.trumps:
        parts.insert((len(parts) + 1) // 2, _trumps(view.trumps))
    drawn = "trumps" if view.trumps else ""
    common = [
        chip(status)
        for status in view.statuses
        if not status.seats and view.stock is None and status.name != drawn
    ]
    if common:
        parts.insert((len(parts) + 1) // 2, el("p", {"class": "kp-facts kp-common"}, *common))
    parts.append(slate(rows_of(view, foot)))
    return el("div", {"class": "kp-edge"}, *parts) if any(parts) else ""


def beside_name(view: View, pile: Pile) -> bool:
    """Whether what a lone player took lies beside the name: where cards count nothing, or all are alone."""
    if len(pile.seats) > 1:
        return False
    return pile.card_points is None or len(view.piles) == len(SEATS)


def _trump(suit: str) -> str:
    """The trump suit, as a sign on a small plaque."""
    return el(
        "p",
        {"class": "kp-trump", "data-suit": suit},
        el("span", {"class": "kp-plaque", "aria-hidden": "true"}, suit_svg(suit)),
        el("span", {"class": "kp-facts"}, text(words.say("render.trump", suit=suit_name(suit)))),
    )


def _trumps(kinds: Sequence[str]) -> str:
    """The kinds of cards that are trumps, from the highest down, as small cards."""
    shown = (suit_inline(kind) if kind in SUIT_SIGNS else inline_card(kind) for kind in kinds)
    return el(
        "p",
        {"class": "kp-trumps"},
        el("span", {"class": "kp-facts"}, text(words.say("render.trumps"))),
        el("span", {"class": "kp-kinds"}, *shown),
    )


def _stock(
    view: View,
    widget_id: str,
    interactive: bool,
    cue: bool,
    keyed: Mapping[str, Sequence[str]],
    chosen: Collection[str] | None,
) -> str:
    """The stock, with the cards of it that lie face up; a button where its top card may be used unseen."""
    chips = [chip(status) for status in view.statuses if not status.seats]
    if not view.stock:
        empty = text(words.say("render.stock.empty"))
        return el("p", {"class": "kp-stock kp-empty"}, empty, *chips)
    open_ = [laid for laid in view.laid if laid.seat is None and laid.place in keyed]
    down = view.stock - sum(len(laid.cards) for laid in open_)
    backs = el("span", {"class": "kp-pile", "aria-hidden": "true"}, _backs(down))
    facts = el("span", {"class": "kp-facts"}, text(stock_text(view)), *chips)
    place: dict[str, str | int | bool | None] = {"id": f"{widget_id}-stock", "data-key": "stock"}
    dark = next((action for action in view.actions if DARK in (action, action.argument)), None)
    said = ""
    if interactive and view.to_act and dark:
        does = f"{DARK} {view.to_act}" if dark == DARK else f"play {view.to_act} {dark}"
        place |= {"type": "button", "data-do": does}
        said = unseen(
            words.say("render.stock.dark" if dark == DARK else "render.does", what=name_action(dark))
        )
    tag, playable = ("button", "kp-playable") if said else ("div", None)
    if not open_:
        return el(tag, {"class": classes("kp-stock", playable), **place}, backs, facts, said)
    deck = el(tag, {"class": classes("kp-deck", playable), **place}, backs, said)
    shown = [_laid(laid, view, widget_id, interactive, cue, keyed[laid.place], chosen) for laid in open_]
    lying = el("div", {"class": "kp-pack"}, deck, *shown)
    return el("div", {"class": "kp-stock kp-stock-open"}, lying, facts)


def _laid(
    laid: Laid,
    view: View,
    widget_id: str,
    interactive: bool,
    cue: bool,
    keyed: Sequence[str],
    chosen: Collection[str] | None,
) -> str:
    """Cards of the stock that lie face up; buttons where an action bears their name, or may be thought to."""
    action = chosen is not None or laid.name in view.actions
    buttons = interactive and view.to_act is not None
    return "".join(
        card_html(
            card,
            id_prefix=widget_id,
            key=key,
            tag="button" if buttons else "span",
            do=f"play {view.to_act} {laid.name}" if buttons else None,
            tabindex=None if action or not buttons else -1,
            playable=action if buttons and cue else None,
            pressed=None if chosen is None or not buttons else laid.name in chosen,
            note=str(laid.label),
            extra=("kp-laid", f"kp-laid-{laid.name}"),
        )
        for card, key in zip(laid.cards, keyed, strict=True)
    )


def stock_text(view: View) -> str:
    """The stock in a word or two; a game may have its own for a phase, under `render.stock.` and its name."""
    own = f"render.stock.{view.phase}"
    return words.say(own if words.knows(own) else "render.stock", n=view.stock)


@remembered(128)
def _side(pile: Pile, statuses: tuple[Status, ...], first: int, foot: Seat) -> str:
    facts = []
    if pile.tricks is not None:
        facts.append(words.say("render.tricks", n=pile.tricks))
    if pile.card_points is not None:
        counted = pile.card_points + (pile.card_points_before or 0)
        unknown = pile.card_points_before is None
        key = "render.card_points.since" if unknown else "render.card_points"
        facts.append(words.say(key, n=counted, first=first))
    shared = len(pile.seats) > 1  # what is known of one player alone stands beside the name
    chips = [chip(status) for status in statuses if shared and set(status.seats) == set(pile.seats)]
    known = pile.tricks is not None
    drawn = el("span", {"class": "kp-pile", "aria-hidden": "true"}, _backs(pile.tricks or 0)) if known else ""
    return el(
        "div",
        {
            "class": "kp-side",
            "role": "group",
            "aria-label": side_name(pile.seats),
            "data-place": place_of(pile.seats[0], foot) if len(pile.seats) == 1 else None,
        },
        drawn,
        el(
            "p",
            {"class": "kp-facts"},
            el("strong", {"aria-hidden": "true"}, text(side_short(pile.seats))),
            *chips,
            *(el("span", None, text(fact)) for fact in facts),
        ),
    )


def _backs(number: int) -> str:
    """A pile of at most three backs: enough to see that it is a pile."""
    one = '<svg viewBox="0 0 100 140"><use xlink:href="#kp-back"/></svg>'
    return one * min(number, 3)


@remembered(256)  # what is known stays known for long
def chip(status: Status) -> str:
    """A status in one word, with a sign of its own; what its label adds after a comma gives way first."""
    label, comma, more = str(status.label).partition(",")
    return el(
        "span",
        {"class": "kp-chip", "data-status": status.name, "title": str(status.text)},
        el("span", None, text(label), el("span", {"class": "kp-chip-more"}, text(comma + more)))
        if comma
        else text(label),
    )
