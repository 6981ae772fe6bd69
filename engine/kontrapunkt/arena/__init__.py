"""Contests between computer players: duplicate deals, in all seatings, with error bars.

    contest = Contest(game_tags, ("first-steps", "random"), seed=1)
    told = summary(contest, [fought(contest, number) for number in range(300)])

Each deal is played once in every seating, so that both players get the same cards; the mean of its seatings
is one number, and those of different deals are independent. The same contest comes to the same numbers on
every machine, whatever the number of processes.
"""

from kontrapunkt.arena.contest import Bout, Contest, Standing, fought, summary
from kontrapunkt.arena.plot import plot
from kontrapunkt.arena.seatings import SEATINGS, seatings_for

__all__ = ["SEATINGS", "Bout", "Contest", "Standing", "fought", "plot", "seatings_for", "summary"]
