"""A class at an address without HTTPS (`kontrapunkt serve --class`): it does without what needs that."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.chromium import complaints
from tests.browser.test_table import deal, due

from kontrapunkt.classroom import network
from kontrapunkt.commands.serve import ClassSite
from kontrapunkt.commands.static_host import StaticHost


@pytest.fixture
def address(built_site: Path) -> Iterator[str]:
    """The site at this machine's address in its network."""
    found = network.addresses()
    if not found:
        pytest.skip("this computer is not in a network")
    site = ClassSite(built_site)
    with StaticHost(site, (found[0], 0)) as host:
        site.url = host.url
        threading.Thread(target=host.serve_forever, args=(0.05,), daemon=True).start()
        yield host.url
        host.shutdown()


def test_a_pupil_plays_and_copies_by_hand(page: Page, address: str) -> None:
    page.goto(f"{address}ristiklappi/cleaning-hand/")
    assert page.evaluate("isSecureContext") is False
    widget = page.locator("#kp-cleaning-hand")
    widget.locator("[data-do=next]").click()
    expect(widget.locator(".kp-position")).to_have_text("card 1 of 20")
    widget.locator("[data-ui=share]").evaluate("(button) => button.click()")
    field = widget.get_by_label("Copy this link:")
    expect(field).to_be_focused()
    assert str(field.input_value()).startswith(f"{address}ristiklappi/cleaning-hand/#kp=")
    page.goto(f"{address}about/")
    expect(page.locator(".kp-notice").filter(has_text="not at a secure address")).to_be_visible()
    page.goto(f"{address}konter-a-matt/play/")
    deal(page)
    due(page)
    assert complaints(page) == []


def test_the_address_stands_on_the_board(page: Page, address: str) -> None:
    page.goto(f"{address}on-the-board/")
    expect(page.get_by_role("link", name=address)).to_be_visible()
    code = page.get_by_role("img", name="QR code for this address").bounding_box()
    assert code is not None
    assert code["width"] > 300
    assert code["y"] + code["height"] <= 720  # all of it is in the window
    assert complaints(page) == []
