"""axe-core on every page in both schemes, and html-validate on our fragments.

Our markup must be clean. What axe finds in the theme's own markup is mended by an override where one can, and
named in `THEME` where none can.
"""

import json
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.chromium import LAID_OUT
from tests.browser.server import Server
from tests.browser.test_pages import addresses

ROOT = Path(__file__).parents[2]
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"

THEME: dict[str, str] = {}
"""Findings in the theme's markup that no override reaches: axe rule and what it is about."""

RUN = """async () => (await axe.run(document, { resultTypes: ['violations'] })).violations
  .flatMap(({ id, help, nodes }) => nodes.map(({ target, html, failureSummary }) =>
    ({ id, help, target: target.join(' '), html: html.slice(0, 160), failureSummary })))"""


class Widgets(HTMLParser):
    """Cuts the widgets out of a page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.depth = 0
        self.out: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.depth or (tag == "div" and ("class", "kp") in attrs):
            self.depth += tag == "div"
            self.out.append(self.get_starttag_text() or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.depth:
            self.out.append(self.get_starttag_text() or "")

    def handle_endtag(self, tag: str) -> None:
        if self.depth:
            self.out.append(f"</{tag}>")
            self.depth -= tag == "div"

    def handle_data(self, data: str) -> None:
        if self.depth:
            self.out.append(data)

    def handle_entityref(self, name: str) -> None:
        self.handle_data(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.handle_data(f"&#{name};")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(browser: Browser, site: Server, scheme: Literal["light", "dark"]) -> None:
    found = []
    with browser.new_context(color_scheme=scheme, bypass_csp=True) as context:
        page = context.new_page()
        for address in addresses(site.folder):
            page.goto(site.url + address)
            page.add_script_tag(path=str(AXE))
            page.add_style_tag(content=LAID_OUT)
            found += [(address, each) for each in page.evaluate(RUN)]
            hand = page.locator("#kp-cleaning-hand")
            if hand.count():
                hand.locator("[data-do=next]").click()
                expect(hand.locator(".kp-say")).to_contain_text("North leads")
                page.wait_for_timeout(400)
                found += [(f"{address} played", each) for each in page.evaluate(RUN)]
    ours = [(address, each) for address, each in found if each["id"] not in THEME]
    assert ours == [], json.dumps(ours, indent=1)


def test_our_fragments_follow_the_html_rules(built_site: Path, tmp_path: Path) -> None:
    """html-validate's `recommended` and `a11y` rule sets on the markup of every widget."""
    pages = 0
    for path in built_site.rglob("*.html"):
        widgets = Widgets()
        widgets.feed(path.read_text())
        if widgets.out:
            pages += 1
            (tmp_path / f"{pages}.html").write_text("".join(widgets.out) + "\n")
    assert pages
    (tmp_path / ".htmlvalidate.json").write_text(
        json.dumps(
            {
                "root": True,
                "extends": ["html-validate:recommended", "html-validate:a11y"],
                # Matters of layout in the source; all else stands.
                "rules": {"void-style": "off", "long-title": "off", "no-trailing-whitespace": "off"},
            }
        )
    )
    command = [str(ROOT / "node_modules" / ".bin" / "html-validate"), "--formatter", "text", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[:4000] + done.stderr[:1000]
