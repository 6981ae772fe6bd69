"""html-validate on the markup of our widgets; `test_tour` asks axe."""

import json
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest
from tests.browser.kinds import to_look_at
from tests.browser.test_pages import addresses

ROOT = Path(__file__).parents[2]


class Widgets(HTMLParser):
    """Cuts widgets out of a page: those of these ids, or all."""

    def __init__(self, ids: list[str] | None) -> None:
        super().__init__(convert_charrefs=False)
        self.ids = ids
        self.depth = 0
        self.out: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        wanted = self.ids is None or dict(attrs).get("id") in self.ids
        if self.depth or (tag == "div" and ("class", "kp") in attrs and wanted):
            self.depth += tag == "div"
            self.out.append(self.get_starttag_text() or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.depth:
            self.out.append(self.get_starttag_text() or "")

    def handle_endtag(self, tag: str) -> None:
        if self.depth:
            self.out.append(f"</{tag}>")
            self.depth -= tag == "div"

    def handle_data(self, data: str) -> None:
        if self.depth:
            self.out.append(data)

    def handle_entityref(self, name: str) -> None:
        self.handle_data(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.handle_data(f"&#{name};")


@pytest.mark.parametrize("which", ["one of each kind", pytest.param("all", marks=pytest.mark.soak)])
def test_our_fragments_follow_the_html_rules(which: str, built_site: Path, tmp_path: Path) -> None:
    """html-validate's `recommended` and `a11y` rule sets."""
    pages = 0
    chosen = to_look_at(built_site)
    for address in addresses(built_site) if which == "all" else chosen:
        widgets = Widgets(None if which == "all" else chosen[address])
        path = built_site / address
        widgets.feed((path / "index.html" if path.is_dir() else path).read_text())
        if widgets.out:
            pages += 1
            (tmp_path / f"{pages}.html").write_text("".join(widgets.out) + "\n")
    assert pages
    (tmp_path / ".htmlvalidate.json").write_text(
        json.dumps(
            {
                "root": True,
                "extends": ["html-validate:recommended", "html-validate:a11y"],
                # Matters of layout in the source; all else stands.
                "rules": {"void-style": "off", "long-title": "off", "no-trailing-whitespace": "off"},
            }
        )
    )
    command = [str(ROOT / "node_modules" / ".bin" / "html-validate"), "--formatter", "text", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[:4000] + done.stderr[:1000]
