"""What a reader leaves in a browser, by way of the page that shows it: saved and deleted, and read again."""

from pathlib import Path

from playwright.sync_api import Page, expect
from tests.browser.server import Server


def taken_out(page: Page, site: Server, folder: Path) -> Path:
    """Saves all that is kept to a file, and deletes it."""
    page.goto(f"{site.url}about/")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    saved = folder / "saved.json"
    download.value.save_as(saved)
    for label in ("Delete all", "Yes, delete all"):
        page.get_by_role("button", name=label, exact=True).click()
    return saved


def brought_back(page: Page, site: Server, saved: Path, times: int = 1) -> None:
    """Reads such a file."""
    page.goto(f"{site.url}about/")
    for _ in range(times):
        page.locator("[data-kp-data] input").set_input_files(saved)
        expect(page.locator("[data-kp-data] .kp-notice")).to_contain_text("Positions and results read:")
