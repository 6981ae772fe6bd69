"""German-suited faces in the browser: the default of their games, French ones on request."""

from playwright.sync_api import Page, expect
from tests.browser.chromium import complaints
from tests.browser.server import Server

RULES = "kontraspiel/rules/"


def test_french_suits_can_be_chosen_and_kept(page: Page, site: Server) -> None:
    page.goto(f"{site.url}{RULES}")
    unter = page.locator(".kp-inline").first
    expect(unter).to_contain_text("Unter of Acorns", use_inner_text=True)
    expect(unter).not_to_contain_text("jack of clubs", use_inner_text=True)
    page.goto(f"{site.url}about/")
    page.get_by_label("French suits").check()
    page.goto(f"{site.url}{RULES}")
    expect(unter).to_contain_text("jack of clubs", use_inner_text=True)
    expect(unter).not_to_contain_text("Unter of Acorns", use_inner_text=True)
    page.goto(f"{site.url}about/")
    page.get_by_label("French suits").uncheck()
    assert complaints(page) == []


def test_a_call_out_of_turn_and_the_turn_up_by_hand(page: Page, site: Server) -> None:
    page.goto(f"{site.url}kontraspiel/examples/")
    ace = page.locator("#kp-ace")
    ace.scroll_into_view_if_needed()
    ace.get_by_role("button", name="Take the turn-up").click()
    ace.get_by_role("button", name="Put the king of Hearts away").click(timeout=60_000)
    north = ace.get_by_role("group", name="North may")
    expect(north.get_by_role("button")).to_have_text(["Say “contra”"])
    ace.get_by_role("group", name="East may").get_by_role("button").click()
    expect(ace.locator(".kp-chip[data-status='contra']")).to_have_count(1)
    assert complaints(page) == []
