"""Exact open-hand search in games with suits to follow: from a whole deal down.

    solver = FollowSolver(game)                     # named by the attribute `solver` of the game's class
    solver.search(state, "points NS").run().values

What is taken from here on (card points, tricks) is searched by alpha-beta over sets of bits, with a table of
positions between tricks and, for each action, zero windows that close in on its value. What a deal comes to
in the end (a contract, chips, lines) is searched the same way over the nodes of a small automaton, which a
game's solver describes by a `SettlementGoal`. Cards that do the same are tried once.
"""

from kontrapunkt.search.follow.ends import SettlementGoal
from kontrapunkt.search.follow.solver import FollowSolver

__all__ = ["FollowSolver", "SettlementGoal"]
