"""Pages and puzzles whose names have blanks and letters beyond ASCII: over HTTP and from disk."""

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote, unquote, urljoin
from zipfile import ZipFile

import pytest
from playwright.sync_api import Page, expect
from tests.browser.chromium import complaints
from tests.browser.server import Server
from tests.site.built import ROOT
from tests.site.conftest import CONFIG
from tests.site.warm import kontrapunkt

PUZZLES = {"Vierter Neuner ä": "fourth-nine", "out-of-the-dark": "out-of-the-dark"}
SHELF = '# Rätsel\n\n```puzzles from="Rätsel und mehr"\n```\n'
NAMES = ("Rätsel für alle", "100% über/index")
"""Pages with a shelf: a file, and the index of a folder."""


@pytest.fixture(scope="module", params=[True, False], ids=["folders", "files"])
def project(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project whose pages are folders or files, built."""
    folder = tmp_path_factory.mktemp("Mein Projekt")
    files = {"mkdocs.yml": f"{CONFIG}use_directory_urls: {str(request.param).lower()}\n"}
    files |= {"docs/index.md": "# Mine\n"} | {f"docs/{name}.md": SHELF for name in NAMES}
    for name, source in PUZZLES.items():
        text = (ROOT / f"tutorials/ristikontra/{source}.toml").read_text("utf-8")
        files[f"Rätsel und mehr/{name}.toml"] = text
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    for command in ("build", "bundle"):
        done = kontrapunkt(command, folder=folder)
        assert done.returncode == 0, done.stderr
    return folder


def shelf(project: Path, name: str) -> str:
    """The file of a page of the built site."""
    found = f"{name}.html" if (project / f"site/{name}.html").exists() else f"{name}/index.html"
    assert (project / "site" / found).exists()
    return found


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("disk", [False, True], ids=["http", "disk"])
def test_puzzles_below_such_a_page_are_found(
    page: Page, serve: Callable[[Path], Server], project: Path, name: str, disk: bool
) -> None:
    file = shelf(project, name)
    server = serve(project / "site")
    start = (project / "bundle/site" / file).as_uri() if disk else server.url + file.replace("%", "%25")
    page.goto(start)
    ways = page.eval_on_selector_all(
        ".kp-cover a, [data-kp-sheet]", "(links) => links.map((each) => each.href)"
    )
    assert len(ways) == len(PUZZLES) + 1
    for way in ways:
        answer = page.goto(way)
        assert answer
        assert disk or answer.status == 200, unquote(way)
        expect(page.locator(".kp-own-page [data-kp=puzzle], .kp-sheet .kp-still").first).to_be_visible()
        if ".kp-own-page" in page.content() and not disk:
            picture = page.get_attribute("meta[property='og:image']", "content")
            assert page.request.get(urljoin(page.url, picture)).status == 200
            assert page.locator("[data-kp-onward] a").count() > 0
    assert not [each for each in complaints(page) if "404" in each]
    assert not [path for path in project.glob("site/**/*") if "%C3" in path.name or "%20" in path.name]


def test_course_holds_such_a_page(project: Path, tmp_path: Path) -> None:
    if (project / f"site/{NAMES[0]}.html").exists():
        pytest.skip("a course is made of folders")
    course = tmp_path / "course.zip"
    done = kontrapunkt("export", "scorm", f"{NAMES[0]}/", "--out", course, folder=project)
    assert done.returncode == 0, done.stderr
    with ZipFile(course) as archive:
        names = archive.namelist()
        manifest = archive.read("imsmanifest.xml").decode()
        listed = [unquote(each) for each in re.findall('<file href="([^"]*)"', manifest)]
        start = archive.read("index.html" if "index.html" in names else "scorm.html").decode()
    assert f"site/{NAMES[0]}/out-of-the-dark/index.html" in names
    assert set(listed) == set(names) - {"imsmanifest.xml"}
    assert f"site/{quote(NAMES[0])}/out-of-the-dark/index.html?embed=out-of-the-dark" in start
