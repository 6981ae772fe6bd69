"""Random deals come to what they came to before the house was rebuilt: `tests/fingerprint.py`."""

import pytest

from kontrapunkt.core.registry import OWN
from tests.fingerprint import FEW, MANY, fingerprint, kept


@pytest.mark.parametrize("name", OWN)
@pytest.mark.parametrize("deals", [FEW, pytest.param(MANY, marks=pytest.mark.soak)])
def test_the_same_deals_come_to_the_same(name: str, deals: int) -> None:
    assert fingerprint(name, deals) == kept(name, deals).read_text("utf-8").strip()
