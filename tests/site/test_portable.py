"""`kontrapunkt bundle`: what a copy that opens from disk is made of; tests/browser plays it."""

import re
import shutil
import zipfile
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from kontrapunkt_site import assets, csp, portable
from kontrapunkt_site.bundle import VENDOR
from kontrapunkt_site.disk_pages import with_index
from kontrapunkt_site.integrity import hash_of
from tests.engine.test_cli import complaint
from tests.site.built import ROOT, kontrapunkt
from tests.site.conftest import CONFIG

DISK = assets.ASSETS / "disk"
LINK = re.compile(r"""<(?:a|link|script|img|iframe)\b[^>]*?\s(?:href|src)="([^"]*)\"""")
EXPORTS = re.compile(r"^export (?:default|(?:async )?(?:function|const|let|class) (\w+))", re.M)

ASK = ("fetch(", "new Worker(", "XMLHttpRequest")
"""How a script gets at files of the site."""

MAY_ASK = {
    "files.js": "takes the place of all",
    "trouble.js": "modules that failed are fetched past the caches",
    "shelf-print.js": "has a namesake in disk/",
    "sw.js": "there is none from disk",
    "worker.js": "blob-worker.js gives it another fetch",
    "blob-worker.js": "gives it another fetch",
    "sandbox-frame.js": "makes a worker of what it is given",
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site with a puzzle and pages in folders, built."""
    here = tmp_path_factory.mktemp("mine")
    for name, text in {
        "mkdocs.yml": CONFIG,
        "docs/index.md": "# Mine\n\n[in](a/b.md) [out](https://example.org/) [there](#mine)\n",
        "docs/a/index.md": "# A\n\n[deep](b.md)\n",
        "docs/a/b.md": "# Deep\n\n[home](../index.md#mine) [up](index.md)\n\n"
        "```puzzle id=two from=may.toml\n```\n",
        "may.toml": (ROOT / "tutorials/ristikontra/fourth-nine.toml").read_text("utf-8"),
    }.items():
        (here / name).parent.mkdir(parents=True, exist_ok=True)
        (here / name).write_text(text, "utf-8")
    built = kontrapunkt("build", folder=here)
    assert built.returncode == 0, built.stderr
    return here


@pytest.fixture(scope="module")
def copied(project: Path) -> portable.Portable:
    """The site as it opens from disk."""
    return portable.copy(project / "site", project / "stick")


def test_a_copy_is_whole(copied: portable.Portable) -> None:
    """Every link leads to a file, nothing in it is a module, and what scripts ask for hands itself over."""
    made = copied
    pages = sorted(made.folder.rglob("*.html"))
    assert [path.relative_to(made.folder).as_posix() for path in pages] == [
        "site/a/b/index.html",
        "site/a/index.html",
        "site/index.html",
        "start.html",
    ]
    for page in pages:
        text = page.read_text("utf-8")
        assert 'type="module"' not in text
        assert "modulepreload" not in text
        assert "data-kp-disk" not in text
        for found in LINK.findall(text):
            parts = urlsplit(unescape(found))
            if not parts.scheme and parts.path:
                assert (page.parent / unquote(parts.path)).is_file(), f"{found} in {page}"
    index = (made.folder / "site/index.html").read_text("utf-8")
    assert '<a href="a/b/index.html">in</a> <a href="https://example.org/">out</a> <a href="#mine">' in index
    steps = (made.folder / "site/assets/kontrapunkt/steps").iterdir()
    assert all(path.read_text("utf-8").startswith("kontrapunktFile({") for path in steps)
    assert (made.folder / "site/search/search_index.js").read_text("utf-8").startswith("var __index = {")
    assert not [*made.folder.rglob("*.json"), *made.folder.rglob("sw.js"), *made.folder.rglob("_headers")]
    assert [*made.folder.rglob("LICENSE-pyodide.txt")]


@pytest.mark.usefixtures("copied")
def test_its_pages_may_fetch_nothing(project: Path) -> None:
    """Their policy is that of the site, but that workers are made of what the page holds."""
    rules = [
        unescape(re.findall(r'Content-Security-Policy" content="([^"]*)"', page.read_text("utf-8"))[0])
        for page in (project / "site/index.html", project / "stick/site/index.html")
    ]
    here, there = (dict(part.split(" ", 1) for part in rule.split("; ")) for rule in rules)
    assert {name for name in here if here[name] != there[name]} == {"worker-src", "connect-src"}
    assert (there["worker-src"], there["connect-src"]) == ("blob:", "'none'")
    page = (project / "stick/site/index.html").read_text("utf-8")
    assert all(hash_of(script) in rules[1] for script in csp.inline_scripts(page))


def test_zip_is_the_folder_and_reproducible(project: Path, copied: portable.Portable) -> None:
    made = copied
    first = made.archive.read_bytes()
    with zipfile.ZipFile(made.archive) as archive:
        packed = {name: archive.read(name) for name in archive.namelist()}
    assert packed == {
        path.relative_to(project).as_posix(): path.read_bytes()
        for path in made.folder.rglob("*")
        if path.is_file()
    }
    (made.folder / "site/left-over.html").write_text("")
    assert portable.copy(project / "site", project / "stick").archive.read_bytes() == first


def test_command_reports_result_and_obstacles(project: Path) -> None:
    made = kontrapunkt("bundle", folder=project)
    assert re.fullmatch(
        r"bundle/start\.html: \d+ files, [\d.]+ MB; packed as bundle\.zip, [\d.]+ MB\n", made.stdout
    ), made.stderr
    site, docs = str(project / "site"), str(project / "docs")
    assert "contains something other than an earlier copy" in complaint(
        "bundle", "--site-dir", site, "--out", docs
    )
    assert (project / "docs/index.md").exists()
    assert "there is no site in" in complaint("bundle", "--site-dir", docs)
    for within in (site, f"{site}/a/new"):
        assert "choose another folder" in complaint("bundle", "--site-dir", site, "--out", within)
    other, new = project / "other", project / "new"
    other.mkdir()
    shutil.copy(project / "site/index.html", other)
    assert "not a site made by this program" in complaint(
        "bundle", "--site-dir", str(other), "--out", str(new)
    )
    shutil.copytree(site, other, dirs_exist_ok=True)
    (module,) = (other / "assets/kontrapunkt").glob("site-*/main.js")
    module.write_text("// another")
    assert "built by another version" in complaint("bundle", "--site-dir", str(other), "--out", str(new))
    assert not new.exists()


def test_nothing_is_lost_to_a_copy(project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is no earlier copy stays, and an earlier copy stays until the new one is whole."""
    site, mine, zipped = project / "site", tmp_path / "mine", tmp_path / "other.zip"
    mine.mkdir()
    for name in (portable.START, "thesis.txt"):
        (mine / name).write_text("mine")
    zipped.write_text("mine")
    for taken, said in ((mine, mine), (tmp_path / "other", zipped)):
        with pytest.raises(portable.PortableError, match=re.escape(f"{said} contains something other")):
            portable.copy(site, taken)
    assert sorted(path.name for path in tmp_path.rglob("*")) == [
        "mine",
        "other.zip",
        portable.START,
        "thesis.txt",
    ]
    made = portable.copy(site, tmp_path / "stick")
    before = made.archive.read_bytes()
    (made.folder / "notes.txt").write_text("mine")
    with pytest.raises(portable.PortableError, match="something other"):
        portable.copy(site, made.folder)
    (made.folder / "notes.txt").unlink()
    monkeypatch.setattr(portable, "_write_scripts", lambda *_: (tmp_path / "no/room").write_text(""))
    with pytest.raises(OSError, match="No such file"):
        portable.copy(site, made.folder)
    monkeypatch.undo()
    assert made.archive.read_bytes() == before == portable.copy(site, made.folder).archive.read_bytes()
    assert {path.name for path in tmp_path.iterdir()} == {"mine", "other.zip", "stick", "stick.zip"}


def test_course_takes_each_thing_of_site_once(project: Path, tmp_path: Path) -> None:
    page, out = "a/b/", str(tmp_path / "course.zip")
    (tmp_path / "half" / page).mkdir(parents=True)
    for name in ("index.html", f"{page}index.html"):
        shutil.copy(project / "site" / name, tmp_path / "half" / name)
    half, whole = (
        ("export", "scorm", page, "--site-dir", str(path)) for path in (tmp_path / "half", project / "site")
    )
    assert "not a site made by this program" in complaint(*half, "--out", out)
    assert "not a whole number from 0 to 100" in complaint(*whole, "--mastery", "101", "--out", out)
    assert not (tmp_path / "course.zip").exists()
    once = kontrapunkt(*whole[:2], page, *whole[2:], "--out", out)
    assert "1 lesson, puzzle or drill, with everything they load" in once.stdout, once.stderr


@pytest.mark.parametrize(
    ("address", "there"),
    [
        ("a/", "a/index.html"),
        ("../", "../index.html"),
        ("..", "../index.html"),
        (".", "./index.html"),
        ("./", "./index.html"),
        ("../../a/b/#c", "../../a/b/index.html#c"),
        ("a/?q=1#c", "a/index.html?q=1#c"),
        ("#c", "#c"),
        ("", ""),
        ("a.png", "a.png"),
        ("/a/", "/a/"),
        ("https://example.org/", "https://example.org/"),
        ("mailto:a@example.org", "mailto:a@example.org"),
        ("//example.org/", "//example.org/"),
    ],
)
def test_links_name_the_index(address: str, there: str) -> None:
    assert with_index(address) == there


def test_no_script_asks_for_files_by_itself() -> None:
    """From disk a page may not: `assets/runtime/files.js` does it for all, and has a namesake."""
    asking = {
        path.name
        for path in assets.ASSETS.rglob("*.js")
        if path.parent != DISK and any(each in path.read_text("utf-8") for each in ASK)
    }
    assert asking == set(MAY_ASK)


def test_disk_modules_export_what_originals_do() -> None:
    modules = {path.name: path for path in assets.ASSETS.rglob("*.js") if path.parent != DISK}
    namesakes = [path for path in DISK.glob("*.js") if path.name in modules]
    assert {path.name for path in namesakes} >= {"config.js", "files.js", "offline.js", "shelf-print.js"}
    for path in namesakes:
        if path.name != "main.js":  # which is an entry, and imports the other
            here, there = (
                set(EXPORTS.findall(each.read_text("utf-8"))) for each in (path, modules[path.name])
            )
            assert here == there, path.name


def test_single_script_is_made_of_current_modules() -> None:
    made = (VENDOR / portable.SCRIPT).read_text("utf-8")
    assert made.startswith(f"/* {assets.version()} */\n"), "run make setup"
    assert assets.minified_version() == assets.version(), "run make setup"
