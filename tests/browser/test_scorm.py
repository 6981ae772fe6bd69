"""A course package in the runtime of an LMS: what is reported, and what is taken up again."""

import json
import re
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from playwright.sync_api import FrameLocator, Page, expect
from tests.browser.server import Server
from tests.site.built import kontrapunkt

ROOT = Path(__file__).parents[2]
RUNTIME = ROOT / "node_modules/scorm-again/dist/scorm12.js"
PACKAGE = "{http://www.imsproject.org/xsd/imscp_rootv1p1p2}"
ADL = "{http://www.adlnet.org/xsd/adlcp_rootv1p2}"

LMS = """<!doctype html><html lang="en"><title>LMS</title><script src="scorm12.js"></script>
<script>
  window.API = new Scorm12API({ autocommit: false, logLevel: 5 });
  const kept = sessionStorage.getItem("cmi");
  if (kept) API.loadFromJSON(JSON.parse(kept));
  else API.loadFromJSON({ student_data: { mastery_score: "60" } });
</script><iframe src="course/index.html" title="Course" width="100%" height="800"></iframe>"""


@pytest.fixture(scope="module")
def package(built_site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A package with a puzzle and a lesson."""
    target = tmp_path_factory.mktemp("scorm") / "course.zip"
    items = ("kontra/puzzles/ace-for-spice/", "ristikontra/learn/#first-hand")
    done = kontrapunkt(
        "export", "scorm", *items, "--site-dir", built_site, "--out", target, "--mastery", "60"
    )
    assert (done.returncode, done.stderr) == (0, "")
    return target


def test_the_manifest_names_every_file_and_no_other(package: Path) -> None:
    with zipfile.ZipFile(package) as archive:
        names = set(archive.namelist())
        manifest = ElementTree.fromstring(archive.read("imsmanifest.xml"))
    listed = [each.get("href") for each in manifest.iter(f"{PACKAGE}file")]
    assert sorted(str(each) for each in listed) == sorted(names - {"imsmanifest.xml"})
    (resource,) = manifest.iter(f"{PACKAGE}resource")
    assert resource.get(f"{ADL}scormtype") == "sco"
    assert resource.get("href") in names
    (score,) = manifest.iter(f"{ADL}masteryscore")
    assert score.text == "60"
    assert not any("lunr" in name or name.endswith(".map") for name in names)


@pytest.fixture
def lms(package: Path, tmp_path: Path, serve: Callable[[Path], Server]) -> Server:
    """An LMS that has the course."""
    with zipfile.ZipFile(package) as archive:
        archive.extractall(tmp_path / "course")
    shutil.copy(RUNTIME, tmp_path)
    (tmp_path / "index.html").write_text(LMS, "utf-8")
    return serve(tmp_path)


def told(page: Page, element: str) -> str:
    """What the LMS has been told."""
    answer: str = page.evaluate("(name) => API.lmsGetValue(name)", element)
    return answer


def inner(page: Page) -> FrameLocator:
    return page.frame_locator("iframe").frame_locator("iframe")


def test_score_status_and_place_are_reported_and_taken_up(page: Page, lms: Server) -> None:
    page.goto(lms.url)
    puzzle = inner(page).locator("#kp-ace-for-spice")
    expect(puzzle.locator(".kp-table")).to_be_visible()
    assert told(page, "cmi.core.lesson_status") == "incomplete"
    puzzle.locator('[data-do="pick 14"]').click()
    expect(puzzle.locator(".kp-say-wrong")).to_be_visible()
    puzzle.locator('[data-do="pick 24"]').click()
    page.wait_for_function("API.lmsGetValue('cmi.core.score.raw') === '50'")
    assert told(page, "cmi.core.lesson_status") == "incomplete"
    course = page.frame_locator("iframe")
    expect(course.locator("#where")).to_contain_text("✓")

    course.locator("#next").click()
    step = inner(page).locator(".kp-lesson-step:visible")
    expect(step).to_have_count(1)
    for _ in range(2):
        step.locator(".kp-lesson-next").click()
    wish = step.locator("[data-do^='pick']").first
    wish.click()
    page.wait_for_function("JSON.parse(API.lmsGetValue('cmi.suspend_data')).items[1].asked > 3")
    kept: dict[str, Any] = json.loads(told(page, "cmi.suspend_data"))
    assert kept["now"] == 1
    assert kept["items"][0]["done"]
    at = kept["items"][1]["at"]
    assert at.startswith("#step-")
    assert len(told(page, "cmi.suspend_data")) <= 4096
    core = page.evaluate("JSON.parse(JSON.stringify(API.cmi.toJSON())).core")
    assert re.fullmatch(r"0{2,4}:0\d:\d\d", core["session_time"])
    assert core["exit"] == "suspend"

    page.evaluate("sessionStorage.setItem('cmi', JSON.stringify(API.cmi.toJSON()))")
    page.reload()
    expect(inner(page).locator(at)).to_be_visible()  # where one was
    assert int(told(page, "cmi.core.score.raw")) >= 50
    course.locator("#back").click()
    said = inner(page).locator("#kp-ace-for-spice .kp-say")
    expect(said).to_contain_text("Solved in 2 tries", timeout=60_000)  # as it was left
    with page.expect_popup() as opened:
        inner(page).locator(".kp-source a").first.click()
    opened.value.close()


def test_a_course_without_an_lms_can_be_played(page: Page, lms: Server) -> None:
    page.goto(f"{lms.url}course/index.html")
    expect(page.locator("#note")).to_contain_text("nothing is reported")
    expect(page.frame_locator("iframe").locator("#kp-ace-for-spice .kp-table")).to_be_visible()


@pytest.mark.parametrize(
    ("items", "sentence"),
    [
        (["nowhere/"], "There is no page nowhere"),
        (["about/"], "nothing plays"),
        (["../"], "There is no page"),
        (["x" * 5000], "There is no page"),
        (["kontra/learn/", "--site-url", "x.example"], "not the address of a site"),
        (["kontra/learn/", "--out", "no/such/folder/a.zip"], "no/such/folder/a.zip: this cannot be written"),
    ],
)
def test_what_cannot_be_packed_is_named(
    built_site: Path, tmp_path: Path, items: list[str], sentence: str
) -> None:
    given = ("--site-dir", built_site, "--out", tmp_path / "a.zip")
    done = kontrapunkt("export", "scorm", *given, *items)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert not (tmp_path / "a.zip").exists()
