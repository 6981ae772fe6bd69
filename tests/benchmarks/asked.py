"""A page in headless Chromium whose worker runs the built site's Python and answers what a bench asks."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, sync_playwright

from tests.benchmarks import stock
from tests.browser.chromium import launch_options
from tests.browser.server import serving

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
def page_with(worker: str) -> Iterator[tuple[Page, str, str]]:
    """Builds the site and opens a page of it that has nothing else to do.

    Args:
        worker: The worker's script, after `START`.

    Returns:
        The page, the worker's address and the version of Chromium.
    """
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = stock.build(Path(folder) / "site")
        assets = next((site / "assets" / "kontrapunkt").glob("site-*"))
        (assets / "asked.js").write_text(START + worker)
        (site / "asked.html").write_text("<!doctype html><title>asked</title>")
        browser = playwright.chromium.launch(**launch_options())
        with serving(site) as server:
            server.policy = ""
            page = browser.new_page()
            page.set_default_timeout(600_000)
            page.goto(server.url + "asked.html")
            yield page, server.url + str((assets / "asked.js").relative_to(site)), browser.version
        browser.close()
