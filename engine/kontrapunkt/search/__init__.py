"""Exact search with open hands: the value of every legal action.

    solution = solve(state, "points NS")
    solution.values, solution.best, solution.line

    solver = solver_for(state.game)          # its tables serve later searches
    search = solver.search(state, "result")
    while not search.step(50):               # milliseconds; it may be dropped at any time
        ...
    search.solution
    solver.describe("result", value)         # the value in a sentence

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
