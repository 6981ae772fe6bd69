"""The worked example as a reader plays it: by mouse, keyboard and link, after a reload and a dead worker."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from tests.browser.chromium import complaints, listened
from tests.browser.conftest import profile
from tests.browser.server import Server

HAND = "ristiklappi/cleaning-hand/"


@pytest.fixture
def table(visit: Callable[[str], Page]) -> Page:
    """The page that tests share, the hand before its first card."""
    page = visit(HAND)
    expect(widget(page)).to_have_attribute("data-live", "")
    back = widget(page).locator("[data-do=return]")
    if back.count():
        back.click()
        expect(back).to_have_count(0)
    first = widget(page).locator("[data-do=first]:not([aria-disabled=true])")
    if first.count():
        first.click()
    expect(widget(page).locator(".kp-position")).to_have_text("card 0 of 20")
    return page


def opened(page: Page, site: Server, fragment: str = "") -> None:
    page.goto(f"{site.url}{HAND}{fragment}")
    expect(widget(page)).to_have_attribute("data-live", "")


def widget(page: Page):
    return page.locator("#kp-cleaning-hand")


def said(page: Page):
    return widget(page).locator(".kp-say")


def press(page: Page, name: str) -> None:
    widget(page).get_by_role("button", name=name, exact=True).click()


def card(page: Page, code: str):
    return widget(page).locator(f"#cleaning-hand-{code}")


def test_step_branch_and_return_by_mouse(table: Page) -> None:
    page = table
    press(page, "Next")
    expect(said(page)).to_contain_text("North leads the seven of clubs.")
    for _ in range(3):
        press(page, "Next")
    expect(said(page)).to_contain_text("West takes trick 9 with the seven of hearts: no card points.")
    card(page, "KC").click()
    expect(said(page)).to_contain_text("West leads the king of clubs. Now North–South can get clean")
    expect(said(page)).to_contain_text("stayed dirty. In the deal: West leads the three of clubs.")
    card(page, "TS").click()  # North's, in turn
    expect(said(page)).to_contain_text("North plays the ten of spades.")
    card(page, "KS").click()  # South's, out of turn
    expect(said(page)).to_contain_text("It is East’s turn.")
    expect(said(page).locator("a.kp-ref")).to_have_attribute("href", re.compile(r"rules/#RK-R3$"))
    card(page, "8S").click()
    card(page, "KS").click()
    expect(said(page)).to_contain_text("South takes trick 10 with the king of spades: 18 card points.")
    press(page, "Back to the game")
    expect(said(page)).to_contain_text("You are back in the deal.")
    expect(widget(page).locator(".kp-position")).to_have_text("card 4 of 20")
    assert complaints(page) == []


def test_the_whole_hand_by_mouse(table: Page) -> None:
    page = table
    takers = []
    for step in range(1, 21):
        press(page, "Next")
        expect(widget(page).locator(".kp-position")).to_have_text(f"card {step} of 20")
        if step % 4 == 0:
            takers += re.findall(r"(\w+) takes trick", said(page).inner_text())
    assert takers == ["West", "East", "East", "North", "West"]
    expect(said(page)).to_contain_text("Both sides are clean")
    press(page, "First")
    expect(widget(page).locator(".kp-position")).to_have_text("card 0 of 20")


def test_by_keyboard_alone(table: Page) -> None:
    page = table
    page.locator(".md-header a").first.focus()
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('#kp-cleaning-hand') !== null"):
            break
    page.keyboard.press("ArrowRight")
    expect(said(page)).to_contain_text("North leads the seven of clubs.")
    page.keyboard.press("End")
    expect(widget(page).locator(".kp-position")).to_have_text("card 20 of 20")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(widget(page).locator(".kp-position")).to_have_text("card 0 of 20")
    card(page, "QS").focus()
    page.keyboard.press("Enter")
    expect(said(page)).to_contain_text(
        "North leads the queen of spades. In the deal: North leads the seven of clubs."
    )
    assert page.evaluate("document.activeElement.closest('#kp-cleaning-hand') !== null"), "focus was lost"
    page.keyboard.press("ArrowLeft")
    expect(widget(page).locator(".kp-position")).to_have_text("card 0 of 20")
    page.keyboard.press("?")
    expect(widget(page).locator("#cleaning-hand-keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(widget(page).locator("#cleaning-hand-keys")).to_be_hidden()
    assert complaints(page) == []


def test_second_click_of_a_double_click_does_nothing(table: Page) -> None:
    page = table
    widget(page).locator("[data-do='go 12']").click()
    card(page, "6H").dblclick()
    expect(said(page)).to_contain_text("East leads the six of hearts.")
    page.wait_for_timeout(300)
    expect(said(page)).to_contain_text("In the deal: East leads the ten of diamonds.")


def test_focus_returns_to_the_cards_after_return(table: Page) -> None:
    page = table
    widget(page).locator("[data-do='go 12']").click()
    card(page, "6H").click()
    widget(page).locator("[data-do=return]").focus()
    page.keyboard.press("Enter")
    expect(said(page)).to_contain_text("You are back in the deal.")
    assert page.evaluate("document.activeElement.hasAttribute('data-focus')")


def test_each_change_is_announced_once(table: Page) -> None:
    page = table
    page.evaluate(
        """() => { window.heard = [];
        const live = document.querySelector('.kp-live');
        new MutationObserver(() => live.textContent.trim() && window.heard.push(live.textContent.trim()))
          .observe(live, { childList: true, subtree: true, characterData: true }); }"""
    )
    press(page, "Next")
    expect(said(page)).to_contain_text("North leads")
    press(page, "Next")
    expect(said(page)).to_contain_text("East plays")
    page.wait_for_timeout(600)
    heard = " ".join(page.evaluate("window.heard"))
    assert heard.count("North leads the seven of clubs. East is to play.") == 1
    assert heard.count("East plays") == 1


def test_a_reload_resumes_and_a_link_shares(
    browser: Browser, context: BrowserContext, page: Page, site: Server
) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"], origin=site.url.rstrip("/"))
    opened(page, site)
    for _ in range(4):
        press(page, "Next")
    card(page, "KC").click()
    expect(said(page)).to_contain_text("West leads the king of clubs.")
    press(page, "Help and more")
    press(page, "Copy link")
    page.wait_for_function("() => navigator.clipboard.readText().then((text) => text.includes('#'))")
    link = page.evaluate("navigator.clipboard.readText()")
    page.reload()
    expect(widget(page).locator(".kp-position")).to_contain_text("your line, card 1")
    assert "?" not in link
    with profile(browser) as other:
        fresh = listened(other.new_page())
        fresh.goto(link)
        expect(widget(fresh).locator(".kp-position")).to_contain_text("your line, card 1", timeout=20_000)
        expect(card(fresh, "KC")).to_be_visible()
        assert complaints(fresh) == []
    assert complaints(page) == []


def test_rubbish_in_link_and_storage(page: Page, site: Server) -> None:
    opened(page, site, "#kp=cleaning-hand&log=%FF%00.go.9000~X")
    expect(widget(page)).to_contain_text("link")
    press(page, "Next")
    expect(said(page)).to_contain_text("North leads the seven of clubs.")
    page.evaluate("""for (const key of Object.keys(localStorage))
             if (key.startsWith('kontrapunkt')) localStorage.setItem(key, '{rubbish')""")
    page.goto(f"{site.url}{HAND}")
    press(page, "Next")
    expect(said(page)).to_contain_text("North leads the seven of clubs.")
    assert complaints(page) == []


def test_a_dead_worker_loses_nothing(page: Page, site: Server) -> None:
    opened(page, site)
    for _ in range(5):
        press(page, "Next")
    expect(widget(page).locator(".kp-position")).to_have_text("card 5 of 20")
    page.evaluate("document.dispatchEvent(new CustomEvent('kp:kill'))")
    press(page, "Next")
    expect(widget(page).locator(".kp-position")).to_have_text("card 6 of 20")
    expect(said(page)).to_contain_text("North plays the queen of spades.")
    assert complaints(page) == []


def test_a_click_while_it_boots_is_not_lost(page: Page, site: Server) -> None:
    opened(page, site)
    for _ in range(3):
        press(page, "Next")
    expect(widget(page).locator(".kp-position")).to_have_text("card 3 of 20")


def test_last_step_is_drawn_like_the_build(table: Page) -> None:
    """What the page held before Python drew it, and what it holds after, is the same."""
    page = table
    before = page.evaluate(
        """async () => {
          const text = await (await fetch(location.href)).text();
          const built = new DOMParser().parseFromString(text, 'text/html');
          return built.querySelector('#kp-cleaning-hand .kp-body').innerHTML;
        }"""
    )
    press(page, "Next")
    expect(said(page)).to_contain_text("North leads")
    press(page, "First")
    expect(widget(page).locator(".kp-position")).to_have_text("card 0 of 20")
    page.wait_for_timeout(400)
    attributes = re.compile(r' (?:data-pressed|style|class|href)="[^"]*"')  # the theme makes links absolute
    after = widget(page).locator(".kp-body").inner_html()
    assert attributes.sub("", after) == attributes.sub("", before)


def test_position_link_works_more_than_once(table: Page) -> None:
    page = table
    link = page.locator("article a[href$='#kp=cleaning-hand&log=go.6']").first
    where = widget(page).locator(".kp-position")
    for _ in range(2):
        link.click()
        expect(where).to_have_text("card 6 of 20")
        press(page, "Next")
        expect(where).to_have_text("card 7 of 20")
        expect(page).to_have_url(re.compile(f"/{HAND}$"))
    link.click()
    expect(where).to_have_text("card 6 of 20")
    link.click()  # from further down the page, though the table shows it already
    expect(widget(page)).to_be_in_viewport()
    expect(page).to_have_url(re.compile("go.6$"))
    assert complaints(page) == []
