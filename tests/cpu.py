"""The CPU time of each test: `make heavy` names those that take more than five seconds without a reason.

A test is charged with its call and with what it sets up for itself, in its own process and in all that it has
started (browsers, commands), in seconds of a machine whose calibration unit takes 30 ms. What a fixture makes
for several tests is charged to the fixture. A test that needs more says why: `@pytest.mark.heavy("why")`.
"""

import os
from collections.abc import Generator
from pathlib import Path
from typing import Any, Final, cast

import pytest

from tests.benchmarks.calibrate import calibrate

MOST: Final = 5.0
"""Seconds of CPU time that a test may take without a reason, at `UNIT`."""

UNIT: Final = 0.030
"""Seconds that one calibration unit takes on the machine that `MOST` is meant for."""

SHARED: Final = {
    "built_site": "the whole site, built once for all tests of a run",
    "tour": "a browser looks at a page of each kind, and every test of the tour at what it has found",
}
"""Fixtures that may take more, and what they make."""


def spent() -> float:
    """Seconds of CPU time of this process and of all that it has started, whether that still runs or not."""
    mine = os.times()
    total = mine.user + mine.system + mine.children_user + mine.children_system
    parents, used = {}, {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        process = int(path.parent.name)
        parents[process] = int(fields[1])
        used[process] = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    return total + sum(used[process] for process in used if _is_below(process, os.getpid(), parents))


def _is_below(process: int, other: int, parents: dict[int, int]) -> bool:
    """Whether one process was started by another, or by one that was."""
    while process := parents.get(process, 0):
        if process == other:
            return True
    return False


type Charge = tuple[str, float, str]
"""What is charged, with how many seconds of this machine, and why it may take so many, if it may."""


class Meter:
    """Charges tests and fixtures, wherever the tests run."""

    def __init__(self) -> None:
        self._shared: list[tuple[str, float]] = []
        self._begun = 0.0

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Generator[None]:
        self._shared, self._begun = [], spent()
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Generator[None, object, object]:
        before = spent() if fixturedef.scope != "function" else 0.0
        try:
            return (yield)
        finally:
            if fixturedef.scope != "function":
                self._shared.append((fixturedef.argname, spent() - before))

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None]:
        try:
            return (yield)
        finally:
            own = spent() - self._begun - sum(seconds for _, seconds in self._shared)
            reason = item.get_closest_marker("heavy")
            charged: list[Charge] = [(item.nodeid, own, reason.args[0] if reason else "")]
            charged += [(f"fixture {name}", seconds, SHARED.get(name, "")) for name, seconds in self._shared]
            item.user_properties.append(("cpu", charged))


class Bill:
    """Collects what was charged, and names what took too much."""

    def __init__(self) -> None:
        self._rate = UNIT / calibrate()
        self._charged: list[tuple[float, str, str]] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call":
            for what, seconds, why in cast(list[Charge], dict(report.user_properties).get("cpu", [])):
                self._charged.append((seconds * self._rate, what, why))

    @property
    def _too_much(self) -> list[tuple[float, str, str]]:
        return sorted((each for each in self._charged if each[0] > MOST), reverse=True)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if any(not why for _, _, why in self._too_much):
            session.exitstatus = session.exitstatus or pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        whole = sum(seconds for seconds, _, _ in self._charged)
        terminalreporter.section("CPU time")
        for seconds, what, why in self._too_much:
            terminalreporter.line(f"{seconds:6.1f} s  {what}: {why or 'NO REASON GIVEN'}")
        terminalreporter.line(f"{whole:6.0f} s in all, as on a machine whose calibration unit takes 30 ms")


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Bill())
    config.pluginmanager.register(Meter())
