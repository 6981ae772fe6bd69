"""The extras with the oldest and the newest packages that `pyproject.toml` allows.

`python -m tests.ranges` (`make pythons`) installs each set into an environment of its own and runs the tests
that use these packages.
"""

import sys
import time
from pathlib import Path

from tests.pythons import ROOT, environment, run_tests, tool

ENVIRONMENTS = ROOT / ".tools/ranges"
LOWEST = ROOT / "tools/lock/lowest.txt"

TESTS = (
    "tests/browser/test_outside.py",  # a site from the wheel, played in Chromium
    "tests/engine/test_cluster.py",
    "tests/engine/test_native.py",
    "tests/engine/test_rl.py",
    "tests/site/test_bundle.py",
    "tests/site/test_new.py",
    "tests/site/test_qr.py",
    "tests/site/test_theme.py",
)


def highest() -> Path:
    """Return a lock with the newest packages of today."""
    lock = ENVIRONMENTS / "highest.txt"
    lock.parent.mkdir(parents=True, exist_ok=True)
    wanted = tool("lock").DEV
    tool("setup").uv(
        "pip", "compile", "pyproject.toml", *wanted, "--upgrade", "--generate-hashes", "--output-file", lock
    )
    return lock


def main() -> int:
    """Run the tests at both ends; say how long each took."""
    failed = 0
    jobs = sys.argv[1:] or ["2"]
    for end, lock in (("lowest", LOWEST), ("highest", highest())):
        began = time.monotonic()
        python = environment(ENVIRONMENTS / end, sys.executable, lock)
        command = [str(python), "-m", "pytest", "-q", "-n", *jobs, *TESTS]
        failed |= run_tests(f"{end} versions", command, began)
    return failed


if __name__ == "__main__":
    sys.exit(main())
