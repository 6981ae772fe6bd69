"""The site of this repository, built once for all tests of a run, those in a browser among them."""

import fcntl
import os
import subprocess
import sys
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


def build_once(root: Path) -> Path:
    """The built site below a folder that all processes of the run share."""
    site = root / "built-site"
    with (root / "built-site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = root / "built-site.done"
        if not done.exists():
            built = kontrapunkt("build", "--site-dir", site)
            assert (built.returncode, built.stderr) == (0, "")  # nothing of ours is stopped by our policy
            done.touch()
    return site


@pytest.fixture(scope="session")
def built_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of our own site, built as `kontrapunkt build` builds it."""
    base = tmp_path_factory.getbasetemp()
    return build_once(base.parent if "PYTEST_XDIST_WORKER" in os.environ else base)
