"""The Firefox that the tests and a benchmark drive."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


def firefox_path() -> str | None:
    """Firefox as `make browsers` found it, or as it lies on `PATH`; None if there is none."""
    known = ROOT / ".tools/browsers.json"
    found = json.loads(known.read_text()).get("firefox") if known.exists() else None
    return found or shutil.which("firefox")


def run(script: str, argument: str) -> dict[str, Any]:
    """What a script saw in Firefox."""
    firefox = firefox_path()
    if not firefox:
        if os.environ.get("CI"):
            pytest.fail("CI has no Firefox: install Debian's firefox-esr")
        pytest.skip("there is no Firefox on this machine")
    command = ["node", str(Path(__file__).with_name(script)), argument, firefox]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    seen: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    assert seen["errors"] == []
    return seen
