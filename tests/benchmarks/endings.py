"""The numbers on the page about strategy in Ristiklappi: random endings, searched with all hands open.

    python -m tests.benchmarks.endings lappi5 20000
    python -m tests.benchmarks.endings lappi6 8000

Deals are the engine's for the seeds from 0; cards are played at random until the stock is gone. Of the
endings that this leaves, those count in which both sides are dirty. For each the search is asked whether the
side with the lead can clean against every defence, whether the other side can, and which leads keep what can
be had.
"""

import random
import sys
from collections import defaultdict

import kontrapunkt
from kontrapunkt.game import Game, Seat, State, View, left_of
from kontrapunkt.search import solve

SIDES = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}
Counts = dict[tuple[int, int] | str, list[int]]


def ending(game: Game, seed: int) -> State:
    """A deal of which the first part has been played at random."""
    chance = random.Random(seed)
    state = game.deal(seed=seed)
    while (view := state.view(None)).stock or view.trick:
        state = state.apply(chance.choice(state.actions()))
    return state


def kind(view: View, leader: Seat, rank: str) -> str:
    """What a lead of a rank is: beaten by nobody, by the partner alone, or by an opponent."""
    holders = {seat for seat, hand in view.hands.items() if any(str(card)[0] == rank for card in hand)}
    others = holders - {leader}
    found = "last" if not others else "partner’s" if others == {left_of(leader, 2)} else "opponent’s"
    return f"{found} queen" if rank == "Q" else f"{found} king" if rank == "K" else found


def cleans(state: State, side: str) -> list[tuple[str, int]]:
    """For each action, 1 if the side cleans after it with best play from both, else 0."""
    values = solve(state, f"cleans {side}").values
    return [(str(action), value) for action, value in values.items() if isinstance(value, int)]


def main(preset: str, deals: int) -> None:
    """Prints both tables."""
    game = kontrapunkt.game("ristiklappi", preset=preset)
    can: Counts = defaultdict(lambda: [0, 0, 0])
    leads: Counts = defaultdict(lambda: [0, 0])
    endings = choices = 0
    for seed in range(deals):
        state = ending(game, seed)
        view, leader = state.view(None), state.to_act
        assert leader is not None
        if sum(status.name == "dirty" for status in view.statuses) < 2:
            continue
        endings += 1
        own = SIDES[leader]
        kings = [seat for seat, hand in view.hands.items() for card in hand if str(card)[0] == "K"]
        found = cleans(state, own)
        values = [value for _, value in found]
        theirs = min(value for _, value in cleans(state, "EW" if own == "NS" else "NS"))
        row = can[len(kings), sum(SIDES[seat] == own for seat in kings)]
        row[:] = row[0] + 1, row[1] + max(values), row[2] + theirs
        if len(set(values)) > 1:
            choices += 1
            for action, value in found:
                cell = leads[kind(view, leader, action[0])]
                cell[:] = cell[0] + 1, cell[1] + value
    print(f"{preset}: {deals} deals, {endings} endings with both sides dirty; in {choices} the lead matters")
    for key, (n, ours, others) in sorted(can.items(), key=str):
        print(f"  kings left, the leader’s {key}: {n}, can {ours / n:.1%}, the others {others / n:.1%}")
    for key, (n, kept) in sorted(leads.items(), key=str):
        print(f"  lead {key}: {n}, keeps {kept / n:.1%}")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
