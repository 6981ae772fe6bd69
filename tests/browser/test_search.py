"""The theme's search box: it and its index come when somebody begins to search, and finds what it should."""

from playwright.sync_api import Page, expect
from tests.browser.chromium import complaints
from tests.browser.server import Server

INDEX = "search/search_index.json"


def test_search_index_loads_with_first_search(page: Page, site: Server) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{site.url}ristiklappi/cleaning-hand/", wait_until="networkidle")
    assert not [url for url in asked if "search" in url]
    page.locator("input[name=query]").click()
    page.keyboard.type("Klapp")
    expect(page.locator(".md-search-result__link").first).to_be_visible()
    assert len([url for url in asked if url.endswith(INDEX)]) == 1
    assert len([url for url in asked if "/workers/search." in url]) == 1
    assert complaints(page) == []


def test_a_link_may_search(page: Page, site: Server) -> None:
    page.goto(f"{site.url}?q=contra")
    expect(page.locator(".md-search-result__link").first).to_be_visible()


def test_results_are_heard_without_their_marks(page: Page, site: Server) -> None:
    page.goto(site.url)
    field = page.locator("input[name=query]")
    field.click()
    clear = page.locator(".md-search__options button")
    expect(clear).to_have_css("opacity", "0")
    assert field.evaluate("field => field.validity.valid")
    page.keyboard.type("cleaning hand")
    marks = page.locator(".md-search-result__link mark")
    expect(marks.first).to_be_visible()
    expect(clear).to_have_css("opacity", "1")
    assert set(marks.evaluate_all("marks => marks.map(mark => mark.getAttribute('role'))")) == {"none"}
    expect(page.get_by_role("status").filter(has_text="matching document")).to_be_visible()
