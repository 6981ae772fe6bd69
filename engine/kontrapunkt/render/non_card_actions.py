"""Buttons for actions other than playing a card: bids, trumps, calls.

They are in one row with a reserved place. The seat to act comes first; if it has many actions, a button opens
a list over the table. Calls of the others out of turn are in another list, in the order of play. At a table
in play a choice without cards is laid where the trick will be.
"""

from collections.abc import Sequence
from itertools import groupby
from typing import Any, Final

from kontrapunkt.core.cards import HIDDEN, SUIT_SIGNS
from kontrapunkt.core.interface import PASS, Action, Seat, View
from kontrapunkt.core.messages import Message, argument_name, seat_name
from kontrapunkt.render.cards import rank_text, suit_svg
from kontrapunkt.render.controls import any_button, opener, over_page, title
from kontrapunkt.render.markup import aria_hidden, el, group, text, toolbar, visually_hidden
from kontrapunkt.render.piles import is_dark
from kontrapunkt.render.speech import button_text
from kontrapunkt.text import catalogue

_FEW: Final = 3
"""The most buttons side by side; more are put in a list."""

_MANY: Final = 6
"""The most choices on the table that are written large."""

_SUITS: Final = 4
"""The most buttons side by side if each names only a suit."""


def suit_of(action: Action) -> str | None:
    """Return the suit that an action names, or that of its card."""
    named = action.carries.suit if action.carries else action.argument
    return named if named in SUIT_SIGNS else None


def action_buttons(
    view: View[Any], *, widget_id: str, kept: bool = False, elsewhere: bool = False, explained: bool = False
) -> str:
    """Render the buttons of all seats; empty if only cards can be played.

    Args:
        view: The view; with open hands each seat has its buttons.
        widget_id: The prefix of element ids.
        kept: Whether their place is reserved even if there are none.
        elsewhere: Whether the seat to act chooses on the table (`bids`).
        explained: Whether the buttons have the meaning and value of their actions.
    """
    found = _found(view)
    means = view if explained else None
    turn = "".join(
        _turn(seat, each, widget_id, alone=len(each) == len(view.actions), view=means)
        for seat, each in found.items()
        if seat == view.to_act and not elsewhere
    )
    late = {seat: each for seat, each in found.items() if seat != view.to_act}
    shown = turn, _out_of_turn(late, widget_id, means, several=len(found) > 1)
    return el("div", {"class": "kp-deeds"}, *shown) if found or kept else ""


def bids(view: View[Any], *, widget_id: str) -> str:
    """Render the choice of the seat to act with each action's meaning; empty if it can play a card.

    It is laid where the trick will be, so that it covers no hand.

    Args:
        widget_id: The prefix of element ids.
    """
    seat = view.to_act
    found = _found(view).get(seat, []) if seat else []
    if seat is None or not found or len(found) < len(view.actions) or view.trick:
        return ""
    task = el("p", {"class": "kp-bids-task", "aria-hidden": "true"}, text(str(view.task).rstrip(".")))
    families = _families(view, found) if len(found) > _MANY else {}
    single = [deed for deed in found if not any(deed in each for each in families.values())]
    buttons = _buttons(seat, single, widget_id, alone=True, view=view)
    lists = (_family(view, seat, key, each, widget_id) for key, each in families.items())
    names = "kp-bids kp-bids-many" if len(single) + len(families) > _MANY else "kp-bids"
    label = catalogue.say("render.deeds", seat=seat_name(seat))
    return task + toolbar(names, label, buttons, *lists)


def _families(view: View[Any], found: Sequence[Action]) -> dict[str, list[Action]]:
    """Return the choices that are kinds of the same, by the key of the family's name."""
    kinds: dict[str, list[Action]] = {}
    for deed in found:
        key = _known(view, "bids.family", deed)
        if key:
            kinds.setdefault(catalogue.say(key), []).append(deed)
    return {_known(view, "bids.family", each[0]): each for each in kinds.values() if len(each) > 1}


def _family(view: View[Any], seat: Seat, key: str, found: Sequence[Action], widget_id: str) -> str:
    """Render a family of choices, folded under its name and what they have in common.

    Args:
        key: The key of its name.
        found: Its choices.
    """
    named = _explained(text(catalogue.say(key)), catalogue.say(_known(view, "bids.common", found[0])))
    return el(
        "details",
        {"class": "kp-bids-family"},
        el("summary", {"class": "kp-button"}, named),
        el("div", None, _buttons(seat, found, widget_id, view=view, short=True)),
    )


def meaning(view: View[Any], deed: Action, *, short: bool = False) -> str:
    """Return the meaning and value of an action: "No trick. 30 chips from each."; empty for none.

    Args:
        short: Whether what the action has in common with others of its family may be left out.
    """
    key = (_known(view, "bids.within", deed) if short else "") or _known(view, "meaning", deed)
    asked = view.task.values if isinstance(view.task, Message) else {}
    values = {**asked, "n": view.moment.game.bid_value(deed), "of": argument_name(deed.argument)}
    return catalogue.say(key, **values) if key else ""


def _known(view: View[Any], kind: str, deed: Action) -> str:
    """Return the key of a kind that a game has for an action or for its first words; empty for none."""
    known = f"{kind}.{view.moment.game.prefix.lower()}"
    parts = deed.split()
    return catalogue.first_known(*(f"{known}.{' '.join(parts[:n])}" for n in range(len(parts), 0, -1)))


def has_non_card_actions(view: View[Any]) -> bool:
    """Return True if any seat has an action other than playing a card."""
    return bool(_found(view))


def names_of_calls(view: View[Any]) -> list[str]:
    """Return the texts of the viewer's buttons, and of the stock as one of them."""
    if not view.seat:
        return []
    stock = [catalogue.say("ear.stock")] if any(map(is_dark, view.actions)) else []
    return [*(button_text(action) for action in _of(view, view.seat)), *stock]


def _found(view: View[Any]) -> dict[Seat, list[Action]]:
    """Return the actions of each seat that has any, the seat to act first."""
    first = view.seats.index(view.to_act) if view.to_act in view.seats else 0
    each = ((seat, _of(view, seat)) for seat in (*view.seats[first:], *view.seats[:first]))
    return {seat: found for seat, found in each if found}


def _of(view: View[Any], seat: Seat) -> list[Action]:
    """Return a seat's actions that have no card or pile on the table to click."""
    mine = seat == view.seat or (seat == view.to_act and view.seat is None)
    open_ = {laid.name for laid in view.laid}
    return [
        action
        for action in (view.actions if mine else view.others.get(seat, ()))
        if action.carries not in view.hands[seat] and action not in open_ and not is_dark(action)
    ]


def _turn(seat: Seat, found: Sequence[Action], widget_id: str, *, alone: bool, view: View[Any] | None) -> str:
    """Render the actions of the seat to act; `alone` if it may play no card."""
    if len(found) <= (_SUITS if all(each.argument in SUIT_SIGNS for each in found) else _FEW):
        return _row(seat, found, widget_id, alone=alone, view=view)
    verbs = {each.verb for each in found if each != PASS}
    label = catalogue.say("render.deeds.bid" if verbs == {"bid"} else "render.deeds", seat=seat_name(seat))
    return _list(
        f"{widget_id}-{seat}-deeds",
        label,
        len(found),
        _buttons(seat, found, widget_id, view=view),
        focus=alone,
    )


def _out_of_turn(
    found: dict[Seat, list[Action]], widget_id: str, view: View[Any] | None, *, several: bool
) -> str:
    """Render the calls that other seats may make.

    Args:
        several: Whether other seats have buttons, too, so that each needs the seat in its name.
    """
    if not found:
        return ""
    rows = "".join(
        _row(seat, each, widget_id, may=True, view=view, about=str(seat_name(seat)) if several else "")
        for seat, each in found.items()
    )
    number = sum(map(len, found.values()))
    return _list(f"{widget_id}-deeds", catalogue.say("render.out_of_turn"), number, rows)


def _row(
    seat: Seat,
    found: Sequence[Action],
    widget_id: str,
    *,
    view: View[Any] | None,
    alone: bool = False,
    may: bool = False,
    about: str = "",
) -> str:
    """Render the buttons of a seat side by side.

    Args:
        found: The actions.
        widget_id: The prefix of element ids.
        alone: Whether the seat has no other action, so that the first button receives focus.
        may: Whether the label says that the seat may act but need not.
        view: The view whose actions are explained; None for no explanation.
        about: An addition to the buttons' names for screen readers; empty for none.
    """
    label = catalogue.say("render.deeds", seat=seat_name(seat))
    named = text(label if may else seat_name(seat))
    buttons = _buttons(seat, found, widget_id, alone=alone, view=view, about=about)
    row = toolbar if view else group
    return row("kp-deeds-of", label, aria_hidden("kp-deeds-seat", named), buttons)


def _list(id_: str, label: str, number: int, rows: str, *, focus: bool = False) -> str:
    """Render a button and the list that it opens."""
    counted = visually_hidden(catalogue.say("render.deeds.number", n=number))
    return opener(id_, "kp-button kp-deeds-open", text(f"{label} …"), counted, focus=focus) + over_page(
        id_, "kp-deeds-list", title(label, heard=False), rows, label=label
    )


def _buttons(
    seat: Seat,
    found: Sequence[Action],
    widget_id: str,
    *,
    view: View[Any] | None,
    alone: bool = False,
    short: bool = False,
    about: str = "",
) -> str:
    """Render the buttons; those for cards are grouped by suit.

    Args:
        alone: Whether the seat has no other action, so that the first button receives focus.
        view: The view whose actions are explained on the buttons; None for no explanation.
        short: Whether the buttons have names for which their family's name is enough context.
        about: An addition to their names for screen readers; empty for none.
    """
    parts = []
    for suit, same in groupby(found, lambda deed: deed.carries.suit if deed.carries else ""):
        these = "".join(
            _button(
                seat,
                deed,
                widget_id,
                focus=alone and deed == found[0],
                means=meaning(view, deed, short=short) if view else "",
                short=_known(view, "bids.short", deed) if view and short else "",
                about=about,
            )
            for deed in same
        )
        parts.append(el("span", {"class": "kp-deeds-suit"}, these) if suit else these)
    return "".join(parts)


def _button(
    seat: Seat, deed: Action, widget_id: str, *, focus: bool, means: str, short: str = "", about: str = ""
) -> str:
    told = visually_hidden(button_text(deed)) + _shortly(short) if short else _said(deed)
    if about:
        told += visually_hidden(f" ({about})")
    if means:
        told = _explained(told, means)
    return any_button(
        "kp-button kp-deed",
        {
            "id": f"{widget_id}-{seat}-{deed.replace(' ', '-')}",
            "data-do": f"play {seat} {deed}",
            "data-focus": focus,
            "data-suit": suit_of(deed),
        },
        suit_svg(deed.argument) if deed.argument in SUIT_SIGNS else "",
        told,
    )


def _explained(name: str, means: str) -> str:
    """Render a name, as HTML, and its meaning; screen readers pause between them."""
    named = el("span", {"class": "kp-bid"}, name, visually_hidden("."))
    return named + el("span", {"class": "kp-meaning"}, text(means))


def _shortly(key: str) -> str:
    """Render a short name, which screen readers skip."""
    return aria_hidden(None, text(catalogue.say(key)))


def _said(deed: Action) -> str:
    """Return the content of a button; among many cards of other hands just the card."""
    of = deed.carries
    if of is None or of == HIDDEN:
        return text(button_text(deed))
    shown = text(rank_text(of.rank)) + suit_svg(of.suit)
    return visually_hidden(button_text(deed)) + aria_hidden(None, shown)
