"""The games as PettingZoo environments: the API, the seeds, and nothing hidden in an observation."""

from random import Random

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from kontrapunkt import rl
from kontrapunkt.core.registry import GUESTS, OWN, game_class
from kontrapunkt.record import play_at_random
from kontrapunkt.testing import random_options


@pytest.mark.filterwarnings("ignore::UserWarning")  # it would rather have no masks, and other names
@pytest.mark.parametrize("name", [*OWN, *GUESTS])
def test_environment_passes_api_test_of_pettingzoo(name: str) -> None:
    api_test(rl.env(name), num_cycles=200)


@pytest.mark.parametrize("name", [*OWN, *GUESTS])
def test_same_seed_gives_same_deal(name: str) -> None:
    seed_test(lambda: rl.env(name), num_cycles=60)


@pytest.mark.parametrize("name", [*OWN, *GUESTS])
def test_every_legal_action_is_listed_whatever_the_options(name: str) -> None:
    usual = rl.action_list(game_class(name)())
    for seed in range(40):
        game = random_options(game_class(name), seed)
        listed = rl.action_list(game)
        assert listed == usual
        for state, _ in play_at_random(game.deal(seed=seed), Random(seed)):
            if state.to_act:
                assert {*state.actions()} <= {*listed}


@pytest.mark.parametrize("name", [*OWN, *GUESTS])
def test_observation_tells_nothing_hidden(name: str) -> None:
    """It is the same when it is made from the redacted state."""
    environment = rl.env(name)
    for seed in range(4):
        environment.reset(seed=seed)
        chance = Random(seed)
        while environment.state_of_play is not None and environment.state_of_play.to_act:
            for seat in environment.game.seats:
                known = environment.state_of_play.view(seat).moment.view(seat)
                told = environment.observe(seat)["observation"]
                assert np.array_equal(told, np.array(environment._seen(known), np.float32))
                assert environment.observation_space(seat).contains(environment.observe(seat))
            mask = environment.observe(environment.agent_selection)["action_mask"]
            environment.step(chance.choice(np.flatnonzero(mask).tolist()))
        assert abs(sum(environment.rewards.values())) < 1e-9


def test_what_is_no_action_is_refused_in_a_sentence() -> None:
    environment = rl.env("kontraspiel")
    assert repr(environment) == "CardGameEnv(kontrapunkt.game('kontraspiel', 'article'))"
    for ask in (environment.last, lambda: environment.step(0)):
        with pytest.raises(RuntimeError, match=r"call reset\(\) first"):
            ask()
    environment.reset(seed=1)
    for wrong in (-1, 62, "7S", None):
        with pytest.raises(
            rl.UnlistedAction, match=f"a number from 0 to 61, its place in `actions`, not {wrong!r}"
        ):
            environment.step(wrong)  # type: ignore[arg-type]
    environment.step(np.int64(environment.number_of("play")))  # type: ignore[arg-type]
