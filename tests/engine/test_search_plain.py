"""The kernel agrees with a plain search, on endings too large for minimax."""

from random import Random
from typing import Any

import pytest

from kontrapunkt.core.interface import Game
from kontrapunkt.games.ristiklappi import Ristiklappi
from kontrapunkt.games.ristiklappi.solver import RistiklappiSolver
from kontrapunkt.games.ristikontra import Ristikontra
from kontrapunkt.games.ristikontra.solver import RistikontraSolver
from kontrapunkt.search.match import MatchSolver
from kontrapunkt.search.solver import Engine
from tests.engine.test_search_minimax import one_game, random_ending
from tests.plain_search import plain_solver

SOLVERS: dict[str, type[MatchSolver[Any]]] = {
    "ristikontra": RistikontraSolver,
    "ristiklappi": RistiklappiSolver,
}


def agree(game_class: type[Game], seed: int, size: int, engine: Engine) -> None:
    """Every goal, by a kernel and by the plain search."""
    game = one_game(seed, game_class)
    chance = Random(seed)
    state = random_ending(chance, game, size, chance.random() < 0.7)
    for _ in range(chance.choice([0, 0, 1, 2, 3])):
        state = state.apply(chance.choice(state.actions()))
    make = SOLVERS[game.id]
    full, plain = make(game), plain_solver(make, game)
    full.engine = engine
    for goal in full.goals:
        found = full.search(state, goal, line=False).run()
        same = plain.search(state, goal, line=False).run()
        assert same.values == found.values, f"seed {seed}, {dict(game.chosen)}, {goal}, {engine}"
        assert same.best == found.best


@pytest.mark.parametrize("game_class", [Ristikontra, Ristiklappi])
@pytest.mark.parametrize("engine", ["python", "wasm"])
def test_kernel_agrees_with_plain_search(game_class: type[Game], engine: Engine):
    for seed in range(10):
        agree(game_class, seed, 3, engine)


@pytest.mark.soak
@pytest.mark.parametrize("game_class", [Ristikontra, Ristiklappi])
@pytest.mark.parametrize("engine", ["python", "wasm"])
def test_kernel_agrees_with_plain_search_often(game_class: type[Game], engine: Engine):
    for seed in range(1000, 1050):
        agree(game_class, seed, 5, engine)
