"""What somebody else has registered and cannot be loaded: one sentence names it, wherever it is asked for."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import run

import pytest

from tests.site.built import ROOT, kontrapunkt


@pytest.fixture
def stranger(tmp_path: Path) -> Callable[[str], str]:
    """Writes a folder of packages with one whose entry points lead nowhere: those of the groups named."""

    def write(entries: str) -> str:
        info = tmp_path / "packages/broken-1.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1\n")
        (info / "entry_points.txt").write_text(entries)
        return str(info.parent)

    return write


def test_a_player(stranger: Callable[[str], str]) -> None:
    done = kontrapunkt(
        "play",
        "kontra",
        "--player",
        "bad",
        PYTHONPATH=stranger("[kontrapunkt.players]\nbad = nowhere:Player\n"),
    )
    sentence = "kontrapunkt: the player bad cannot be loaded from nowhere:Player: No module named 'nowhere'"
    assert (done.returncode, done.stderr.strip()) == (2, sentence)


def test_a_kind_of_puzzle(stranger: Callable[[str], str], tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    text = (ROOT / "tutorials/ristikontra/fourth-nine.toml").read_text("utf-8")
    file.write_text(text.replace('kind = "legal"', 'kind = "bad"'), "utf-8")
    done = kontrapunkt("check", file, PYTHONPATH=stranger("[kontrapunkt.puzzles]\nbad = nowhere:Kind\n"))
    assert done.returncode == 1
    assert "the kind of puzzle bad cannot be loaded from nowhere:Kind: No module" in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_a_fence(stranger: Callable[[str], str], little_site: Callable[..., Path]) -> None:
    folder = little_site(**{"docs/index.md": "# Mine\n\n```bad\n```\n"})
    done = kontrapunkt(
        "build", folder=folder, PYTHONPATH=stranger("[kontrapunkt.fences]\nbad = nowhere:FENCE\n")
    )
    assert done.returncode == 1
    assert (
        "docs/index.md, line 3: the fence bad cannot be loaded from nowhere:FENCE: No module" in done.stderr
    )
    assert "Traceback" not in done.stderr


def test_fence_that_fails_is_named_with_its_place(
    stranger: Callable[[str], str], little_site: Callable[..., Path]
) -> None:
    """In the page, and in the module, whose author has to mend it."""
    path = stranger("[kontrapunkt.fences]\nbad = bad_fences:FENCE\n")
    Path(path, "bad_fences.py").write_text(
        "from kontrapunkt_site.fences.base import FenceKind\n\n"
        "def html(block):\n    return block.options['none']\n\n"
        "FENCE = FenceKind('bad', {}, html)\n"
    )
    folder = little_site(**{"docs/index.md": "# Mine\n\n```bad\n```\n"})
    done = kontrapunkt("build", folder=folder, PYTHONPATH=path)
    assert done.returncode == 1
    sentence = "docs/index.md, line 3: the fence bad has failed: KeyError: 'none' (bad_fences.py, line 4)"
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("place", ["kontrapunkt:lang/none.json", "nowhere:fi.json", "kontrapunkt:py.typed"])
def test_a_language(stranger: Callable[[str], str], place: str) -> None:
    program = "from kontrapunkt.text import catalogue; catalogue.speaking('fi').__enter__()"
    path = stranger(f"[kontrapunkt.languages]\nfi = {place}\n")
    done = run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    )
    *_, last = done.stderr.splitlines()
    assert f"PluginLoadError: the language fi cannot be loaded from {place}: " in last


def test_a_language_of_a_site(stranger: Callable[[str], str], little_site: Callable[..., Path]) -> None:
    folder = little_site(**{"docs/index.md": "# Mine\n"})
    path = stranger("[kontrapunkt.languages]\nfi = kontrapunkt:lang/none.json\n")
    done = kontrapunkt("build", folder=folder, PYTHONPATH=path)
    assert done.returncode == 1
    assert "the language fi cannot be loaded from kontrapunkt:lang/none.json: " in done.stderr
    assert "Traceback" not in done.stderr
