"""Modules that have moved can still be imported by old names, with a warning that gives the new ones."""

import subprocess
import sys

import pytest

from kontrapunkt import renamed


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
