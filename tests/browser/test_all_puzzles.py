"""The shelf of all puzzles: what it filters is in the address, kept, and never ends in nothing."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from tests.browser.chromium import complaints
from tests.browser.server import Server

SHOWN = ".kp-cover:not([hidden])"


def choose(page: Page, name: str, value: str) -> None:
    page.locator(f".kp-filter [name={name}]").select_option(value)


def test_filter_is_in_the_address_and_kept(page: Page, site: Server) -> None:
    page.goto(f"{site.url}puzzles/")
    choose(page, "game", "doppelkopf")
    choose(page, "difficulty", "1")
    expect(page).to_have_url(f"{site.url}puzzles/?game=doppelkopf&difficulty=1")
    titles = page.locator(f"{SHOWN} b").all_inner_texts()
    assert 0 < len(titles) < page.locator(".kp-cover").count()
    page.locator(f"{SHOWN} > a").first.click()
    expect(page.locator("h1")).to_contain_text(titles[0])
    page.go_back()
    expect(page.locator(SHOWN)).to_have_count(len(titles))
    page.goto(f"{site.url}puzzles/")  # without a word in the address, as it was left
    expect(page.locator(SHOWN)).to_have_count(len(titles))
    expect(page).to_have_url(f"{site.url}puzzles/?game=doppelkopf&difficulty=1")
    page.locator(".kp-filter [type=reset]").click()
    expect(page).to_have_url(f"{site.url}puzzles/")
    expect(page.locator(SHOWN)).to_have_count(page.locator(".kp-cover").count())
    assert complaints(page) == []


def test_address_of_a_filter_can_be_shared(page: Page, site: Server) -> None:
    page.goto(f"{site.url}puzzles/?game=kontra&kind=nonsense")
    expect(page.locator(".kp-filter [name=game]")).to_have_value("kontra")
    games = {each.get_attribute("data-game") for each in page.locator(SHOWN).all()}
    assert games == {"kontra"}


def test_empty_filter_says_what_to_loosen(page: Page, site: Server) -> None:
    page.goto(f"{site.url}puzzles/?game=kontra&progress=solved")
    expect(page.locator(SHOWN)).to_have_count(0)
    advice = page.locator(".kp-loosen")
    expect(advice).to_contain_text("No puzzle fits all your choices.")
    expect(advice.locator("button")).to_have_count(1)  # no puzzle of another game is solved either
    button = advice.locator("[data-loosen=progress]")
    number = int("".join(filter(str.isdigit, button.inner_text())))
    button.click()
    expect(page.locator(SHOWN)).to_have_count(number)
    expect(advice).to_be_hidden()
    expect(page.locator(".kp-filter [name=progress]")).to_be_focused()


def test_shelf_knows_progress_of_each_game(page: Page, site: Server) -> None:
    page.goto(f"{site.url}puzzles/")
    page.evaluate(
        """() => {
          const path = `${new URL('../doppelkopf/puzzles/', location).pathname}`;
          localStorage.setItem(`kontrapunkt/1/log/${path}#eighty-nine`, '["x"]');
        }"""
    )
    page.reload()
    expect(page.locator("[data-puzzle=eighty-nine]")).to_have_attribute("data-progress", "tried")


@pytest.mark.parametrize("size", [{"width": 390, "height": 844}, {"width": 1366, "height": 768}])
def test_first_covers_are_in_the_window(page: Page, site: Server, size: ViewportSize) -> None:
    page.set_viewport_size(size)
    page.goto(f"{site.url}puzzles/")
    expect(page.locator(f"{SHOWN} b").first).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
