"""A tour of the pages under the site's own policy: axe in both schemes, overflow, strangers, complaints.

It leads to one page of each kind and to one of every kind of element; widgets that show nothing new are taken
off first. `make soak` leads to all pages and leaves everything in its place.

Our markup must be clean. What axe finds in the theme's own markup is mended by an override where one can, and
named in `THEME` where none can.
"""

import json
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, TimeoutError
from tests.browser.chromium import LAID_OUT, complaints, listened
from tests.browser.conftest import profile
from tests.browser.kinds import to_look_at
from tests.browser.server import serving
from tests.browser.test_pages import addresses, play_a_card, playable

from kontrapunkt.core.registry import OWN

AXE = (Path(__file__).parents[2] / "node_modules/axe-core/axe.min.js").read_text("utf-8")
WIDTHS = (360, 768, 1440)

THEME: dict[str, str] = {}
"""Findings in the theme's markup that no override reaches: axe rule and what it is about."""

OF_COLOURS = ["color-contrast", "link-in-text-block"]
"""What depends on the scheme; of the first page of a tour all is asked in both."""

CONTENTS = {"exclude": [".md-header", ".md-tabs", ".md-sidebar--primary", ".md-footer"]}
"""What differs from page to page: of all others, colours are asked on the first page only."""

SOME = """async ([within, rules]) => (await axe.run(within ?? document,
    { resultTypes: ['violations'], ...rules && { runOnly: { type: 'rule', values: rules } } })).violations
  .flatMap(({ id, help, nodes }) => nodes.map(({ target, html, failureSummary }) =>
    ({ id, help, target: target.join(' '), html: html.slice(0, 160), failureSummary })))"""

RUN = f"(within) => ({SOME})([within, null])"

LAY_OUT = """(css) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}"""

TAKE_OFF = (
    """(kept) => document.querySelectorAll('.kp').forEach((one) => kept.includes(one.id) || one.remove())"""
)

REACHED = """() => [...document.querySelectorAll('pre > code')].every(
  (code) => code.scrollWidth <= code.clientWidth || code.tabIndex === 0)"""
"""The theme lets the keyboard reach code that scrolls, some frames after it was laid out.

What is waited for is a function: the policy lets no page evaluate a text a second time."""

DARKEN = "document.querySelector('#__palette_1').click()"


@dataclass
class Found:
    """What a tour has found, each with its address."""

    visited: list[str] = field(default_factory=list)
    played: set[str] = field(default_factory=set)
    asked: list[str] = field(default_factory=list)
    complaints: list[tuple[str, str]] = field(default_factory=list)
    wide: list[tuple[str, int]] = field(default_factory=list)
    violations: dict[str, list[tuple[str, Any]]] = field(default_factory=lambda: {"light": [], "dark": []})


@pytest.fixture(
    scope="module", params=["a page of each kind", pytest.param("all pages", marks=pytest.mark.soak)]
)
def tour(request: pytest.FixtureRequest, browser: Browser, built_site: Path) -> Found:
    found = Found()
    stops: dict[str, list[str] | None] = {**to_look_at(built_site)}
    if request.param == "all pages":
        stops = dict.fromkeys(addresses(built_site))
    with serving(built_site) as server, profile(browser) as context:
        page = listened(context.new_page())  # one for all: it has read axe before
        page.on("request", lambda request: found.asked.append(request.url))
        for address, widgets in stops.items():
            page.emulate_media(color_scheme="light")
            page.goto(server.url + address)
            found.visited.append(address)
            look(page, address, widgets, found)
            found.complaints += [(address, each) for each in complaints(page)]
            complaints(page).clear()
            page.evaluate("localStorage.clear()")
        found.asked = [url for url in found.asked if not url.startswith((server.url, "data:", "blob:"))]
    return found


def look(page: Page, address: str, widgets: list[str] | None, found: Found) -> None:
    """Looks at a page: at its widths, with axe in both schemes, and at the first card played of a game."""
    page.evaluate(AXE)
    table, game = playable(page), address.partition("/")[0]
    if game in {*OWN} - found.played and page.locator(".kp").count():
        with suppress(TimeoutError):  # then there is none
            table.wait_for(timeout=2000)
    plays = table.count() and (widgets is None or game not in found.played)
    if widgets is not None:
        page.evaluate(TAKE_OFF, [*widgets, *([table.get_attribute("id")] if plays else [])])
    page.evaluate(LAY_OUT, LAID_OUT)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found.wide.append((address, width))
    with suppress(TimeoutError):  # then axe says what cannot be reached
        page.wait_for_function(REACHED, timeout=5000)
    found.violations["light"] += [(address, each) for each in page.evaluate(RUN)]
    page.emulate_media(color_scheme="dark")
    page.evaluate(DARKEN)
    page.wait_for_function("() => document.body.dataset.mdColorScheme === 'slate'")
    page.wait_for_function("() => document.getAnimations().length === 0")
    asked = [None, None] if len(found.visited) == 1 else [CONTENTS, OF_COLOURS]
    found.violations["dark"] += [(address, each) for each in page.evaluate(SOME, asked)]
    if plays:
        found.played.add(game)
        play_a_card(page)
        found.violations["dark"] += [(f"{address} played", each) for each in table.evaluate(RUN)]


def test_it_leads_everywhere(tour: Found) -> None:
    assert len(tour.visited) > 20
    assert tour.played >= {*OWN}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(tour: Found, scheme: str) -> None:
    ours = [(address, each) for address, each in tour.violations[scheme] if each["id"] not in THEME]
    assert ours == [], json.dumps(ours, indent=1)


def test_no_page_asks_a_stranger_or_complains(tour: Found) -> None:
    assert tour.asked == []
    assert tour.complaints == []


def test_no_sideways_scroll(tour: Found) -> None:
    assert tour.wide == []
