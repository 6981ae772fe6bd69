"""The references beside the engine, deal after deal: each rare case, a hundred deals, ten thousand deals."""

from collections import Counter

import pytest

from tests.reference import (
    test_agreement,
    test_doppelkopf_agreement,
    test_doppelkopf_deals,
    test_koenigrufen_graden_agreement,
    test_koenigrufen_graden_reference,
    test_konter_a_matt_agreement,
    test_kontra_agreement,
    test_kontraspiel_agreement,
)

AGREEMENTS = {
    "sedma": test_agreement.AGREEMENT,
    "doppelkopf": test_doppelkopf_agreement.AGREEMENT,
    "doppelkopf alone": test_doppelkopf_deals.AGREEMENT,
    "koenigrufen-graden": test_koenigrufen_graden_agreement.AGREEMENT,
    "koenigrufen-graden alone": test_koenigrufen_graden_reference.AGREEMENT,
    "konter-a-matt": test_konter_a_matt_agreement.AGREEMENT,
    "kontra": test_kontra_agreement.AGREEMENT,
    "kontraspiel": test_kontraspiel_agreement.AGREEMENT,
}
"""By reference; `alone` are deals of a reference that check itself."""

CORNERS = [(name, corner) for name, each in AGREEMENTS.items() for corner in each.corners]


@pytest.mark.parametrize(("name", "corner"), CORNERS)
def test_corner_occurs_and_agrees(name: str, corner: str):
    seen, agreement = Counter[str](), AGREEMENTS[name]
    agreement.compare(agreement.corners[corner], seen)
    assert seen[corner]


@pytest.mark.parametrize("name", AGREEMENTS)
def test_hundred_deals_agree(name: str):
    AGREEMENTS[name].play(100)


@pytest.mark.soak
@pytest.mark.parametrize("name", AGREEMENTS)
def test_ten_thousand_deals_agree(name: str):
    agreement = AGREEMENTS[name]
    seen = agreement.play(10_000, 10_000)
    assert not agreement.recur or [corner for corner in agreement.corners if not seen[corner]] == []
