"""Our own site as built: complete, closed to third parties, the same bytes every time."""

import hashlib
import json
import re
from collections.abc import Callable
from html import unescape
from html.parser import HTMLParser
from importlib import metadata
from pathlib import Path
from urllib.parse import urljoin

import pytest

from kontrapunkt_site import csp
from kontrapunkt_site.integrity import hash_of
from tests.site.built import ROOT, kontrapunkt
from tests.site.checker import ORIGIN, broken_links, pages, read, repeated_ids
from tests.site.markup import Attrs, Tags

OUR_LICENCE = (ROOT / "LICENSE").read_text("utf-8")


class Heard:
    """All tags that a parser tells of."""

    def heard(self) -> list[object]:
        told: list[object] = vars(self).setdefault("told", [])
        return told

    def handle_starttag(self, tag: str, attrs: Attrs) -> None:
        self.heard().append((tag, attrs))

    def handle_endtag(self, tag: str) -> None:
        self.heard().append(tag)


class Ours(Heard, Tags):
    """As these tests read pages."""


class Pythons(Heard, HTMLParser):
    """As anybody would."""


@pytest.mark.parametrize("name", ["404", "about/index", "style/index", "kontra/puzzles/index"])
def test_tags_are_read_as_python_reads_them(name: str, built_site: Path) -> None:
    page = (built_site / f"{name}.html").read_text("utf-8")
    ours, pythons = Ours(), Pythons()
    ours.feed(page)
    pythons.feed(page)
    assert len(ours.heard()) > 100
    assert ours.heard() == pythons.heard()


def test_no_page_loads_from_another_origin(built_site: Path) -> None:
    for name, page in pages(built_site):
        for address in read(page).loads:
            assert urljoin(ORIGIN + name, address).startswith((ORIGIN, "data:")), f"{name}: {address}"
    for path in built_site.rglob("*.css"):
        for address in re.findall(r"""(?:url\(|@import\s+)['"]?([^'")\s]+)""", path.read_text("utf-8")):
            assert not re.match(r"(https?:)?//", address), f"{path}: {address}"


def test_every_link_and_anchor_leads_somewhere(built_site: Path) -> None:
    assert broken_links(built_site) == []


def test_ids_are_unique(built_site: Path) -> None:
    assert repeated_ids(built_site) == []


def test_first_link_of_every_page_skips_header(built_site: Path) -> None:
    for path, page in pages(built_site):
        if "<h1 id=" in page:
            way = re.search(r'<a href="#([^"]+)" class="md-skip">', page)
            assert way, path
            assert f'id="{way[1]}"' in page, path


def test_the_policy_covers_every_inline_script(built_site: Path) -> None:
    policies = set()
    for name, page in pages(built_site):
        (rule,) = re.findall(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', page)
        policies.add(rule)
        assert all(f"'{each}'" in rule for each in map(hash_of, csp.inline_scripts(page))), name
        assert page.index("charset=") < 1024
        assert not read(page).handlers
    (rule,) = policies
    assert "unsafe-eval" not in rule.replace("wasm-unsafe-eval", "")
    assert f"  Content-Security-Policy: {rule}\n" in (built_site / "_headers").read_text()


def test_every_widget_has_its_spec(built_site: Path) -> None:
    found = 0
    for _, page in pages(built_site):
        for key, spec in re.findall(r"""<div class="kp" id="kp-([^"]+)"[^>]* data-spec='([^']*)'>""", page):
            assert json.loads(unescape(spec))["id"] == key
            found += 1
        assert page.count('class="kp-sprite"') == (1 if "<use xlink:href" in page else 0)
    assert found


def test_widget_output_is_in_page_not_in_search(built_site: Path) -> None:
    """Material's search would take a widget for text, from where its first `div` ends."""
    for name, page in pages(built_site):
        assert "data-kp-aside" not in page, name
    index = json.loads((built_site / "search/search_index.json").read_text("utf-8"))
    assert not [each["location"] for each in index["docs"] if "(to play)" in each["text"]]


def test_no_page_shows_raw_markdown(built_site: Path) -> None:
    for name, page in pages(built_site):
        shown = re.sub(r"(?s)<(script|style|code|pre)\b.*?</\1>|<[^>]*>", " ", page)
        assert not re.search(r"\]\(|\*\*\w|\{ #", shown), name


def test_the_service_worker_knows_the_site(built_site: Path) -> None:
    text = (built_site / "sw.js").read_text()
    manifest = json.loads(re.findall(r"const MANIFEST = (\{.*\});", text)[0])
    assert {"index.html", "404.html", "search/search_index.json"} <= set(manifest["files"])
    for name, digits in manifest["files"].items():
        assert hashlib.sha256((built_site / name).read_bytes()).hexdigest().startswith(digits)
        assert len(digits) == 16
    assert not {"sw.js", "sitemap.xml"} & set(manifest["files"])
    marks = [
        re.findall('<meta name="kontrapunkt-page" content="([0-9a-f]{16})">', page)
        for _, page in pages(built_site)
    ]
    assert [len(each) for each in marks] == [1] * len(marks)
    assert len({mark for each in marks for mark in each}) == len(marks)
    assert len(manifest["runtime"]) == 9


@pytest.mark.heavy("builds the whole site once more, with nothing kept")
def test_two_builds_give_the_same_bytes(built_site: Path, tmp_path: Path) -> None:
    """On another day, too, with an empty cache and another hash seed."""
    again = kontrapunkt(
        "build",
        "--site-dir",
        tmp_path / "site",
        KONTRAPUNKT_CACHE=str(tmp_path / "cache"),
        PYTHONHASHSEED="7",
        SOURCE_DATE_EPOCH="1000000000",
    )
    assert again.returncode == 0, again.stderr
    assert contents(tmp_path / "site") == contents(built_site)


def contents(site: Path) -> dict[str, bytes]:
    return {
        path.relative_to(site).as_posix(): path.read_bytes() for path in site.rglob("*") if path.is_file()
    }


def test_an_edit_of_a_page_changes_no_asset(built_site: Path, little_site: Callable[..., Path]) -> None:
    """Another site altogether has the same runtime and modules under the same addresses."""
    folder = little_site(**{"docs/index.md": "# Another\n\n:7S:\n"})
    built = kontrapunkt("build", "--site-url", "https://cards.example/repo/", folder=folder)
    assert built.returncode == 0, built.stderr
    assert 'src="/repo/assets/kontrapunkt/' in (folder / "site/404.html").read_text("utf-8")
    ours, theirs = (
        {path.relative_to(site).as_posix() for path in (site / "assets/kontrapunkt").rglob("*")}
        for site in (built_site, folder / "site")
    )
    assert {path for path in ours if "/steps" not in path} == theirs


@pytest.mark.parametrize("name", ["mkdocs.yml", "README.md"])
def test_our_site_uses_nothing_special(name: str) -> None:
    assert "custom_dir" not in (ROOT / name).read_text("utf-8")


def test_licence_texts_lie_beside_what_they_cover(built_site: Path) -> None:
    beside = {
        "assets": {"mkdocs-material"},
        "assets/kontrapunkt/runtime-": {"kontrapunkt", "pyodide", "pyodide-parts", "python"},
        "assets/kontrapunkt/site-": {"idiomorph", "kontrapunkt", "lean-qr", "ts-fsrs"},
    }
    for start, names in beside.items():
        (folder,) = built_site.glob(f"{start}*")
        texts = {path.name: path.read_text("utf-8") for path in folder.glob("LICENSE*")}
        assert {*texts} == {f"LICENSE-{name}.txt" for name in names}
        assert "LICENSE-kontrapunkt.txt" not in texts or texts["LICENSE-kontrapunkt.txt"] == OUR_LICENCE
    shipped = {path.relative_to(built_site).as_posix() for path in built_site.rglob("*") if path.is_file()}
    ours = (".html", "/preview.png")
    elsewhere = {name for name in shipped if not name.startswith("assets/") and not name.endswith(ours)}
    assert elsewhere == {"_headers", "search/search_index.json", "sitemap.xml", "sitemap.xml.gz", "sw.js"}


def test_theme_script_waits_until_page_is_drawn(built_site: Path) -> None:
    (script,) = built_site.glob("assets/javascripts/bundle.*.min.js")
    assert script.read_text("utf-8").startswith("(begin=>")


FEEDBACK = """
extra:
  analytics:
    provider: google
    property: G-1
    feedback: {title: "Was this page helpful?", ratings: [{icon: material/check, name: "Yes", data: 1}]}
"""


@pytest.mark.parametrize("more", ["extra_javascript: [own.js]\n", "hooks: [hook.py]\n", FEEDBACK])
def test_theme_script_begins_at_once_beside_others(more: str, little_site: Callable[..., Path]) -> None:
    """Scripts of the site, of a plugin, or of the theme itself take `document$` when they begin."""
    config = f"site_name: Mine\ntheme: {{name: material}}\nplugins: [kontrapunkt]\n{more}"
    folder = little_site(**{"mkdocs.yml": config, "docs/own.js": "", "hook.py": ""})
    built = kontrapunkt("build", folder=folder)
    assert built.returncode == 0, built.stderr
    (script,) = folder.glob("site/assets/javascripts/bundle.*.min.js")
    assert not script.read_text("utf-8").startswith("(begin=>")


def test_page_needs_are_named_in_its_head(built_site: Path) -> None:
    for page, needed in {
        "kontra/puzzles": ["main.js", "common.js", "puzzles.js"],
        "kontra/puzzles/ace-for-spice": ["main.js", "common.js", "live.js"],
        "about": [],
    }.items():
        head = (built_site / page / "index.html").read_text("utf-8").partition("</head>")[0]
        assert re.findall(r'rel="modulepreload" href="[^"]*/([\w.]+)"', head) == needed, page


def test_theme_ships_with_all_licence_texts(built_site: Path) -> None:
    text = (built_site / "assets/LICENSE-mkdocs-material.txt").read_text("utf-8")
    package = metadata.distribution("mkdocs-material")
    (own,) = (path for path in package.files or () if path.name == "LICENSE" and "licenses" in path.parts)
    assert text.startswith(f"mkdocs-material {package.version}\n\n{own.read_text('utf-8')}")
    assert "Pictogrammers" in text  # who drew the icons
    contained = {
        name
        for path in built_site.glob("assets/*/**/*.map")
        for source in json.loads(path.read_text("utf-8"))["sources"]
        for name in re.findall(r"node_modules/((?:@[^/]+/)?[^/]+)", source)
    }
    assert len(contained) > 5
    assert not {name for name in contained if not re.search(rf"(?mi)^(.*, )?{name}[.,]", text)}


def test_languages_that_are_not_searched_are_not_shipped(built_site: Path) -> None:
    assert not (built_site / "assets/javascripts/lunr").exists()
