"""The soak itself: it plays what it says, and a broken promise is named with its seed."""

import pytest

from kontrapunkt.core.registry import OWN, game_class
from kontrapunkt.families.rank_match import RankMatchGame
from tests import soak

FEWEST = {"konter-a-matt": 9, "kontra": 12, "kontraspiel": 8, "koenigrufen-graden": 9, "doppelkopf": 5}
"""The fewest decisions of a deal, where it may end before fifty-two cards are played."""


@pytest.mark.parametrize("name", OWN)
def test_a_few_deals(name: str):
    done = soak.block((name, 1, 12))
    assert (done.game, done.deals) == (name, 12)
    assert done.decisions >= 12 * FEWEST.get(name, 52)
    assert done.refusals > done.decisions // 2


@pytest.mark.parametrize("name", OWN)
def test_presets_and_random_options_take_turns(name: str):
    played = [dict(soak.game_of(name, seed).options) for seed in range(40)]
    presets = [dict(game_class(name)(preset).options) for preset in game_class(name).presets]
    assert all(played.count(preset) > 2 for preset in presets)
    assert len({str(options) for options in played}) > 15


def test_blocks_make_up_the_number():
    tasks = list(soak.tasks(list(OWN), 250, 7))
    for name in OWN:
        seeds = [
            seed for game, first, number in tasks for seed in range(first, first + number) if game == name
        ]
        assert seeds == list(range(7, 257))


def test_a_broken_promise_has_a_seed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(RankMatchGame, "why_not", lambda *_: None)
    with pytest.raises(AssertionError, match=r"ristiklappi, seed 3, .*actions and why_not differ"):
        soak.block(("ristiklappi", 3, 1))
