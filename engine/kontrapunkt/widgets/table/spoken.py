"""Messages of a table for listeners: what is new, at three levels of detail."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Final, Literal

from kontrapunkt import render
from kontrapunkt.core.cards import HIDDEN, Card
from kontrapunkt.core.interface import PASS, Play, Seat, Trick, View
from kontrapunkt.core.messages import action_name, card_name
from kontrapunkt.render.speech import say_by_suit, say_cards_played
from kontrapunkt.text import catalogue

type Level = Literal["brief", "normal", "full"]

LEVELS: Final[tuple[Level, ...]] = ("brief", "normal", "full")
"""The levels of detail: cards, calls and turns; the news of cards as well; whole sentences."""


@dataclass(frozen=True, slots=True)
class TableEvent:
    """An action at a table, as one viewer sees it.

    Attributes:
        seat: The seat that acted.
        action: The action; a hidden card in it is hidden here too.
        sentences: The action and the trick that it completed, in whole sentences.
        news: The changes beside the cards that these do not tell, a sentence each.
        play: The card played to a trick; None for none.
        finished: The trick that the action completed; None if it completed none.
        drawn: The cards that the viewer has drawn with it.
        sorted_anew: Whether the viewer's hand is in a new order.
    """

    seat: Seat
    action: str
    sentences: tuple[str, ...]
    news: tuple[str, ...] = ()
    play: Play | None = None
    finished: Trick | None = None
    drawn: tuple[Card, ...] = ()
    sorted_anew: bool = False


def cards_added(before: View[Any], after: View[Any]) -> tuple[Card, ...]:
    """Return the cards that the viewer holds after an action and did not hold before it."""
    old, new = _own_cards(before), _own_cards(after)
    return _in_order(new, Counter(new) - Counter(old))


def is_sorted_anew(before: View[Any], after: View[Any]) -> bool:
    """Return True if the cards that the viewer keeps are in another order."""
    old, new = _own_cards(before), _own_cards(after)
    kept = Counter(old) & Counter(new)
    return _in_order(old, kept) != _in_order(new, kept)


def _own_cards(view: View[Any]) -> Sequence[Card]:
    return view.hands.get(view.seat, ()) if view.seat else ()


def _in_order(cards: Sequence[Card], kept: Counter[Card]) -> tuple[Card, ...]:
    left = kept.copy()
    found = []
    for card in cards:
        if left[card]:
            left[card] -= 1
            found.append(card)
    return tuple(found)


def say_new_events(events: Sequence[TableEvent], view: View[Any], level: Level) -> list[str]:
    """Describe events in order, each trick in one sentence with all its cards.

    Args:
        view: The viewer's view after the last event.
    """
    told = _say_in_order([*_merge_calls(events)], view, level)
    drawn = [card_name(card) for event in events for card in event.drawn]
    if drawn:
        told.append(catalogue.say("ear.drawn", cards=catalogue.listed("and", drawn)))
    if any(event.sorted_anew for event in events):
        told.append(catalogue.say("ear.sorted"))
    return told


def _merge_calls(events: Sequence[TableEvent]) -> Iterator[TableEvent]:
    """Yield the events; passes or equal announcements in a row are one event with one sentence."""
    for shared, same in groupby(events, _shared_action):
        found = [*same]
        if shared and len(found) > 1:
            news = tuple(sentence for event in found for sentence in event.news)
            yield replace(found[0], sentences=(_say_together(found),), news=news)
        else:
            yield from found


def _shared_action(event: TableEvent) -> str:
    """Return an action that several seats in a row say in one sentence; empty for another action."""
    return event.action if event.action == PASS or event.action.startswith("say ") else ""


def _say_together(events: Sequence[TableEvent]) -> str:
    """Describe passes or equal announcements in a row in one sentence."""
    action = events[0].action
    key = "ear.passes" if action == PASS else "ear.say"
    names = [catalogue.say("ear.seat", seat=render.seat_name(event.seat)) for event in events]
    seats = catalogue.capital(catalogue.listed("and", names))
    return catalogue.say(key, seats=seats, what=action_name(action))


def _say_in_order(events: Sequence[TableEvent], view: View[Any], level: Level) -> list[str]:
    """Describe tricks and calls in order; the cards of a trick come with the first new one.

    A lead shares the sentence about the trick before it: "North takes it and leads seven of clubs."
    """
    told: list[str] = []
    open_trick = False
    taken = ""
    for at, event in enumerate(events):
        if event.play and not open_trick:
            done = next((each.finished for each in events[at:] if each.finished), None)
            plays = done.plays if done else view.trick
            joins = not done and taken and told[-1] == taken
            before = told.pop().removesuffix(".") if joins else ""
            whole, brief = level == "full", level == "brief"
            told.append(say_cards_played(plays, leads=not done, whole=whole, brief=brief, taken=before))
        open_trick = bool(event.play or open_trick) and not event.finished
        if not event.play:
            told.append(event.sentences[0])
        if event.finished and (level == "full" or (event.finished.added and event.play)):
            told.append(event.sentences[-1])
        elif event.finished:
            taken = _say_taken(event.finished, level)
            told.append(taken)
        if level != "brief" or not event.play:
            told += event.news
    return told


def _say_taken(trick: Trick, level: Level) -> str:
    """Describe who took a trick; with its value unless brief."""
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
