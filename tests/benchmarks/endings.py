"""The numbers on the page about strategy in Ristiklappi: random endings, searched with all hands open.

    python -m tests.benchmarks.endings

counts them anew, in two minutes, and writes them to `endings.json`; a test compares the page with that file,
and the file's sample with what is counted today.

Deals are the engine's for the seeds from 0; cards are played at random until the stock is gone. Of the
endings that this leaves, those count in which both sides are dirty. For each the search is asked whether the
side with the lead can clean against every defence, whether the other side can, and which leads keep what can
be had.
"""

import json
import random
from collections import defaultdict
from pathlib import Path
from typing import Any, Final

import kontrapunkt
from kontrapunkt.core.interface import Game, Seat, State, View, left_of
from kontrapunkt.search import solve

COUNTED: Final = Path(__file__).with_name("endings.json")
"""What was counted: a number of deals by preset, and as a sample the first few of them."""

DEALS: Final = {"lappi5": 20_000, "lappi6": 8_000}
SAMPLE: Final = 100

SIDES: Final = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}


def ending(game: Game, seed: int) -> State:
    """A deal of which the first part has been played at random."""
    chance = random.Random(seed)
    state = game.deal(seed=seed)
    while (view := state.view(None)).stock or view.trick:
        state = state.apply(chance.choice(state.actions()))
    return state


def kind(view: View[Any], leader: Seat, rank: str) -> str:
    """What a lead of a rank is: beaten by nobody, by the partner alone, or by an opponent."""
    holders = {seat for seat, hand in view.hands.items() if any(str(card)[0] == rank for card in hand)}
    others = holders - {leader}
    found = "last" if not others else "partner’s" if others == {left_of(leader, 2)} else "opponent’s"
    return f"{found} queen" if rank == "Q" else f"{found} king" if rank == "K" else found


def cleans(state: State, side: str) -> list[tuple[str, int]]:
    """For each action, 1 if the side cleans after it with best play from both, else 0."""
    values = solve(state, f"cleans {side}").values
    return [(str(action), value) for action, value in values.items() if isinstance(value, int)]


def count(preset: str, deals: int) -> dict[str, Any]:
    """Counts the endings of so many deals.

    Returns:
        `deals`, `endings`, `choices` (those in which the lead matters); `kings`: by "kings left, the
        leader's side's", how many endings, in how many the leader's side can clean, in how many the others;
        `leads`: by kind, how many cards could be led where it matters, and how many of them keep the goal.
    """
    game = kontrapunkt.game("ristiklappi", preset=preset)
    can: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    leads: dict[str, list[int]] = defaultdict(lambda: [0, 0])
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
        row = can[f"{len(kings)} {sum(SIDES[seat] == own for seat in kings)}"]
        row[:] = row[0] + 1, row[1] + max(values), row[2] + theirs
        if len(set(values)) > 1:
            choices += 1
            for action, value in found:
                cell = leads[kind(view, leader, action[0])]
                cell[:] = cell[0] + 1, cell[1] + value
    told = {"deals": deals, "endings": endings, "choices": choices}
    return {**told, "kings": dict(sorted(can.items())), "leads": dict(sorted(leads.items()))}


def main() -> None:
    """Counts everything and keeps it."""
    found = {
        preset: {"all": count(preset, deals), "sample": count(preset, SAMPLE)}
        for preset, deals in DEALS.items()
    }
    COUNTED.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
