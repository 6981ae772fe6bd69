"""A smoke test in Firefox, driven over WebDriver BiDi by puppeteer-core."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.browser.server import Server

ROOT = Path(__file__).parents[2]


def test_step_branch_and_return(site: Server) -> None:
    browsers = ROOT / ".tools" / "browsers.json"
    firefox = json.loads(browsers.read_text())["firefox"] if browsers.exists() else shutil.which("firefox")
    if not firefox:
        if os.environ.get("CI"):
            pytest.fail("CI has no Firefox: install Debian's firefox-esr")
        pytest.skip("there is no Firefox on this machine")
    script = Path(__file__).with_name("firefox_smoke.mjs")
    page = f"{site.url}ristiklappi/cleaning-hand/"
    done = subprocess.run(
        ["node", str(script), page, firefox], cwd=ROOT, capture_output=True, text=True, timeout=180
    )
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout.splitlines()[-1])
    assert seen["errors"] == []
    assert "North leads the seven of clubs." in seen["stepped"]
    assert "East plays" in seen["branched"]
    assert "In the game: East plays the six of spades." in seen["branched"]
    assert "Back in the game." in seen["returned"]
