"""First steps: rules of thumb that look at nothing hidden, each of which acts, and says so."""

from collections import Counter
from functools import cache

import pytest

from kontrapunkt.core.interface import Seat, State
from kontrapunkt.core.registry import OWN, game
from kontrapunkt.play.arena import Contest, play_in_seatings, seatings_for, summary
from kontrapunkt.play.players import FirstSteps, heuristics_of
from kontrapunkt.record import ObservedDeal

OPTIONS = {"doppelkopf": ("", "preset=seed", "poverty=shift compulsory_solos=1"), "kontra": ("", "players=3")}
SELDOM = {"heuristic.any", ""}


@cache
def deals(name: str, options: str, count: int) -> tuple[tuple[State, Seat, str], ...]:
    """Every moment of some deals: the state, who acted, and by which rule of thumb."""
    chosen = dict(pair.split("=") for pair in options.split())
    found = []
    for seed in range(count):
        watched = ObservedDeal.start(game(name, chosen.pop("preset", None), **chosen).deal(seed))
        player = FirstSteps(watched.state.game)
        while (turn := watched.state.to_act) is not None:
            action = player.choose(watched.state.view(turn), watched.histories[turn])
            assert player.advice
            assert bool(player.why) == bool(player.advice.key)
            found.append((watched.state, turn, player.advice.key))
            watched = watched.after(action)
    return tuple(found)


@pytest.mark.parametrize("name", list(OWN))
def test_state_and_view_give_same_advice(name: str) -> None:
    for options in OPTIONS.get(name, ("",)):
        for state, seat, key in deals(name, options, 25):
            thumbs = heuristics_of(state.game)
            whole = thumbs.advice(state, seat, state.actions(seat))
            view = state.view(seat)
            assert whole == thumbs.advice(view.moment, seat, view.actions)
            assert whole.key == key


@pytest.mark.parametrize("name", list(OWN))
def test_every_heuristic_acts_and_has_a_sentence(name: str) -> None:
    acted: Counter[str] = Counter()
    for options in OPTIONS.get(name, ("",)):
        acted += Counter(key for _, _, key in deals(name, options, 60))
    listed = list(heuristics_of(game(name)))
    for thumb in listed:
        assert str(thumb.sentence) != thumb.key
    idle = (
        {thumb.key for thumb in listed}
        - set(acted)
        - {thumb.key for thumb in heuristics_of(game(name)).follies}
    )
    assert idle == set()
    assert set(acted) <= {thumb.key for thumb in listed} | SELDOM
    assert acted["heuristic.any"] < sum(acted.values()) / 3


@pytest.mark.parametrize("name", list(OWN))
def test_it_beats_random_cards(name: str) -> None:
    contest = Contest((("Game", name),), ("first-steps", "random"), seatings_for(game(name)), 1)
    standing = summary([play_in_seatings(contest, number) for number in range(40)])
    assert standing.mean > 2.5 * standing.error
