"""Markdown to HTML, as pairs of golden files; and the rules by which fences are found."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from markdown import Markdown

from kontrapunkt_site.markdown import KontrapunktExtension
from kontrapunkt_site.page import Page
from kontrapunkt_site.placeholders import Placeholders
from kontrapunkt_site.problems import PageError, Text
from kontrapunkt_site.rule_pages import RulePages, relative
from kontrapunkt_site.source import fences, prose

GOLDEN = Path(__file__).parent / "golden"
RULES = RulePages.read([("game/rules/", Text("docs/game/rules.md", ["§ RL-R5 Five.", "", "§ RK-R9 Nine."]))])
PAGE = Page(path="docs/game/page.md", url="game/page/", folder=Path(__file__).parents[2], rules=RULES)


def convert(text: str, page: Page = PAGE) -> str:
    """The HTML of a text beside extensions that know fences too, without the sprite at its end."""
    markdown = Markdown(extensions=["pymdownx.superfences", "toc", "attr_list", KontrapunktExtension(page)])
    return markdown.convert(text).partition('\n<svg class="kp-sprite"')[0]


@pytest.mark.parametrize("source", sorted(GOLDEN.glob("*.md")), ids=lambda path: path.stem)
def test_pairs(source: Path, golden: Callable[[Path, str], None]) -> None:
    html = convert(source.read_text("utf-8"))
    golden(source.with_suffix(".html"), html.replace("><", ">\n<") + "\n")


def test_card_after_its_name_is_not_read_again() -> None:
    assert "aria-hidden" in convert("The ace of clubs :AC:.").partition("kp-inline")[0]
    assert "aria-hidden" not in convert("The ace :AC: and :KC:.").partition("kp-inline")[0]


def test_sprite_appears_once_where_cards_are() -> None:
    def sprites(text: str) -> int:
        return Markdown(extensions=[KontrapunktExtension(Page())]).convert(text).count('class="kp-sprite"')

    assert sprites("No cards here, `:7S:` least of all.") == 0
    assert sprites("A :7S: and a :KH:.") == 1
    assert sprites("A rank, :Q:, is text.") == 0
    assert sprites("```cards\n7C\n```\n\n```cards\n7D\n```") == 1


def test_widgets_kept_aside_come_back_as_they_were() -> None:
    text = "A :7S:.\n\n```cards id=a\n7C\n```\n\n> ```cards id=b game=kontraspiel\n> KD\n> ```\n"
    aside = Placeholders()
    short = Markdown(extensions=[KontrapunktExtension(replace(PAGE, placeholders=aside))]).convert(text)
    assert "kp-body" not in short
    assert "kp-sprite" not in short
    assert 'id="kp-a"' in short
    minified = short.replace('"', "")
    whole = Markdown(extensions=[KontrapunktExtension(PAGE)]).convert(text)
    assert aside.put_back(short) == whole
    assert aside.put_back(minified).count('class="kp"') == 2
    assert aside.put_back('<div data-kp-aside="99"></div>') == '<div data-kp-aside="99"></div>'


def test_cards_have_faces_of_their_fences_game() -> None:
    assert "queen of spades" in convert("```cards\nQS\n```")
    german = convert("```cards game=kontraspiel\nQS\n```")
    assert "Ober of Leaves" in german
    assert "kp-g-QS" in german


def test_long_choices_of_an_option_may_break() -> None:
    assert "also_<wbr>differs_<wbr>from_<wbr>current" in convert("```options game=kontraspiel\n```")


def test_the_theme_can_set_every_href() -> None:
    """Material's instant navigation assigns to `href` of all that bears one, and dies at an SVG `use`."""
    html = Markdown(extensions=[KontrapunktExtension(Page())]).convert("```cards\n7C\n```\n\n:7S:")
    assert "<use xlink:href=" in html
    assert "<use href=" not in html


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("```cards\n7C\n```", [(1, 3, "cards", "")]),
        ("~~~~ cards id=x\n```\n~~~\n~~~~", [(1, 4, "cards id=x", "")]),
        ("````md\n```cards\n7C\n```\n````", [(1, 5, "md", "")]),
        ("- item\n\n    ```cards\n    7C\n    ```", [(3, 5, "cards", "    ")]),
        ("!!! note\n    ```cards\n    7C\n    ```", [(2, 4, "cards", "    ")]),
        ("> ```cards\n> 7C\n> ```", [(1, 3, "cards", "> ")]),
        ("text\n\n    ```cards\n    7C\n    ```", []),
        ("<!--\n```cards\n7C\n```\n-->\n```cards\n```", [(6, 7, "cards", "")]),
        ("``` `x` ```", []),
        ("```cards\n7C", [(1, None, "cards", "")]),
    ],
)
def test_fences_are_found(text: str, found: list[tuple[int, int | None, str, str]]) -> None:
    assert [(each.line, each.end, each.info, each.indent) for each in fences(text.split("\n"))] == found


def test_prose_is_what_is_left() -> None:
    text = "one\n```\ntwo\n```\n<!-- three\nfour -->\nfive"
    assert [line for _, line in prose(text.split("\n"))] == ["one", "five"]


@pytest.mark.parametrize(
    ("url", "page", "link"),
    [
        ("game/rules/", "game/page/", "../rules/"),
        ("game/rules/", "", "game/rules/"),
        ("", "game/page/", "../../"),
        ("", "", ""),
        ("game/rules/", "game/rules/", ""),
        ("game/rules.html", "game/page.html", "rules.html"),
        ("rules.html", "game/page.html", "../rules.html"),
        ("index.html", "game/page.html", "../index.html"),
    ],
)
def test_links_between_pages(url: str, page: str, link: str) -> None:
    assert relative(url, page) == link


def test_page_of_silent_host_still_reports_line() -> None:
    with pytest.raises(PageError, match=r"^line 3: “1S” is not a card"):
        convert("a\n\nb :1S:", Page())


def test_lines_are_counted_with_the_front_matter() -> None:
    with pytest.raises(PageError, match=r"^docs/x.md, line 9: "):
        convert("a\n\n```cards\n7X\n```", Page(path="docs/x.md", before=5))


def test_the_host_may_be_zensical() -> None:
    """It tells the page through a preprocessor of its own."""
    from markdown.preprocessors import Preprocessor

    class Context(Preprocessor):
        page = type("Page", (), {"path": "docs/z.md", "url": "z/"})

        def run(self, lines: list[str]) -> list[str]:
            return lines

    markdown = Markdown(extensions=["kontrapunkt"])
    markdown.preprocessors.register(Context(markdown), "rendering_context", 0)
    with pytest.raises(PageError, match=r"^docs/z.md, line 1: "):
        markdown.convert(":1S:")


ALONE = "# Cards\n\n```cards\n7C\n```\n"


def test_extension_alone_refuses_fences() -> None:
    with pytest.raises(PageError, match="line 3: only the plugin for MkDocs adds styles and scripts"):
        Markdown(extensions=["kontrapunkt"]).convert(ALONE)


@pytest.mark.parametrize("said", ["none", "assets/cards/"])
def test_extension_alone_does_what_its_option_says(said: str) -> None:
    settings = {"kontrapunkt": {"assets": said}}
    markdown = Markdown(extensions=["kontrapunkt"], extension_configs=settings)
    html = markdown.convert(ALONE)
    assert html.count('class="kp-sprite"') == 1
    assert ('href="assets/cards/kontrapunkt.css"' in html) == (said != "none")
    assert ('src="assets/cards/kontrapunkt.js"' in html) == (said != "none")
    assert "<script" not in markdown.reset().convert("# Cards\n")


def test_multiple_choice_options_show_all_defaults() -> None:
    html = convert("```options game=doppelkopf\n```\n")
    mark = '<span class="kp-vh" data-search-exclude> (default)</span>'
    assert f"<b>queens</b>{mark},<br><b>jacks</b>{mark},<br><b>clubs</b>{mark}" in html
    assert f"jack_<wbr>high</code>,<br><b>none</b>{mark} <code>off</code>" in html


def test_unchanged_rule_set_refers_to_bold_choices() -> None:
    """In the game's own choice of solos seven are bold, so there is no first one to refer to."""
    html = convert("```options game=doppelkopf\n```\n")
    assert "(<code>ddv</code>): every option as in bold above" in html
    assert "no: all our rule sets; yes, for a moment: some tables" in html


def test_the_lead_comes_before_the_infobox_which_folds() -> None:
    box = '<dl class="kp-infobox">\n  <dt>Players</dt>\n  <dd>four</dd>\n</dl>'
    html = convert(f"# A game\n\n{box}\n\nThe *lead*.\n\nMore.")
    order = [
        html.index(each) for each in ("</h1>", "The <em>lead</em>", "<details", "<summary>", "four", "More")
    ]
    assert order == sorted(order)
    assert html.count("kp-infobox") == 2
    assert convert(box).count("<details") == 1


def test_links_below_a_name_are_heard_with_it() -> None:
    item = "**[Kontra](k.md)**\n\n[Learn](l.md) · [play](p.md)"
    ways = f'<ul class="kp-ways" markdown="1">\n<li markdown="block">{item}</li>\n</ul>'
    made = Markdown(extensions=["md_in_html", KontrapunktExtension(PAGE)]).convert(ways)
    for link in ('href="k.md">Kontra<', 'aria-label="Learn: Kontra" ', 'aria-label="play: Kontra" '):
        assert f"<a {link}" in made
