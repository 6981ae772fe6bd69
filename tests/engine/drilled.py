"""What is right in a drill, found from the state of the deal and from nothing that the drill says."""

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

from kontrapunkt.core.interface import SEATS, Seat, State
from kontrapunkt.core.messages import the_card
from kontrapunkt.core.rules import Refusal
from kontrapunkt.families.card_distributions import consistent
from kontrapunkt.puzzles.kind import ChoicePuzzle
from kontrapunkt.puzzles.knowledge import knowledge_of
from kontrapunkt.record import ObservedDeal
from kontrapunkt.text import catalogue

type Found = Callable[[ChoicePuzzle, Seat], set[str]]

DRAWN: Final = 600
"""So many deals are drawn to see who may hold a card."""


def winner(task: ChoicePuzzle, reader: Seat) -> set[str]:
    """Who takes the trick; it is in the pile of their side that has grown."""
    before, after = task.played.states[task.at - 1], task.played.states[task.at]
    last = after.view(None).tricks[-1]
    grown = [
        seat
        for was, now in zip(before.view(None).piles, after.view(None).piles, strict=True)
        if now.tricks != was.tricks
        for seat in now.seats
    ]
    assert not grown or last.winner in grown
    return {last.winner}


def worth(task: ChoicePuzzle, reader: Seat) -> set[str]:
    """What the piles have grown by."""
    before, after = task.played.states[task.at - 1], task.played.states[task.at]
    sums = [sum(pile.card_points or 0 for pile in state.view(None).piles) for state in (before, after)]
    return {str(sums[1] - sums[0])}


def possible(task: ChoicePuzzle, reader: Seat) -> set[str]:
    """What can be done without a refusal."""
    able = {pick.key for pick in task.picks if _applies(task.state, pick.key, reader)}
    cards = {str(action) for action in task.state.actions(reader) if action.card}
    assert not cards & {pick.key for pick in task.picks} or cards <= able
    return able


def _applies(state: State, action: str, seat: Seat) -> bool:
    try:
        state.apply(action, seat)
    except Refusal:
        return False
    return True


def result(task: ChoicePuzzle, reader: Seat) -> set[str]:
    """The pick that says what the result of the finished deal is called."""
    name = str(knowledge_of(task.game).name_result(task.played.end))
    return {pick.key for pick in task.picks if pick.label == name}


def out(task: ChoicePuzzle, reader: Seat) -> set[str]:
    """How many of the cards that are asked about lie in other hands, in the stock or face down."""
    state: Any = task.state
    asked = catalogue.say("drill.out.ask", seat="South", cards="|").partition("|")[0]
    name = task.question.removeprefix(asked).partition(" are still out")[0]
    group = next(each for each in task.knowledge.groups(state).values() if str(each.name) == name)
    whole, seen = state.view(None), state.view(reader)
    hidden = [*state.stock] if hasattr(state, "stock") else []
    for seat, hand in whole.hands.items():
        if seat != reader:
            hidden += (Counter(hand) - Counter(seen.hands[seat])).elements()
    shown = Counter(card for each in seen.laid for card in each.cards)
    hidden = [*(Counter(hidden) - shown).elements()]
    return {str(sum(card in group.cards for card in hidden))}


def hold(task: ChoicePuzzle, reader: Seat) -> set[str]:
    """Who has the card in some of many deals drawn from all that the seat cannot exclude."""
    label = task.question.partition("still hold ")[2].partition("?")[0]
    deeds = [(step.seat, step.action) for step in task.played.steps[: task.at]]
    seen = ObservedDeal.start(task.played.start, deeds, [reader]).histories[reader]
    worlds, chance = consistent(seen), Random(7)
    holders = set()
    for _ in range(DRAWN):
        lying = worlds.draw_cards(chance)
        holders |= {
            SEATS[n] for (where, n), cards in lying.items() if where == "hand" and _named(label, cards)
        }
    true = task.state.view(None).hands
    assert {seat for seat, hand in true.items() if seat != reader and _named(label, hand)} <= holders
    return {str(seat) for seat in holders}


def _named(label: str, cards: Any) -> bool:
    return any(label == str(the_card(card)) for card in cards)


FOUND: Final[Mapping[str, Found]] = {
    "trick": winner,
    "legal": possible,
    "worth": worth,
    "result": result,
    "call": possible,
    "out": out,
    "hold": hold,
}
