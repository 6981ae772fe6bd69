"""Difficulty: monotone in every feature, within 1 to 5, and spread over what is mined."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kontrapunkt.puzzles.difficulty import SHARES, STEPS, difficulty, weight
from kontrapunkt.puzzles.kind import KINDS
from kontrapunkt.puzzles.mining.mine import MiningPlan, mine
from kontrapunkt.puzzles.play import ReachGoal
from tests.engine.mined import mined

FEATURES = st.fixed_dictionaries(
    {
        name: st.floats(0, 1) if name in SHARES else st.integers(0, 100_000)
        for name in (
            "choices",
            "losing",
            "decisions",
            "depth",
            "tree",
            "finders",
            "rules",
            "refused",
            "cards",
        )
    }
)


def test_every_kind_has_weights_with_reasons():
    import kontrapunkt.puzzles.difficulty as module

    assert module.__doc__ is not None
    for kind in KINDS.values():
        assert kind.weights
        for name in kind.weights:
            assert f"\n{name} " in module.__doc__


@pytest.mark.parametrize("kind", KINDS)
@given(features=FEATURES, more=st.integers(1, 1000), share=st.floats(0, 1))
def test_more_is_never_easier(kind: str, features: dict[str, float], more: int, share: float):
    weights = KINDS[kind].weights
    here = difficulty(weights, features)
    assert 1 <= here <= 5
    for name in features:
        grown = {**features, name: max(features[name], share) if name in SHARES else features[name] + more}
        there = difficulty(weights, grown)
        assert there <= here if name == "finders" else there >= here


def test_the_obvious_cases():
    """More choices, a larger share of losing ones, a deeper loss."""
    easy = {"choices": 2, "losing": 0.5, "decisions": 1, "depth": 1, "tree": 8, "finders": 2}
    assert difficulty(ReachGoal.weights, easy) == 1
    for change in (
        {"choices": 6},
        {"losing": 0.9},
        {"depth": 12},
        {"decisions": 6},
        {"tree": 3000},
        {"finders": 0},
    ):
        assert weight(ReachGoal.weights, {**easy, **change}) > weight(ReachGoal.weights, easy)
    hard = {"choices": 5, "losing": 0.8, "decisions": 8, "depth": 14, "tree": 3000, "finders": 0}
    assert difficulty(ReachGoal.weights, hard) == 5
    assert difficulty(ReachGoal.weights, {}) == 1
    assert list(STEPS) == sorted(STEPS)


def test_what_is_mined_is_of_every_difficulty():
    found = {
        each.report.difficulty for game in ("ristiklappi", "ristikontra") for each in mined(game, "play")
    }
    assert len(found) >= 3
    for level in {1, 2, 3, 4, 5} - found:
        only = MiningPlan((("Game", "ristikontra"),), "play", seed=5, difficulty=level)
        assert [each.puzzle.difficulty for each in mine(only, 1, limit=100)] == [level]
