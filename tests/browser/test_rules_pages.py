"""Rules that can be read: something to play on every other screen; four ways into each game on its first."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize
from tests.browser.chromium import LAID_OUT
from tests.browser.server import Server

WIDE: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
TWO_SCREENS = 2 * WIDE["height"]

STRETCHES = """() => {
    const place = (each) => each.getBoundingClientRect();
    const rules = [...document.querySelectorAll("article .kp-rule")];
    const end = place(document.querySelector("article #options") ?? rules.at(-1)).bottom;
    const tables = [...document.querySelectorAll("article .kp")].map(place).filter((each) => each.top < end);
    const froms = [0, ...tables.map((each) => each.bottom)];
    const tos = [...tables.map((each) => each.top), end];
    return tos.map((to, n) => Math.round(to - froms[n]));
}"""
"""How much is read before, between and after what can be played; options and rulings are looked up."""

DOORS = """() => [...document.querySelectorAll(".kp-doors a")].map((each) => {
    const { bottom, height } = each.getBoundingClientRect();
    return [new URL(each.href).pathname, bottom, height];
})"""


def games(site: Path) -> list[str]:
    """The ids of the games of a built site."""
    return sorted(each.parent.parent.name for each in site.glob("*/rules/index.html"))


def test_every_other_screen_has_something_to_play(browser: Browser, site: Server, built_site: Path) -> None:
    page = browser.new_page(viewport=WIDE)
    for game in games(built_site):
        page.goto(f"{site.url}{game}/rules/")
        page.add_style_tag(content=LAID_OUT)
        stretches = page.evaluate(STRETCHES)
        assert len(stretches) > 3, game
        assert max(stretches) <= TWO_SCREENS, f"{game}: {stretches}"
    page.close()


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_game_first_screen_has_four_links(
    size: ViewportSize, browser: Browser, site: Server, built_site: Path
) -> None:
    page = browser.new_page(viewport=size)
    for game in games(built_site):
        page.goto(f"{site.url}{game}/")
        doors = page.evaluate(DOORS)
        assert len(doors) == 4, game
        for address, bottom, height in doors:
            assert f"/{game}/" in address
            assert bottom <= size["height"], f"{game}: {address}"
            assert height >= 44, f"{game}: {address}"
    page.close()
