"""The compiled kernel in the browsers' own WebAssembly: the same values as in CPython."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page
from tests.browser.firefox import run
from tests.browser.kernel import folder, here, positions, question
from tests.browser.server import Server


def in_chromium(page: Page, server: Server, what: dict[str, object]) -> dict[str, list[Any]]:
    server.policy = ""
    page.set_default_timeout(600_000)
    page.goto(server.url + "kernel.html")
    found: dict[str, list[Any]] = page.evaluate("question => ask(question)", what)
    return found


def test_chromium_finds_the_same(
    page: Page, built_site: Path, serve: Callable[[Path], Server], tmp_path: Path
) -> None:
    asked = positions(18)
    found = in_chromium(page, serve(folder(built_site, tmp_path / "site")), question(built_site, asked))
    assert found["told"] == []
    assert [values for _, values, _ in found["answers"]] == here(asked)
    assert {engine for engine, _, _ in found["answers"]} == {"wasm"}


def test_without_memory_python_searches(
    page: Page, built_site: Path, serve: Callable[[Path], Server], tmp_path: Path
) -> None:
    asked = [each for each in positions(12) if "points NS" in each][:3]
    server = serve(folder(built_site, tmp_path / "site"))
    found = in_chromium(page, server, question(built_site, asked, spoil=True))
    assert [values for _, values, _ in found["answers"]] == here(asked)
    assert {engine for engine, _, _ in found["answers"]} == {"python"}
    assert len(found["told"]) == len(asked)
    assert all("Python searches in its place" in line for line in found["told"])


@pytest.mark.soak
@pytest.mark.parametrize("browser_name", ["chromium", "firefox"])
def test_both_browsers_find_the_same_five_hundred_times(
    browser_name: str, page: Page, built_site: Path, serve: Callable[[Path], Server], tmp_path: Path
) -> None:
    asked = positions(500)
    server, what = serve(folder(built_site, tmp_path / "site")), question(built_site, asked)
    server.policy = ""
    if browser_name == "chromium":
        found = in_chromium(page, server, what)
    else:
        path = tmp_path / "question.json"
        path.write_text(json.dumps(what))
        found = run("firefox_kernel.mjs", json.dumps([server.url + "kernel.html", str(path)]))
    assert found["told"] == []
    assert [values for _, values, _ in found["answers"]] == here(asked)
    assert {engine for engine, _, _ in found["answers"]} == {"wasm"}
