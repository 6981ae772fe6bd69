"""Modules that have moved can still be imported by old names, with a warning that gives the new ones."""

import subprocess
import sys
from typing import Any

import pytest

from kontrapunkt import game, renamed
from kontrapunkt.core import options
from kontrapunkt.families.card_distributions import CardPlace
from kontrapunkt.families.deal_state import DealState
from kontrapunkt.families.inference import Inference
from kontrapunkt.search.goals import Goal


@pytest.mark.parametrize("old", renamed.MOVED)
def test_old_modules_lead_to_new_ones(old: str) -> None:
    names = renamed.NAMES.get(renamed.MOVED[old], {})
    program = f"""
import warnings
from importlib import import_module
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    old = import_module("kontrapunkt.{old}")
new = import_module("kontrapunkt.{renamed.MOVED[old]}")
assert [each.category for each in caught if "kontrapunkt.{old} " in str(each.message)] == [DeprecationWarning]
for was, now in {names!r}.items():
    assert getattr(old, was) is getattr(new, now), was
for name, value in vars(new).items():
    if not name.startswith("_") and getattr(value, "__module__", "") == new.__name__:
        assert getattr(old, name) is value, name
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_game_stays_the_function() -> None:
    program = """
import warnings
warnings.simplefilter("ignore")
import kontrapunkt
from kontrapunkt.game import Game
assert kontrapunkt.game("kontra").deal(seed=1).to_act
assert Game is kontrapunkt.Game
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_old_member_warns_and_works() -> None:
    with pytest.warns(DeprecationWarning, match=r"Goal.of is create now"):
        assert Goal.of("tricks", ("N",)) == Goal.create("tricks", ("N",))  # type: ignore[attr-defined]
    with pytest.warns(DeprecationWarning, match=r"kontrapunkt.core.options.told is describe_conditions now"):
        assert options.told is options.describe_conditions  # type: ignore[attr-defined]


def test_old_attribute_warns_and_works() -> None:
    session = game("doppelkopf").session()
    with pytest.warns(DeprecationWarning, match=r"DoppelkopfSession.sitting is players_by_seat now"):
        assert session.sitting == session.players_by_seat  # type: ignore[attr-defined]


def test_override_by_old_name_is_used() -> None:
    with pytest.warns(DeprecationWarning, match=r"MyInference.aside is other_places now"):

        class MyInference(Inference[DealState[Any]]):
            def aside(self) -> list[CardPlace]:
                return []

    assert MyInference.other_places(None) == []  # type: ignore[arg-type]
