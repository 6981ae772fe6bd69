"""Cards as HTML: on the table (button or span), in a row, and inside running text.

A card on the table holds two drawings, the full face and a small one for widths below 72 px; the style sheet
chooses by the width of the card. Its name is text.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from kontrapunkt.core.cards import HIDDEN, RANKS, Card, CardError, card
from kontrapunkt.render.markup import classes, el, text, unheard, unseen
from kontrapunkt.render.shapes import GERMAN_RANKS, german_letter
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import card_name, faces, on_request, rank_name, remembered, showing, suit_name

_SET: Final = {"french": "", "german": "g-"}
"""How the ids of drawings begin, after `kp-`."""


def rank_text(rank: str) -> str:
    """A rank as printed: `10` for T."""
    return "10" if rank == "T" else rank


def keys(cards: Iterable[tuple[Card, str]], met: Counter[str], back: str = "back") -> list[str]:
    """A key for each card, which tells equal cards apart; a hidden card's key is its place and nothing more.

    Args:
        cards: All cards that lie there, each with what tells it from its like that lies elsewhere.
        met: How often each has been met; those are counted that are here.
        back: What the keys of hidden ones begin with.
    """
    found = []
    for place, (each, owner) in enumerate(cards, 1):
        key = each + owner
        met[key] += 1
        told = key if met[key] == 1 else f"{key}-{met[key]}"
        found.append(f"{back}-{place}" if each == HIDDEN else told)
    return found


@remembered(1024)  # from step to step, most cards stay as they are
def card_html(
    of: Card,
    *,
    id_prefix: str | None = None,
    key: str | None = None,
    do: str | None = None,
    tabindex: int | None = None,
    playable: bool | None = None,
    pressed: bool | None = None,
    focus: bool = False,
    origin: str | None = None,
    note: str = "",
    extra: tuple[str, ...] = (),
    inside: str = "",
) -> str:
    """One card as it lies on the table.

    Args:
        of: The card; `HIDDEN` shows its back.
        id_prefix: What its element id begins with, usually the widget's id; None for a card without one.
        key: Its key; the card's text unless given.
        do: The event that a click sends (`play W KC`); None for a card that is only shown, and no button.
        tabindex: The button's tab index; None leaves it in the tab order.
        playable: Raised if True, flat if False; None where nobody is choosing.
        pressed: Whether it is marked; None where nothing is being marked.
        focus: Whether focus comes here when the focused element has gone.
        origin: The key of what it came out of, where it had another key before: the stock, a hidden card.
        note: Words added to its name, for screen readers.
        extra: More class names, such as `kp-leads` or `kp-best`.
        inside: HTML of marks that are drawn with the card.
    """
    hidden, button = of == HIDDEN, do is not None
    state = None if playable is None else "kp-playable" if playable else "kp-flat"
    return el(
        "button" if button else "span",
        {
            "type": "button" if button else None,
            "class": classes("kp-card", "kp-hidden" if hidden else None, state, *extra),
            "id": f"{id_prefix}-{key or of}" if id_prefix else None,
            "data-key": (key or of) if id_prefix else None,
            "data-from": origin,
            "data-suit": of.suit or None,
            "data-do": do,
            "data-focus": focus,
            "tabindex": tabindex,
            "aria-pressed": None if pressed is None else "true" if pressed else "false",
        },
        _name(of, note) if not hidden or button or note else "",
        _face(of),
        inside,
    )


def card_row(cards: Iterable[Card]) -> str:
    """Cards side by side, only to be looked at.

    Args:
        cards: The cards in order.
    """
    row = tuple(cards)
    named = ", ".join(map(card_name, row))
    return el("span", {"class": "kp-row", "role": "img", "aria-label": named}, *map(card_html, row))


def fan(cards: Iterable[Card]) -> str:
    """A few cards as a picture that says nothing, small and with few parts."""

    def drawn() -> str:
        return "".join(
            el("span", {"class": "kp-face", "data-suit": each.suit}, small(each)) for each in cards
        )

    return unheard("kp-fan", both(drawn))


def inline_card(of: str) -> str:
    """A card (`7S`) inside running text, or a rank alone (`Q`) where suits do not matter.

    Raises:
        CardError: if the text is neither.
    """
    tidy = of.strip().upper().replace("10", "T")
    if len(tidy) == 1 and tidy in RANKS:
        return _inline(tidy, "")
    found = card(of)
    if found == HIDDEN:
        raise CardError(catalogue.say("cards.unreadable", text=of))
    return _inline(found.rank, found.suit)


def suit_inline(suit: str) -> str:
    """A suit, framed as a card inside running text is."""
    return _inline("", suit)


def both(draw: Callable[[], str]) -> str:
    """What is drawn or said in French faces; where there are German ones also in these, and CSS chooses."""
    if faces() == "french" and not on_request():
        return draw()
    german = "kp-de kp-on-request" if on_request() else "kp-de"
    with showing("french"):
        french = draw()
    with showing("german"):
        return el("span", {"class": german}, draw()) + el("span", {"class": "kp-fr"}, french)


def suit_svg(suit: str) -> str:
    """A suit sign as a small drawing, for places that say the suit in words too."""
    return both(lambda: _sign(suit))


def _sign(suit: str) -> str:
    return _svg("kp-sign", "0 0 20 20", f'<use xlink:href="#kp-{_SET[faces()]}suit-{suit}"/>')


def pin(of: Card, pinned: Sequence[Card]) -> str:
    """The mark of a card that is a trump whatever the trump suit; in words, too.

    Args:
        of: The card.
        pinned: The cards that are, from the highest down; the mark of each is its own.
    """
    if of not in pinned:
        return ""
    drawing = '<svg viewBox="0 0 20 26"><path d="M10 11V25"/><circle cx="10" cy="7" r="6"/></svg>'
    place = pinned.index(of) + 1
    mark = el("span", {"class": "kp-pin", "data-pin": place, "aria-hidden": "true"}, drawing)
    return mark + unseen(catalogue.say("render.pinned"))


@remembered(256)
def _inline(rank: str, suit: str) -> str:
    """A card, a rank or a suit inside running text."""

    def drawn() -> str:
        printed = german_letter(rank) if faces() == "german" else rank
        if rank and suit:
            said = card_name(card(rank + suit))
        else:
            said = rank_name(rank) if rank else suit_name(suit)
        shown = text(rank_text(printed)) + (_sign(suit) if suit else "")
        return unseen(said) + unheard(None, shown)

    return el("span", {"class": "kp-inline", "data-suit": suit or None}, both(drawn))


def _name(of: Card, note: str) -> str:
    return both(lambda: unseen(card_name(of), note))


def _face(of: Card) -> str:
    return el("span", {"class": "kp-face"}, both(lambda: _drawing(of)) if of != HIDDEN else _drawing(of))


def _drawing(of: Card) -> str:
    if of == HIDDEN:
        return _svg("kp-any", "0 0 100 140", '<use xlink:href="#kp-back"/>')
    return _svg("kp-full", "0 0 100 140", f'<use xlink:href="#kp-{_set_of(of)}{of}"/>') + small(of)


def small(of: Card) -> str:
    """The drawing of a face for narrow cards: rank, suit, and one large pip."""
    of_set = _set_of(of)
    sign = f'<use xlink:href="#kp-{of_set}suit-{of.suit}"'
    rank = german_letter(of.rank) if of_set else of.rank
    pip = 8 if of_set and of.rank == "Q" else 39  # an Ober has its sign at the top
    return _svg(
        "kp-small",
        "0 0 50 70",
        f'<use xlink:href="#kp-rank-{rank}" x="4" y="4.5" width="17" height="23.4"/>'
        f'{sign} class="kp-under" x="4.5" y="31" width="16" height="16"/>'
        f'{sign} class="kp-pip" x="20" y="{pip}" width="26" height="26"/>',
    )


def _svg(names: str, box: str, drawing: str) -> str:
    return f'<svg class="{names}" viewBox="{box}" aria-hidden="true">{drawing}</svg>'


def _set_of(of: Card) -> str:
    """How the ids of a card's drawings begin, in the faces that are shown."""
    return _SET[faces()] if of.rank in GERMAN_RANKS else ""
