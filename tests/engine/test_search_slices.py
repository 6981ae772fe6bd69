"""A search comes in slices: nothing is done before the first, each keeps to its budget, any may be last."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from kontrapunkt.families.rank_match import RankMatchGame, RankMatchState
from kontrapunkt.games.ristiklappi import Ristiklappi
from kontrapunkt.games.ristikontra import Ristikontra
from kontrapunkt.search import SearchTask, Solution, Solver, solver_for
from kontrapunkt.search.clock import PACE, Clock, SearchPaused, retry_until_done, run_to_end
from kontrapunkt.search.match import MatchSolver
from tests.engine.test_search_minimax import random_ending

FEW = 300
"""Calls of functions: what a question may cost before it is worked at. About a tenth of a millisecond."""

MANY = 12_000
"""Calls between two looks at the clock, at the most. A millisecond or two."""

ODD = {"lapland_below": "10", "numeric": "coins", "both_unclean": "points_decide"}
ODDER = {**ODD, "results": "grades", "tie_break": "cards", "kusilappi_queen": "first_part"}


@cache
def ending(game: Callable[..., RankMatchGame], size: int, plays: int, **options: str) -> RankMatchState:
    """An ending whose past is unknown, so that the result is asked for every past there may be."""
    made = game(hand_size="6" if size > 5 else "5", **options)
    chance = Random(f"{size} {plays}")
    while True:
        state = random_ending(chance, made, size, known=False)
        if len({card[0] for hand in state.hands for card in hand}) > 2 * size - 1:
            break
    for _ in range(plays):
        state = state.apply(state.actions()[0])
    return state


STATES = [
    pytest.param(Ristikontra, 6, 0, {}, id="ristikontra"),
    pytest.param(Ristiklappi, 6, 1, {}, id="ristiklappi"),
    pytest.param(Ristiklappi, 5, 2, {}, id="in a trick"),
    pytest.param(Ristiklappi, 1, 0, ODD, id="a long past"),
    pytest.param(Ristiklappi, 2, 0, ODDER, id="a long past that counts tricks"),
    pytest.param(Ristiklappi, 4, 1, ODDER, id="sets"),
]


class Meter:
    """A clock that runs by the calls of functions that are made, and the longest stretch between looks."""

    def __init__(self) -> None:
        self.calls = 0
        self.looks = 0
        self.longest = 0
        self._last = 0

    def now(self) -> float:
        self.looks += 1
        self.longest = max(self.longest, self.calls - self._last)
        self._last = self.calls
        return self.calls / 1e6

    def begin(self) -> None:
        self._last = self.calls

    @contextmanager
    def counting(self) -> Iterator[None]:
        def count(_frame: object, event: str, _argument: object) -> None:
            self.calls += event in ("call", "c_call")

        before = sys.getprofile()
        sys.setprofile(count)
        try:
            yield
        finally:
            sys.setprofile(before)


def metered(state: RankMatchState) -> tuple[Solver[Any, Any], Meter]:
    solver, meter = solver_for(state.game), Meter()
    assert isinstance(solver, MatchSolver)
    solver.clock = Clock(meter.now)
    return solver, meter


def same(one: Solution | None, other: Solution | None) -> bool:
    assert one is not None
    assert other is not None
    return replace(one, nodes=0) == replace(other, nodes=0)


@pytest.mark.parametrize(("game", "size", "plays", "options"), STATES)
@pytest.mark.parametrize("goal", ["result", "points NS"])
def test_slices_are_short(game, size: int, plays: int, options: dict[str, str], goal: str):
    state = ending(game, size, plays, **options)
    solver, meter = metered(state)
    with meter.counting():
        search = solver.search(state, goal)
    assert meter.calls < FEW
    assert not meter.looks
    for _ in range(10_000):
        with meter.counting():
            meter.begin()
            before = meter.calls
            done = search.step(20)
        assert meter.calls - before < 20_000 + MANY
        if done:
            break
    assert meter.longest < MANY
    assert same(search.solution, solver_for(state.game).search(state, goal).run())


def test_a_meter_sees_long_work():
    """The meter would find out: so much work in one piece is more than it allows."""
    meter = Meter()
    with meter.counting():
        meter.now()
        for _ in range(MANY + 1):
            len("")
        meter.now()
    assert meter.longest > MANY


def test_a_clock_is_looked_at_between_findings():
    """With a clock that moves a millisecond a look, a slice of fifty is about fifty looks."""
    looks = [0]

    def now() -> float:
        looks[0] += 1
        return looks[0] / 1000

    state = ending(Ristikontra, 6, 0)
    solver = solver_for(state.game)
    assert isinstance(solver, MatchSolver)
    solver.clock = Clock(now)
    search = solver.search(state, "points NS")
    assert not search.step(50)
    assert 50 <= looks[0] <= 53


def test_slice_without_time_still_progresses():
    clock = Clock(iter(range(100)).__next__)
    with clock.slice(0):
        for _ in range(PACE - 1):
            clock.tick()
        with pytest.raises(SearchPaused):
            clock.tick()
    for _ in range(10 * PACE):
        clock.tick()  # nobody waits: this is no slice


def test_patience():
    tries = iter([SearchPaused(), SearchPaused(), None])

    def work() -> str:
        interruption = next(tries)
        if interruption:
            raise interruption
        return "done"

    patient = retry_until_done(work)
    assert (next(patient), next(patient)) == (None, None)
    assert run_to_end(patient) == "done"


@pytest.mark.parametrize("goal", ["result", "points NS"])
def test_newer_question_may_interrupt_between_slices(goal: str):
    """Searches dropped after every number of slices leave tables that are right and that help."""
    state = ending(Ristiklappi, 5, 0)
    truth = solver_for(state.game).search(state, goal).run()
    keeper = solver_for(state.game)
    for slices in range(0, 1500, 100):
        dropped = keeper.search(state, goal)
        for _ in range(slices):
            dropped.step(0)
    again = keeper.search(state, goal).run()
    assert same(again, truth)
    assert again.nodes < truth.nodes


def test_two_searches_take_turns():
    """One solver, two questions about two states of one deal, slice by slice."""
    state = ending(Ristiklappi, 5, 0)
    later = state.apply(state.actions()[0])
    keeper = solver_for(state.game)
    searches = [keeper.search(state, "result"), keeper.search(later, "points NS")]
    done = [False, False]
    while not all(done):
        done = [search.step(0) for search in searches]
    for search in searches:
        assert same(search.solution, solver_for(state.game).search(search.state, search.goal).run())


def test_an_ending_let_go_in_the_middle():
    """Others push an ending out of memory while it is searched, piece by piece; the answer stays right."""
    first = ending(Ristiklappi, 5, 0)
    keeper, meter = metered(first)
    search = keeper.search(first, "result")
    for _ in range(300):
        search.step(0)
    for plays in range(4, 20, 3):
        other = ending(Ristiklappi, 4, plays % 4, **({"lead_limit": "2"} if plays % 2 else {}))
        keeper.search(first.game.start(other.as_deal()), "points NS").step(0.2)
    with meter.counting():
        finish(search, meter)
    assert meter.longest < MANY
    assert same(search.solution, solver_for(first.game).search(first, "result").run())


def finish(search: SearchTask, meter: Meter) -> None:
    while True:
        meter.begin()
        if search.step(20):
            return
