"""A page whose worker runs the built site's Python and answers what a bench asks."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, sync_playwright

from tests.benchmarks import stock
from tests.browser.chromium import launch_options
from tests.browser.server import Server, serving

START: Final = """import config from "./config.js";
const folder = new URL(config.runtime, import.meta.url).href;

async function start(source) {
  const { loadPyodide } = await import(folder + "pyodide.mjs");
  const python = await loadPyodide({
    indexURL: folder, stdLibURL: folder + config.bundle, packageBaseUrl: folder,
    lockFileContents: JSON.stringify({ info: config.lock, packages: {} }),
  });
  python.FS.writeFile("asked.py", source);
  return python.pyimport("asked");
}
"""
"""What a worker begins with: `start` boots Python and gives a module of this source."""


@contextmanager
def site_with(worker: str) -> Iterator[tuple[Server, str]]:
    """Builds the site, with a page `asked.html` that has nothing to do, and serves it.

    Args:
        worker: The script of a worker of that page, after `START`.

    Returns:
        The server, and where the worker lies below its address.
    """
    with tempfile.TemporaryDirectory() as folder:
        site = stock.build(Path(folder) / "site")
        script = next((site / "assets" / "kontrapunkt").glob("site-*")) / "asked.js"
        script.write_text(START + worker)
        (site / "asked.html").write_text("<!doctype html><title>asked</title>")
        with serving(site) as server:
            server.policy = ""
            yield server, script.relative_to(site).as_posix()


@contextmanager
def page_with(worker: str) -> Iterator[tuple[Page, str, str]]:
    """Opens the page of `site_with` in headless Chromium.

    Args:
        worker: The worker's script, after `START`.

    Returns:
        The page, the worker's address and the version of Chromium.
    """
    with site_with(worker) as (server, script), sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        page = browser.new_page()
        page.set_default_timeout(600_000)
        page.goto(server.url + "asked.html")
        yield page, server.url + script, browser.version
        browser.close()
