"""Exact search with open hands: the value of every legal action.

>>> from random import Random
>>> import kontrapunkt
>>> from kontrapunkt.record import play_at_random
>>> from kontrapunkt.search import solve, solver_for
>>> start = kontrapunkt.game("ristikontra").deal(seed=1)
>>> state = [state for state, _ in play_at_random(start, Random(1))][-14]
>>> solution = solve(state, "points NS")
>>> solution.to_act, solution.values, solution.best
('S', {'TH': 34, '8S': 0, '4H': 0, '3H': 0}, ('TH',))
>>> solver = solver_for(state.game)  # its tables serve later searches
>>> search = solver.search(state, "points NS")
>>> while not search.step(50):  # milliseconds; it may be dropped at any time
...     pass
>>> print(solver.describe("points NS", search.solution.value))
With best play North–South take 34 card points from here.

A new game's solver is one module with a `Solver`, named by the attribute `solver` of the game's class.
"""

from kontrapunkt.search.goals import Goal, GoalError, Unsolvable
from kontrapunkt.search.solver import Interval, SearchTask, Solution, Solver, Value, solve, solver_for

__all__ = [
    "Goal",
    "GoalError",
    "Interval",
    "SearchTask",
    "Solution",
    "Solver",
    "Unsolvable",
    "Value",
    "solve",
    "solver_for",
]
