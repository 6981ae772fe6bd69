"""Another site at the address of ours: it is shown, and nothing of ours stays in the browser."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser import standin
from tests.browser.conftest import Keeping
from tests.browser.server import Server

THEME = "assets/javascripts/bundle.0123abcd.min.js"
"""A script of a theme, whose name is the same in all sites with that theme."""

OTHER = (
    "<!doctype html><title>Other</title><h1>Another site</h1>"
    f'<p id="by">nobody</p><script src="/{THEME}"></script>'
)
PATIENCE = 3000
"""What the service worker waits for a page, in ms."""


@pytest.fixture
def keeping() -> Keeping:
    """Whoever has played keeps the site."""
    return "allow"


@pytest.fixture
def kept(page: Page, serve: Callable[[Path], Server], tmp_path: Path) -> Server:
    """Our site, which the browser has kept whole, an image of Python's memory beside it."""
    folder = tmp_path / "site"
    standin.put(folder, THEME, b"document.title = 'ours'")
    server = serve(standin.build(folder))
    server.cache = "no-cache"
    page.goto(f"{server.url}about/")
    page.click("[data-kp-offline]")
    expect(page.locator("main")).to_contain_text("works without a connection")
    page.evaluate("caches.open('kontrapunkt-image /')")
    assert page.evaluate(f"async () => Boolean(await caches.match('/{THEME}'))")
    return server


def replace(server: Server, **files: str) -> None:
    """Puts another site where ours was."""
    shutil.rmtree(server.folder)
    files = {"index.html": OTHER, THEME: "document.querySelector('#by').textContent = 'other'", **files}
    for name, text in files.items():
        standin.put(server.folder, name, text.encode())


def go(page: Page, address: str) -> None:
    """Leads to an address without waiting for an answer."""
    page.evaluate("(address) => void setTimeout(() => location.assign(address))", address)


def nothing_is_left(page: Page) -> None:
    page.wait_for_function(
        """async () => {
          const registered = await navigator.serviceWorker.getRegistrations();
          return registered.length === 0 && (await caches.keys()).length === 0;
        }"""
    )


@pytest.mark.parametrize("script", [None, "// of somebody else\n", OTHER])
def test_site_replaced_leaves_nothing_of_ours(page: Page, kept: Server, script: str | None) -> None:
    replace(kept, **({} if script is None else {"sw.js": script}))
    page.goto(kept.url)
    expect(page.locator("h1")).to_have_text("Another site")
    expect(page.locator("#by")).to_have_text("other")
    nothing_is_left(page)


@pytest.mark.parametrize("slow", ["/", ""], ids=["pages", "all"])
def test_site_replaced_on_slow_host_is_shown(page: Page, kept: Server, slow: str) -> None:
    replace(kept)
    kept.stalled.add(slow)
    go(page, kept.url)
    page.wait_for_timeout(PATIENCE + 1000)
    kept.release.set()
    expect(page.locator("h1")).to_have_text("Another site")
    expect(page.locator("#by")).to_have_text("other")
    nothing_is_left(page)


def test_slow_host_of_the_site_shows_stored_pages(page: Page, kept: Server) -> None:
    kept.stalled.add("")
    go(page, kept.url)
    expect(page.locator("h1")).to_have_text("one")
    kept.release.set()
    page.reload()
    expect(page.locator("h1")).to_have_text("one")
    assert page.evaluate("async () => (await caches.keys()).length") == 3


@pytest.mark.parametrize("trouble", ["offline", "forbidden"])
def test_host_in_trouble_keeps_the_site(page: Page, kept: Server, trouble: str) -> None:
    if trouble == "offline":
        kept.stop()
    else:
        kept.refused.add("sw.js")
    page.goto(kept.url)
    expect(page.locator("h1")).to_have_text("one")
    page.wait_for_timeout(500)
    assert page.evaluate("async () => (await caches.keys()).length") == 3
