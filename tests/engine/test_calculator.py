"""Calculators: what is chosen comes to what the engine makes of the deal that it tells of."""

from collections import Counter
from random import Random

import pytest

from kontrapunkt import game
from kontrapunkt.core.calculator import Impossible, calculator
from kontrapunkt.core.interface import SEATS, Game, Session, State
from kontrapunkt.core.registry import OWN, game_class
from kontrapunkt.testing import random_options
from tests.calculated import agrees

DEALS = 60


def ended(rules: Game, seed: int, session: Session | None = None) -> State:
    """A random deal to its end; who may say something out of turn does so now and then."""
    chance = Random(seed)
    state = rules.deal(seed, session=session)
    while state.to_act is not None:
        calls = [(seat, one) for seat in rules.seats for one in state.actions(seat) if rules.is_call(one)]
        if calls and chance.random() < 0.04:
            seat, action = chance.choice(calls)
            state = state.apply(action, seat)
            continue
        view = state.view(state.to_act)
        state = state.apply(chance.choices(view.actions, rules.leaning(view))[0])
    return state


@pytest.mark.parametrize("name", OWN)
def test_random_deals_come_to_the_same(name: str) -> None:
    held = 0
    for seed in range(DEALS):
        rules = random_options(game_class(name), seed) if seed % 2 else game(name)
        session: Session | None = None
        for deal in range(3):
            end = ended(rules, 10 * seed + deal, session)
            held += agrees(end, end.result(), numbers_only=session is not None)
            session = end.session.after(end)
            if session.over:
                break
    assert held > DEALS


@pytest.mark.parametrize("name", OWN)
def test_fields_are_distinct_and_defaults_possible(name: str) -> None:
    for seed in range(20):
        rules = random_options(game_class(name), seed)
        made = calculator(rules)
        assert made is not None
        keys = Counter([*rules.options, *(field.key for field in made.fields)])
        assert max(keys.values()) == 1, keys.most_common(1)
        assert {*made.options} <= {*rules.options}
        assert made.result({}).items
        known = {*rules.options}
        for field in made.fields:
            assert {term.partition("=")[0].removesuffix("!") for term in field.only.split()} <= known
            known.add(field.key)


IMPOSSIBLE = [
    ("doppelkopf", "re=241", "Card points of Re: choose a number from 0 to 240."),
    ("doppelkopf", "re=239", "No set of cards counts 239 card points."),
    ("doppelkopf", "fox_re=2 fox_kontra=1", "There are only 2 foxes."),
    ("doppelkopf", "re=30 doppelkopf_re=1", "Re has 30 card points, but such tricks count at least 40."),
    ("doppelkopf", "re=240 karlchen_kontra=1",
     "Kontra took no trick, so it cannot have won a special point."),
    ("doppelkopf", "karlchen_re=1 karlchen_kontra=1", "Only one side can win the last trick, and only once."),
    ("konter-a-matt", "claimed=NS ns=20", "A side that claims the deal has at least 21 card points."),
    ("konter-a-matt", "claimed=NS ns=30 ew=11", "The card points must add up to 40."),
    ("koenigrufen-graden", "partner=N", "The bidder must call a card from another hand here."),
    ("koenigrufen-graden", "contract=bettler joiner=N",
     "You cannot join your own bid. Choose another player."),
    ("koenigrufen-graden", "contract=schurln points_N=40",
     "In Schurln there are 90 card points in all, in multiples of 10."),
    ("kontraspiel", "tricks_N=4", "The tricks must add up to 5."),
    ("kontraspiel", "contra=N",
     "Soloist, contra player and recontra player must be three different players."),
    ("kontraspiel", "tricks_N=2 tricks_E=2 first=S", "South does not have two tricks."),
    ("kontra", "points_N=100", "The card points must add up to 120."),
    ("kontra", "points_S=20 spice_S=21",
     "South has fewer card points in all than spice and the last stock card brought."),
    ("ristikontra", "ns=119", "No set of cards counts 119 card points."),
    ("ristiklappi", "ns=2 ns_mark=dirty",
     "North–South is dirty, so it has a queen: at least 3 card points."),
]  # fmt: skip


@pytest.mark.parametrize(("name", "choices", "sentence"), IMPOSSIBLE)
def test_impossible_deal_result_is_refused_with_sentence(name: str, choices: str, sentence: str) -> None:
    made = calculator(game(name))
    assert made is not None
    with pytest.raises(Impossible) as refused:
        made.result(dict(word.split("=") for word in choices.split()))
    assert str(refused.value.said) == sentence


def test_worked_cases_of_doppelkopf() -> None:
    """What stands in the pages: Re 151, no 90 by Re, a fox caught by Re, in numbers of its own."""
    made = calculator(game("doppelkopf", preset="ddv"))
    assert made is not None
    found = made.result({"re": "151", "re_call": "90", "fox_re": "1", "pair": "NE"})
    assert dict(found.seats) == {"N": 6, "E": 6, "S": -6, "W": -6}
    assert [item.rule for item in found.items if item.seats] == [
        "DK-S10",
        "DK-S12",
        "DK-S13",
        "DK-S11",
        "DK-S17",
    ]
    solo = made.result({"game": "solo", "alone": "E", "re": "121"})
    assert dict(solo.seats) == {"N": -1, "E": 3, "S": -1, "W": -1}
    assert {*solo.seats} == {*SEATS}
