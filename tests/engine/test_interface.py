"""The interface of all games: what cannot be is refused with a sentence, and what is public is at hand."""

import copy
import pickle
from dataclasses import replace
from random import Random

import pytest

import kontrapunkt
import kontrapunkt.core.interface as interface
from kontrapunkt import game
from kontrapunkt.core import messages
from kontrapunkt.core.registry import OWN, game_class
from kontrapunkt.testing import random_options
from kontrapunkt.text import phrasing


@pytest.mark.parametrize("name", OWN)
def test_seats_seeds_and_actions_that_cannot_be_are_refused(name: str) -> None:
    rules = game(name)
    state = rules.deal(seed=1)
    seat = r"there is no seat '[nqQ]'; seats are N, E, S, W"
    for ask in (state.actions, state.view):
        with pytest.raises(ValueError, match=seat):
            ask("n")  # type: ignore[arg-type]
    for do in (state.apply, state.why_not):
        with pytest.raises(ValueError, match=seat):
            do("pass", "q")  # type: ignore[arg-type]
        for nothing in (None, 3):
            with pytest.raises(ValueError, match=f"an action is a text such as “7S”, not {nothing}"):
                do(nothing)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=seat):
        rules.deal(dealer="Q")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="a seed is a whole number, not 'a'"):
        rules.deal(seed="a")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", OWN)
def test_everything_pickles_and_copies(name: str) -> None:
    rules = game(name)
    state = rules.deal(seed=1)
    for each in (rules.options, state, state.view("N"), state.view(None)):
        for again in (pickle.loads(pickle.dumps(each)), copy.copy(each), copy.deepcopy(each)):
            assert type(again) is type(each)
            assert again == each
    assert dict(pickle.loads(pickle.dumps(rules)).options) == dict(rules.options)


def test_what_is_public_is_at_hand() -> None:
    for name in ("Action", "Game", "Session", "Refusal", "State", "View"):
        assert getattr(kontrapunkt, name) is getattr(interface, name)
    assert interface.State is kontrapunkt.State
    assert isinstance(kontrapunkt.game("kontra"), kontrapunkt.Game)


@pytest.mark.parametrize("name", OWN)
def test_states_views_and_results_word_nothing(name: str) -> None:
    """What they have to say stays a key with its values until somebody reads it."""

    def worded(what: messages.Message) -> str:
        raise AssertionError(f"{what!r} is worded")

    messages.set_renderer(worded)
    try:
        for seed in range(30):
            chance = Random(seed)
            state = random_options(game_class(name), seed).deal(seed)
            while state.to_act:
                for seat in (state.to_act, None):
                    view = state.view(seat)
                    assert all(hasattr(view, part) for part in view.PARTS)
                refused = state.why_not("gabble")
                assert refused
                state = state.apply(chance.choice(state.actions()))
            assert state.view(None).result
            assert state.session.after(state).standing
    finally:
        messages.set_renderer(phrasing.to_text)


@pytest.mark.parametrize("name", ["ristikontra", "ristiklappi", "kontra"])
def test_open_hands_leave_the_stock_closed(name: str) -> None:
    state = kontrapunkt.game(name).deal(seed=4)
    deal = state.as_deal()
    assert deal.stock
    turned = replace(deal, stock=(deal.stock[0], *deal.stock[-2:0:-1], deal.stock[-1]))
    views = [state.game.start(one).view(None) for one in (deal, turned)]  # what is turned up is the same
    assert pickle.dumps(views[0]) == pickle.dumps(views[1])
