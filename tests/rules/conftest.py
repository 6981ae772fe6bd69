"""The mark `rule`: a test that exercises a rule of a game, by the rule's id.

A mark is not taken at its word: a marked test fails if it never asks the engine what may be played, what a
play leads to or how a deal comes out. `test_rule_marks` checks that every rule has a marked test.
"""

import os
import sys
from collections.abc import Callable, Generator
from pathlib import Path
from types import FrameType

import pytest

import kontrapunkt
from kontrapunkt.core.interface import Result, State
from kontrapunkt.core.registry import OWN, game_class
from tests.calculated import agrees

GAMES = tuple(str(Path(kontrapunkt.__file__).parent / folder) for folder in ("families", "games"))
STATES = {type(game_class(name)().deal(0)) for name in OWN}
ASKED = ("actions", "apply", "result", "view", "why_not", "after")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(id): exercises a rule of a game, by the rule's id")


def rules_of(item: pytest.Item) -> list[str]:
    """The ids of the rules that a test bears; none if it is not meant to run or to pass."""
    if any(item.get_closest_marker(name) for name in ("skip", "skipif", "xfail")):
        return []
    return [str(rule) for mark in item.iter_markers("rule") for rule in mark.args]


def pytest_collection_finish(session: pytest.Session) -> None:
    listing = os.environ.get("KONTRAPUNKT_LIST_RULES")
    if listing:
        lines = [f"{rule} {item.nodeid}\n" for item in session.items for rule in rules_of(item)]
        Path(listing).write_text("".join(lines))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    rules = rules_of(item)
    if not rules:
        return (yield)
    seen = False
    before = sys.getprofile()

    def watch(frame: FrameType, event: str, _argument: object) -> None:
        nonlocal seen
        code = frame.f_code
        if event == "call" and code.co_name in ASKED and code.co_filename.startswith(GAMES):
            seen = True
            sys.setprofile(before)

    sys.setprofile(watch)
    try:
        outcome = yield
    finally:
        sys.setprofile(before)
    if not seen:
        pytest.fail(f"{item.name} bears {', '.join(rules)} and never asks the engine anything")
    return outcome


@pytest.fixture(autouse=True)
def calculated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever deal a worked case settles, the game's calculator makes the same of it."""
    for state_class in STATES:
        asked = state_class.result

        def result(self: State, asked: Callable[[State], Result] = asked) -> Result:
            found = asked(self)
            if found.settled:
                agrees(self, found, numbers_only=True)
            return found

        monkeypatch.setattr(state_class, "result", result)
