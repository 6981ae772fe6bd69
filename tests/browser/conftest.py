"""What all tests in a browser share: Chromium, pages that must not complain, and servers."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from tests.browser.chromium import complaints, launch_options, listened
from tests.browser.server import Server, serving
from tests.site.built import built_site, wheel

__all__ = ["built_site", "wheel"]

PATIENCE = 30_000  # ms; a busy machine takes seconds to start Python

Motion = Literal["no-preference", "reduce"]
Keeping = Literal["allow", "block"]

IN_HASTE = "--js-flags=--liftoff-only"
"""WebAssembly is compiled once, quickly: Python starts in half the time, and here it computes but little."""

AGAIN = pytest.mark.flaky(reruns=1, only_rerun=["^TimeoutError: "])
"""On a busy machine Chromium has hung: no frame is drawn, and Playwright gives a click up after `PATIENCE`.

Then, and only then, a test has a second try, and the run's last line tells of it. What a page shows or says
is a matter for `expect`, whose errors are others."""

UNHURRIED = "globalThis.__kpTest ??= { bootLimit: 300000, callLimit: 300000, frameLimit: 300000 }"
"""The site gives Python half a minute; a machine that runs other tests beside may need more."""

AT_ONCE = "globalThis.requestIdleCallback = (hear) => hear()"
"""The theme's script begins with the first frame, so before anybody clicks a link."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker(pytest.mark.browser)
            item.add_marker(AGAIN)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options(IN_HASTE))
        yield browser
        browser.close()


@pytest.fixture
def motion() -> Motion:
    """Whether pages may move things; nobody waits for cards that travel but where that is the question."""
    return "reduce"


@pytest.fixture
def keeping() -> Keeping:
    """Whether a service worker may come; see `profile`."""
    return "block"


@contextmanager
def profile(browser: Browser, keeping: Keeping = "block", **options: Any) -> Iterator[BrowserContext]:
    """A new profile, whose pages move nothing unless told otherwise.

    A service worker comes only where it is the question: it keeps the whole site once somebody has played for
    two seconds, and that takes longer than to start Python twice.
    """
    options.setdefault("reduced_motion", "reduce")
    with browser.new_context(service_workers=keeping, **options) as context:
        context.set_default_timeout(PATIENCE)
        context.add_init_script(UNHURRIED)
        context.add_init_script(AT_ONCE)
        yield context


@pytest.fixture
def context(browser: Browser, motion: Motion, keeping: Keeping) -> Iterator[BrowserContext]:
    """The profile of a test's own `page`."""
    with profile(browser, keeping, reduced_motion=motion) as context:
        yield context


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """A page of a new profile; `complaints(page)` has what it writes to the console as errors."""
    return listened(context.new_page())


@pytest.fixture(scope="session")
def open_pages(browser: Browser, built_site: Path) -> Iterator[Callable[[str], Page]]:
    """The pages of our own site that tests of a worker share, by their address."""
    pages: dict[str, Page] = {}
    with profile(browser) as context, serving(built_site) as server:

        def opened(address: str) -> Page:
            if address not in pages:
                pages[address] = listened(context.new_page())
                pages[address].goto(server.url + address)
            return pages[address]

        yield opened


@pytest.fixture
def visit(open_pages: Callable[[str], Page]) -> Callable[[str], Page]:
    """Leads to a page that other tests have used before, so that Python starts once for all of them.

    What they have played is still there: a test begins by setting its widget back. One that reloads the page,
    kills the worker or looks into the storage asks for a `page` of its own.
    """

    def visit(address: str) -> Page:
        page = open_pages(address)
        page.bring_to_front()
        complaints(page).clear()
        return page

    return visit


@pytest.fixture
def serve() -> Iterator[Callable[[Path], Server]]:
    """Serves folders until the test ends."""
    with ExitStack() as stack:
        yield lambda folder: stack.enter_context(serving(folder))


@pytest.fixture
def site(built_site: Path, serve: Callable[[Path], Server]) -> Server:
    """Our own site, served with the header file's security policy."""
    server = serve(built_site)
    server.policy = re.findall(r"Content-Security-Policy: (.*)", (built_site / "_headers").read_text())[0]
    return server
