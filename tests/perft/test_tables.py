"""The perft tables counted a second time, by the naive reference; and the middles of deals where rules bite.

A case of `*.perft` begins with a deal (`game`, `options`, `seed`) or a position; `tests/engine/test_games.py`
counts them with the engine. A case of `late.counts` begins where a record stops; it is counted by both here.
Every preset of the games of the Sedma group has a case of each kind.
"""

from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from kontrapunkt.core.interface import SEATS, State
from kontrapunkt.core.perft import perft
from kontrapunkt.core.registry import game_class
from kontrapunkt.record import game_of, read, replay
from tests.perft.cases import PerftCase, perft_cases
from tests.reference import kontra, sedma

HERE = Path(__file__).parent


class Reference(NamedTuple):
    """How a naive reference is asked: a deal of a state that nobody has played to, and what comes of it."""

    begin: Callable[[State], dict[str, Any]]
    over: Callable[[dict[str, Any]], bool]
    legal: Callable[[dict[str, Any]], list[str]]
    play: Callable[[dict[str, Any], str], None]


EARLY, LATE = [*perft_cases("risti*.perft"), *perft_cases("kontra.perft")], perft_cases("late.counts")


def started(case: PerftCase) -> tuple[State, sedma.Deal]:
    """Where a case of `*.perft` begins, as both see it."""
    state = case.start()
    return state, from_position(state) if "record" in case.says else dealt(state)


def dealt(state: State) -> sedma.Deal:
    """A deal that nobody has played to."""
    return reference(state).begin(state)


def reference(state: State) -> Reference:
    """The naive reference of a state's game."""
    return KONTRA if state.game.id == "kontra" else SEDMA


def kontra_dealt(state: State) -> kontra.Deal:
    deal = state.as_deal()
    hands = {str(seat): [str(card) for card in hand] for seat, hand in deal.hands.items()}
    options = {**state.game.options, "min_dealer": int(state.game.options["min_dealer"])}
    return kontra.begin(hands, [str(card) for card in deal.stock or ()], str(deal.dealer), options)


def sedma_dealt(state: State) -> sedma.Deal:
    deal = state.as_deal()
    hands = {str(seat): [str(card) for card in hand] for seat, hand in deal.hands.items()}
    options = {key: str(value) for key, value in state.game.options.items()}
    return sedma.begin(hands, [str(card) for card in deal.stock or ()], str(deal.dealer or "N"), options)


SEDMA = Reference(sedma_dealt, sedma.over, sedma.legal, sedma.play)
KONTRA = Reference(kontra_dealt, kontra.over, lambda deal: kontra.legal(deal, deal["turn"]), kontra.act)


def from_position(state: State) -> sedma.Deal:
    """A position between two tricks; the tricks before it are made up, as far as the rules ask for them."""
    facts = state.as_deal().facts
    deal = dealt(state)
    deal["turn"] = facts["lead"]
    here = {card for hand in deal["hands"].values() for card in hand} | {*deal["stock"]}
    kings = [card for card in ("KC", "KS", "KH", "KD") if card not in here]
    by, rank, times = facts.get("streak", "N 2 0").split()
    current = state.view(None).trick_number
    for number in range(1, current):
        led = rank if number >= current - int(times) else "23"[number % 2]
        plays = [(by, led + "C", False), *[("E", card, False) for card in kings if number == 1]]
        deal["tricks"].append({"plays": plays, "part": 1, "winner": by, "not_drawing": []})
    return deal


def stopped(case: PerftCase) -> tuple[State, sedma.Deal]:
    """Where the record of a case of `late.counts` stops, as both see it."""
    record = read((HERE / case.says["record"]).read_text(encoding="utf-8"))
    state = replay(record).end
    start = game_of(record).start(record)
    deal = dealt(start)
    for move in record.deals[0].moves:
        if move.actor in SEATS:
            reference(state).play(deal, move.action)
    return state, deal


def count(naive: Reference, deal: sedma.Deal, depth: int) -> int:
    """How many sequences the reference finds."""
    if naive.over(deal):
        return 1
    legal = naive.legal(deal)
    if depth == 1:
        return len(legal)
    found = 0
    for action in legal:
        then = deepcopy(deal)
        naive.play(then, action)
        found += count(naive, then, depth - 1)
    return found


@pytest.mark.parametrize("case", EARLY, ids=lambda case: case.name)
def test_the_reference_counts_the_same(case: PerftCase):
    state, deal = started(case)
    assert [("perft", n, count(reference(state), deal, n)) for _, n, _ in case.counts] == case.counts


@pytest.mark.parametrize("case", LATE, ids=lambda case: case.name)
def test_middles_of_deals(case: PerftCase):
    state, deal = stopped(case)
    assert [("perft", n, perft(state, n)) for _, n, _ in case.counts] == case.counts
    assert [("perft", n, count(reference(state), deal, n)) for _, n, _ in case.counts] == case.counts


def test_in_late_cases_rules_bite():
    """Somewhere near the root a card may not be played, or is turned and kept; or the dark is barred."""
    for case in LATE:
        assert bites(stopped(case)[0], 3), case.name


def bites(state: State, depth: int) -> bool:
    view = state.view(state.to_act)
    cards = [action for action in view.actions if action.card]
    if state.phase == "exchange":
        return True
    if state.to_act and state.phase != "spice":
        barred = state.game.id == "kontra" and bool(view.stock) and "dark" not in view.actions
        if barred or len(cards) < len(view.hands[state.to_act]):
            return True
    return depth > 0 and any(bites(state.apply(action), depth - 1) for action in state.actions())


@pytest.mark.parametrize("name", ["ristikontra", "ristiklappi"])
def test_every_preset_has_its_tables(name: str):
    presets = {preset: dict(game_class(name)(preset).options) for preset in game_class(name).presets}
    for found in ([started(case)[0] for case in EARLY], [stopped(case)[0] for case in LATE]):
        covered = [dict(state.game.options) for state in found if state.game.id == name]
        assert [preset for preset, options in presets.items() if options not in covered] == []
