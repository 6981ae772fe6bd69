"""Buttons for what seats may do without playing a card: bids, trumps, calls in turn and out of turn.

They stand in one row, whose place is kept. The seat to act comes first; where it may do much, a button opens
a list over the table. What the others may say out of turn is in another list, in the order of play.
"""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from kontrapunkt.core.cards import HIDDEN, SUIT_SIGNS
from kontrapunkt.core.interface import PASS, Action, Seat, View
from kontrapunkt.render.cards import rank_text, suit_svg
from kontrapunkt.render.controls import any_button, opener, over_page
from kontrapunkt.render.markup import el, group, text, unheard, unseen
from kontrapunkt.render.piles import DARK
from kontrapunkt.render.speech import button_text
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import seat_name

_FEW: Final = 3
"""So many have room side by side; more wait in a list."""

_SUITS: Final = 4
"""So many that name nothing but a suit have room side by side."""


def suit_of(action: Action) -> str | None:
    """The suit that an action names, or that of a card that it names."""
    named = action.carries.suit if action.carries else action.argument
    return named if named in SUIT_SIGNS else None


def deeds(view: View, *, widget_id: str, kept: bool = False) -> str:
    """The buttons of all seats; empty where nobody may do anything but play a card.

    Args:
        view: What may be seen; with open hands each seat has its buttons.
        widget_id: What element ids begin with.
        kept: Whether their place is kept even so.
    """
    found = _found(view)
    turn = "".join(
        _turn(seat, each, widget_id, alone=len(each) == len(view.actions))
        for seat, each in found.items()
        if seat == view.to_act
    )
    late = {seat: each for seat, each in found.items() if seat != view.to_act}
    return el("div", {"class": "kp-deeds"}, turn, _out_of_turn(late, widget_id)) if found or kept else ""


def has_deeds(view: View) -> bool:
    """Whether anybody may do anything but play a card."""
    return bool(_found(view))


def _found(view: View) -> dict[Seat, list[Action]]:
    """What each seat may do that may do anything, the seat to act first."""
    first = view.seats.index(view.to_act) if view.to_act in view.seats else 0
    each = ((seat, _of(view, seat)) for seat in (*view.seats[first:], *view.seats[:first]))
    return {seat: found for seat, found in each if found}


def _of(view: View, seat: Seat) -> list[Action]:
    """What a seat may do that has no card of its hand and no other thing on the table to click at."""
    mine = seat == view.seat or (seat == view.to_act and view.seat is None)
    open_ = {laid.name for laid in view.laid}
    return [
        action
        for action in (view.actions if mine else view.others.get(seat, ()))
        if action.carries not in view.hands[seat]
        and action not in open_
        and DARK not in (action, action.argument)
    ]


def _turn(seat: Seat, found: Sequence[Action], widget_id: str, *, alone: bool) -> str:
    """What the seat to act may do; alone where it may not play a card instead."""
    if len(found) <= (_SUITS if all(each.argument in SUIT_SIGNS for each in found) else _FEW):
        return _row(seat, found, widget_id, alone=alone)
    verbs = {each.verb for each in found if each != PASS}
    label = catalogue.say("render.deeds.bid" if verbs == {"bid"} else "render.deeds", seat=seat_name(seat))
    return _list(
        f"{widget_id}-{seat}-deeds", label, len(found), _buttons(seat, found, widget_id), focus=alone
    )


def _out_of_turn(found: dict[Seat, list[Action]], widget_id: str) -> str:
    """What the seats that are not to act may say."""
    if not found:
        return ""
    rows = "".join(_row(seat, each, widget_id, may=True) for seat, each in found.items())
    number = sum(map(len, found.values()))
    return _list(f"{widget_id}-deeds", catalogue.say("render.out_of_turn"), number, rows)


def _row(
    seat: Seat, found: Sequence[Action], widget_id: str, *, alone: bool = False, may: bool = False
) -> str:
    """The buttons of a seat side by side.

    Args:
        seat: Whose they are.
        found: What each does.
        widget_id: What element ids begin with.
        alone: Whether the seat has nothing else to do, so that focus comes to the first of them.
        may: Whether it is said that the seat may, and need not.
    """
    label = catalogue.say("render.deeds", seat=seat_name(seat))
    named = text(label if may else seat_name(seat))
    buttons = _buttons(seat, found, widget_id, alone=alone)
    return group("kp-deeds-of", label, unheard("kp-deeds-seat", named), buttons)


def _list(id_: str, label: str, number: int, rows: str, *, focus: bool = False) -> str:
    """A button, and the list that it opens."""
    counted = unseen(catalogue.say("render.deeds.number", n=number))
    title = el("p", {"class": "kp-keys-title", "aria-hidden": "true"}, text(label))
    return opener(id_, "kp-button kp-deeds-open", text(f"{label} …"), counted, focus=focus) + over_page(
        id_, "kp-deeds-list", title, rows, label=label
    )


def _buttons(seat: Seat, found: Sequence[Action], widget_id: str, *, alone: bool = False) -> str:
    """The buttons; those that stand for cards keep together by suit."""
    parts = []
    for suit, same in groupby(found, lambda deed: deed.carries.suit if deed.carries else ""):
        these = "".join(_button(seat, deed, widget_id, focus=alone and deed == found[0]) for deed in same)
        parts.append(el("span", {"class": "kp-deeds-suit"}, these) if suit else these)
    return "".join(parts)


def _button(seat: Seat, deed: Action, widget_id: str, *, focus: bool) -> str:
    return any_button(
        "kp-button kp-deed",
        {
            "id": f"{widget_id}-{seat}-{deed.replace(' ', '-')}",
            "data-do": f"play {seat} {deed}",
            "data-focus": focus,
            "data-suit": suit_of(deed),
        },
        suit_svg(deed.argument) if deed.argument in SUIT_SIGNS else "",
        _said(deed),
    )


def _said(deed: Action) -> str:
    """What a button says; one of many for cards of other hands shows the card and says the rest."""
    of = deed.carries
    if of is None or of == HIDDEN:
        return text(button_text(deed))
    shown = text(rank_text(of.rank)) + suit_svg(of.suit)
    return unseen(button_text(deed)) + unheard(None, shown)
