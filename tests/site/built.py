"""The site of this repository and the wheel, each built once for all tests of a run."""

import fcntl
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def kontrapunkt(*words: str | Path, folder: Path = ROOT, **env: str) -> subprocess.CompletedProcess[str]:
    """Runs the command in a folder."""
    return run("-m", "kontrapunkt.cli", *words, folder=folder, **env)


def run(*words: str | Path, folder: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """Runs Python in a folder."""
    return subprocess.run(
        [sys.executable, *map(str, words)],
        cwd=folder,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", **env},
        capture_output=True,
        text=True,
        timeout=400,
    )


def make_once(folders: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """Return a folder that all processes of the run share; the first that needs it makes it."""
    base = folders.getbasetemp()
    root = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    with (root / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = root / f"{name}.done"
        if not done.exists():
            make(root / name)
            done.touch()
    return root / name


@pytest.fixture(scope="session")
def built_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of our own site, built as `kontrapunkt build` builds it."""

    def make(site: Path) -> None:
        built = kontrapunkt("build", "--site-dir", site)
        assert (built.returncode, built.stderr) == (0, "")  # nothing of ours is stopped by our policy

    return make_once(tmp_path_factory, "built-site", make)


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, as `make wheel` builds it."""

    def make(folder: Path) -> None:
        built = run("-m", "hatchling", "build", "-t", "wheel", "-d", folder, folder=ROOT)
        assert built.returncode == 0, built.stderr

    (file,) = make_once(tmp_path_factory, "wheel", make).glob("*.whl")
    return file
