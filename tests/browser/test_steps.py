"""Steps that the build has foreseen: shown without Python, kept like others, gone on with by the engine."""

from statistics import median
from typing import Any

from playwright.sync_api import Page, Route, expect
from tests.browser.chromium import complaints
from tests.browser.server import Server

EXAMPLE = "ristiklappi/cleaning-hand/"
LEGAL = "doppelkopf/puzzles/last-trump/"


def without_python(page: Page) -> list[str]:
    """Lets the page have nothing of the runtime; what it asks for of it is in the list."""
    asked: list[str] = []

    def refuse(route: Route) -> None:
        asked.append(route.request.url)
        route.abort()

    page.route("**/runtime-*/**", refuse)
    return asked


def test_a_record_is_stepped_through_without_python(page: Page, site: Server) -> None:
    """By mouse, by keyboard, from the list; and the place is still there after a reload."""
    asked = without_python(page)
    page.goto(site.url + EXAMPLE)
    widget = page.locator(".kp[data-steps]").first
    say = widget.locator(".kp-say")
    opening = say.locator("p").first.inner_text()
    widget.locator("[data-do=next]").click()
    expect(say.locator("p").first).not_to_have_text(opening)
    first = say.locator("p").first.inner_text()
    page.keyboard.press("ArrowRight")
    expect(say).not_to_contain_text(first)
    page.keyboard.press("ArrowLeft")
    expect(say.locator("p").first).to_have_text(first)
    widget.locator("[data-do='go 7']").first.click()
    expect(widget.locator("[data-do='go 7'][aria-current]")).to_have_count(1)
    seventh = say.locator("p").first.inner_text()
    page.reload()
    expect(say.locator("p").first).to_have_text(seventh)
    assert asked == []
    assert complaints(page) == []


def test_played_card_starts_python_and_continues_log(page: Page, site: Server) -> None:
    """The engine replays the steps before it answers; then it is the engine that steps."""
    page.goto(site.url + EXAMPLE)
    widget = page.locator(".kp[data-steps]").first
    for _ in range(2):
        widget.locator("[data-do=next]").click()
    assert widget.get_attribute("data-state") == "idle"
    kept = widget.locator("[data-do^=play].kp-playable")
    expect(kept.first).to_be_visible()
    upcoming = widget.locator("[data-do='go 3']").first.inner_text()
    other = next(card for card in kept.all() if (card.get_attribute("data-key") or "") not in upcoming)
    other.click()
    expect(widget).to_have_attribute("data-state", "ready")
    expect(widget.locator("[data-do=return]")).to_be_visible()
    widget.locator("[data-do=return]").click()
    expect(widget.locator("[data-do='go 2'][aria-current]")).to_have_count(1)
    assert complaints(page) == []


def test_a_question_is_answered_without_python(page: Page, site: Server) -> None:
    """Cards are marked and unmarked, a wrong answer told, the right one kept with the seconds it took."""
    asked = without_python(page)
    page.goto(site.url + LEGAL)
    widget = page.locator(".kp[data-steps]").first
    say = widget.locator(".kp-say")
    cards = widget.locator(".kp-turn [data-do^=play]")
    cards.first.click()
    expect(cards.first).to_have_attribute("aria-pressed", "true")
    cards.first.click()
    expect(cards.first).to_have_attribute("aria-pressed", "false")
    for card in cards.all():
        card.click()
    widget.locator("[data-do=answer]").click()
    expect(widget.locator(".kp-say-wrong")).to_be_visible()
    expect(cards.last).to_have_attribute("aria-pressed", "true")
    widget.locator("[data-do=solution]").click()
    expect(say).not_to_be_empty()
    right = {card.get_attribute("data-do") for card in widget.locator(".kp-turn [aria-pressed=true]").all()}
    widget.get_by_role("button", name="Help and more", exact=True).click()
    widget.locator("[data-do=again]").click()
    expect(cards.locator("visible=true").first).to_have_attribute("aria-pressed", "false")
    for event in right:
        widget.locator(f".kp-turn [data-do='{event}']").first.click()
    widget.locator("[data-do=answer]").click()
    expect(widget.locator(".kp-say-good")).to_be_visible()
    kept = page.evaluate("() => Object.values(localStorage).find((each) => each.includes('solved '))")
    assert kept
    assert asked == []


UNCONTAINED = """() => {
  const styles = new CSSStyleSheet();
  styles.replaceSync(`
    .kp, .kp * { container-type: normal !important; transition: none !important; }
    .kp-face > .kp-full { display: none !important; }
    .kp-face > .kp-small { display: block !important; }
  `);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, styles];
}"""
"""In containers elements are styled while they are laid out, and the browser does not count them."""


def test_step_styles_only_changed_parts(page: Page, site: Server) -> None:
    """Rules that ask a page what it has (`:has()`), or are for any element, would style much more of it."""
    page.goto(site.url + "doppelkopf/examples/")
    page.evaluate(UNCONTAINED)
    widget = page.locator(".kp[data-live]").first
    for _ in range(2):
        widget.locator("[data-do=next]").click()
        page.wait_for_timeout(400)  # the card is where it goes
    traced: list[dict[str, Any]] = []
    over: list[object] = []
    devtools = page.context.new_cdp_session(page)
    devtools.on("Tracing.dataCollected", lambda found: traced.extend(found["value"]))
    devtools.on("Tracing.tracingComplete", lambda found: over.append(found))
    devtools.send("Tracing.start", {"categories": "devtools.timeline", "transferMode": "ReportEvents"})
    clicks = 8
    for _ in range(clicks):
        widget.locator("[data-do=next]").click()
        page.wait_for_timeout(400)
    devtools.send("Tracing.end")
    while not over:
        page.wait_for_timeout(20)
    styled = [each["args"]["elementCount"] for each in traced if each["name"] == "UpdateLayoutTree"]
    assert 0 < median(sorted(styled)[-clicks:]) < 300  # 165 of 5,600; a hand of twelve cards has 120
