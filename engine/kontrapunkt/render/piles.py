"""The stock, piles, facts about sides, cards on the table and the pot."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from kontrapunkt.core.cards import HIDDEN, SUIT_SIGNS
from kontrapunkt.core.interface import SEATS, Action, Pile, Seat, Status, TableCards, View
from kontrapunkt.core.messages import side_name, suit_name
from kontrapunkt.render.cards import card_html, inline_card, suit_inline, suit_svg
from kontrapunkt.render.markup import aria_hidden, el, group, text, visually_hidden
from kontrapunkt.render.slate import rows_of, slate
from kontrapunkt.render.speech import laid_label, pile_facts
from kontrapunkt.render.trick import place_of
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import cached_text, side_short

_BACK: Final = '<svg viewBox="0 0 100 140"><use xlink:href="#kp-back"/></svg>'

DARK: Final = "dark"
"""The action of playing the top card of the stock unseen."""


def is_dark(action: Action) -> bool:
    """Return True if an action plays, or uses otherwise, the top card of the stock unseen."""
    return DARK in (action, action.argument)


def edge(view: View[Any], foot: Seat, stock: str) -> str:
    """Render the stock, the piles, the trump suit and the slate.

    Args:
        foot: The seat at the foot, which has the lower row of a slate.
        stock: The stock as HTML; empty if there is none.
    """
    first = view.first_trick
    statuses = tuple(view.statuses)
    parts = [_side(pile, statuses, first, foot) for pile in view.piles if not beside_name(view, pile)]
    drawn = "trumps" if view.trumps else ""
    common = [chip(each) for each in for_everybody(view) if view.stock is None and each.name != drawn]
    middle = (
        stock,
        _trump(view.trump) if view.trump else "",
        _trumps(view.trumps) if view.trumps else "",
        el("p", {"class": "kp-facts kp-common"}, *common) if common else "",
    )
    for part in filter(None, middle):
        parts.insert((len(parts) + 1) // 2, part)
    parts.append(slate(rows_of(view, foot)))
    return el("div", {"class": "kp-edge"}, *parts) if any(parts) else ""


def beside_name(view: View[Any], pile: Pile) -> bool:
    """Return True if a pile is shown beside its player's name.

    That is so for a lone player if card points do not count, or if all play alone.
    """
    if len(pile.seats) > 1:
        return False
    return pile.card_points is None or len(view.piles) == len(SEATS)


def _trump(suit: str) -> str:
    """Render the trump suit as a symbol on a plaque."""
    return el(
        "p",
        {"class": "kp-trump", "data-suit": suit},
        aria_hidden("kp-plaque", suit_svg(suit)),
        el("span", {"class": "kp-facts"}, text(catalogue.say("render.trump", suit=suit_name(suit)))),
    )


def _trumps(kinds: Sequence[str]) -> str:
    """Render the kinds of trumps from the highest, as small cards."""
    shown = (suit_inline(kind) if kind in SUIT_SIGNS else inline_card(kind) for kind in kinds)
    return el(
        "p",
        {"class": "kp-trumps"},
        el("span", {"class": "kp-facts"}, text(catalogue.say("render.trumps"))),
        el("span", {"class": "kp-kinds"}, *shown),
    )


def for_everybody(view: View[Any]) -> list[Status]:
    """Return the statuses that concern everybody."""
    return [status for status in view.statuses if not status.seats]


def backs(number: int) -> str:
    """Render a pile of at most three backs.

    Args:
        number: The number of cards or tricks in it.
    """
    return aria_hidden("kp-pile", _BACK * min(number, 3))


@cached_text(128)
def _side(pile: Pile, statuses: tuple[Status, ...], first: int, foot: Seat) -> str:
    shared = len(pile.seats) > 1  # facts about a single player are beside the name
    chips = [chip(status) for status in statuses if shared and set(status.seats) == set(pile.seats)]
    drawn = "" if pile.tricks is None else backs(pile.tricks)
    return el(
        "div",
        {
            "class": "kp-side",
            "role": "group",
            "aria-label": str(side_name(pile.seats)),
            "data-place": place_of(pile.seats[0], foot) if len(pile.seats) == 1 else None,
        },
        drawn,
        el(
            "p",
            {"class": "kp-facts"},
            el("strong", {"aria-hidden": "true"}, text(side_short(pile.seats))),
            *chips,
            *(el("span", None, text(fact)) for fact in pile_facts(pile, first)),
        ),
    )


@cached_text(256)  # facts seldom change
def chip(status: Status) -> str:
    """Render a status as a short label; narrow screens drop the part after a comma."""
    label, comma, more = str(status.label).partition(",")
    return el(
        "span",
        {"class": "kp-chip", "data-status": status.name, "title": str(status.text)},
        el("span", None, text(label), el("span", {"class": "kp-chip-more"}, text(comma + more)))
        if comma
        else text(label),
    )


_TALLEST: Final = 5
"""The most chips in a drawn stack; more make a second stack."""


def cloth(view: View[Any], *, widget_id: str, keyed: Mapping[str, Sequence[str]]) -> str:
    """Render the cards on the table without a stock, and the pot; may be empty.

    Args:
        widget_id: The prefix of element ids.
        keyed: The keys of the cards, by place.
    """
    parts = [_laid(laid, widget_id, keyed[laid.place]) for laid in view.laid if view.stock is None]
    if view.pot is not None:
        parts.append(_pot(view.pot))
    return el("div", {"class": "kp-cloth"}, *parts) if parts else ""


def _laid(laid: TableCards, widget_id: str, keyed: Sequence[str]) -> str:
    label = laid_label(laid)
    hidden = all(each == HIDDEN for each in laid.cards)
    cards = (
        card_html(each, id_prefix=widget_id, key=key) for each, key in zip(laid.cards, keyed, strict=True)
    )
    names = f"kp-laid kp-laid-{laid.name.replace('_', '-')}"
    drawn = el("span", {"class": "kp-laid-cards"}, *cards)
    if hidden:
        return el("div", {"class": names}, drawn, el("span", {"class": "kp-facts"}, text(label)))
    return group(names, label, drawn, aria_hidden("kp-facts", text(label)))


def _pot(chips: int) -> str:
    """Render the pot as a dish with chips and their number.

    Args:
        chips: The number of chips.
    """
    stacks = [min(_TALLEST, left) for left in range(min(chips, 4 * _TALLEST), 0, -_TALLEST)]
    return el(
        "div",
        {"class": "kp-pot"},
        aria_hidden("kp-dish", *(_stack(height) for height in stacks)),
        el("span", {"class": "kp-facts"}, text(catalogue.say("render.pot", n=chips))),
    )


def _stack(height: int) -> str:
    chips = "".join(
        f'<g transform="translate(0 {-4 * place})"><path class="kp-chip-side" d="M1 6V9C1 11 6 12.5 11 12.5'
        'S21 11 21 9V6Z"/><ellipse class="kp-chip-top" cx="11" cy="6" rx="10" ry="3.6"/></g>'
        for place in range(height)
    )
    top = 4 * (height - 1)
    return f'<svg class="kp-stack" viewBox="0 {-top} 22 {13 + top}">{chips}</svg>'


def purse(view: View[Any], seat: Seat) -> str:
    """Render a seat's chips so far, in games played for chips."""
    if view.session is None or view.session.unit != "chips":
        return ""
    chips = view.session.seats.get(seat, 0) + (view.result.seats[seat] if view.result else 0)
    return el(
        "span",
        {"class": "kp-purse"},
        aria_hidden(None, text(catalogue.signed(chips))),
        visually_hidden(catalogue.say("render.purse", n=abs(chips), way="won" if chips > 0 else "paid"))
        if chips
        else "",
    )


def own_tricks(pile: Pile) -> str:
    """Render a lone player's tricks beside the name: small backs and their value."""
    if pile.tricks is None:
        return ""
    most = 6 if pile.card_points is None else 3
    said = catalogue.listed("and", pile_facts(pile))
    shown = pile.counted is not None and pile.tricks
    return el(
        "span",
        {"class": "kp-taken-by", "title": said if shown else None},
        aria_hidden("kp-backs", _BACK * min(pile.tricks, most)) if pile.tricks else "",
        aria_hidden("kp-counted", text(pile.counted)) if shown else "",
        visually_hidden(said),
    )
