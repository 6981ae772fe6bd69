"""Low and narrow windows: question, choices, and the hand that one decides from are whole and in place."""

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.browser.chromium import complaints
from tests.browser.conftest import profile
from tests.browser.server import Server

LOW = ((844, 390), (640, 400))
BACKGROUND = "(each) => getComputedStyle(each).backgroundColor"


def middle_of(part: Locator) -> float:
    box = part.bounding_box()
    assert box
    return box["x"] + box["width"] / 2


@pytest.mark.parametrize("size", LOW)
def test_two_bids_are_centred_below_question(page: Page, site: Server, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{site.url}doppelkopf/play/")
    board = page.locator("#kp-table .kp-board")
    task, bids = board.locator(".kp-bids-task"), board.locator(".kp-bids .kp-deed")
    expect(task).to_be_in_viewport(ratio=1)
    expect(bids).to_have_count(2)
    between = (middle_of(bids.first) + middle_of(bids.last)) / 2
    assert abs(between - middle_of(board)) < 4
    expect(board.locator("[data-place=foot] .kp-card").last).to_be_in_viewport(ratio=0.9)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_hand_is_not_grey_during_bidding(browser: Browser, site: Server, scheme: str) -> None:
    with profile(browser, color_scheme=scheme) as context:
        page = context.new_page()
        for game in ("doppelkopf", "koenigrufen-graden", "konter-a-matt"):
            page.goto(f"{site.url}{game}/play/")
            bid = page.locator("#kp-table .kp-bids .kp-deed").first.evaluate(BACKGROUND)
            face = page.locator("#kp-table [data-place=foot] .kp-card .kp-face").first.evaluate(BACKGROUND)
            assert face == bid, game


@pytest.mark.parametrize("size", [(844, 390), (390, 844)])
@pytest.mark.parametrize("game", ["doppelkopf", "kontraspiel"])
def test_drill_is_whole_on_opening(page: Page, site: Server, game: str, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{site.url}{game}/drill/")
    for part in (".kp-asked", ".kp-table", ".kp-stage > .kp-choices", ".kp-controls"):
        expect(page.locator(f"#kp-drill {part}")).to_be_in_viewport(ratio=1)


def test_lesson_step_is_in_low_window(page: Page, site: Server) -> None:
    page.set_viewport_size({"width": 844, "height": 390})
    page.goto(f"{site.url}doppelkopf/learn/")
    step = page.locator(".kp-lesson-step[data-here]")
    for part in (".kp-lesson-text", ".kp-asked", ".kp-table", ".kp-stage > .kp-choices"):
        expect(step.locator(part)).to_be_in_viewport(ratio=1)


def test_four_long_answers_fit_on_small_phone(page: Page, site: Server) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{site.url}kontra/puzzles/eighteen-twenty/")
    for part in (".kp-asked", ".kp-table", ".kp-say", ".kp-stage > .kp-choices", ".kp-controls"):
        expect(page.locator(f"#kp-eighteen-twenty {part}")).to_be_in_viewport(ratio=0.8)
    controls = page.locator("#kp-eighteen-twenty .kp-controls").bounding_box()
    assert controls
    assert controls["y"] + controls["height"] <= 740


@pytest.mark.parametrize("address", ["doppelkopf/options/", "konter-a-matt/options/", "ristiklappi/options/"])
def test_options_table_fits_on_phone(page: Page, site: Server, address: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(site.url + address)
    for table in page.locator(".md-content table").all():
        assert table.evaluate("(each) => each.scrollWidth - each.clientWidth") <= 1
        box = table.bounding_box()
        assert box is None or box["x"] + box["width"] <= 390


def test_lesson_has_one_emphasized_button(page: Page, site: Server) -> None:
    """The cards come first; once they are played, the next step does."""
    page.goto(f"{site.url}kontra/learn/#step-each-alone")
    step = page.locator(".kp-lesson-step[data-here]")
    onward, cards = step.locator(".kp-lesson-next"), step.locator(".kp-walk > .kp-next")
    assert onward.evaluate(BACKGROUND) != cards.evaluate(BACKGROUND)
    step.get_by_role("button", name="Last").click()
    expect(cards).to_have_attribute("aria-disabled", "true")
    assert onward.evaluate(BACKGROUND) != cards.evaluate(BACKGROUND)
    assert complaints(page) == []
