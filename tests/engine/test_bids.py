"""The choice of a bid at a table in play: laid on the table, each action with its meaning and value."""

import re
from random import Random

import pytest

from kontrapunkt import game, render
from kontrapunkt.core.interface import Action
from kontrapunkt.core.registry import OWN
from kontrapunkt.render.non_card_actions import meaning
from tests.rules.graden import G7, dealt

GRADEN = dealt(G7)
PLAIN = ("decline", "call", "lay", "discard", "play", "trumps", "partner", "accept", "withdraw")
"""Verbs of actions that say what they mean."""


def test_bid_states_its_aim_and_its_chips():
    view = GRADEN.view(GRADEN.to_act)
    assert meaning(view, Action("bid plauderer")) == (
        "No trick; the others see each other’s cards. 50 chips from or to each."
    )


def test_bid_states_the_chips_that_an_option_sets():
    state = game("koenigrufen-graden", value_bettler="35").deal(seed=1)
    assert "35 chips" in meaning(state.view(state.to_act), Action("bid bettler"))


@pytest.mark.parametrize(("value", "told"), [("plus2", "2 points more"), ("double", "counts double")])
def test_announcement_states_its_value(value: str, told: str):
    state = game("doppelkopf", re_kontra_value=value).deal(seed=1)
    assert told in meaning(state.view("S"), Action("say re"))


def test_bids_are_buttons_with_meanings_not_a_list():
    view = GRADEN.view(GRADEN.to_act)
    shown = render.bids(view, widget_id="w")
    families = shown.count("<details")
    assert shown.count("data-do=") == shown.count("kp-meaning") - families == len(view.actions)
    assert "popover" not in shown
    assert (
        render.action_buttons(view, widget_id="w", kept=True, elsewhere=True)
        == '<div class="kp-deeds"></div>'
    )


@pytest.mark.parametrize(
    ("name", "actions", "single", "families"),
    [
        ("koenigrufen-graden", (), 3, {"Durchmarsch …": 2, "Mord …": 2}),
        (
            "doppelkopf",
            ("say reservation", *["say healthy"] * 3),
            1,
            {"Suit solo …": 4, "Solo of court cards …": 2},
        ),
    ],
)
def test_many_bids_are_folded_by_family(
    name: str, actions: tuple[str, ...], single: int, families: dict[str, int]
):
    """No family has a bid to itself, and each says what its bids have in common."""
    state = GRADEN if name == "koenigrufen-graden" else game(name, compulsory_solos="0").deal(seed=1)
    for action in actions:
        state = state.apply(action)
    view = state.view(state.to_act)
    before, *folded = render.bids(view, widget_id="w").split("<details")
    assert before.count("data-do=") == single
    assert {re.findall(r'kp-bid">(.*?)<', each)[0]: each.count("data-do=") for each in folded} == families
    assert all("kp-meaning" in each.partition("</summary>")[0] for each in folded)


def test_no_bids_where_card_can_be_played():
    state = game("ristiklappi").deal(seed=1)
    assert render.bids(state.view(state.to_act), widget_id="w") == ""


@pytest.mark.parametrize("name", sorted(OWN))
def test_every_choice_on_the_table_is_explained(name: str):
    chance = Random(7)
    of = game(name)
    for seed in range(25):
        state = of.deal(seed=seed)
        while state.to_act and state.view(state.to_act).trick_number <= 2:
            view = state.view(state.to_act)
            if render.bids(view, widget_id="w"):
                for action in view.actions:
                    assert action.carries or action.verb in PLAIN or meaning(view, action), action
            state = state.apply(chance.choice(state.actions()))


def test_play_names_the_suit_of_trumps():
    state = game("kontraspiel").deal(seed=1)
    told = meaning(state.view(state.to_act), Action("play"))
    assert told.startswith("You become soloist with clubs as trumps.")
