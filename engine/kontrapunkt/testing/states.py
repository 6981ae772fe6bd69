"""Checks of a state: its actions and refusals, and views that hide what they must."""

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

from kontrapunkt.core.cards import HIDDEN, RANKS, SUITS, Card, pack
from kontrapunkt.core.interface import CHANCE, SEATS, Action, Seat, State, View
from kontrapunkt.record import Done, play_at_random

NONSENSE = ("", "?", CHANCE, "XX", "1C", "gabble", "dark dark", "N", "7C 7C")
"""Texts that are no action in any game."""

CARDS = pack(52)

_QUOTED = re.compile("“[^”]*”")

_CODE = re.compile(rf"\b[{RANKS}][{SUITS}]\b")


def some_action(state: State, chance: Random) -> tuple[Seat, Action]:
    """Return a random action of any seat, calls out of turn included."""
    every = [(seat, action) for seat in state.game.seats for action in state.actions(seat)]
    return every[int(chance.random() * len(every))]


def at_random(start: State, chance: Random) -> Iterator[tuple[State, Done]]:
    """Return the states of a deal played at random, each with the actions before it."""
    return play_at_random(start, chance, some_action)


def check_state(state: State, calls: Iterable[str] = (), fully: Container[Seat] = SEATS) -> None:
    """Check a state: an action is legal, refusals agree with actions, views are tight.

    Args:
        calls: Actions other than cards.
        fully: The seats for which every card, call and nonsense text is tried; for the others only their own
            cards and actions that are legal for somebody.

    Raises:
        AssertionError: naming the check that failed.
    """
    turn = state.to_act
    assert turn is not None, "nobody is to act"
    legal = state.actions()
    assert legal, f"{turn} is stuck"
    assert legal == state.actions(turn), "the seat to act is meant where none is named"
    assert len(set(legal)) == len(legal), f"an action is listed twice: {legal}"
    _check_refusals(state, {*CARDS, *NONSENSE, *calls}, fully)
    _check_views(state)


def _check_refusals(state: State, everything: Iterable[str], fully: Container[Seat]) -> None:
    rulebook = state.game.rulebook
    words = {str(action) for seat in state.game.seats for action in state.actions(seat)}
    hands = state.view(None).hands
    for seat in state.game.seats:
        legal = state.actions(seat)
        for action in {*words, *(everything if seat in fully else hands[seat])}:
            refused = state.why_not(action, seat)
            assert (refused is None) == (action in legal), f"actions and why_not differ on {seat} {action}"
            if refused is None:
                continue
            assert refused.rule in rulebook, (
                f"{seat} {action} is refused by {refused.rule}, no rule of the game"
            )
            reason = refused.reason
            assert reason.strip() == reason != "", f"{seat} {action} is refused without a reason"
            assert refused.rule not in reason, f"the reason names its rule: {reason}"
            check_sentence(reason)
            assert refused.legal == legal, f"{seat} {action}: the refusal does not list what is legal"


def check_sentence(text: str) -> None:
    """Check that a sentence has codes of cards only in quotes, as text to type.

    Raises:
        AssertionError: if a code occurs elsewhere.
    """
    said = _QUOTED.sub("", text)
    assert not _CODE.search(said), f"a card is told by its code: {text}"


def _check_views(state: State) -> None:
    everything = state.view(None)
    public = _public(everything)
    deal = state.as_deal()
    for seat in state.game.seats:
        assert everything.hands[seat] == tuple(deal.hands[seat]), f"{seat}'s hand differs from the record's"
        view = state.view(seat)
        looked = any(card != HIDDEN for card in view.hands[seat])
        if looked or state.phase in ("lead", "follow"):  # before play a seat may not have looked at its hand
            assert view.hands[seat] == everything.hands[seat], f"{seat} does not see the own hand"
        assert view.actions == state.actions(seat), f"{seat}'s view lists other actions"
        for other in state.game.seats:
            seen_hand, hand = view.hands[other], everything.hands[other]
            assert len(seen_hand) == len(hand), f"{seat} sees a wrong number of {other}'s cards"
            assert not Counter(c for c in seen_hand if c != HIDDEN) - Counter(hand), f"{seat} sees ghosts"
        assert _public(view) == public, f"{seat} sees public things differently"
        for lying, whole in zip(view.laid, everything.laid, strict=True):
            cards = zip(lying.cards, whole.cards, strict=True)
            assert all(one in (HIDDEN, other) for one, other in cards), f"{seat} sees ghosts on the table"
        assert view.tricks == everything.tricks[len(everything.tricks) - len(view.tricks) :], (
            f"{seat} sees other tricks than the last ones"
        )
        both = view.facts.keys() & everything.facts.keys()
        assert all(_may_be(view.facts[key], everything.facts[key]) for key in both), (
            f"{seat} knows another past"
        )
        assert {*view.statuses} <= {*everything.statuses}, f"{seat} knows of a status that is not there"
        for text in _texts_of(view):
            check_sentence(text)


def _texts_of(view: View[Any]) -> Iterator[str]:
    """Yield the texts of a view."""
    yield str(view.task)
    for status in view.statuses:
        yield from (str(status.label), str(status.text))
    yield from (str(call.label) for call in view.calls)
    yield from (str(laid.label) for laid in view.laid)


def _public(view: View[Any]) -> View[Any]:
    laid = tuple(replace(each, cards=(HIDDEN,) * len(each.cards)) for each in view.laid)
    hidden = view.replace(seat=None, hands={}, actions=(), tricks=(), facts={}, others={}, laid=laid)
    return hidden.replace(statuses=())


def _may_be(told: str, truth: str) -> bool:
    """Return True if two texts agree by words, except for cards hidden in the first."""
    ours, theirs = told.replace(",", " ").split(), truth.replace(",", " ").split()
    return len(ours) == len(theirs) and all(a in (b, HIDDEN) for a, b in zip(ours, theirs, strict=True))


def all_cards(state: State) -> Iterator[Card]:
    """Yield all cards of a deal, wherever they are."""
    deal = state.as_deal()
    yield from deal.cards
    view = state.view(None)
    for laid in view.laid:
        if laid.seat:  # cards in front of a seat came from its hand; some games count them as stock
            yield from (one for one in laid.cards if one not in (deal.stock or ()))
    yield from cards_played(view)


def cards_played(view: View[Any]) -> Iterator[Card]:
    """Yield the cards in the tricks that a view shows."""
    yield from (play.card for play in view.trick)
    yield from view.added
    for trick in view.tricks:
        yield from trick.cards


def cards_in(view: View[Any]) -> set[Card]:
    """Return the cards that a view shows, and those named in calls."""
    lying = (*view.hands.values(), *(laid.cards for laid in view.laid))
    named = {call.action.carries for call in view.calls if call.action.carries}
    return {*(one for cards in lying for one in cards if one != HIDDEN), *named, *cards_played(view)}


def cards_named(text: str) -> set[Card]:
    """Return the cards that a record's text names."""
    return {one for one in CARDS if one in text}
