"""A widget in somebody else's page: it tells height and result; a sandbox takes away the engine alone."""

import re
from collections.abc import Callable
from pathlib import Path
from threading import Timer
from typing import Any

import pytest
from playwright.sync_api import FrameLocator, Page, expect
from tests.browser.server import Server

PUZZLE = "kontra/puzzles/ace-for-spice/"
EXAMPLE = "style-parties"

AROUND = """<!doctype html><html lang="en"><title>Course</title><h1>Course</h1>{frame}<script>
  window.heard = [];
  addEventListener("message", ({{ data, source }}) => {{
    const frame = document.querySelector("iframe");
    if (source !== frame.contentWindow) return;
    heard.push(data);
    if (data.type === "height") frame.height = data.height;
  }});
</script>"""

GROWN = """() => {
  const { clientHeight } = document.querySelector("iframe");
  return heard.some(({ type, height }) => type === "height" && height <= clientHeight);
}"""

Show = Callable[[str], FrameLocator]


@pytest.fixture
def show(page: Page, serve: Callable[[Path], Server], tmp_path: Path) -> Show:
    """Opens a page elsewhere with a frame in it, and waits until the frame is as high as it wants to be.

    Before that a button may move away between press and release.
    """

    def shown(frame: str) -> FrameLocator:
        open_around(page, serve(tmp_path), tmp_path, frame)
        page.wait_for_function(GROWN)
        return page.frame_locator("iframe")

    return shown


def open_around(page: Page, server: Server, folder: Path, frame: str) -> None:
    (folder / "index.html").write_text(AROUND.format(frame=frame), "utf-8")
    page.goto(server.url)


def framed(site: Server, address: str, more: str = "") -> str:
    return f'<iframe src="{site.url}{address}" title="A frame" width="100%" height="300" {more}></iframe>'


def told(page: Page, kind: str) -> list[dict[str, Any]]:
    heard: list[dict[str, Any]] = page.evaluate("heard")
    assert all(each["kontrapunkt"] == 1 for each in heard)
    return [each for each in heard if each["type"] == kind]


def solve(page: Page, frame: FrameLocator) -> dict[str, Any]:
    """Answers wrongly, then rightly, and hears what is told of it."""
    widget = frame.locator("[data-kp-on]")
    for pick in ("14", "24"):
        widget.locator(f'[data-do="pick {pick}"]').click()
    expect(widget.locator(".kp-say-good")).to_be_visible()
    page.wait_for_function("() => heard.some(({type, done}) => type === 'result' && done)")
    return told(page, "result")[-1]


def test_what_is_not_on_the_page_is_said(page: Page, site: Server) -> None:
    page.goto(f"{site.url}{PUZZLE}?embed=nothing")
    expect(page.locator("article")).to_contain_text("not on this page (“nothing”)")
    expect(page.locator(".kp, h1")).to_have_count(0)


def test_a_puzzle_elsewhere_tells_its_height_and_result(page: Page, site: Server, show: Show) -> None:
    frame = show(framed(site, f"{PUZZLE}?embed=ace-for-spice"))
    widget = frame.locator("#kp-ace-for-spice")
    expect(widget.locator(".kp-table")).to_be_visible()
    expect(frame.locator(".md-header, .md-footer, .md-sidebar >> visible=true")).to_have_count(0)
    page.wait_for_function("() => heard.some(({type}) => type === 'height')")
    inside = next(each for each in page.frames if "embed" in each.url)
    expect(widget).to_have_attribute("data-live", "")
    page.wait_for_timeout(400)
    assert inside.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert told(page, "result") == []
    result = solve(page, frame)
    assert {name: result[name] for name in ("id", "right", "asked", "tries", "hints", "solved")} == {
        "id": "ace-for-spice",
        "right": 1,
        "asked": 1,
        "tries": 2,
        "hints": 0,
        "solved": ["ace-for-spice"],
    }
    assert "pick.14~pick.24~solved." in result["link"]
    said = result["statement"]
    assert said["verb"]["id"].endswith("/verbs/answered")
    assert said["object"]["id"] == f"{site.url}{PUZZLE}#kp-ace-for-spice"
    assert re.fullmatch(r"PT\d+S", said["result"].pop("duration", "PT0S"))
    score = {"scaled": 1, "raw": 1, "min": 0, "max": 1}
    assert said["result"] == {"completion": True, "success": True, "score": score}
    assert "actor" not in said
    with page.context.expect_page() as opened:  # a rule is read outside of the frame
        widget.locator(".kp-say a").first.click()
    assert "/rules/" in opened.value.url
    opened.value.close()
    expect(frame.locator(".kp-source a").first).to_have_attribute(
        "href", f"{site.url}{PUZZLE}#kp-ace-for-spice"
    )


def test_a_lesson_elsewhere_counts_its_questions(page: Page, site: Server, show: Show) -> None:
    frame = show(framed(site, "ristikontra/learn/?embed=first-hand#step-the-last-word"))
    step = frame.locator(".kp-lesson-step:visible")
    expect(step).to_have_count(1)
    step.locator("[data-do^='pick']").first.click()
    page.wait_for_function("() => heard.some(({type}) => type === 'result')")
    result = told(page, "result")[-1]
    assert result["asked"] > 3
    assert result["right"] <= 1
    assert not result["done"]
    assert "statement" not in result
    assert result["link"].endswith("#step-the-last-word")


def test_what_a_lesson_shows_is_no_answer(page: Page, site: Server, show: Show) -> None:
    frame = show(framed(site, "ristikontra/learn/?embed=first-hand#step-four-cards"))
    step = frame.locator(".kp-lesson-step:visible")
    step.locator("[data-do=last]").click()
    page.wait_for_function("() => heard.some(({type}) => type === 'result')")
    result = told(page, "result")[-1]
    assert (result["right"], result["done"]) == (0, False)


def test_early_actions_are_reported_to_the_frame(
    page: Page, site: Server, serve: Callable[[Path], Server], tmp_path: Path
) -> None:
    site.stalled.add("/statement.js")  # its teller waits for it
    address = "ristikontra/learn/?embed=first-hand#step-four-cards"
    open_around(page, serve(tmp_path), tmp_path, framed(site, address, 'style="min-height: 75em"'))
    Timer(1.5, site.release.set).start()
    page.frame_locator("iframe").locator(".kp-lesson-step:visible [data-do=last]").click()
    page.wait_for_function("() => heard.some(({type}) => type === 'result')")


def test_a_sandbox_without_origin_keeps_steps_and_answers(page: Page, site: Server, show: Show) -> None:
    closed = 'sandbox="allow-scripts"'
    assert solve(page, show(framed(site, f"{PUZZLE}?embed=ace-for-spice", closed)))["tries"] == 2
    frame = show(framed(site, f"style/?embed={EXAMPLE}", closed))
    widget = frame.locator("[data-kp-on]")
    for step in ("13", "12"):
        widget.locator("[data-do=back]").click()
        expect(widget.locator(".kp-position")).to_have_text(f"step {step} of 14")
    widget.locator(".kp-playable").first.click()  # an own card, which the engine has to answer
    expect(widget.locator(".kp-notice")).to_contain_text("allow-same-origin")
    assert any("/runtime-" in path for path in site.asked) is False


def test_a_frame_is_copied_as_it_is_shown(page: Page, site: Server) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(site.url + PUZZLE)
    widget = page.locator("#kp-ace-for-spice[data-live]")
    widget.locator('[data-do="pick 14"]').click()
    widget.locator(".kp-more-button").click()
    widget.locator("[data-ui=frame]").click()
    expect(widget.locator(".kp-notice")).to_contain_text("Copied")
    text = page.evaluate("navigator.clipboard.readText()")
    assert text.startswith(f'<iframe src="{site.url}{PUZZLE}?embed=ace-for-spice#kp=ace-for-spice&amp;v=')
    assert "log=pick.14" in text
