"""A course package in the runtime of an LMS: what is reported, and what is taken up again."""

import json
import re
import shutil
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import FrameLocator, Page, expect
from tests.browser.server import Server
from tests.site.built import kontrapunkt

from kontrapunkt_site import scorm

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

STRICT = """<!doctype html><html lang="en"><title>LMS</title><script src="strict_lms.js"></script>
<iframe src="course/index.html" title="Course" width="100%" height="800"></iframe>"""


@pytest.fixture(scope="module")
def package(
    request: pytest.FixtureRequest, built_site: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A package with a puzzle and a lesson; or whichever fixture the parameter names."""
    if hasattr(request, "param"):
        named: Path = request.getfixturevalue(request.param)
        return named
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
    shutil.copy(Path(__file__).with_name("strict_lms.js"), tmp_path)
    (tmp_path / "index.html").write_text(LMS, "utf-8")
    (tmp_path / "strict.html").write_text(STRICT, "utf-8")
    return serve(tmp_path)


def told(page: Page, element: str) -> str:
    """What the LMS has been told."""
    answer: str = page.evaluate("(name) => API.lmsGetValue(name)", element)
    return answer


def inner(page: Page) -> FrameLocator:
    return page.frame_locator("iframe").frame_locator("iframe")


def test_score_status_and_place_are_reported_and_restored(page: Page, lms: Server) -> None:
    page.goto(lms.url)
    puzzle = inner(page).locator("#kp-ace-for-spice")
    expect(puzzle.locator(".kp-table")).to_be_visible()
    assert told(page, "cmi.core.lesson_status") == "incomplete"
    puzzle.locator('[data-do="pick 14"]').click()
    expect(puzzle.locator(".kp-say-wrong")).to_be_visible()
    puzzle.locator('[data-do="pick 24"]').click()
    page.wait_for_function("() => API.lmsGetValue('cmi.core.score.raw') === '50'")
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
    page.wait_for_function("() => /^2[|]1[|]x,[01][.]\\d+[|]/.test(API.lmsGetValue('cmi.suspend_data'))")
    at = json.loads(told(page, "cmi.suspend_data").split("|", 3)[3])["1"]
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


STATUS, SCORE = "core.lesson_status", "core.score.raw"


def open_strict(page: Page, lms: Server, words: str = "", **record: str) -> None:
    """Opens the course in the strict LMS.

    Args:
        page: The page.
        lms: The host.
        words: The query that says what the LMS does.
        **record: What it has kept, with `__` for the dot.
    """
    kept = {name.replace("__", "."): value for name, value in record.items()}
    page.goto(f"{lms.url}strict_lms.js")  # of the same origin, without the course
    page.evaluate("(kept) => localStorage.setItem('lms-record', JSON.stringify(kept))", kept)
    page.goto(f"{lms.url}strict.html{words}")
    expect(inner(page).locator(".kp-table").first).to_be_visible()


def record(page: Page) -> dict[str, str]:
    """What the strict LMS has kept."""
    kept: dict[str, str] = page.evaluate("JSON.parse(localStorage.getItem('lms-record'))")
    return kept


def reach(page: Page, right: int, asked: int, *, done: bool = True, item: int | None = None) -> None:
    """Has the frame of the course tell of a result.

    Args:
        page: The page.
        right: How many questions are right.
        asked: How many there are.
        done: Whether all is done.
        item: The item that is chosen before; None for the one that is shown.
    """
    course = page.frames[1]
    if item is not None:
        course.locator("#list").select_option(index=item)
    result = {"kontrapunkt": 1, "type": "result", "right": right, "asked": asked, "done": done}
    told = """(data) => window.dispatchEvent(
        new MessageEvent("message", { data, source: document.getElementById("frame").contentWindow }))"""
    course.evaluate(told, {**result, "link": f"/x/#kp={'a' * 30}"})


@pytest.mark.parametrize("status", ["passed", "completed"])
def test_score_kept_without_the_state_is_not_lowered(page: Page, lms: Server, status: str) -> None:
    """As after an empty `exit`, where many an LMS begins another attempt."""
    open_strict(page, lms, "?forgets", core__lesson_status=status, core__score__raw="80")
    assert (record(page)[STATUS], record(page)[SCORE]) == (status, "80")
    reach(page, 1, 1)
    assert (record(page)[STATUS], record(page)[SCORE]) == (status, "80")
    reach(page, 9, 10, item=1)
    assert record(page)[SCORE] == "95"
    assert record(page)["core.exit"] == "suspend"
    page.goto("about:blank")  # the course is left
    page.goto(f"{lms.url}strict.html")
    assert record(page)["suspend_data"].startswith("2|1|x,9.10!|")
    assert record(page)[SCORE] == "95"


@pytest.mark.parametrize("mode", ["review", "browse"])
def test_course_that_is_looked_at_writes_nothing(page: Page, lms: Server, mode: str) -> None:
    kept = {"core__lesson_status": "passed", "core__score__raw": "80", "suspend_data": "2|0|x,|{}"}
    open_strict(page, lms, f"?mode={mode}", **kept)
    reach(page, 1, 1, item=1)
    expect(page.frame_locator("iframe").locator("#note")).to_contain_text("only looking at this course")
    assert page.evaluate("lms.wrote") == []


def test_second_tab_keeps_what_the_first_has_reached(page: Page, lms: Server) -> None:
    open_strict(page, lms)
    second = page.context.new_page()
    second.goto(f"{lms.url}strict.html")
    expect(inner(second).locator(".kp-table").first).to_be_visible()
    reach(page, 1, 1)
    reach(page, 10, 10, item=1)
    assert (record(page)[STATUS], record(page)[SCORE]) == ("passed", "100")
    expect(second.frame_locator("iframe").locator("#where")).to_contain_text("2 / 2")
    reach(second, 0, 1, done=False)
    second.goto("about:blank")
    assert (record(page)[STATUS], record(page)[SCORE]) == ("passed", "100")
    assert "x,10.10!" in record(page)["suspend_data"]


@pytest.mark.parametrize("way", ["false", "throws"])
def test_results_refused_by_lms_are_reported_later(page: Page, lms: Server, way: str) -> None:
    open_strict(page, lms)
    note = page.frame_locator("iframe").locator("#note")
    expect(note).to_be_hidden()
    page.evaluate("(way) => { lms.ends = way; }", way)
    reach(page, 1, 1)
    expect(note).to_contain_text("has not accepted your results. This browser keeps them")
    assert record(page)[SCORE] == ""
    page.goto(f"{lms.url}strict.html")
    expect(note).to_be_hidden()
    expect(inner(page).locator(".kp-table").first).to_be_visible()
    assert record(page)[SCORE] == "50"
    assert (
        page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('kontrapunkt-course'))") == []
    )


@pytest.fixture(scope="module")
def shelves(built_site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A package with the puzzles of six games, by the addresses of the shelves."""
    target = tmp_path_factory.mktemp("shelves") / "course.zip"
    games = ("kontra", "ristikontra", "konter-a-matt", "kontraspiel", "doppelkopf", "koenigrufen-graden")
    pages = [f"{game}/puzzles/" for game in games]
    done = kontrapunkt("export", "scorm", *pages, "--site-dir", built_site, "--out", target)
    assert (done.returncode, done.stderr) == (0, "")
    return target


@pytest.mark.parametrize("package", ["shelves"], indirect=True)
def test_state_of_whole_shelves_fits_and_comes_back(page: Page, lms: Server) -> None:
    open_strict(page, lms)
    options = page.frame_locator("iframe").locator("#list option")
    n = options.count()
    assert n > 90
    for item in range(n):
        reach(page, 1, 1, item=item, done=item % 3 > 0)
    state = record(page)["suspend_data"]
    assert len(state) <= 4096
    assert record(page)[SCORE] == "100"
    page.goto(f"{lms.url}strict.html")
    expect(options.nth(n - 1)).to_contain_text(f"{n}. ")
    assert page.frame_locator("iframe").locator("#list").evaluate("(list) => list.selectedIndex") == n - 1
    expect(page.frame_locator("iframe").locator("#where")).to_have_text(f"{2 * n // 3} / {n} ✓")
    assert page.frames[1].evaluate("document.getElementById('frame').src").endswith("a" * 30)


def test_package_of_a_page_holds_its_questions(built_site: Path, tmp_path: Path) -> None:
    target = tmp_path / "course.zip"
    done = kontrapunkt("export", "scorm", "kontra/rules/", "--site-dir", built_site, "--out", target)
    assert (done.returncode, done.stderr) == (0, "")
    with zipfile.ZipFile(target) as archive:
        page = archive.read("index.html").decode()
    found = re.search(r'<script type="application/json" id="course">(.*?)</script>', page)
    assert found
    items = json.loads(found[1])["items"]
    assert len(items) == 7  # the two tricks ask nothing
    assert items[0]["address"] == "site/kontra/rules/index.html?embed=rules-whole-trick"
    assert len({each["title"] for each in items}) == 7


def test_title_that_xml_cannot_hold_leaves_a_manifest(built_site: Path) -> None:
    """A site of somebody else may have such titles, whatever the command line takes."""
    data = scorm.package(built_site, scorm.find_items(built_site, "kontra/learn/"), title="a\x07b\ud800 & c")
    with zipfile.ZipFile(BytesIO(data)) as archive:
        manifest = ElementTree.fromstring(archive.read("imsmanifest.xml"))
    assert {each.text for each in manifest.iter(f"{PACKAGE}title")} == {"a\ufffdb\ufffd & c"}


def test_course_result_code_is_read_by_teacher(
    page: Page, lms: Server, built_site: Path, serve: Callable[[Path], Server]
) -> None:
    """Where the LMS takes nothing, the code of the puzzle and its assignment's link are handed in."""
    open_strict(page, lms)
    course = page.frame_locator("iframe")
    expect(course.locator("#code")).to_be_hidden()
    page.evaluate("lms.ends = 'false'")
    puzzle = inner(page).locator("#kp-ace-for-spice")
    puzzle.locator('[data-do="pick 14"]').click()
    expect(puzzle.locator(".kp-say-wrong")).to_be_visible()
    puzzle.locator('[data-do="pick 24"]').click()
    course.locator("#code").click()
    code = inner(page).locator("textarea.kp-code")
    expect(code).to_have_value(re.compile(r"^KP1\..*\.\n\nhttp.*#a=1\.p", re.DOTALL), timeout=60_000)
    handed_in = code.input_value()

    page.goto(f"{serve(built_site).url}teachers/results/")
    page.locator("textarea").first.fill(handed_in)
    page.get_by_role("button", name="Check codes").click()
    row = page.locator("table tbody tr").first
    expect(row).to_contain_text("Pupil, Ada", timeout=60_000)


def test_throwing_lms_leaves_course_playable(page: Page, lms: Server) -> None:
    page.route(
        "**/strict_lms.js",
        lambda route: route.fulfill(body="window.API = {}", content_type="text/javascript"),
    )
    page.goto(f"{lms.url}strict.html")
    expect(page.frame_locator("iframe").locator("#note")).to_contain_text("no results are reported")
    expect(inner(page).locator("#kp-ace-for-spice .kp-table")).to_be_visible()


def test_a_course_without_an_lms_can_be_played(page: Page, lms: Server) -> None:
    page.goto(f"{lms.url}course/index.html")
    expect(page.locator("#note")).to_contain_text("no results are reported")
    expect(page.frame_locator("iframe").locator("#kp-ace-for-spice .kp-table")).to_be_visible()


@pytest.mark.parametrize(
    ("items", "sentence"),
    [
        (["nowhere/"], "There is no page nowhere"),
        (["about/"], "nothing playable"),
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
