"""Files that commands write: whole, or as they were."""

import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kontrapunkt.core import files

OLD = "what was there before\n"


def run_with_room(words: list[str], room: int) -> subprocess.CompletedProcess[str]:
    """Runs the command where no file may grow beyond so many bytes, as on a disk that is full."""

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    return subprocess.run(
        [sys.executable, "-m", "kontrapunkt.cli", *words],
        preexec_fn=limit,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        timeout=120,
    )


@pytest.mark.parametrize(
    "words",
    [
        ("sheet", "kontra", "--count", "2", "--out"),
        ("export", "qti", "kontra", "--count", "2", "--out"),
        ("arena", "ristikontra", "--players", "random,random", "--deals", "2", "--plot"),
    ],
)
def test_write_that_fails_leaves_the_old_file(words: tuple[str, ...], tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.write_text(OLD, "utf-8")
    done = run_with_room([*words, str(out)], 512)
    assert done.returncode == 2
    assert f"{out}: this cannot be written" in done.stderr
    assert out.read_text("utf-8") == OLD
    assert os.listdir(tmp_path) == ["out"]


def test_replace_through_a_link_keeps_link_and_mode(tmp_path: Path) -> None:
    file, link = tmp_path / "file", tmp_path / "link"
    file.write_text(OLD, "utf-8")
    file.chmod(0o640)
    link.symlink_to(file)
    files.replace(link, "new\n")
    assert link.is_symlink()
    assert file.read_bytes() == b"new\n"
    assert file.stat().st_mode & 0o777 == 0o640


def test_replace_of_a_pipe_writes_into_it(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE) as reader:
        files.replace(pipe, b"all of it")
        assert reader.stdout is not None
        assert reader.stdout.read() == b"all of it"
    assert pipe.is_fifo()


def test_replace_makes_new_file_with_usual_mode(tmp_path: Path) -> None:
    (tmp_path / "plain").touch()
    files.replace(tmp_path / "new", "é")
    assert (tmp_path / "new").read_bytes() == b"\xc3\xa9"
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "plain").stat().st_mode
    with pytest.raises(FileNotFoundError):
        files.replace(tmp_path / "no" / "new", "é")
