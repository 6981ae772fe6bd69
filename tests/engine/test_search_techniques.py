"""No technique changes an answer: each alone off, and all off, on endings too large for minimax."""

from collections.abc import Callable
from dataclasses import fields, replace
from functools import partial
from random import Random

import pytest

from kontrapunkt.core.interface import Game
from kontrapunkt.games.ristiklappi import Ristiklappi
from kontrapunkt.games.ristiklappi.solver import RistiklappiSolver
from kontrapunkt.games.ristikontra import Ristikontra
from kontrapunkt.games.ristikontra.solver import RistikontraSolver
from kontrapunkt.search.match import MatchSolver, Techniques
from tests.engine.test_search_minimax import one_game, random_ending
from tests.plain_search import NONE, plain_solver

PLAIN = "targets"
SOLVERS: dict[str, type[MatchSolver]] = {"ristikontra": RistikontraSolver, "ristiklappi": RistiklappiSolver}
NAMES = [PLAIN, *(each.name for each in fields(Techniques))]


def without(name: str, make: type[MatchSolver], game: Game) -> MatchSolver:
    """A solver with one technique off, or without targets."""
    if name == PLAIN:
        return plain_solver(make, game, Techniques())
    return make(game, replace(Techniques(), **{name: False}))


def without_any(make: type[MatchSolver], game: Game) -> MatchSolver:
    """A solver with neither techniques nor targets."""
    return plain_solver(make, game, NONE)


def agree(
    game_class: type[Game], seed: int, size: int, other_of: Callable[[type[MatchSolver], Game], MatchSolver]
) -> None:
    """Every goal, with all techniques on and with another solver."""
    game = one_game(seed, game_class)
    chance = Random(seed)
    state = random_ending(chance, game, size, chance.random() < 0.7)
    for _ in range(chance.choice([0, 0, 1, 2, 3])):
        state = state.apply(chance.choice(state.actions()))
    make = SOLVERS[game.id]
    full, other = make(game), other_of(make, game)
    for goal in full.goals:
        found = full.search(state, goal, line=False).run()
        same = other.search(state, goal, line=False).run()
        assert same.values == found.values, f"seed {seed}, {dict(game.chosen)}, {goal}, {other.techniques}"
        assert same.best == found.best


@pytest.mark.parametrize("game_class", [Ristikontra, Ristiklappi])
@pytest.mark.parametrize("name", NAMES)
def test_without(game_class: type[Game], name: str):
    for seed in range(3):
        agree(game_class, seed, 3, partial(without, name))


@pytest.mark.parametrize("game_class", [Ristikontra, Ristiklappi])
def test_without_any(game_class: type[Game]):
    for seed in range(100, 106):
        agree(game_class, seed, 3, without_any)


@pytest.mark.soak
@pytest.mark.parametrize("game_class", [Ristikontra, Ristiklappi])
@pytest.mark.parametrize("name", NAMES)
def test_without_often(game_class: type[Game], name: str):
    for seed in range(1000, 1020):
        agree(game_class, seed, 5, partial(without, name))


@pytest.mark.soak
@pytest.mark.parametrize("game_class", [Ristikontra, Ristiklappi])
def test_without_any_often(game_class: type[Game]):
    for seed in range(2000, 2100):
        agree(game_class, seed, 4, without_any)
