"""Puzzles mined once for many tests; `tests/conftest.py` keeps them on one worker."""

from functools import cache

from kontrapunkt.puzzles.mining.drafts import SoundPuzzle
from kontrapunkt.puzzles.mining.mine import MiningPlan, mine


@cache
def mined(of: str, kind: str) -> tuple[SoundPuzzle, ...]:
    """Up to ten puzzles of a game and a kind, each time the same."""
    number = {"legal": 3, "find-the-mistake": 6, "sure": 6}.get(kind, 10)
    seed = 3 if kind == "sure" else 21  # with 3 they are soon found
    return tuple(mine(MiningPlan((("Game", of),), kind, seed), number, limit=400))
