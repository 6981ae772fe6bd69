"""The reader's data as a file: a full storage, a hostile file, a frame."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser import standin
from tests.browser.chromium import complaints
from tests.browser.server import Server


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return standin.build(tmp_path_factory.mktemp("site"))


@pytest.fixture
def site(built: Path, serve: Callable[[Path], Server]) -> Server:
    return serve(built)


def data_file(folder: Path, entries: dict[str, Any]) -> Path:
    """A file as *Save as a file* writes it."""
    file = folder / "data.json"
    file.write_text(json.dumps({"format": "kontrapunkt data 1", "entries": entries}))
    return file


def test_data_refused_by_full_storage_is_reported(page: Page, site: Server, tmp_path: Path) -> None:
    log = ["kontrapunkt 1 0.0.0 example", *["next"] * 9000]
    file = data_file(tmp_path, {f"log/#w{n}": log for n in range(10)} | {"log/#last": log[:2]})
    page.goto(f"{site.url}about/")
    page.evaluate("localStorage.setItem('another site', '-'.repeat(5 * 1024 * 1024 - 400_000))")
    page.set_input_files("[data-kp-data] input", file)
    data = page.locator("[data-kp-data]")
    expect(data.locator(".kp-notice")).to_contain_text("Positions and results read: 11; saved: ")
    said_kept = int(re.findall(r"saved: (\d+)", data.locator(".kp-notice").inner_text())[0])
    expect(data).to_contain_text(f"Saved in this browser: {said_kept} positions")
    page.reload()
    expect(data).to_contain_text(f"Saved in this browser: {said_kept} positions")
    assert 0 < said_kept < 11
    page.evaluate("localStorage.clear()")
    page.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('no room') } }")
    page.set_input_files("[data-kp-data] input", file)
    expect(data.locator(".kp-notice")).to_contain_text("nothing was saved")


def test_data_read_twice_changes_nothing(page: Page, site: Server, tmp_path: Path) -> None:
    page.goto(f"{site.url}about/")
    page.evaluate("localStorage.setItem('kontrapunkt/1/aside//#hand', '{\"a\":  1}')")
    entries = {
        "log/#second": {"no": "log"},
        "aside/#third": "{\n[",
        "aside/#hand": {"a": 1},
        "log/#hand": ["kontrapunkt 1 0.0.0 example", "next"],
    }
    file = data_file(tmp_path, entries)
    everything = "() => JSON.stringify(Object.entries(localStorage).sort())"
    told = page.locator("[data-kp-data] .kp-notice")
    page.set_input_files("[data-kp-data] input", file)
    expect(told).to_have_text("Positions and results read: 4.")
    once = page.evaluate(everything)
    assert page.evaluate("localStorage['kontrapunkt/1/aside//#hand']") == '{"a":  1}'
    for _ in range(2):
        page.set_input_files("[data-kp-data] input", file)
        expect(told).to_have_text("Positions and results read: 4.")
        assert page.evaluate(everything) == once
    with page.expect_download() as download:
        page.click("text=Save as a file")
    page.set_input_files("[data-kp-data] input", download.value.path())
    expect(told).to_have_text("Positions and results read: 4.")
    assert page.evaluate(everything) == once


def test_import_waits_for_deletion(page: Page, site: Server, tmp_path: Path) -> None:
    page.add_init_script(
        """const keys = caches.keys.bind(caches);
        const open = new Promise((go) => { window.goOn = go });
        caches.keys = () => open.then(keys);"""
    )
    page.goto(f"{site.url}about/")
    page.evaluate("""localStorage.setItem('kontrapunkt/1/log//#old', '["kontrapunkt 1 0.0.0 x", "next"]')""")
    page.reload()
    page.click("text=Delete all")
    page.click("text=Yes, delete all")
    page.set_input_files(
        "[data-kp-data] input", data_file(tmp_path, {"log/#hand": ["kontrapunkt 1 0.0.0 x", "next"]})
    )
    page.wait_for_timeout(100)
    page.evaluate("() => window.goOn()")
    data = page.locator("[data-kp-data]")
    expect(data).to_contain_text("Saved in this browser: one position")
    expect(data.locator(".kp-notice")).to_have_text("Positions and results read: 1.")


def test_deep_data_is_skipped_and_saved_as_text(page: Page, site: Server, tmp_path: Path) -> None:
    deep = "[" * 100_000 + "]" * 100_000
    file = tmp_path / "data.json"
    entries = {"log/#hand": "(1)", "learned": {"x": "(1)"}, "log/#second": ["a", "next"], "log/#third": "(2)"}
    text = json.dumps({"format": "kontrapunkt data 1", "entries": entries})
    file.write_text(text.replace('"(1)"', deep).replace("(2)", deep))
    page.goto(f"{site.url}about/")
    page.evaluate("(deep) => localStorage.setItem('kontrapunkt/1/log//#hand', deep)", deep)
    page.set_input_files("[data-kp-data] input", file)
    expect(page.locator("[data-kp-data] .kp-notice")).to_have_text("Positions and results read: 2.")
    with page.expect_download() as download:
        page.click("text=Save as a file")
    saved = json.loads(download.value.path().read_text())["entries"]
    assert saved == {"log/#hand": deep, "log/#second": ["a", "next"], "aside/#third": deep}
    assert complaints(page) == []


def test_frame_offers_no_delete_and_no_import(page: Page, site: Server) -> None:
    """Another page may lay itself over a frame, and have the reader click what it cannot see."""
    page.goto(site.url)
    page.click("#kp-hand [data-do=next]")
    page.goto(f"{site.url}about/")
    page.route(f"{site.url}elsewhere", lambda route: route.fulfill(body=f"<iframe src={site.url}about/>"))
    page.goto(f"{site.url}elsewhere")
    framed = page.frame_locator("iframe").locator("[data-kp-data]")
    expect(framed.get_by_role("button")).to_have_text(["Save as a file"])
    expect(framed.locator("input")).to_have_count(0)
    expect(framed.get_by_role("link", name="Open the page by itself")).to_have_attribute("target", "_blank")
    page.goto(f"{site.url}about/")
    expect(page.locator("[data-kp-data]").get_by_role("button")).to_have_count(3)
