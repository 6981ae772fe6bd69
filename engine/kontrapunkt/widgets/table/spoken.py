"""Messages of a table for listeners: what is new, at three levels of detail."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final, Literal

from kontrapunkt import render
from kontrapunkt.core.cards import HIDDEN, Card
from kontrapunkt.core.interface import PASS, Play, Seat, Trick, View
from kontrapunkt.render.speech import say_by_suit, say_cards_played
from kontrapunkt.text import catalogue

type Level = Literal["brief", "normal", "full"]

LEVELS: Final[tuple[Level, ...]] = ("brief", "normal", "full")
"""The levels of detail: cards and turns; news as well; whole sentences."""


@dataclass(frozen=True, slots=True)
class TableEvent:
    """An action at a table, as one viewer sees it.

    Attributes:
        seat: The seat that acted.
        action: The action; a hidden card in it is hidden here too.
        sentences: The action and the trick that it completed, in whole sentences.
        news: The changes beside the cards, a sentence each.
        play: The card played to a trick; None for none.
        finished: The trick that the action completed; None if it completed none.
        sorted_anew: Whether the viewer's hand is in a new order.
    """

    seat: Seat
    action: str
    sentences: tuple[str, ...]
    news: tuple[str, ...] = ()
    play: Play | None = None
    finished: Trick | None = None
    sorted_anew: bool = False


def is_sorted_anew(before: View[Any], after: View[Any]) -> bool:
    """Return True if the cards that the viewer keeps are in another order."""
    old, new = (view.hands.get(view.seat, ()) if view.seat else () for view in (before, after))
    kept = Counter(old) & Counter(new)
    return _in_order(old, kept) != _in_order(new, kept)


def _in_order(cards: Sequence[Card], kept: Counter[Card]) -> list[Card]:
    left = kept.copy()
    found = []
    for card in cards:
        if left[card]:
            left[card] -= 1
            found.append(card)
    return found


def say_new_events(events: Sequence[TableEvent], view: View[Any], level: Level) -> list[str]:
    """Describe events in order, each trick in one sentence with all its cards.

    Args:
        view: The viewer's view after the last event.
    """
    told: list[str] = []
    for is_pass, same in groupby(events, lambda event: event.action == PASS):
        found = [*same]
        told += _say_passes(found) if is_pass else _say_cards(found, view, level)
    if any(event.sorted_anew for event in events):
        told.append(catalogue.say("ear.sorted"))
    return told


def _say_passes(events: Sequence[TableEvent]) -> Iterator[str]:
    """Yield passes in a row as one sentence, with the news."""
    if len(events) == 1:
        yield from events[0].sentences
    else:
        seats = catalogue.listed("and", [render.seat_name(event.seat) for event in events])
        yield catalogue.say("render.say.passes", seats=seats, n=len(events))
    yield from (sentence for event in events for sentence in event.news)


def _say_cards(events: Sequence[TableEvent], view: View[Any], level: Level) -> Iterator[str]:
    """Yield tricks and calls in order; the cards of a trick come with the first new one."""
    open_trick = False
    for at, event in enumerate(events):
        if event.play and not open_trick:
            done = next((each.finished for each in events[at:] if each.finished), None)
            plays = done.plays if done else view.trick
            yield say_cards_played(plays, leads=not done, whole=level == "full")
        open_trick = bool(event.play or open_trick) and not event.finished
        if not event.play:
            yield event.sentences[0]
        if event.finished:
            yield _say_taken(event.finished, event, level)
        if level != "brief":
            yield from event.news


def _say_taken(trick: Trick, event: TableEvent, level: Level) -> str:
    """Describe who took a trick; with its value unless brief."""
    if level == "full" or (trick.added and event.play):
        return event.sentences[-1]
    seat, points = render.seat_name(trick.winner), trick.card_points
    if level == "brief" or points is None:
        return catalogue.say("ear.taken", seat=seat)
    return catalogue.say("ear.taken.points", seat=seat, n=points)


def say_own_hand(view: View[Any]) -> str:
    """Describe the viewer's cards in their order; empty if there are none to see."""
    cards = view.hands.get(view.seat, ()) if view.seat else ()
    if not cards or HIDDEN in cards:
        return ""
    return catalogue.say("ear.hand", cards=say_by_suit(cards))
