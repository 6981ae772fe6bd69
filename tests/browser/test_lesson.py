"""A lesson as a reader walks through it: by mouse, by keyboard, on a phone, and what is kept of it."""

import json
import re
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.browser.chromium import complaints
from tests.browser.server import Server

from kontrapunkt.lessons.model import ENDING, LessonStep, read
from kontrapunkt.puzzles.kind import ChoicePuzzle, open_puzzle
from kontrapunkt.puzzles.play import ReachGoal

ROOT = Path(__file__).parents[2]
LESSONS = sorted((ROOT / "tutorials").glob(f"*/lessons/*{ENDING}"))
FIRST = ROOT / f"tutorials/ristikontra/lessons/first-hand{ENDING}"
PAGES = {"first-hand": "learn"}
"""On which page of its game a lesson stands; any other stands on one of its own name."""

OUTSIDE = """(step) => {
  const head = document.querySelector(".md-header").getBoundingClientRect().bottom;
  const parts = step.querySelectorAll(
    ".kp-lesson-said, .kp-table, .kp-table .kp-card, .kp-say, .kp-asked, .kp-controls, .kp-lesson-ways, "
      + ".kp-choices > :not([popover])");
  return [...parts].filter((part) => part.checkVisibility()).flatMap((part) => {
    const { left, right, top, bottom, height } = part.getBoundingClientRect();
    const over = Math.max(head - top, bottom - innerHeight, -left, right - innerWidth);
    return height && over > 1.5 ? [`${part.className} is ${Math.round(over)} px outside`] : [];
  });
}"""
"""What of a step is not in the window."""


SIZES = {"mouse": (1280, 720), "keyboard": (360, 740)}
"""Windows of who has a mouse and of who has none."""


def all_is_in_the_window(step: Locator) -> None:
    """The words around a table are measured a moment after they have come, and the table gives way then."""
    for _ in range(80):
        if not (outside := step.evaluate(OUTSIDE)):
            return
        step.page.wait_for_timeout(25)
    assert outside == []


def resize(page: Page, hand: str) -> None:
    width, height = SIZES[hand]
    page.set_viewport_size({"width": width, "height": height})


def address(path: Path) -> str:
    return f"{path.parts[-3]}/{PAGES.get(path.stem, path.stem)}/"


def kinds(path: Path) -> set[str]:
    """What a lesson asks for."""
    steps = read(path.read_text("utf-8"), path.stem).steps
    return {step.puzzle.kind if step.puzzle else "table" if step.table else "example" for step in steps}


def some_lessons() -> list[Path]:
    """The first of each game, and others until there is a question of every kind."""
    chosen = [path for path in LESSONS if path.name == FIRST.name]
    others = [path for path in LESSONS if path not in chosen]
    asked = set().union(*map(kinds, chosen))
    while news := {path: new for path in others if (new := kinds(path) - asked)}:
        best = max(news, key=lambda path: (len(news[path]), len(kinds(path))))
        chosen.append(best)
        asked |= news[best]
    return chosen


def walks() -> Iterator[Any]:
    """Some lessons by mouse or by keyboard, in turn; in `make soak` every lesson by both."""
    turns = dict(zip(some_lessons(), cycle(SIZES), strict=False))
    for path in LESSONS:
        for hand in SIZES:
            marks = () if hand == turns.get(path) else pytest.mark.soak
            yield pytest.param(path, hand, marks=marks, id=f"{'-'.join(path.parts[-3::2])}-{hand}")


def shown(page: Page) -> Locator:
    return page.locator(".kp-lesson-step:visible")


class Walker:
    """A reader with a mouse or a keyboard."""

    def __init__(self, page: Page, hand: str) -> None:
        self.page = page
        self.hand = hand

    def press(self, target: Locator) -> None:
        if self.hand == "mouse":
            target.click()
        else:
            target.click(trial=True)  # nothing lies over it, for fingers
            target.focus()
            self.page.keyboard.press("Enter")

    def do(self, step: LessonStep) -> None:
        """Does what the step asks for, and sees that it is said to be right."""
        here = shown(self.page)
        if step.example:
            count = here.locator(".kp-say").text_content()
            self.press(here.locator("[data-do=next]"))
            expect(here.locator(".kp-say")).not_to_have_text(count or "")
        if step.puzzle:
            kind = open_puzzle(step.puzzle)
            if isinstance(kind, ChoicePuzzle):
                self._answer(here, kind)
            elif isinstance(kind, ReachGoal):
                self.press(here.locator(f'[data-do="play {kind.turn} {kind.key[0]}"]').first)
                expect(here.locator(".kp-say")).to_contain_text("Right so far", timeout=60_000)

    def _answer(self, here: Locator, kind: ChoicePuzzle) -> None:
        wrong = next(pick.key for pick in kind.picks if not pick.right)
        right = [pick.key for pick in kind.picks if pick.right]
        if not kind.many:
            self._pick(here, wrong)
            expect(here.locator(".kp-say")).to_contain_text("Wrong.")
            expect(here).not_to_have_attribute("data-done", "")
        for key in right:
            self._pick(here, key)
        if kind.many:
            self.press(here.locator("[data-do=answer]"))
        expect(here.locator(".kp-say")).to_contain_text("Right.")
        expect(here).to_have_attribute("data-done", "")

    def _pick(self, here: Locator, key: str) -> None:
        target = here.locator(f'[data-do="pick {key}"], [data-do$=" {key}"], [data-do="{key}"]').first
        opener = here.locator(".kp-picks-open")
        expect(target.or_(opener).filter(visible=True).first).to_be_visible()
        if opener.is_visible() and not target.is_visible():
            self.press(opener)
        self.press(target)


@pytest.mark.heavy("walks through a whole lesson, and plays with Python where a deal is played")
@pytest.mark.parametrize(("path", "hand"), [*walks()])
def test_a_lesson_is_walked_through(page: Page, site: Server, path: Path, hand: str) -> None:
    """By mouse, or by keyboard at a phone's size; all stays in the window at every step, in both windows."""
    lesson = read(path.read_text("utf-8"), path.stem)
    other = next(each for each in SIZES if each != hand)
    resize(page, hand)
    page.goto(site.url + address(path))
    walker = Walker(page, hand)
    for n, step in enumerate(lesson.steps):
        here = shown(page)
        expect(here).to_have_count(1)
        expect(here.locator("h2")).to_contain_text(step.title)
        expect(here.locator("h2")).to_contain_text(f"Step {n + 1} of {len(lesson.steps)}")
        if n:
            expect(here.locator("h2")).to_be_focused()
        if n and step.table is None:
            all_is_in_the_window(here)
        walker.do(step)
        if n and step.table is None:
            all_is_in_the_window(here)
            for each in (other, hand):
                resize(page, each)
                here.evaluate("(step) => step.scrollIntoView({ behavior: 'instant' })")
                all_is_in_the_window(here)
        if n + 1 < len(lesson.steps):
            walker.press(here.locator(".kp-lesson-next"))
    walker.press(shown(page).locator(".kp-lesson-table a"))
    expect(page.locator("#kp-table .kp-hand .kp-card[data-do]").first).to_be_visible(timeout=60_000)
    assert page.url.startswith(f"{site.url}{path.parts[-3]}/play/")
    assert complaints(page) == []


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1366, 768)])
def test_lesson_opens_with_first_step_in_window(page: Page, site: Server, width: int, height: int) -> None:
    """Below the navigation, the heading and the aim, down to the link to the next step."""
    page.route("**/worker.js", lambda route: None)
    page.set_viewport_size({"width": width, "height": height})
    for lesson in LESSONS:
        page.goto(site.url + address(lesson))
        expect(page.locator(".kp-lesson[data-live]")).to_have_count(1)
        first = page.locator(".kp-lesson-step[data-here]")
        all_is_in_the_window(first)
        expect(first.locator(".kp-lesson-next")).to_be_in_viewport(ratio=1)
        assert page.evaluate("scrollY") == 0


SHIFTS = """
  window.shifted = 0;
  new PerformanceObserver((list) => { for (const each of list.getEntries()) shifted += each.value; })
    .observe({ type: "layout-shift", buffered: true });
"""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 740), (1280, 800)])
def test_a_lesson_does_not_shift_as_it_comes(page: Page, site: Server, width: int, height: int) -> None:
    page.add_init_script(SHIFTS)
    page.route("**/worker.js", lambda route: None)
    page.set_viewport_size({"width": width, "height": height})
    for game in ("ristikontra", "doppelkopf"):
        page.goto(f"{site.url}{game}/learn/")
        expect(page.locator(".kp-lesson[data-live]")).to_have_count(1)
        page.wait_for_timeout(300)
        assert page.evaluate("shifted") < 0.02


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800)])
def test_a_shelf_does_not_shift_as_it_comes(page: Page, site: Server, width: int, height: int) -> None:
    page.add_init_script(SHIFTS)
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{site.url}doppelkopf/puzzles/")
    expect(page.locator(".kp-filter")).to_be_visible()
    page.wait_for_timeout(300)
    assert page.evaluate("shifted") < 0.02


def stored(page: Page) -> dict[str, Any]:
    return dict(json.loads(page.evaluate("JSON.stringify(localStorage)")))


def test_the_place_is_kept_and_may_be_rubbish(page: Page, site: Server) -> None:
    steps = read(FIRST.read_text("utf-8"), FIRST.stem).steps
    page.goto(site.url + address(FIRST))
    expect(shown(page)).to_have_id(f"step-{steps[0].id}")
    for _ in range(2):
        shown(page).locator(".kp-lesson-next").click()
    expect(shown(page)).to_have_id(f"step-{steps[2].id}")
    page.go_back()
    expect(shown(page)).to_have_id(f"step-{steps[1].id}")
    page.go_forward()
    shown(page).locator(".kp-lesson-back").click()
    expect(shown(page)).to_have_id(f"step-{steps[1].id}")
    name = next(key for key in stored(page) if "/lesson/" in key)
    assert json.loads(stored(page)[name]) == {"at": f"step-{steps[1].id}"}
    page.goto(site.url + address(FIRST))
    expect(shown(page)).to_have_id(f"step-{steps[1].id}")
    for rubbish in ("{", '{"at": 7}', '{"at": "step-of-another-lesson"}', "[]"):
        page.evaluate("([name, text]) => localStorage.setItem(name, text)", [name, rubbish])
        page.reload()
        expect(shown(page)).to_have_id(f"step-{steps[0].id}")
    assert complaints(page) == []


def test_a_place_is_saved_and_read(page: Page, site: Server) -> None:
    page.goto(f"{site.url}{address(FIRST)}#step-three-nines")
    shown(page).locator(".kp-lesson-back").click()
    expect(shown(page)).to_have_id("step-the-last-word")
    page.goto(f"{site.url}about/")
    with page.expect_download() as saved:
        page.get_by_role("button", name=re.compile("^Save")).click()
    file = saved.value.path()
    assert '"at": "step-the-last-word"' in file.read_text("utf-8")
    page.evaluate("localStorage.clear()")
    page.set_input_files("[data-kp-data] input[type=file]", file)
    expect(page.locator("[data-kp-data] .kp-notice")).not_to_be_empty()
    page.goto(site.url + address(FIRST))
    expect(shown(page)).to_have_id("step-the-last-word")


def test_without_scripts_all_steps_stand_there(browser: Browser, site: Server) -> None:
    steps = read(FIRST.read_text("utf-8"), FIRST.stem).steps
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(site.url + address(FIRST))
        assert shown(page).count() == len(steps)
        expect(page.locator(".kp-lesson .kp-solution").first).to_be_visible()
        expect(page.locator(".kp-lesson-words")).to_be_visible()
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(site.url + address(FIRST))
        expect(shown(page)).to_have_count(1)
        page.emulate_media(media="print")
        assert shown(page).count() == len(steps)
