"""Puzzles with pages of their own, on somebody else's site: what the pages say, and what leads to them."""

import json
import re
import struct
from collections.abc import Callable, Mapping
from html import unescape
from pathlib import Path

import pytest
from markdown import Markdown

from kontrapunkt.core.registry import GAMES
from kontrapunkt.puzzles.kind import SeatPuzzle, open_puzzle
from kontrapunkt.puzzles.model import read
from kontrapunkt_site.build_cache import BuildCache
from kontrapunkt_site.fences import puzzle
from kontrapunkt_site.markdown import KontrapunktExtension
from kontrapunkt_site.page import Page
from kontrapunkt_site.shelves import INDEX, address
from kontrapunkt_site.soundness import Soundness
from tests.browser.walk import specs
from tests.site.built import ROOT
from tests.site.conftest import CONFIG
from tests.site.warm import kontrapunkt

TUTORIALS = ROOT / "tutorials/ristikontra"
NAMES = ("fourth-nine", "out-of-the-dark")
FILES = {f"mine/{name}.toml": (TUTORIALS / f"{name}.toml").read_text("utf-8") for name in NAMES}
SHELF = "# Mine\n\n```puzzles from=mine\n```\n"


def built(folder: Path, *more: str) -> Path:
    done = kontrapunkt("build", *more, folder=folder)
    assert done.returncode == 0, done.stderr
    return folder / "site"


def told(page: str) -> Mapping[str, str]:
    """What the head of a page says to those who link to it."""
    return {
        name: unescape(value)
        for name, value in re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)">', page)
    }


def test_each_puzzle_has_a_linkable_page(little_site: Callable[..., Path]) -> None:
    site = built(little_site(**FILES, **{"docs/index.md": SHELF}))
    page = (site / "out-of-the-dark/index.html").read_text("utf-8")
    assert "<title>Ristikontra puzzle: Out of the dark - Mine</title>" in page
    assert page.count("<h1") == 1
    assert page.count('data-kp="puzzle"') == 1
    assert 'data-home="../"' in page
    assert "kp-frame-of-puzzles" not in page
    assert "-of-puzzle" not in page
    said = told(page)
    assert said["og:title"] == "Ristikontra puzzle: Out of the dark"
    assert said["og:image"] == "../preview.png"
    assert "og:url" not in said
    assert said["description"] == said["og:description"]
    assert "Who takes" in said["description"]
    shelf = (site / "index.html").read_text("utf-8")
    assert told(shelf)["og:image"] == "preview.png"
    assert re.findall(r'class="kp-cover" id="puzzle-([^"]+)"', shelf) == ["fourth-nine", "out-of-the-dark"]
    assert 'data-kp="puzzle"' not in shelf
    width, height = struct.unpack(">II", (site / "preview.png").read_bytes()[16:24])
    assert (width, height) == (1200, 630)


def test_a_known_address_is_told_whole(little_site: Callable[..., Path]) -> None:
    folder = little_site(**FILES, **{"docs/games/riddles.md": SHELF})
    site = built(folder, "--site-url", "https://cards.example/book/")
    page = (site / "games/riddles/fourth-nine/index.html").read_text("utf-8")
    said = told(page)
    assert said["og:image"] == "https://cards.example/book/games/riddles/preview.png"
    assert said["og:url"] == "https://cards.example/book/games/riddles/fourth-nine/"
    assert '<link rel="canonical" href="https://cards.example/book/games/riddles/fourth-nine/">' in page
    assert (site / "games/riddles/preview.png").exists()


def test_list_search_and_sitemap_know_puzzle_pages(little_site: Callable[..., Path]) -> None:
    site = built(little_site(**FILES, **{"docs/riddles.md": SHELF}))
    listed = json.loads((site / "assets/puzzles.json").read_text("utf-8"))
    assert [each["url"] for each in listed["puzzles"]] == ["riddles/fourth-nine/", "riddles/out-of-the-dark/"]
    assert {each["shelf"] for each in listed["puzzles"]} == {"riddles/"}
    assert listed["games"] == {"ristikontra": "Ristikontra"}
    assert {each["kind"] for each in listed["puzzles"]} == {*listed["kinds"]}
    index = json.loads((site / "search/search_index.json").read_text("utf-8"))
    texts = {each["location"]: re.sub("<[^>]*>", "", each["text"]) for each in index["docs"]}
    assert texts["riddles/out-of-the-dark/"].endswith("?")
    assert not [place for place in texts if "kp-" in place]
    places = re.findall(
        "<loc>[^<]*/([^<]*)</loc>", (site / "sitemap.xml").read_text("utf-8").replace("/<", "<")
    )
    assert {*NAMES} <= {*places}
    assert not [place for place in places if "kp-" in place]
    assert "preview.png" not in (site / "sw.js").read_text("utf-8")


def test_addresses_may_be_files(little_site: Callable[..., Path]) -> None:
    config = CONFIG + "use_directory_urls: false\n"
    site = built(little_site(**FILES, **{"mkdocs.yml": config, "docs/riddles.md": SHELF}))
    assert 'href="riddles/fourth-nine.html"' in (site / "riddles.html").read_text("utf-8")
    assert 'data-home="../riddles.html"' in (site / "riddles/fourth-nine.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("shelf", "url"),
    [
        ("", "one/"),
        ("game/puzzles/", "game/puzzles/one/"),
        ("index.html", "one.html"),
        ("game/index.html", "game/one.html"),
        ("game/puzzles.html", "game/puzzles/one.html"),
    ],
)
def test_a_puzzle_lies_below_its_shelf(shelf: str, url: str) -> None:
    assert address(shelf, "one") == url


def test_two_pages_cannot_have_one_address(little_site: Callable[..., Path]) -> None:
    done = kontrapunkt(
        "build", folder=little_site(**FILES, **{"docs/index.md": SHELF, "docs/fourth-nine.md": "# Nine\n"})
    )
    assert done.returncode == 1
    assert "mine/fourth-nine.toml, line 1: there is a page at fourth-nine/ already" in done.stderr


def test_host_without_pages_shows_puzzles_inline() -> None:
    page = Page(path="page.md", folder=ROOT)
    html = Markdown(extensions=[KontrapunktExtension(page)]).convert(
        "```puzzles from=tutorials/ristikontra\n```"
    )
    covers = re.findall(r'class="kp-cover"[^>]*><a href="#puzzle-([^"]+)"', html)
    assert covers == re.findall(r'<h2 id="puzzle-([^"]+)"', html)
    assert len(covers) == html.count('data-kp="puzzle"') == len([*TUTORIALS.glob("*.toml")])


def test_a_shelf_is_light(built_site: Path) -> None:
    for path in built_site.glob("*/puzzles/index.html"):
        assert len(re.findall(r"<[a-z]", path.read_text("utf-8"))) < 3000, path


def test_proof_cache_skips_plugin_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The code of such a game may change unseen; ours is in the name under which things are kept."""
    proved: list[str] = []
    monkeypatch.setattr(Soundness, "demand", lambda self, id, text: proved.append(id))

    def built_again() -> list[str]:
        page = Page(folder=TUTORIALS, cache=BuildCache(tmp_path))
        Markdown(extensions=[KontrapunktExtension(page)]).convert(f"```puzzle from={NAMES[0]}.toml\n```\n")
        found, proved[:] = [*proved], []
        return found

    assert (built_again(), built_again()) == ([NAMES[0]], [])
    monkeypatch.setattr(puzzle, "OWN", ())
    assert built_again() == [NAMES[0]]


def test_shelf_of_all_puzzles_has_every_game(built_site: Path) -> None:
    page = (built_site / "puzzles/index.html").read_text("utf-8")
    listed = json.loads((built_site / INDEX).read_text("utf-8"))["puzzles"]
    covers = re.findall(r'data-puzzle="([^"]+)" data-game="([^"]+)"', page)
    assert sorted(covers) == sorted((each["id"], each["game"]) for each in listed)
    levels = re.findall(r'data-difficulty="(\d)"', page)
    assert levels == sorted(levels)
    assert len(re.findall(r'<option value="[^"]+">', page.partition("</select>")[0])) == len(GAMES)
    for each in re.findall(r'<a href="([^"]+)"><span class="kp-fan"', page):
        assert (built_site / "puzzles" / each / "index.html").exists(), each


def test_solver_is_at_the_foot_of_every_table(built_site: Path) -> None:
    """Partners are opposite each other there."""
    asked = 0
    for path in sorted(built_site.glob("*/puzzles/*/index.html")):
        for spec in specs(built_site, str(path.parent.relative_to(built_site))).values():
            if spec["kind"] != "puzzle":
                continue
            kind = open_puzzle(read(spec["puzzle"], spec["id"]))
            if not isinstance(kind, SeatPuzzle):
                continue
            seats = dict(re.findall(r'data-seat="(.)" data-place="(top|foot)"', path.read_text("utf-8")))
            (foot,) = (seat for seat, place in seats.items() if place == "foot")
            assert foot in getattr(kind, "side", kind.turn), path
            if {*kind.game.seats} == {*"NESW"}:
                assert {*seats} in ({*"NS"}, {*"EW"}), path
            asked += 1
    assert asked > 60
