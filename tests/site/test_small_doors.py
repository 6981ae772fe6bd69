"""Odd files and names at the command line and in fences: each is answered in one sentence."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.site.built import ROOT, kontrapunkt

RECORD = ROOT / "tutorials/ristiklappi/cleaning-hand.record"


def arena(out: Path) -> subprocess.CompletedProcess[str]:
    """Let two players meet on one deal, and write it down."""
    return kontrapunkt("arena", "ristikontra", "--deals", "1", "--out", str(out))


@pytest.mark.parametrize("content", [b"\x90\x91junk\n", b"notes\n", RECORD.read_bytes()])
def test_arena_refuses_a_file_of_something_else(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "log"
    path.write_bytes(content)
    done = arena(path)
    assert (done.returncode, path.read_bytes()) == (2, content)
    assert "is not the log of a contest" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_arena_refuses_a_device() -> None:
    done = arena(Path("/dev/full"))
    assert done.returncode == 2
    assert "/dev/full is not the log of a contest" in done.stderr


def test_arena_goes_on_after_a_cut_line(tmp_path: Path) -> None:
    path = tmp_path / "log"
    assert arena(path).returncode == 0
    whole = path.read_text("utf-8")
    path.write_text(whole + '{"contest": "ris', "utf-8")
    assert arena(path).returncode == 0


def test_minus_is_written_plainly_on_ascii_terminals() -> None:
    program = "import sys; from kontrapunkt import cli; cli.main(['games']); print('−1 “so” ♠ é')"
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment)
    assert done.stdout.splitlines()[-1] == '-1 "so" S \\xe9'


def test_jobs_are_at_most_one_a_processor() -> None:
    from kontrapunkt.commands.common import jobs

    assert jobs("999") == jobs("0") == (os.cpu_count() or 1)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("a\0b", "a character in it can be in no file’s name"), ("pipe", "from=pipe is no file")],
)
def test_fence_refuses_a_name_of_no_file(little_site: Callable[..., Path], name: str, sentence: str) -> None:
    folder = little_site(**{"docs/index.md": f"# Mine\n\n```puzzle from={name}\n```\n"})
    os.mkfifo(folder / "pipe")
    done = kontrapunkt("build", folder=folder)
    assert done.returncode == 1
    assert "docs/index.md, line 3: from=" in done.stderr
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_title_of_a_fence_may_hold_quotation_marks(little_site: Callable[..., Path]) -> None:
    body = '```cards title="Say \\"contra\\""\nAS KS\n```\n'
    folder = little_site(**{"docs/index.md": f"# Mine\n\n{body}"})
    assert kontrapunkt("build", folder=folder).returncode == 0
    html = (folder / "site/index.html").read_text("utf-8")
    assert "Say &quot;contra&quot;" in html or 'Say "contra"' in html
    assert "\\&quot;contra" not in html


def test_bundle_refuses_a_link(tmp_path: Path, little_site: Callable[..., Path]) -> None:
    folder = little_site(**{"docs/index.md": "# Mine\n\n:7S:\n"})
    assert kontrapunkt("build", folder=folder).returncode == 0
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "nowhere")
    done = kontrapunkt("bundle", "--out", str(link), folder=folder)
    assert (done.returncode, done.stderr.strip()) == (
        2,
        f"kontrapunkt: {link} is a link; choose a folder with --out",
    )


def test_table_says_that_it_needs_scripts(little_site: Callable[..., Path]) -> None:
    folder = little_site(**{"docs/index.md": "# Mine\n\n```table game=kontra id=deal\n```\n"})
    assert kontrapunkt("build", folder=folder).returncode == 0
    html = (folder / "site/index.html").read_text("utf-8")
    assert "<noscript><p>This table needs JavaScript." in html
