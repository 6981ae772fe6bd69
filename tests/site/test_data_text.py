"""Records, comments, puzzles and TOML come from anybody: what they say reaches a page as text."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest
from markdown import Markdown

from kontrapunkt.puzzles.model import read, write
from kontrapunkt.widgets import open_widget
from kontrapunkt_site.data_text import html_of
from kontrapunkt_site.markdown import KontrapunktExtension
from kontrapunkt_site.page import Page
from kontrapunkt_site.problems import PageError, Text
from tests.site.built import ROOT

BAD = (
    "<script>alert(1)</script> <img src=x onerror=alert(2)> <svg onload=alert(3)></svg> "
    "<meta http-equiv=refresh content=0;url=http://bad.example> <bad-tag>"
)
RECORD = f"""\
[Game "ristiklappi"]
[Title "A {BAD}"]
[Source "B {BAD}"]
[Position]
N: QS TS 7C
E: TD 8S 6S
S: KS KH 6C
W: KC 7H 5H
stock: -
lead: N
dirty: NS EW

{{C {BAD}}}
11. N 7C {{D {BAD}}}  E 6S  S 6C  W 7H -> W 0 {{

<script>alert(4)</script>

<div onclick="alert(5)">E</div>}}
"""
PUZZLES = {
    "call": "doppelkopf/in-one-breath",
    "find-the-mistake": "ristiklappi/cleaning-hand-souths-king",
    "legal": "doppelkopf/one-heart",
    "play": "doppelkopf/charlie-will-do",
    "score": "doppelkopf/both-promised",
    "sure": "konter-a-matt/six-against-every-deal",
    "trick": "doppelkopf/second-ten",
}


class Elements(HTMLParser):
    """The elements and the text of a piece of HTML."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[str] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [name for name, _ in attrs]

    def handle_data(self, data: str) -> None:
        self.text += data


def assert_only_text(html: str) -> None:
    """Nothing that was written into the data has become an element; but it can be read."""
    found = Elements(html)
    assert not {"script", "img", "meta", "bad-tag"} & {*found.tags}
    assert not [name for name in found.attributes if name.startswith("on")]
    assert "<bad-tag>" in found.text


def convert(markdown: str, folder: Path = ROOT) -> str:
    page = Page(path="docs/page.md", url="page/", folder=folder)
    return Markdown(extensions=["attr_list", "md_in_html", KontrapunktExtension(page)]).convert(markdown)


def specs(html: str) -> Iterator[dict[str, object]]:
    for carried in re.findall(r"data-spec='([^']*)'", html):
        yield json.loads(unescape(carried))


@pytest.mark.parametrize("fence", ["example id=x", "deal", f'deal title="{BAD}"', "score"])
def test_a_record_is_text(fence: str) -> None:
    record = RECORD
    if fence == "score":
        record = re.sub(r"(?m)^([NESW]: \w\w) .*", r"\1", RECORD).split("\n11. ")[0]
        record = record.replace("N: QS", "N: 7C") + "\n13. N 7C E TD S KS W KC\n"
    assert_only_text(convert(f"```{fence}\n{record}```\n"))


def test_what_a_widget_shows_later_is_text() -> None:
    (spec,) = specs(convert(f"```example id=x\n{RECORD}```\n"))
    widget = open_widget(spec)
    for _ in range(5):
        for frame in widget.send("next"):
            assert_only_text(frame.html)


@pytest.mark.parametrize("kind", PUZZLES)
def test_a_puzzle_is_text(kind: str, tmp_path: Path) -> None:
    of = read((ROOT / "tutorials" / f"{PUZZLES[kind]}.toml").read_text("utf-8"), "a")
    told = replace(
        of,
        title=f"{of.title} {BAD}",
        story=f"{of.story} {BAD}",
        explanation=f"{of.explanation}\n\n{BAD}",
        hints=(BAD,) * 3,
        record=of.record.replace("[Game", f'[Remark "{BAD}"]\n[Game', 1),
    )
    (tmp_path / "a.toml").write_text(write(told), "utf-8")
    html = convert("```puzzles from=.\n```\n", tmp_path)
    assert_only_text(html)
    assert html.count("bad-tag") >= 4
    (spec,) = specs(html)
    widget = open_widget(spec)
    for frame in widget.send("hint"):
        assert_only_text(frame.html)
        assert frame.html.count("bad-tag") >= 2


@pytest.mark.parametrize(
    "fence",
    [
        f"glossary lang=fi\n[[term]]\nword='{BAD}'\nsay='{BAD}'\nliterally='{BAD}'\nmeans='{BAD}'",
        f"timeline sources=a.md\n[[event]]\ndate='{BAD}'\ncertainty='certain'\nsource='k'\ntext='{BAD}'",
        f"contact\n{BAD}",
    ],
    ids=["glossary", "timeline", "contact"],
)
def test_entries_are_text(fence: str, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("- x\n  { #k data-cite='K' }\n".replace("'", '"'))
    assert_only_text(convert(f"```{fence}\n```\n", tmp_path))


def said(prose: str) -> str:
    return html_of(prose, Text("tutorials/a.record", ["", *prose.splitlines()]), Page())


def test_markdown_in_data_is_markdown() -> None:
    assert said("*so* `<b>` **it** is") == "<p><em>so</em> <code>&lt;b&gt;</code> <strong>it</strong> is</p>"
    assert said("a <b>b</b> &amp; c < d") == "<p>a &lt;b&gt;b&lt;/b&gt; &amp; c &lt; d</p>"
    assert said("<div>\n*a*\n</div>") == "<p>&lt;div&gt;\n<em>a</em>\n&lt;/div&gt;</p>"


def test_words_of_other_languages_may_be_marked() -> None:
    assert said('<i lang="de-AT">*Ober*\nund</i>') == '<p><i lang="de-AT"><em>Ober</em>\nund</i></p>'
    assert said("<i lang='fi'>lappi</i>, <i>x</i>") == '<p><i lang="fi">lappi</i>, <i>x</i></p>'
    assert "&lt;i" in said('<i lang="fi" onclick="a()">lappi</i>')
    assert "&lt;i" in said("<i><script>a()</script></i>")


@pytest.mark.parametrize(
    "link",
    [
        "[a](https://a.example/?b=c:d)", "[a](x.html)", "[a](#b)", "[a](../b/?c)", "[a](mailto:a@b.example)",
        "<https://a.example>", "<a@b.example>", "![a](a.png)", "![a](/a/b.png)",
    ],
)  # fmt: skip
def test_links_lead_to_pages(link: str) -> None:
    assert ("src=" if link[0] == "!" else "href=") in said(link)


@pytest.mark.parametrize(
    "link",
    [
        "[a](javascript:b)", "[a](JavaScript&colon;b)", "[a](java&#10;script:b)", "[a](java\\script:b)",
        "[a](javascript\\:b)", "[a]( &#1;javascript:b)", "[a][b]\n\n[b]: vbscript:c", "<javascript://%0ab>",
        "[a](data:text/html,b)", "![a](https://a.example/b.png)", "![a](//a.example/b.png)",
        "![a](/\\a.example)", "![a](data:image/svg+xml,b)",
    ],
)  # fmt: skip
def test_script_links_and_tracking_images_are_refused(link: str) -> None:
    with pytest.raises(PageError, match=r"^tutorials/a.record, line [1-4]: "):
        said(link)


def test_markdown_marks_are_literal_in_data() -> None:
    """Python-Markdown marks its places with control characters, which TOML can spell."""
    html = convert('```glossary lang=fi\n[[term]]\nword = "\\u0002wzxhzdk:0\\u0003"\nmeans = "x"\n```\n')
    assert html.count("kp-glossary") == 1
    assert "wzxhzdk:0" in html
