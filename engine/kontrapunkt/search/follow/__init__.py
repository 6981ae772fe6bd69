"""Exact open-hand search in games with suits to follow: card points of two sides, from a whole deal down.

    solver = FollowSolver(game)                     # named by the attribute `solver` of the game's class
    solver.search(state, "points NS").run().values

Alpha-beta over sets of bits, with a table of positions between tricks and, for each action, zero windows that
close in on its value. Cards that do the same are tried once. For packs in which each card is once.
"""

from kontrapunkt.search.follow.solver import FollowSolver

__all__ = ["FollowSolver"]
