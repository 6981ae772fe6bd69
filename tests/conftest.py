"""What all tests share: which of them run on one worker, and the switch that renews golden files."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

ROOT = Path(__file__).parents[1]
MINED = "tests/engine/mined.py"
BESIDE = {
    **{
        f"tests/engine/test_{name}.py": MINED
        for name in ("mined_words", "puzzle_difficulty", "puzzle_mining", "puzzle_play")
    },
    **{f"tests/browser/test_{name}.py": "tests/browser/kinds.py" for name in ("accessibility", "tour")},
}
"""Files whose tests share something that is made but once, and what has it."""

MEANWHILE = "tests/engine/test_doppelkopf_rare_hands.py"
"""A file that needs no site: it comes second, so that nobody waits while the first one has the site built."""


class Files(LoadScopeScheduling):  # type: ignore[misc]
    """Gives a worker whole files, with those beside which they belong, in the order of their names.

    So what the tests of a file share is made once; and those in browsers, which take longest, come first.
    """

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        return BESIDE.get(file, file)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Files:
    config.option.loadscopereorder = False  # by number of tests: nothing that says how long they take
    return Files(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    first = items[0].nodeid.partition("::")[0] if items else ""
    rank = {first: 0, MEANWHILE: 1}
    items.sort(key=lambda item: rank.get(item.nodeid.partition("::")[0], 2))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden", action="store_true", help="write golden files anew instead of comparing"
    )


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """Compares a text with a golden file, or writes it with `--update-golden`."""

    def compare(path: Path, text: str) -> None:
        if request.config.getoption("--update-golden"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert path.exists(), f"{path} is missing; run pytest --update-golden"
        assert text == path.read_text(encoding="utf-8")

    return compare
