"""The choice of failures that the whole run tries once more."""

import subprocess
from types import SimpleNamespace
from typing import Any

import pytest

from tests import twice

BROWSER = "tests/browser/test_a.py::test_b"


def ran(monkeypatch: pytest.MonkeyPatch, failed: list[str], second: int = 0) -> tuple[int, list[list[str]]]:
    """Return the exit code of a run in which `failed` fail, and the commands that were called after it."""
    called: list[list[str]] = []

    def run(_: list[str], plugins: list[Any]) -> int:
        for id in failed:
            plugins[0].pytest_runtest_logreport(SimpleNamespace(failed=True, nodeid=id))
        return int(bool(failed))

    def call(command: list[str], **_: Any) -> int:
        called.append(command[3:])
        return second

    monkeypatch.setattr(pytest, "main", run)
    monkeypatch.setattr(subprocess, "call", call)
    return twice.main([]), called


def test_failure_in_browser_is_tried_once_more(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ran(monkeypatch, [BROWSER, BROWSER]) == (0, [[BROWSER]])
    assert ran(monkeypatch, [BROWSER], second=1) == (1, [[BROWSER]])
    assert ran(monkeypatch, []) == (0, [])


@pytest.mark.parametrize(
    "failed", [[BROWSER, "tests/rules/test_a.py::test_b"], [f"{BROWSER}{n}" for n in range(twice.MOST + 1)]]
)
def test_other_and_many_failures_stand(monkeypatch: pytest.MonkeyPatch, failed: list[str]) -> None:
    assert ran(monkeypatch, failed) == (1, [])
