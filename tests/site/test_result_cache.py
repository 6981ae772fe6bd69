"""What fences have made is taken over by the next build, and made anew if anything else would come of it."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from markdown import Markdown
from mkdocs.utils import clean_directory

from kontrapunkt_site.build_cache import BuildCache, version_of
from kontrapunkt_site.fences import result_cache
from kontrapunkt_site.file_writer import FileWriter
from kontrapunkt_site.markdown import KontrapunktExtension
from kontrapunkt_site.page import Page
from kontrapunkt_site.placeholders import Placeholders
from kontrapunkt_site.problems import PageError, Text
from kontrapunkt_site.processes import Processes
from kontrapunkt_site.rule_pages import RulePages, known_rules
from kontrapunkt_site.shelves import Shelves
from kontrapunkt_site.steps import FOLDER, Steps, save_steps

TUTORIALS = Path(__file__).parents[2] / "tutorials"
LESSONS = "tutorials/ristikontra/lessons"
SHELF = "tutorials/few"

FENCES = {
    "example": "```example id=three from=tutorials/ristikontra/three-nines.record at=2\n```",
    "trick": "```trick game=ristiklappi\nN 4C  E QH  S 9D  W 4S  -> W 3\n```",
    "deal": "```deal game=ristiklappi\n[Position]\nN: AS\nE: KS\nS: QS\nW: JS\nlead: N\nstock: -\n```",
    "puzzle": "```puzzle from=tutorials/ristikontra/turn-it-round.toml\n```",
    "puzzles": f"```puzzles from={SHELF}\n```",
    "lesson": f"```lesson from={LESSONS}/dark-and-memory.lesson\n```",
    "python": "```python id=sum\nprint(1 + 1)\n```",
}
"""Fences of which everything is kept."""


@dataclass
class Build:
    """What has come of one page.

    Attributes:
        html: Its HTML, with widgets in their place.
        shelves: What it has put on shelves.
        rules: The rules of its site.
        steps: The files with steps, by name.
    """

    html: str
    shelves: Shelves
    rules: RulePages
    steps: dict[str, bytes]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A project with a few records, puzzles and lessons."""
    (tmp_path / SHELF).mkdir(parents=True)
    shutil.copytree(TUTORIALS / "ristikontra", tmp_path / "tutorials/ristikontra")
    shutil.copy(TUTORIALS / "words.terms", tmp_path / "tutorials")
    for name in ("turn-it-round", "three-small-cards"):
        shutil.copy(TUTORIALS / "ristikontra" / f"{name}.toml", tmp_path / SHELF)
    return tmp_path


def build(
    folder: Path, text: str, kept: bool = True, rules: str = "rules/", killed: bool = False, **facts: object
) -> Build:
    """Makes a page of a project.

    Args:
        folder: The project's folder.
        text: The page.
        kept: Whether it may take over what earlier builds have made.
        rules: The address of the page with the rules; empty for none.
        killed: Whether a build before it was killed when it had emptied the site.
        facts: What else is known of the page.
    """
    text_of_rules = Text("docs/rules.md", [line for rule in known_rules() for line in (f"§ {rule} So.", "")])
    found = RulePages.read([(rules, text_of_rules)] if rules else [])
    made = BuildCache(folder / "kept") if kept else BuildCache()
    aside, shelves, site = (
        Placeholders(),
        Shelves(taken={"game/play/"}),
        folder / ("site" if kept else "anew"),
    )
    for _ in range(1 + killed):
        save_steps(site)
        clean_directory(str(site))  # as MkDocs does
    steps = Steps(site, made, Processes())
    page = Page(
        "docs/game/page.md", "game/page/", 0, folder, found, placeholders=aside, cache=made, shelves=shelves
    )
    page = replace(page, **{"steps": steps if "example" in text else None, **facts})  # type: ignore[arg-type]
    html = aside.put_back(Markdown(extensions=[KontrapunktExtension(page)]).convert(text))
    if page.steps:
        page.steps.complete()
    return Build(html, shelves, found, {path.name: path.read_bytes() for path in (site / FOLDER).glob("*")})


@pytest.fixture
def nothing_new(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From when it is called, a fence that makes something fails."""

    def made(*_: object) -> object:
        raise AssertionError("this was made before")

    return lambda: monkeypatch.setattr(result_cache, "_noted", made)


@pytest.mark.parametrize("kind", FENCES)
def test_it_is_what_would_be_made_anew(kind: str, folder: Path, nothing_new: Callable[[], None]) -> None:
    text = f"{FENCES[kind]}\n"
    anew, first = build(folder, text, kept=False), build(folder, text)
    nothing_new()
    assert build(folder, text) == first == anew


def edited(folder: Path, path: str, old: str, new: str) -> None:
    """Changes all places of a file that say something."""
    text = (folder / path).read_text("utf-8")
    assert old in text
    (folder / path).write_text(text.replace(old, new), "utf-8")


@pytest.mark.parametrize(
    ("kind", "path", "old", "new"),
    [
        ("example", "tutorials/ristikontra/three-nines.record", "{", "{So: "),
        ("puzzle", "tutorials/ristikontra/turn-it-round.toml", 'story = "', 'story = "So: '),
        ("puzzles", f"{SHELF}/turn-it-round.toml", 'story = "', 'story = "So: '),
        ("puzzles", f"{SHELF}/turn-it-round.toml", 'title = "', 'title = "So: '),
        ("lesson", f"{LESSONS}/dark-and-memory.lesson", 'title = "', 'title = "So: '),
        ("lesson", "tutorials/words.terms", 'means = "', 'means = "So: '),
    ],
)
def test_an_edit_is_seen(kind: str, path: str, old: str, new: str, folder: Path) -> None:
    text = f"{FENCES[kind]}\n"
    before = build(folder, text)
    edited(folder, path, old, new)
    after = build(folder, text)
    assert after != before
    assert after == build(folder, text, kept=False)


@pytest.mark.parametrize("kind", ["example", "puzzle", "lesson"])
def test_it_leads_to_where_the_rules_are_now(kind: str, folder: Path) -> None:
    text = f"{FENCES[kind]}\n"
    before = build(folder, text)
    after = build(folder, text, rules="elsewhere/")
    assert after != before
    assert after == build(folder, text, kept=False, rules="elsewhere/")


def test_shelf_links_readers_mistakes_where_page_exists(folder: Path) -> None:
    text = FENCES["puzzles"]
    assert "own/" not in build(folder, text).html
    assert "own/" in build(folder, text, mistakes="own/").html


def test_what_leads_nowhere_is_said_by_every_build(folder: Path) -> None:
    for _ in range(2):
        assert build(folder, FENCES["puzzle"], rules="").rules.unlinked.keys() == {"ristikontra"}


def test_an_id_is_refused_the_second_time(folder: Path) -> None:
    one = "```trick id=one game=ristiklappi\nN 4C  E QH  S 9D  W 4S\n```\n"
    other = "```trick id=one game=ristiklappi\nN 4C  E QH  S 9D  W 4D\n```\n"
    build(folder, one)
    build(folder, other)
    with pytest.raises(PageError, match=r"docs/game/page.md, line 5: the id one .* line 1"):
        build(folder, f"{one}\n{other}")


def test_a_lesson_needs_its_table_in_every_build(folder: Path) -> None:
    """It was there; now it is gone."""
    sits = f"```lesson from={LESSONS}/first-hand.lesson\n```\n"
    build(folder, sits)
    with pytest.raises(PageError, match="table=game/play/: the site has no such page"):
        build(folder, sits, shelves=Shelves())


def test_a_faulty_lesson_before_it_is_seen(folder: Path) -> None:
    build(folder, FENCES["lesson"])
    (folder / LESSONS / "first-hand.lesson").unlink()
    with pytest.raises(PageError, match="first-hand"):
        build(folder, FENCES["lesson"])


def test_steps_that_are_gone_are_worked_out_again(folder: Path) -> None:
    text = FENCES["example"]
    first = build(folder, text)
    (name,) = first.steps
    with closing(sqlite3.connect(next((folder / "kept").glob("*.sqlite")))) as store, store:
        done = store.execute("DELETE FROM made WHERE name = ?", [version_of(["steps", name])])
    assert done.rowcount == 1
    assert build(folder, text) == first


@pytest.mark.parametrize("killed", [False, True])
def test_steps_that_a_site_has_had_stay(folder: Path, monkeypatch: pytest.MonkeyPatch, killed: bool) -> None:
    text = FENCES["example"]
    first = build(folder, text)
    monkeypatch.setattr(FileWriter, "copy", lambda *_: None)
    assert build(folder, text, killed=killed) == first
    assert not list((folder / "site").glob(".*"))


def test_steps_of_other_versions_and_half_files_go(folder: Path) -> None:
    text = FENCES["example"]
    (name,) = build(folder, text).steps
    (folder / "site" / FOLDER / f"{name}.part").write_text("{")
    edited(folder, "tutorials/ristikontra/three-nines.record", "{", "{So: ")
    second = build(folder, text)
    assert name not in second.steps
    assert second == build(folder, text, kept=False)
