"""What lies on the table beside hands and tricks: turn-up, talon, cards put away; the pot and its chips."""

from collections.abc import Mapping, Sequence
from typing import Final

from kontrapunkt import words
from kontrapunkt.cards import HIDDEN
from kontrapunkt.game import Laid, Pile, Seat, View
from kontrapunkt.naming import seat_name
from kontrapunkt.render.cards import card_html
from kontrapunkt.render.markup import el, text, unheard, unseen

_TALLEST: Final = 5
"""Chips in a drawn stack; a higher one is a second stack."""


def cloth(view: View, *, widget_id: str, keyed: Mapping[str, Sequence[str]]) -> str:
    """The cards laid out, but for those of a stock, and the pot; empty where there is neither.

    Args:
        view: What may be seen.
        widget_id: What element ids begin with.
        keyed: The keys of the cards, by their place.
    """
    parts = [_laid(laid, widget_id, keyed[laid.place]) for laid in view.laid if view.stock is None]
    if view.pot is not None:
        parts.append(_pot(view.pot))
    return el("div", {"class": "kp-cloth"}, *parts) if parts else ""


def _laid(laid: Laid, widget_id: str, keyed: Sequence[str]) -> str:
    label = str(laid.label)
    if laid.seat:
        label = words.say("render.laid.of", laid=label, seat=seat_name(laid.seat))
    hidden = all(each == HIDDEN for each in laid.cards)
    cards = (
        card_html(each, id_prefix=widget_id, key=key) for each, key in zip(laid.cards, keyed, strict=True)
    )
    return el(
        "div",
        {"class": f"kp-laid kp-laid-{laid.name.replace('_', '-')}", "role": "group", "aria-label": label},
        el("span", {"class": "kp-laid-cards"}, *cards),
        el("span", {"class": "kp-facts", "aria-hidden": None if hidden else "true"}, text(label)),
    )


def _pot(chips: int) -> str:
    """The pot as a dish with its chips, and their number."""
    stacks = [min(_TALLEST, left) for left in range(min(chips, 4 * _TALLEST), 0, -_TALLEST)]
    return el(
        "div",
        {"class": "kp-pot"},
        unheard("kp-dish", *(_stack(height) for height in stacks)),
        el("span", {"class": "kp-facts"}, text(words.say("render.pot", n=chips))),
    )


def _stack(height: int) -> str:
    chips = "".join(
        f'<g transform="translate(0 {-4 * place})"><path class="kp-chip-side" d="M1 6V9C1 11 6 12.5 11 12.5'
        'S21 11 21 9V6Z"/><ellipse class="kp-chip-top" cx="11" cy="6" rx="10" ry="3.6"/></g>'
        for place in range(height)
    )
    top = 4 * (height - 1)
    return f'<svg class="kp-stack" viewBox="0 {-top} 22 {13 + top}">{chips}</svg>'


def purse(view: View, seat: Seat) -> str:
    """What a seat has won or paid so far, where chips are played for."""
    if view.session is None or view.session.unit != "chips":
        return ""
    chips = view.session.seats.get(seat, 0) + (view.result.seats[seat] if view.result else 0)
    sign = "+" if chips > 0 else "−" if chips < 0 else ""
    return el(
        "span",
        {"class": "kp-purse"},
        el("span", {"aria-hidden": "true"}, text(f"{sign}{abs(chips)}")),
        unseen(words.say("render.purse", n=abs(chips), way="won" if chips > 0 else "paid")),
    )


def own_tricks(pile: Pile) -> str:
    """The tricks of a lone player, beside the name: small backs, and what they count."""
    if pile.tricks is None:
        return ""
    most = 6 if pile.card_points is None else 3
    backs = '<svg viewBox="0 0 100 140"><use xlink:href="#kp-back"/></svg>' * min(pile.tricks, most)
    said = words.say("render.tricks", n=pile.tricks)
    counted = None
    if pile.card_points is not None:
        counted = pile.card_points + (pile.card_points_before or 0)
        said = words.listed("and", [said, words.say("render.card_points", n=counted)])
    shown = counted is not None and pile.tricks
    return el(
        "span",
        {"class": "kp-taken-by", "title": said if shown else None},
        unheard("kp-backs", backs) if pile.tricks else "",
        unheard("kp-counted", text(str(counted))) if shown else "",
        unseen(said),
    )
