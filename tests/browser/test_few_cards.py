"""A diagram of a few cards is no higher than they need."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.server import Server
from tests.site.conftest import CONFIG
from tests.site.warm import kontrapunkt

PAGE = """# Mine

```deal game=ristikontra
[Position]
N: AS
E: KH
S: TD
W: 4C
lead: N
points: NS 50 EW 45
```

```cards id=two
QS KH
```
"""


@pytest.fixture(scope="module")
def built_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("few")
    (folder / "docs").mkdir()
    (folder / "mkdocs.yml").write_text(CONFIG)
    (folder / "docs/index.md").write_text(PAGE)
    done = kontrapunkt("build", folder=folder)
    assert done.returncode == 0, done.stderr
    return folder / "site"


@pytest.mark.parametrize("width", [1366, 390])
def test_diagram_of_few_cards_is_low(
    page: Page, width: int, built_page: Path, serve: Callable[[Path], Server]
) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(serve(built_page).url)
    board = page.locator(".kp-board").first
    expect(board).to_be_visible()
    box = board.bounding_box()
    assert box is not None
    assert box["height"] <= 400
    cards = board.locator(".kp-card").all()
    assert len(cards) == 4
    for card in cards:
        inside = card.bounding_box()
        assert inside is not None
        assert box["y"] <= inside["y"] <= inside["y"] + inside["height"] <= box["y"] + box["height"]
        assert inside["width"] > 30


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (390, 844), (640, 400)])
def test_two_cards_are_as_high_as_a_card(
    page: Page, width: int, height: int, built_page: Path, serve: Callable[[Path], Server]
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto(serve(built_page).url)
    cards = page.locator("#kp-two .kp-row .kp-card")
    expect(cards).to_have_count(2)
    board, card = page.locator("#kp-two .kp-board").bounding_box(), cards.first.bounding_box()
    assert board is not None
    assert card is not None
    assert card["height"] <= board["height"] <= card["height"] + 40
