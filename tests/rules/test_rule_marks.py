"""Every rule of every game has a test that exercises it; see `conftest` for what a mark is worth."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

from kontrapunkt.core.registry import GAMES, game_class

HERE = Path(__file__).parent

EMPTY = """
import pytest
from kontrapunkt.games.ristikontra import Ristikontra

@pytest.mark.rule("RK-R1")
def test_words():
    assert "RK-R1" in Ristikontra.rulebook

@pytest.mark.rule("RK-R2")
def test_deeds():
    assert Ristikontra().deal(1, "W").view(None).to_act == "N"

@pytest.mark.rule("RK-R3")
@pytest.mark.skip
def test_sleep():
    assert Ristikontra().deal(1).actions()
"""


def pytest_on(folder: Path, *more: str, listing: str = "") -> str:
    """What pytest says when it is run on a folder, in a process of its own."""
    env = {**os.environ, "KONTRAPUNKT_LIST_RULES": listing}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *more]
    return subprocess.run([*command, str(folder)], env=env, capture_output=True, text=True).stdout


def test_every_rule_has_a_test(tmp_path: Path):
    listing = tmp_path / "rules"
    said = pytest_on(HERE, "--collect-only", listing=str(listing))
    assert listing.exists(), said
    marked = Counter(line.split()[0] for line in listing.read_text().splitlines())
    rules = {rule for name in GAMES for rule in game_class(name).rulebook}
    assert rules - set(marked) == set(), "rules without a test that bears their mark"
    assert set(marked) - rules == set(), "marks of rules that do not exist"


def test_a_mere_mention_is_no_test(tmp_path: Path):
    (tmp_path / "conftest.py").write_text((HERE / "conftest.py").read_text())
    (tmp_path / "test_empty.py").write_text(EMPTY)
    said = pytest_on(tmp_path, "--rootdir", str(tmp_path), "-c", os.devnull, listing=str(tmp_path / "rules"))
    assert "1 failed, 1 passed, 1 skipped" in said
    assert "test_words bears RK-R1 and never asks the engine anything" in said
    assert [line.split()[0] for line in (tmp_path / "rules").read_text().splitlines()] == ["RK-R1", "RK-R2"]
