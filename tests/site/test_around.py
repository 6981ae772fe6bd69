"""What Markdown makes around fences is kept for the next build, or made anew if that would be other."""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from markdown import Markdown
from mkdocs.commands.build import build as build_site
from mkdocs.config import load_config

from kontrapunkt_site.build_cache import BuildCache
from kontrapunkt_site.markdown import KontrapunktExtension
from kontrapunkt_site.mkdocs import plugin
from kontrapunkt_site.page import Page
from kontrapunkt_site.page_cache import PageCache
from kontrapunkt_site.problems import Text
from kontrapunkt_site.rule_pages import RulePages, known_rules

TABLE = "```cards\nAS KS\n```"
PAGE = f"""# A page

It has a card, :7S:, a rule, [RL-R4], and a note.[^1]

{TABLE}

## More of it

1. In a list:

    {TABLE.replace(chr(10), chr(10) + "    ")}

{TABLE}

[^1]: Here.
"""


class Converted:
    """A page as one build has converted it.

    Attributes:
        kept: Whether it was taken over.
        html: Its HTML.
        toc: Its table of contents.
    """

    def __init__(self, folder: Path | None, text: str, host: object = "", rules: str = "rules/") -> None:
        lines = [line for rule in known_rules() for line in (f"§ {rule} So.", "")]
        found = RulePages.read([(rules, Text("docs/rules.md", lines))] if rules else [])
        page = Page("docs/game/page.md", "game/page/", 0, Path(), found, cache=BuildCache(folder), host=host)
        self.rules = found
        extension = KontrapunktExtension(page)
        markdown = Markdown(extensions=["toc", "footnotes", extension])
        self.html = markdown.convert(text)
        self.toc: Any = markdown.toc_tokens  # type: ignore[attr-defined]
        self.kept = extension.around.is_kept
        if not self.kept:
            extension.around.keep("what the host has to add")
        else:
            assert extension.around.host == "what the host has to add"

    @property
    def shown(self) -> object:
        return self.html, self.toc


def test_it_is_what_would_be_made_anew(tmp_path: Path) -> None:
    anew, first, second = (Converted(folder, PAGE) for folder in (None, tmp_path, tmp_path))
    assert [anew.kept, first.kept, second.kept] == [False, False, True]
    assert anew.shown == first.shown == second.shown
    assert first.html.count("king of spades") == 2 * 3  # each drawn, and told to those who cannot see it
    assert [each["name"] for each in second.toc[0]["children"]] == ["More of it"]


def test_what_fences_show_may_change_within_it(tmp_path: Path) -> None:
    Converted(tmp_path, PAGE)
    changed = PAGE.replace("KS", "QS")
    second = Converted(tmp_path, changed)
    assert second.kept
    assert second.shown == Converted(None, changed).shown
    assert "queen of spades" in second.html
    assert "king of spades" not in second.html


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("a note", "some note"),
        (f"{TABLE}\n\n## More", "## More"),
        (f"{TABLE}\n\n[^1]", f"{TABLE}\n\n{TABLE}\n\n[^1]"),
        ("[^1]: Here.", "[^1]: There."),
    ],
)
def test_an_edit_is_seen(old: str, new: str, tmp_path: Path) -> None:
    Converted(tmp_path, PAGE)
    changed = PAGE.replace(old, new, 1)
    assert changed != PAGE
    second = Converted(tmp_path, changed)
    assert not second.kept
    assert second.shown == Converted(None, changed).shown


def test_a_paragraph_holds_only_what_it_may(tmp_path: Path) -> None:
    """Of the same lines something else comes if a fence makes something else."""
    page = Page(host="", cache=BuildCache(tmp_path))
    first = PageCache(page, ["a"], ["<div></div>"])
    first.finish(Markdown(), "<div></div>")
    first.keep(None)
    assert PageCache(page, ["a"], ["<div>So</div>"]).is_kept
    assert not PageCache(page, ["a"], ["<b></b>"]).is_kept


def test_it_leads_to_where_the_rules_are_now(tmp_path: Path) -> None:
    Converted(tmp_path, PAGE)
    second = Converted(tmp_path, PAGE, rules="elsewhere/")
    assert second.shown == Converted(None, PAGE, rules="elsewhere/").shown
    assert "elsewhere/#RL-R4" in second.html


def test_host_that_rewrites_page_gets_its_result(tmp_path: Path) -> None:
    Converted(tmp_path, PAGE, host=["a"])
    assert not Converted(tmp_path, PAGE, host=["b"]).kept
    assert Converted(tmp_path, PAGE, host=["a"]).kept


def test_nothing_is_cached_for_unversioned_host(tmp_path: Path) -> None:
    assert not any(Converted(tmp_path, PAGE, host=None).kept for _ in range(2))


def test_missing_rule_page_is_reported_by_every_build(tmp_path: Path) -> None:
    for _ in range(2):
        assert Converted(tmp_path, PAGE, rules="").rules.unlinked.keys() == {"ristiklappi"}


# MkDocs

SITE = {
    "mkdocs.yml": "site_name: Mine\ntheme: {name: mkdocs}\nplugins: [kontrapunkt]\n",
    "docs/index.md": "# Mine\n\n[Others](other.md), [a part](other.md#part), [none](other.md#none).\n",
    "docs/other.md": "# *Other* one\n\n## Part\n\nBack to [all](index.md), on to [nowhere](nowhere.md).\n",
}


class Builds:
    """A project that is built again and again.

    Attributes:
        folder: Its folder.
        converted: The addresses of the pages that the last build has converted.
        said: What MkDocs said about pages then.
    """

    def __init__(self, folder: Path, heard: pytest.LogCaptureFixture) -> None:
        self.folder = folder
        self.heard = heard
        self.converted: list[str] = []
        self.said: list[str] = []

    def build(self) -> dict[str, str]:
        """Builds the site; its pages by their paths."""
        self.heard.clear()
        self.converted.clear()
        with self.heard.at_level(logging.INFO, "mkdocs"):
            build_site(load_config(str(self.folder / "mkdocs.yml"), site_dir=str(self.folder / "site")))
        self.said = sorted(each.message for each in self.heard.records if "Doc file" in each.message)
        site = self.folder / "site"
        return {path.relative_to(site).as_posix(): path.read_text("utf-8") for path in site.rglob("*.html")}

    def edit(self, path: str, old: str, new: str) -> None:
        """Changes a file."""
        file = self.folder / path
        text = file.read_text("utf-8")
        assert old in text
        file.write_text(text.replace(old, new), "utf-8")

    def anew(self) -> dict[str, str]:
        """Builds the site with nothing kept."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(BuildCache, "find", lambda *_: None)
            return self.build()


@pytest.fixture
def builds(
    little_site: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> Builds:
    folder = little_site(**SITE)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1")
    monkeypatch.setattr(plugin, "cache_folder", lambda: folder / "kept")  # the runtime is everybody's
    found = Builds(folder, caplog)
    treated = KontrapunktExtension.extendMarkdown

    def watched(extension: KontrapunktExtension, md: Markdown) -> None:
        treated(extension, md)
        convert = md.parser.parseDocument

        def parse(lines: list[str]) -> Any:
            if any(lines):
                found.converted.append(extension.page.url)
            return convert(lines)

        monkeypatch.setattr(md.parser, "parseDocument", parse)

    monkeypatch.setattr(KontrapunktExtension, "extendMarkdown", watched)
    return found


def test_mkdocs_knows_cached_pages_as_well(builds: Builds) -> None:
    first = builds.build()
    said = builds.said
    assert builds.converted == ["", "other/"]
    assert len(said) == 2
    assert "does not contain an anchor '#none'" in said[0]
    assert "'nowhere.md'" in said[1]
    assert builds.build() == first
    assert builds.converted == ["other/"]  # which leads nowhere, and has to say so
    assert builds.said == said
    assert builds.anew() == first


def test_mkdocs_hears_of_a_page_that_is_gone(builds: Builds) -> None:
    builds.build()
    (builds.folder / "docs/other.md").rename(builds.folder / "docs/another.md")
    second = builds.build()
    assert any("'other.md'" in each for each in builds.said)
    assert sorted(builds.converted) == ["", "another/"]
    assert second == builds.anew()


def test_mkdocs_titles_it_as_its_author_does_now(builds: Builds) -> None:
    builds.build()
    builds.edit("mkdocs.yml", "site_name", "nav: [index.md, Named: other.md]\nsite_name")
    named = builds.build()
    assert "<title>Named" in named["other/index.html"]
    assert builds.anew() == named
    builds.edit("mkdocs.yml", "nav: [index.md, Named: other.md]\n", "")
    builds.edit("docs/other.md", "# *Other*", "---\ntitle: 2026\n---\n# *Other*")
    second = builds.build()
    assert "<title>2026" in second["other/index.html"]
    assert builds.build() == second == builds.anew()


def test_wordless_page_is_not_mistaken_for_previous(builds: Builds) -> None:
    """Nothing of it is converted."""
    (builds.folder / "docs/more.md").write_text("---\nsearch: {}\n---\n")
    (builds.folder / "docs/last.md").write_text("# The last\n")
    builds.build()
    second = builds.build()
    assert "<title>More" in second["more/index.html"]
    assert second == builds.anew()


@pytest.mark.parametrize(
    "extensions",
    [
        "[{toc: {slugify: !!python/name:markdown.extensions.toc.slugify_unicode }}]",
        "[pymdownx.snippets]",
    ],
)
def test_nothing_is_kept_where_others_may_look_elsewhere(extensions: str, builds: Builds) -> None:
    builds.edit("mkdocs.yml", "site_name", f"markdown_extensions: {extensions}\nsite_name")
    for _ in range(2):
        builds.build()
        assert builds.converted == ["", "other/"]
