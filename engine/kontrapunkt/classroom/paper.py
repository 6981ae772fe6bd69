"""A question on paper: the relevant cards, facts, boxes and lines.

Nothing on paper can be clicked, and ink costs money: a table is an outline, cards are small faces
distinguishable in black and white, and facts that a screen shows in many places are put in a sentence or two.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeGuard

from kontrapunkt import render
from kontrapunkt.classroom.questions import SheetQuestion, needs_record
from kontrapunkt.core.action import Action
from kontrapunkt.core.cards import HIDDEN, Card
from kontrapunkt.core.interface import Play, Seat, View
from kontrapunkt.core.messages import card_name, seat_name
from kontrapunkt.puzzles.kind import HANDS, ChoicePuzzle, Pick, PuzzleKind
from kontrapunkt.render.cards import inline_card, small
from kontrapunkt.render.markup import classes, el, text, visually_hidden
from kontrapunkt.render.slate import describe_slate, rows_of
from kontrapunkt.render.speech import describe_calls, describe_cards_laid, describe_tricks, for_all
from kontrapunkt.render.trick import cards_in_trick, place_of
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import seat_letter, turn_name
from kontrapunkt.widgets.line import Line, moments

TRICK: Final = ("seats", "trick")
"""The places of questions about one trick, which is shown alone."""

IN_A_ROW: Final = 8
"""The most cards of a hand in a row; a longer hand has two rows."""

LINES: Final = 2
"""The number of lines to write on if there is nothing to tick."""


def figure(of: SheetQuestion) -> str:
    """Render the figure of a question and the boxes or lines for the answer."""
    task = of.task
    if not isinstance(task, ChoicePuzzle):
        return _facts(of.view) + _table(of.view, of.reader) + _lines()
    if task.place in TRICK:
        before, plays, added = trick_of(of)
        return _said(for_all(before)) + _trick(plays, of.view, of.reader, added) + _boxes(task)
    if needs_record(task):
        return _facts(of.view, said=False) + _hands(of.view, of.reader) + _record(of) + _boxes(task)
    boxed = task.place in HANDS
    seat = getattr(task, "turn", of.reader) if boxed else of.reader
    if not _alone(of.view, seat):
        others = of.view.replace(hands={each: hand for each, hand in of.view.hands.items() if each != seat})
        drawn = _table(others if boxed else of.view, of.reader)
    else:
        drawn = _trick(of.view.trick, of.view, of.reader, of.view.added) if of.view.trick else ""
    own = _hand(of.view, seat, boxed) if boxed or _alone(of.view, seat) else ""
    return _facts(of.view) + drawn + own + _boxes(task)


def is_multiple_choice(task: PuzzleKind) -> TypeGuard[ChoicePuzzle]:
    """Return True if a question is answered by choosing among named things."""
    return isinstance(task, ChoicePuzzle) and task.place != "tricks"


def trick_of(of: SheetQuestion) -> tuple[View[Any], Sequence[Play], Sequence[Card]]:
    """Return a question's trick: the view before it, its cards and the added ones."""
    view = of.view
    before = of.task.played.states[max(0, of.task.at - 1)].view(None)
    return before, *cards_in_trick(view, view.tricks[-1] if view.tricks and not view.trick else None)


def label(task: ChoicePuzzle, pick: Pick) -> str:
    """Render a pick: a card as in running text, anything else in words."""
    card = Action(pick.key).card if task.place not in ("list", "trick", "tricks") else None
    return inline_card(card) if card else text(catalogue.capital(pick.label))


# What is known ----------------------------------------------------------------------------------------------


def _facts(view: View[Any], said: bool = True) -> str:
    """Render the facts beside the cards; without calls the slate instead."""
    more = describe_calls(view) if said else [describe_slate([now for _, now in rows_of(view)])]
    return _said([*for_all(view), *more, *describe_cards_laid(view), *describe_tricks(view)])


def _said(told: Iterable[str]) -> str:
    sentences = " ".join(each for each in told if each)
    return el("p", {"class": "facts"}, text(sentences)) if sentences else ""


# Cards ------------------------------------------------------------------------------------------------------


def _card(of: Card, *names: str | None, inside: str = "") -> str:
    """Render a small card: rank, suit, one pip, or the back."""
    back = '<svg viewBox="0 0 100 140" aria-hidden="true"><use xlink:href="#kp-back"/></svg>'
    face, suit = (back, None) if of == HIDDEN else (small(of), of.suit)
    attributes = {"class": classes("card", *names), "data-suit": suit}
    return el("span", attributes, visually_hidden(card_name(of)), face, inside)


def _trick(plays: Sequence[Play], view: View[Any], foot: Seat, added: Sequence[Card] = ()) -> str:
    """Render a trick on an outlined table, each card in front of its player."""
    seats = []
    played = {play.seat: play for play in plays}
    for seat in view.seats:
        play = played.get(seat)
        marks = ["render.row.leads"] if play and play is plays[0] else []
        marks += ["render.dark"] if play and play.dark else []
        said = ", ".join(catalogue.say(key) for key in marks)
        named = el("b", None, text(seat_name(seat)))
        label = el("span", None, named, el("small", None, text(said)) if said else "")
        shown = _card(play.card, "dark" if play.dark else None) if play else ""
        seats.append(el("div", {"class": "seat", "data-place": place_of(seat, foot)}, label, shown))
    beside = ""
    if added:
        label = el("b", None, text(render.added_label(view.game)))
        beside = el("div", {"class": "seat added", "data-place": "added"}, label, *map(_card, added))
    return el("div", {"class": "trick"}, *seats, beside)


def _alone(view: View[Any], seat: Seat) -> bool:
    """Return True if only one hand is visible."""
    return not any(_open(hand) for each, hand in view.hands.items() if each != seat)


def _open(hand: Sequence[Card]) -> bool:
    return any(card != HIDDEN for card in hand)


def _hands(view: View[Any], reader: Seat) -> str:
    """Render the visible hands without the trick."""
    if _alone(view, reader):
        return _hand(view, reader, False) if _open(view.hands.get(reader, ())) else ""
    return _table(view.replace(trick=(), added=()), reader)


def _hand(view: View[Any], seat: Seat, boxed: bool) -> str:
    """Render a hand in rows, with a box below each card; equal cards share one."""
    cards = view.hands[seat]
    row = len(cards) if len(cards) <= IN_A_ROW else (len(cards) + 1) // 2
    box = el("i", {"class": "box"})
    shown = [
        _card(card, inside=box if boxed and card not in cards[:n] else "") for n, card in enumerate(cards)
    ]
    return el(
        "div",
        {"class": classes("hand", "boxed" if boxed else None)},
        el("b", None, text(seat_name(seat))),
        el("div", {"class": "cards", "style": f"--row: {row}"}, *shown),
    )


def _table(view: View[Any], foot: Seat) -> str:
    """Render the table from above: hands as lines of cards, the trick in the middle."""
    sides = [
        el(
            "div",
            {"class": "side", "data-place": place_of(seat, foot)},
            el("b", None, text(seat_name(seat))),
            " ",
            *(_in_line(card) for card in hand),
        )
        for seat, hand in view.hands.items()
    ]
    told = str(view.task) or (turn_name(view.to_act, view.trick) if view.to_act else "")
    middle = _trick(view.trick, view, foot, view.added) if view.trick or view.added else ""
    return el(
        "div",
        {"class": "table"},
        *sides,
        el("div", {"class": "middle"}, middle, el("p", None, text(told)) if told else ""),
    )


def _in_line(card: Card) -> str:
    return inline_card(card) + " " if card != HIDDEN else el("span", {"class": "back"}) + " "


def _record(of: SheetQuestion) -> str:
    """Render the record, a line for each trick, without effects."""
    line = moments(of.task.played)[: of.task.at + 1 if of.task.name != "find-the-mistake" else None]
    told = el("p", {"class": "reading"}, text(catalogue.say("sheet.record")))
    return told + el("ol", {"class": "record"}, *map(_line, Line(line).rows))


def _line(row: render.TrickRow) -> str:
    """Render a trick: actions before it, cards in order, winner and value."""
    opening = " ".join(effect for _, effects in row.opening for effect in effects)
    cards = [_step(seat_letter(p.seat), (p.card,), p.seat == row.winner, p.dark) for p in row.plays]
    if row.added:
        cards.append(_step("+", row.added, False, False))
    taker = [seat_letter(row.winner)] if row.winner else []
    counted = [str(row.card_points)] if row.winner and row.card_points is not None else []
    return el(
        "li",
        None,
        el("p", None, text(opening)) if opening else "",
        el(
            "div",
            {"class": "line"},
            el("b", None, text(f"{row.number}.")),
            *cards,
            el("span", {"class": "taken"}, text(" ".join([*taker, *counted]))),
        )
        if cards
        else "",
    )


def _step(who: str, cards: Sequence[Card], took: bool, dark: bool) -> str:
    names = classes("step", "took" if took else None, "dark" if dark else None)
    return el("span", {"class": names}, el("i", None, text(who)), " ", *map(inline_card, cards)) + " "


# Answers ----------------------------------------------------------------------------------------------------


def _boxes(task: ChoicePuzzle) -> str:
    """Render the answers with boxes, except cards in the hand, which have boxes there.

    For a question about a record there are lines to write on.
    """
    if not is_multiple_choice(task):
        return _lines()
    held = {card for hand in task.state.view(None).hands.values() for card in hand}
    in_hand = held if task.place in HANDS else ()
    shown = [label(task, pick) for pick in task.picks if Action(pick.key).card not in in_hand]
    if not shown:
        return ""
    mark = task.many and task.place not in HANDS
    names = classes("boxes", "many" if mark else None)
    return el("ul", {"class": names}, *(el("li", None, el("i", {"class": "box"}), each) for each in shown))


def _lines() -> str:
    return el("div", {"class": "lines"}, *[el("i")] * LINES)
