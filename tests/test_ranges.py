"""The extras' ranges: from the versions of the lowest lock to below the next major version."""

import re
import tomllib

import pytest

from tests.pythons import ROOT
from tests.ranges import LOWEST

RANGE = re.compile(r"([\w-]+)>=([\d.]+),<(\d+)")
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
REQUIREMENTS = sorted({each for extra in EXTRAS.values() for each in extra})


def numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", version)))


@pytest.mark.parametrize("requirement", REQUIREMENTS)
def test_requirement_is_a_range_tried_at_both_ends(requirement: str) -> None:
    parts = RANGE.fullmatch(requirement)
    assert parts is not None
    name, low, below = parts.groups()
    locks = (LOWEST, ROOT / "tools/lock/dev.txt")
    oldest, usual = (re.search(rf"^{name}==(\S+)", lock.read_text(), re.MULTILINE) for lock in locks)
    assert oldest is not None
    assert usual is not None
    assert oldest[1] == low
    assert numbers(low) <= numbers(usual[1])
    assert int(below) == numbers(usual[1])[0] + 1
