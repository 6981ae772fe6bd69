"""QR codes, those of pages and those of the command line: a decoder reads the text that they were made of."""

import re
import shutil
import sys
from typing import Any

import pytest

from kontrapunkt.classroom import qr
from tests.site.built import ROOT
from tests.site.node import answer

SITE = ROOT / "site_hooks/kontrapunkt_site"
TEXTS = (
    "https://example.org/",
    "https://cards.example/repo/kontra/drills/#drill=trick%204711%203",
    "Zwölf Stiche: ♠ ♥ ♦ ♣",
    "x" * 1200,
)


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the page's module draws, and what a decoder reads in that and in what the engine draws."""
    folder = tmp_path_factory.mktemp("qr")
    (folder / "ui").mkdir()
    shutil.copy(SITE / "assets/ui/qr.js", folder / "ui")
    shutil.copy(SITE / "vendor/lean-qr.js", folder)
    (folder / "package.json").write_text('{"type": "module"}')
    drawn = [path_of(qr.svg(text, "label")) for text in TEXTS]
    asked = {"module": str(folder / "ui/qr.js"), "texts": [*TEXTS, "x" * 3000], "drawn": drawn}
    found: dict[str, Any] = answer("qr.mjs", asked)
    return found


def path_of(svg: str) -> dict[str, Any]:
    (d,), (size,) = re.findall(r' d="([^"]*)"', svg), re.findall(r'viewBox="0 0 (\d+) \1"', svg)
    return {"d": d, "size": int(size)}


def test_codes_say_what_they_were_made_of(read: dict[str, Any]) -> None:
    assert read["read"] == [*TEXTS, None, *TEXTS]


def test_codes_have_their_margin(read: dict[str, Any]) -> None:
    for drawn in (*read["paths"][:-1], *(path_of(qr.svg(text, "label")) for text in TEXTS)):
        ends = [
            (int(x), int(y), int(x) + int(width))
            for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)", drawn["d"])
        ]
        assert min(x for x, _, _ in ends) == min(y for _, y, _ in ends) == qr.QUIET
        assert max(end for _, _, end in ends) == max(y for _, y, _ in ends) + 1 == drawn["size"] - qr.QUIET


def test_site_link_code_is_read_from_paper(read: dict[str, Any]) -> None:
    """On 20 mm of paper the modules of a usual link are no smaller than 0.4 mm."""
    assert 20 / read["paths"][1]["size"] > 0.4


def test_a_terminal_shows_the_same_code() -> None:
    lines = qr.terminal(TEXTS[1]).split("\n")
    path = path_of(qr.svg(TEXTS[1], "label"))
    dark = {
        (int(start) + x, int(y))
        for start, y, width in re.findall(r"M(\d+) (\d+)h(\d+)", path["d"])
        for x in range(int(width))
    }
    halves = {"█": (0, 0), "▀": (0, 1), "▄": (1, 0), " ": (1, 1)}
    seen = {
        (x, 2 * y + half)
        for y, line in enumerate(lines)
        for x, sign in enumerate(line)
        for half in (0, 1)
        if halves[sign][half] and 2 * y + half < path["size"]
    }
    assert seen == dark


def test_too_long_or_missing_text_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(qr.NoCode):
        qr.svg("x" * 3000, "label")
    monkeypatch.setitem(sys.modules, "segno", None)
    with pytest.raises(qr.QRPackageMissing):
        qr.svg("x", "label")
