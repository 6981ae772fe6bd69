"""Run all tests; those in a browser that fail beside others run once more, one after another.

A busy machine draws no frame for seconds, and then a page misses what a test waits for. A second failure,
alone, is a fault; so is every failure outside the browser, and more than `MOST` at once. The output names all
that failed.

    python -m tests.twice -n 2
"""

import subprocess
import sys
from pathlib import Path

import pytest

MOST = 8
IN_BROWSER = "tests/browser/"


class Failures:
    """A plugin that collects the ids of tests that failed."""

    def __init__(self) -> None:
        self.ids: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and report.nodeid not in self.ids:
            self.ids.append(report.nodeid)


def main(options: list[str]) -> int:
    """Return pytest's exit code: 0 if each test passed at the first or the second time."""
    failures = Failures()
    code = pytest.main(options, plugins=[failures])
    failed = failures.ids
    again = all(id.startswith(IN_BROWSER) for id in failed) and len(failed) <= MOST
    if code != pytest.ExitCode.TESTS_FAILED or not failed or not again:
        return int(code)
    print(f"\n{len(failed)} failed beside others and run once more, alone:", *failed, sep="\n  ", flush=True)
    return subprocess.call([sys.executable, "-m", "pytest", *failed], cwd=Path(__file__).parents[1])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
