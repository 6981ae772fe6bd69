"""A question as it is drawn on paper: the cards that matter, what is known beside them, boxes and lines.

Nothing on paper can be pressed, and ink costs: a table is an outline, cards are small faces that are told
apart in black and white, and what a screen shows in many places is said in a sentence or two.
"""

from collections.abc import Iterable, Iterator, Sequence
from copy import replace
from typing import Final

from kontrapunkt import render, words
from kontrapunkt.action import Action
from kontrapunkt.cards import HIDDEN, Card
from kontrapunkt.classroom.questions import Entry
from kontrapunkt.game import Play, Seat, Trick, View
from kontrapunkt.naming import card_name
from kontrapunkt.puzzles.kind import Pick, Picking
from kontrapunkt.render.cards import inline_card, small
from kontrapunkt.render.markup import classes, el, text, unseen
from kontrapunkt.render.seats import place_of, seat_name
from kontrapunkt.render.slate import describe_slate, rows_of
from kontrapunkt.render.speech import laid_out, said_openly, taken
from kontrapunkt.widgets.line import moments, rows

TRICK: Final = ("seats", "trick")
"""Places of a question about one trick, which is shown alone."""

RECORD: Final = ("list", "tricks")
"""Places of a question for which one looks through what was played."""

HANDS: Final = ("hand", "card")
"""Places of a question that is answered in the hand."""

LINES: Final = 2
"""So many lines there are to write on, where nothing is to be ticked."""


def figure(of: Entry) -> str:
    """What one has to look at to answer a question, and the boxes or lines for the answer."""
    task = of.task
    if not isinstance(task, Picking):
        return _facts(of.view) + _table(of.view, of.reader) + _lines()
    if task.place in TRICK:
        return _trick_alone(of) + _boxes(task)
    if task.place in RECORD:
        return _facts(of.view) + _hands(of.view, of.reader) + _record(of) + _boxes(task)
    boxed = task.place in HANDS
    seat = getattr(task, "turn", of.reader) if boxed else of.reader
    hands = _hand(of.view, seat, boxed) if _alone(of.view, seat) else _table(of.view, of.reader)
    lying = _trick(of.view.trick, of.view, of.reader, of.view.added) if _alone(of.view, seat) else ""
    if boxed and not _alone(of.view, seat):
        hands += _hand(of.view, seat, True)
    return _facts(of.view) + (lying if of.view.trick or of.view.added else "") + hands + _boxes(task)


def labels(task: Picking, picks: Iterable[Pick]) -> list[str]:
    """What may be picked as HTML: cards as they stand in a line, everything else in words.

    Args:
        task: The question.
        picks: Those of its picks that are meant.
    """
    return [_label(task, pick) for pick in picks]


def _label(task: Picking, pick: Pick) -> str:
    card = Action(pick.key).card if task.place not in ("list", "trick", "tricks") else None
    return inline_card(card) if card else text(words.capital(pick.label))


# What is known ----------------------------------------------------------------------------------------------


def _facts(view: View) -> str:
    """What is known beside the cards, in sentences."""
    slate = [describe_slate([now for _, now in rows_of(view)])]
    told = [*said_openly(view), *laid_out(view), *taken(view), *slate]
    return _said(told)


def _said(told: Iterable[str]) -> str:
    sentences = " ".join(each for each in told if each)
    return el("p", {"class": "facts"}, text(sentences)) if sentences else ""


# Cards ------------------------------------------------------------------------------------------------------


def _card(of: Card, *names: str | None, inside: str = "") -> str:
    """A card as large as a thumb nail: rank, suit, one pip; a hidden one is its back."""
    if of == HIDDEN:
        face = '<svg viewBox="0 0 100 140" aria-hidden="true"><use xlink:href="#kp-back"/></svg>'
        return el("span", {"class": classes("card", *names)}, unseen(card_name(of)), face, inside)
    return el(
        "span",
        {"class": classes("card", *names), "data-suit": of.suit},
        unseen(card_name(of)),
        small(of),
        inside,
    )


def _trick(plays: Sequence[Play], view: View, foot: Seat, added: Sequence[Card] = ()) -> str:
    """The cards of a trick on an outlined table, each before its player, and who led."""
    seats = []
    played = {play.seat: play for play in plays}
    for seat in view.seats:
        play = played.get(seat)
        leads = bool(plays) and plays[0].seat == seat
        name = seat_name(seat) + (f", {words.say('render.led')}" if leads else "")
        shown = _card(play.card, "dark" if play.dark else None) if play else ""
        dark = el("small", None, text(words.say("render.dark"))) if play and play.dark else ""
        seats.append(
            el(
                "div",
                {"class": "seat", "data-place": place_of(seat, foot)},
                el("b", None, text(name)),
                shown,
                dark,
            )
        )
    beside = ""
    if added:
        label = el("b", None, text(render.added_label(view.game)))
        beside = el("div", {"class": "seat added", "data-place": "added"}, label, *map(_card, added))
    return el("div", {"class": "trick"}, *seats, beside)


def _trick_alone(of: Entry) -> str:
    """The trick that a question is about, with what was said before it was over."""
    view = of.view
    done: Trick | None = view.tricks[-1] if view.tricks and not view.trick else None
    plays = done.plays if done else view.trick
    before = of.task.played.states[max(0, of.task.at - 1)].view(None)
    told = said_openly(before)
    return _said(told) + _trick(plays, view, of.reader, done.added if done else view.added)


def _alone(view: View, seat: Seat) -> bool:
    """Whether no hand but one is seen."""
    return not any(_open(hand) for each, hand in view.hands.items() if each != seat)


def _open(hand: Sequence[Card]) -> bool:
    return any(card != HIDDEN for card in hand)


def _hands(view: View, reader: Seat) -> str:
    """The hands that are seen, where the trick is told elsewhere."""
    if _alone(view, reader):
        return _hand(view, reader, False) if _open(view.hands.get(reader, ())) else ""
    return _table(replace(view, trick=(), added=()), reader)


def _hand(view: View, seat: Seat, boxed: bool) -> str:
    """A hand in a row, each card with a box below it where it is to be ticked; equal cards have one box."""
    cards = view.hands[seat]
    box = el("i", {"class": "box"})
    met: set[Card] = set()
    shown = []
    for card in cards:
        shown.append(_card(card, inside=box if boxed and card not in met else ""))
        met.add(card)
    return el(
        "div",
        {"class": classes("hand", "boxed" if boxed else None)},
        el("b", None, text(seat_name(seat))),
        el("div", {"class": "cards"}, *shown),
    )


def _table(view: View, foot: Seat) -> str:
    """The table from above: each hand as a line of cards at its side, the trick in the middle."""
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
    turn = words.say(
        "render.to_play" if view.trick else "render.to_lead", seat=seat_name(view.to_act or foot)
    )
    told = str(view.task) or (turn if view.to_act else "")
    middle = _trick(view.trick, view, foot, view.added) if view.trick or view.added else ""
    return el(
        "div",
        {"class": "table"},
        *sides,
        el("div", {"class": "middle"}, middle, el("p", None, text(told)) if told else ""),
    )


def _in_line(card: Card) -> str:
    return inline_card(card) + " " if card != HIDDEN else el("span", {"class": "back"}) + " "


def _record(of: Entry) -> str:
    """What was played, trick by trick; what a trick changed is left for the reader to find."""
    line = moments(of.task.played)[: of.task.at + 1 if of.task.name != "find-the-mistake" else None]
    found = [replace(row, effects=()) for row in rows(line)]
    return render.trick_list(found, interactive=False)


# Answers ----------------------------------------------------------------------------------------------------


def _boxes(task: Picking) -> str:
    """The answers to choose from, a box before each; cards of the hand have theirs already.

    Of a record that one looks through, the card is to be written down.
    """
    if task.place == "tricks":
        return _lines()
    shown = [*_unboxed(task)]
    if not shown:
        return ""
    mark = task.many and task.place not in HANDS
    names = classes("boxes", "many" if mark else None)
    return el("ul", {"class": names}, *(el("li", None, el("i", {"class": "box"}), each) for each in shown))


def _unboxed(task: Picking) -> Iterator[str]:
    held = {card for hand in task.state.view(None).hands.values() for card in hand}
    for pick in task.picks:
        if task.place not in HANDS or Action(pick.key).card not in held:
            yield _label(task, pick)


def _lines() -> str:
    return el("div", {"class": "lines"}, *[el("i")] * LINES)
