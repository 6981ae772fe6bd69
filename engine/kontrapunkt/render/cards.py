"""Cards as HTML: on the table (button or span), in a row, or in running text.

A card on the table contains two drawings, the full face and a small one for widths below 72 px; CSS selects
one by the width of the card. Its name is text.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from kontrapunkt.core.cards import HIDDEN, RANKS, Card, CardError, card
from kontrapunkt.core.interface import Seat
from kontrapunkt.core.messages import card_name, rank_name, seat_name, suit_name
from kontrapunkt.render.markup import aria_hidden, classes, el, text, visually_hidden
from kontrapunkt.render.shapes import GERMAN_RANKS, german_letter
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import cached_text, faces, on_request, use_faces

_SET: Final = {"french": "", "german": "g-"}
"""The prefix of drawings' ids after `kp-`, by faces."""

_COURTS: Final = "KQJ"
"""The ranks whose faces have a figure."""


def rank_text(rank: str) -> str:
    """Return a rank as printed: `10` for T."""
    return "10" if rank == "T" else rank


def keys(cards: Iterable[tuple[Card, str]], met: Counter[str], back: str = "back") -> list[str]:
    """Return a unique key for each card; a hidden card's contains only its place.

    Args:
        cards: All cards in the place, each with a suffix that distinguishes it from copies elsewhere.
        met: The number of times that each key has occurred; it is updated.
        back: The prefix of hidden cards' keys.
    """
    found = []
    for place, (each, owner) in enumerate(cards, 1):
        key = each + owner
        met[key] += 1
        told = key if met[key] == 1 else f"{key}-{met[key]}"
        found.append(f"{back}-{place}" if each == HIDDEN else told)
    return found


@cached_text(1024)  # most cards stay the same between steps
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
    owner: Seat | None = None,
    heard: bool = True,
) -> str:
    """Render a card on the table.

    Args:
        of: The card; `HIDDEN` shows its back.
        id_prefix: The prefix of its element id, usually the widget's id; None for no id.
        key: Its key; the card's text if None.
        do: The event that a click sends (`play W KC`); None for a card that is no button.
        tabindex: The button's tab index; None for the default.
        playable: Raised if True, flat if False; None if nobody chooses.
        pressed: Whether it is marked; None if cards cannot be marked.
        focus: Whether it receives focus when the focused element is gone.
        origin: The earlier key of a card that changes it, such as the stock or a hidden card.
        note: An addition to its name, for screen readers.
        extra: Further class names, such as `kp-leads` or `kp-best`.
        inside: HTML of marks drawn with the card.
        owner: The seat whose card it is, for its name; None to leave it out.
        heard: Whether screen readers read it; False for a card in a picture whose name tells all cards.
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
            "aria-hidden": None if heard else "true",
        },
        _name(of, note, owner) if not hidden or button or note else "",
        _face(of),
        inside,
    )


def card_row(cards: Iterable[Card]) -> str:
    """Render a row of cards that are no buttons."""
    row = tuple(cards)
    named = ", ".join(str(card_name(card)) for card in row)
    return el(
        "span",
        {"class": "kp-row", "role": "img", "aria-label": named},
        *(card_html(each, heard=False) for each in row),
    )


def fan(cards: Iterable[Card]) -> str:
    """Render a few cards as a small decorative picture."""

    def drawn() -> str:
        return "".join(
            el("span", {"class": "kp-face", "data-suit": each.suit}, small(each)) for each in cards
        )

    return aria_hidden("kp-fan", both(drawn))


def inline_card(of: str) -> str:
    """Render a card (`7S`) or rank (`Q`) in running text.

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
    """Render a suit in running text, framed like a card."""
    return _inline("", suit)


def both(draw: Callable[[], str]) -> str:
    """Draw in the present faces, or in both if CSS selects by the reader's choice."""
    if faces() == "french" and not on_request():
        return draw()
    german = "kp-de kp-on-request" if on_request() else "kp-de"
    with use_faces("french"):
        french = draw()
    with use_faces("german"):
        return el("span", {"class": german}, draw()) + el("span", {"class": "kp-fr"}, french)


def suit_svg(suit: str) -> str:
    """Render a suit symbol without a text alternative."""
    return both(lambda: _sign(suit))


def _sign(suit: str) -> str:
    return _svg("kp-sign", "0 0 20 20", f'<use xlink:href="#kp-{_SET[faces()]}suit-{suit}"/>')


def pin(of: Card, pinned: Sequence[Card]) -> str:
    """Render the mark of a card that is always a trump; empty for other cards.

    Args:
        pinned: The cards that are always trumps, from the highest; each has a mark of its own.
    """
    if of not in pinned:
        return ""
    drawing = '<svg viewBox="0 0 20 26"><path d="M10 11V25"/><circle cx="10" cy="7" r="6"/></svg>'
    place = pinned.index(of) + 1
    mark = el("span", {"class": "kp-pin", "data-pin": place, "aria-hidden": "true"}, drawing)
    return mark + visually_hidden(catalogue.say("render.pinned"))


@cached_text(256)
def _inline(rank: str, suit: str) -> str:
    """Render a card, rank or suit in running text."""

    def drawn() -> str:
        printed = german_letter(rank) if faces() == "german" else rank
        if rank and suit:
            said = card_name(card(rank + suit))
        else:
            said = rank_name(rank) if rank else suit_name(suit)
        shown = text(rank_text(printed)) + (_sign(suit) if suit else "")
        return visually_hidden(said) + aria_hidden(None, shown)

    return el("span", {"class": "kp-inline", "data-suit": suit or None}, both(drawn))


def _name(of: Card, note: str, owner: Seat | None) -> str:
    def named() -> str:
        name = card_name(of)
        told = catalogue.say("render.card_of", seat=seat_name(owner), card=name) if owner else name
        return visually_hidden(told, note)

    return both(named)


def _face(of: Card) -> str:
    return el("span", {"class": "kp-face"}, both(lambda: _drawing(of)) if of != HIDDEN else _drawing(of))


def _drawing(of: Card) -> str:
    if of == HIDDEN:
        return _svg("kp-any", "0 0 100 140", '<use xlink:href="#kp-back"/>')
    face = f'<use xlink:href="#kp-{_set_of(of)}{of}"'
    figure = f'{face} width="100" height="140"/>'
    half = f'<svg class="kp-pip" x="21" y="38" width="26" height="29" viewBox="25 14 50 56">{figure}</svg>'
    return _svg("kp-full", "0 0 100 140", f"{face}/>") + small(of, half if of.rank in _COURTS else "")


def small(of: Card, figure: str = "") -> str:
    """Return the small drawing of a face: rank, suit and one large pip.

    Args:
        figure: The upper half of a court's figure, in place of the pip.
    """
    of_set = _set_of(of)
    sign = f'<use xlink:href="#kp-{of_set}suit-{of.suit}"'
    rank = german_letter(of.rank) if of_set else of.rank
    pip = 8 if of_set and of.rank == "Q" else 39  # an Ober has its suit symbol at the top
    return _svg(
        "kp-small",
        "0 0 50 70",
        f'<use xlink:href="#kp-rank-{rank}" x="4" y="4.5" width="17" height="23.4"/>'
        f'{sign} class="kp-under" x="4.5" y="31" width="16" height="16"/>'
        + (figure or f'{sign} class="kp-pip" x="20" y="{pip}" width="26" height="26"/>'),
    )


def _svg(names: str, box: str, drawing: str) -> str:
    return f'<svg class="{names}" viewBox="{box}" aria-hidden="true">{drawing}</svg>'


def _set_of(of: Card) -> str:
    """Return the prefix of the drawings of a card in the present faces."""
    return _SET[faces()] if of.rank in GERMAN_RANKS else ""
