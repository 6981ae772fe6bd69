"""The pages of the site: navigation, sub-path, no JavaScript, no network; `test_tour` leads to all kinds."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.browser.chromium import complaints, listened
from tests.browser.conftest import profile
from tests.browser.server import Server

HAND = "ristiklappi/cleaning-hand/"


def addresses(folder: Path) -> list[str]:
    """The pages of a built site, as addresses relative to its root."""
    return sorted(str(path.relative_to(folder)).removesuffix("index.html") for path in folder.rglob("*.html"))


TO_PLAY = ".kp-turn button[data-do]:not([aria-pressed])"


def playable(page: Page) -> Locator:
    """The first table of a page on which a card is played; where cards are marked, none is."""
    return page.locator(f".kp[data-live]:has({TO_PLAY}):visible").first


def play_a_card(page: Page) -> None:
    """Plays a card of it, whoever is to act."""
    table = playable(page)
    said = table.locator(".kp-say")
    before = said.inner_text()
    table.locator(TO_PLAY).first.click()
    expect(said).not_to_have_text(before)


def test_instant_navigation_keeps_one_worker(page: Page, site: Server) -> None:
    page.goto(f"{site.url}{HAND}")
    page.locator("#kp-cleaning-hand [data-do=next]").click()
    expect(page.locator("#kp-cleaning-hand .kp-say")).to_contain_text("North leads")
    page.evaluate("window.sameDocument = true")
    page.locator(".md-header a.md-logo, .md-tabs a, .md-nav a").first.click()
    expect(page).not_to_have_url(f"{site.url}{HAND}")
    play_a_card(page)
    expect(playable(page)).to_have_attribute("data-state", "ready")
    page.go_back()
    expect(page.locator("#kp-cleaning-hand .kp-position")).to_have_text("card 1 of 20")
    page.locator("#kp-cleaning-hand [data-do=next]").click()
    expect(page.locator("#kp-cleaning-hand .kp-position")).to_have_text("card 2 of 20")
    page.go_forward()
    expect(page.locator("#kp-cleaning-hand")).to_have_count(0)
    assert page.evaluate("window.sameDocument") is True, "the page was loaded anew"
    assert len([each for each in page.workers if "/kontrapunkt/" in each.url]) == 1
    assert complaints(page) == []


def test_pages_that_were_left_are_let_go(page: Page, site: Server) -> None:
    """The theme holds parts of every page that it has shown: they must not hold the rest."""
    counter = page.context.new_cdp_session(page)

    def nodes() -> int:
        for _ in range(3):
            counter.send("HeapProfiler.collectGarbage")
        number: int = counter.send("Memory.getDOMCounters")["nodes"]
        return number

    page.goto(f"{site.url}{HAND}")
    play_a_card(page)
    size = nodes()
    counts = []
    for _ in range(4):
        page.locator(".md-tabs a", has_text="Learn").click()
        expect(page.locator("h1")).to_have_text("Learn a game¶")
        counts.append(nodes())
        page.go_back()
        expect(page.locator("#kp-cleaning-hand[data-live]")).to_be_visible()
    assert counts[-1] - counts[0] < size / 2, counts


def test_page_answers_before_theme_script_begins(page: Page, site: Server) -> None:
    """Which lays the page out several times, and so waits until nothing else is due."""
    page.add_init_script("globalThis.requestIdleCallback = (hear) => { globalThis.begin = hear; }")
    page.goto(f"{site.url}kontra/puzzles/")
    page.locator(".kp-filter [name=kind]").select_option("score")
    expect(page.locator(".kp-cover[data-kind=trick]").first).to_be_hidden()
    page.wait_for_function("() => globalThis.begin")
    assert page.evaluate("() => !globalThis.document$ && (globalThis.sameDocument = true)")
    page.evaluate("() => begin()")
    expect(page.locator(".kp-cover[data-kind=trick]").first).to_be_hidden()  # nothing begins anew
    page.locator(".kp-cover:visible a").first.click()
    expect(page.locator(".kp-own-page .kp[data-live]")).to_be_visible()
    assert page.evaluate("globalThis.sameDocument") is True
    assert complaints(page) == []


def test_under_a_sub_path(page: Page, built_site: Path, serve: Callable[[Path], Server]) -> None:
    server = serve(built_site)
    server.path = "/some/where/"
    page.goto(f"{server.url}{HAND}")
    page.locator("#kp-cleaning-hand [data-do=next]").click()
    expect(page.locator("#kp-cleaning-hand .kp-say")).to_contain_text("North leads")
    assert all(path.startswith(("/some/where/", "/favicon")) for path in server.asked), server.asked
    assert complaints(page) == []


def test_without_javascript(browser: Browser, site: Server) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{site.url}{HAND}")
        hand = page.locator("#kp-cleaning-hand")
        expect(hand.locator(".kp-hand .kp-card")).to_have_count(20)
        expect(hand.locator(".kp-tricks > li")).to_have_count(5)
        expect(hand.locator(".kp-note").first).to_be_visible()
        expect(hand.locator(".kp-controls")).to_be_hidden()


def test_the_network_is_cut(browser: Browser, built_site: Path, serve: Callable[[Path], Server]) -> None:
    """After the first intent everything is kept, and a page never visited opens and plays."""
    server = serve(built_site)
    server.policy = ""
    with profile(browser, "allow") as context:
        page = listened(context.new_page())
        page.goto(server.url)
        play_a_card(page)
        page.evaluate(
            """async () => {
              const { active } = await navigator.serviceWorker.ready;
              while (active.state !== 'activated') await new Promise((rest) => setTimeout(rest, 50));
            }"""
        )
        server.stop()
        unseen = listened(context.new_page())
        unseen.goto(f"{server.url}{HAND}")
        unseen.locator("#kp-cleaning-hand [data-do=next]").click()
        expect(unseen.locator("#kp-cleaning-hand .kp-say")).to_contain_text("North leads the seven of clubs.")
        unseen.evaluate("window.sameDocument = true")
        unseen.locator(".md-tabs a", has_text="Learn").click()
        expect(unseen.locator("h1")).to_have_text("Learn a game¶")
        assert unseen.evaluate("window.sameDocument") is True


def test_nothing_of_the_runtime_before_a_touch(
    page: Page, built_site: Path, serve: Callable[[Path], Server]
) -> None:
    server = serve(built_site)
    server.policy = ""
    page.goto(f"{server.url}{HAND}")
    page.wait_for_timeout(1500)
    assert server.asked_for("runtime-") == []


@pytest.mark.parametrize("width", [360, 1280])
def test_link_reaches_last_table_of_long_page(browser: Browser, site: Server, width: int) -> None:
    """Widgets far from the window are not laid out, and yet one comes to where one wanted to go."""
    with browser.new_context(viewport={"width": width, "height": 800}, reduced_motion="reduce") as context:
        page = context.new_page()
        page.goto(f"{site.url}doppelkopf/examples/")
        last = page.locator(".kp").last
        name = last.get_attribute("id")
        page.goto("about:blank")
        page.goto(f"{site.url}doppelkopf/examples/#{name}")
        expect(last.locator(".kp-card").first).to_be_in_viewport()
        top = last.evaluate("(widget) => widget.getBoundingClientRect().top")
        assert 0 <= top < 400, top
        page.emulate_media(media="print")
        assert page.locator(".kp").evaluate_all(
            "(all) => all.every((each) => getComputedStyle(each).contentVisibility === 'visible')"
        )


def test_a_page_from_disk_says_what_to_do(page: Page, site: Server, built_site: Path) -> None:
    told = page.locator("[data-kp-disk]")
    page.goto((built_site / "konter-a-matt/examples/index.html").as_uri())
    expect(told).to_be_visible()
    expect(told).to_contain_text("kontrapunkt bundle")
    expect(told).to_contain_text("kontrapunkt serve")
    page.goto(f"{site.url}konter-a-matt/examples/")
    expect(page.locator(".kp[data-live]").first).to_be_visible()
    expect(told).to_be_hidden()


def test_question_without_scripts_says_so(page: Page, site: Server) -> None:
    """Its buttons are hidden until they work, so there is nothing that a reader could press to be told."""
    page.route("**/common.js", lambda route: route.abort())
    page.goto(f"{site.url}kontra/puzzles/ace-for-spice/")
    expect(page.locator(".kp .kp-notice")).to_contain_text(".js")
    page.unroute("**/common.js")
    page.locator(".kp .kp-retry").click()
    expect(page.locator(".kp[data-live]")).to_be_visible()


def test_script_that_fails_on_its_part_is_reported(page: Page, site: Server) -> None:
    """The list of puzzles stays whole, and whoever develops the script sees the error."""
    broken = "export function mountPuzzles() { throw new Error('cannot mount'); }"
    page.route("**/puzzles.js", lambda route: route.fulfill(body=broken, content_type="text/javascript"))
    with page.expect_console_message(lambda message: "cannot mount" in message.text):
        page.goto(f"{site.url}kontra/puzzles/")
    expect(page.locator(".kp-cover").first).to_be_visible()
    complaints(page).clear()
