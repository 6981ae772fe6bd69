"""Exact open-hand search in games of following suit, from a whole deal on.

    solver = FollowSolver(game)                     # named by the attribute `solver` of the game's class
    solver.search(state, "points NS").run().values

Card points or tricks from here on are searched by alpha-beta over bit sets, with a table of positions between
tricks and, for each action, zero windows that narrow its value. Results of the whole deal (a contract, chips,
lines) are searched in the same way over the nodes of a small automaton, which a game's solver defines by a
`SettlementGoal`. Equivalent cards are tried once.
"""

from kontrapunkt.search.follow.ends import SettlementGoal, with_more
from kontrapunkt.search.follow.solver import FollowSolver

__all__ = ["FollowSolver", "SettlementGoal", "with_more"]
