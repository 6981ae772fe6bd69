"""A stranger's site: the wheel, an empty folder, three lines of configuration, one page."""

import re
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect
from tests.browser.chromium import complaints
from tests.browser.server import Server
from tests.site.built import ROOT
from tests.site.conftest import CONFIG
from tests.site.test_errors import HAND

LEGAL = ROOT / "tutorials/ristikontra/fourth-nine.toml"

FENCE = """
from kontrapunkt_site.fences.base import FenceKind

FENCE = FenceKind("riddle", {}, lambda block: f'<p class="riddle">{block.text}</p>')
"""

KIND = """
from kontrapunkt.text import catalogue
from kontrapunkt.puzzles.legal import Legal

catalogue.register("en", {"solving.kind.may": "may I?"})

class May(Legal):
    name = "may"

    def ask(self):
        return "May I?"
"""


def test_wheel_in_empty_folder_makes_playable_site(
    wheel: Path, tmp_path: Path, page: Page, serve: Callable[[Path], Server]
) -> None:
    python = installed(wheel, tmp_path / "env")
    site = tmp_path / "mine"
    (site / "docs").mkdir(parents=True)
    (site / "mkdocs.yml").write_text(CONFIG)
    (site / "docs/index.md").write_text(
        f"# Mine\n\n```example id=one\n{HAND}```\n\n```riddle\nWho leads?\n```\n\n"
        "```puzzle id=two from=may.toml\n```\n"
    )
    (site / "may.toml").write_text(LEGAL.read_text("utf-8").replace('kind = "legal"', 'kind = "may"'))
    a_stranger(python.parents[1])
    built = subprocess.run(
        [python, "-m", "kontrapunkt.cli", "build"],
        cwd=site,
        env={"PATH": "/usr/bin:/bin", "KONTRAPUNKT_CACHE": str(tmp_path / "cache")},
        capture_output=True,
        text=True,
    )
    assert built.returncode == 0, built.stderr
    assert built.stdout.startswith("site: 2 pages, ")
    text = (site / "site/index.html").read_text()
    assert 'id="kp-one" data-kp="example"' in text
    assert "fonts.g" not in text
    assert "https://" not in text.partition("</head>")[0]
    assert list((site / "site/assets/kontrapunkt").glob("runtime-*/python.zip"))
    assert {path.name for path in site.iterdir()} == {".cache", "docs", "may.toml", "mkdocs.yml", "site"}
    server = serve(site / "site")
    page.goto(server.url)
    page.locator("#kp-one [data-do=next]").click()
    expect(page.locator("#kp-one .kp-position")).to_have_text(re.compile("^card 1 of"))
    expect(page.locator(".riddle")).to_have_text("Who leads?")
    may = page.locator("#kp-two")
    expect(may).to_contain_text("May I?")
    may.locator("[data-do^=pick]").first.click()
    may.locator("[data-do^=answer]").click()
    expect(may).to_contain_text("something is missing")
    assert complaints(page) == []


def a_stranger(env: Path) -> None:
    """Installs what somebody else has made: a fence, and a kind of puzzle."""
    (packages,) = env.glob("lib/python3.*/site-packages")
    info = packages / "stranger-1.0.dist-info"
    info.mkdir()
    (packages / "stranger_fence.py").write_text(FENCE)
    (packages / "stranger_kind.py").write_text(KIND)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: stranger\nVersion: 1.0\n")
    fence, kind = "riddle = stranger_fence:FENCE", "may = stranger_kind:May"
    (info / "entry_points.txt").write_text(f"[kontrapunkt.fences]\n{fence}\n[kontrapunkt.puzzles]\n{kind}\n")


def installed(wheel: Path, env: Path) -> Path:
    """A Python with the wheel, and with this one's other packages in place of downloads."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(env)], check=True)
    python = env / "bin/python"
    (packages,) = env.glob("lib/python3.*/site-packages")
    subprocess.run([sys.executable, "-m", "zipfile", "-e", str(wheel), str(packages)], check=True)
    # As a path only: its own .pth files, and with them this checkout, are not read.
    (packages / "others.pth").write_text(sysconfig.get_path("purelib") + "\n")
    where = subprocess.run(
        [python, "-c", "import kontrapunkt_site; print(kontrapunkt_site.__file__)"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert Path(where.stdout.strip()).is_relative_to(packages)
    return python
