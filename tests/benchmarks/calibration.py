"""Whether a club player knows how it stands: `python -m tests.benchmarks.calibration GAME DEALS`.

All seats are club players. At its first card each says in which share of the deals that it looks into it
comes out ahead; by those shares, how many deals it does win is counted. The rest of the deal is played with a
small budget.
"""

import sys
from collections import defaultdict
from typing import Final

from kontrapunkt.core.interface import Seat
from kontrapunkt.core.registry import game
from kontrapunkt.play.players.club import DEALS, Club
from kontrapunkt.record import ObservedDeal

QUICK: Final = 3
"""The budget after the first card."""

STEPS: Final = 10
"""Percent that a class of shares is wide."""


def counted(name: str, deals: int, budget: int = DEALS) -> dict[int, tuple[int, int]]:
    """By classes of shares, in percent from: how many first cards there were, and how many of them won.

    Args:
        name: The game's id.
        deals: How many deals are played.
        budget: In how many deals each is looked into at the first card.
    """
    found: dict[int, list[bool]] = defaultdict(list)
    for seed in range(deals):
        table = ObservedDeal.start(game(name).deal(seed))
        said: dict[Seat, float] = {}
        while (turn := table.state.to_act) is not None:
            view, seen = table.state.view(turn), table.histories[turn]
            first = turn not in said and any(action.card for action in view.actions)
            player = Club(table.state.game, seed, budget if first else QUICK)
            action = player.choose(view, seen)
            if action.card and player.estimates and first:
                thought = player.estimates.of_chosen
                said[turn] = thought.wins / thought.deals
            table = table.after(action)
        gains = table.state.game.payoffs(table.state)
        for seat, share in said.items():
            found[min(int(100 * share), 99) // STEPS * STEPS].append(gains[seat] > 0)
    return {each: (len(won), sum(won)) for each, won in sorted(found.items())}


if __name__ == "__main__":
    for share, (number, won) in counted(sys.argv[1], *map(int, sys.argv[2:])).items():
        print(f"{share:3}-{share + STEPS} %: {number:5} first cards, {won / number:4.0%} won")
