"""`kontrapunkt new` in an empty folder: what it writes builds and is sound."""

from pathlib import Path

import pytest

from kontrapunkt.core.registry import GAMES
from tests.site import built
from tests.site.warm import kontrapunkt

ENTRY = "[kontrapunkt.games]\nmy-whist = my_whist:MyWhist\n"


def new(folder: Path, *words: str) -> None:
    done = kontrapunkt("new", *words, folder=folder)
    assert (done.returncode, done.stderr) == (0, "")


def test_new_site_page_puzzle_and_lesson_are_built(tmp_path: Path) -> None:
    new(tmp_path, "site", "mine")
    folder = tmp_path / "mine"
    new(folder, "page", "docs/deal.md")
    new(folder, "puzzle", "tutorials/first.toml")
    new(folder, "lesson", "tutorials/first.lesson")
    (folder / "docs/puzzle.md").write_text("# Puzzle\n\n```puzzle from=tutorials/first.toml\n```\n")
    (folder / "docs/lesson.md").write_text("# Lesson\n\n```lesson from=tutorials/first.lesson\n```\n")
    done = kontrapunkt("build", folder=folder)
    assert (done.returncode, done.stderr) == (0, "")
    for page, kind in (
        ("index.html", "table"),
        ("deal/index.html", "example"),
        ("puzzle/index.html", "puzzle"),
    ):
        assert f'data-kp="{kind}"' in (folder / "site" / page).read_text("utf-8")


def test_new_puzzles_and_lessons_are_sound(tmp_path: Path) -> None:
    for game in GAMES:
        new(tmp_path, "puzzle", f"{game}.toml", "--game", game)
        new(tmp_path, "lesson", f"{game}.lesson", "--game", game)
    done = kontrapunkt("check", ".", folder=tmp_path)
    assert done.returncode == 0, done.stdout
    assert f"{len(GAMES)} puzzles and {len(GAMES)} lessons, all sound" in done.stdout


@pytest.mark.heavy("a package of its own, whose game is known in a new process only")
def test_new_game_keeps_what_every_game_keeps(tmp_path: Path) -> None:
    new(tmp_path, "game", "my-whist")
    folder = tmp_path / "my-whist"
    installed = folder / "my_whist-0.1.0.dist-info"  # what `pip install -e .` makes of pyproject.toml
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: my-whist\nVersion: 0.1.0\n")
    (installed / "entry_points.txt").write_text(ENTRY)
    assert 'my-whist = "my_whist:MyWhist"' in (folder / "pyproject.toml").read_text("utf-8")
    assert built.run("-m", "pytest", "-q", folder=folder, PYTHONPATH=str(folder)).returncode == 0
    done = built.kontrapunkt("build", folder=folder, PYTHONPATH=str(folder))
    assert (done.returncode, done.stderr) == (0, "")
    assert 'data-kp="table"' in (folder / "site/index.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("page", "there.md"), "this file is there already"),
        (("page", "page.txt"), "the name of this file ends in .md"),
        (("puzzle", "one.toml", "--game", "kontr"), "there is no game “kontr”"),
        (("game", "kontra"), "“kontra” cannot name a new game"),
        (("game", "My Game"), "“My Game” cannot name a new game"),
    ],
)
def test_new_refuses_what_cannot_be_written(words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    (tmp_path / "there.md").write_text("mine")
    done = kontrapunkt("new", *words, folder=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr
    assert (tmp_path / "there.md").read_text() == "mine"
