"""The sentences of rules and terms, and the links that show them."""

import json
import re
from pathlib import Path

import pytest

from kontrapunkt.core.registry import GAMES, OWN, game_class
from kontrapunkt_site.explained import FOLDER, Explanations


@pytest.mark.parametrize("game", GAMES)
def test_each_game_explains_its_rules_and_terms(built_site: Path, game: str) -> None:
    said = json.loads((built_site / FOLDER / f"{game}.json").read_text("utf-8"))
    rules = game_class(game)
    assert {each for each in rules.rulebook if each.startswith(f"{rules.prefix}-")} <= set(said)
    for id, sentence in said.items():
        assert sentence, id
        assert "<" not in sentence, id


def test_first_use_of_term_leads_to_glossary() -> None:
    terms = Explanations()
    entry = '<div id="word-fuchs"><dt><dfn lang="de">Fuchs</dfn></dt><dd><p>The ace.</p></dd></div>'
    terms.read(f'<dl class="kp-glossary">{entry}</dl>', "dk/glossary/")
    use = '<i lang="de">Fuchs</i>'
    text = f'<h2>{use}</h2><p><a href="x">{use}</a> {use}, {use}</p>'
    page = f'<article class="md-content__inner">{text}</article>'
    link = f'<a class="kp-foreign-term" href="../glossary/#word-fuchs">{use}</a>'
    linked = terms.link_terms(page, "dk/rules/")
    assert linked == page.replace(f" {use},", f" {link},")
    assert terms.link_terms(page, "other/rules/") == page
    assert terms.link_terms(page, "dk/glossary/") == page


def test_english_term_is_linked_at_first_use() -> None:
    """An emphasized word, a heading, a list, an answer, an attribute and a longer word are no links."""
    terms = Explanations()
    entry = (
        '<div id="word-locked-to-unlock"><dt><dfn lang="en">locked, to unlock</dfn></dt><dd>Shut.</dd></div>'
    )
    terms.read(f'<dl class="kp-glossary">{entry}</dl>', "ko/glossary/")
    text = (
        "<h2>Unlock</h2><ul><li>Unlock</li></ul><details><p>Unlock</p></details>"
        '<p><strong>unlock</strong> <span title="unlock">unlocking</span>, Unlock it; locked</p>'
    )
    page = f'<article class="md-content__inner">{text}</article>'
    link = '<a class="kp-foreign-term" href="../glossary/#word-locked-to-unlock">Unlock</a>'
    assert terms.link_terms(page, "ko/rules/") == page.replace(", Unlock it", f", {link} it")


@pytest.mark.parametrize("game", OWN)
def test_rules_and_lesson_link_terms_in_english(built_site: Path, game: str) -> None:
    glossary = (built_site / game / "glossary/index.html").read_text("utf-8")
    english = set(re.findall(r'<div id="(word-[^"]+)"><dt><dfn lang="en">', glossary))
    for page in ("rules", "learn"):
        html = (built_site / game / page / "index.html").read_text("utf-8")
        linked = re.findall(r'class="kp-foreign-term" href="\.\./glossary/#([^"]+)"', html)
        assert english & set(linked), page
        assert len(linked) == len(set(linked)), page


def test_terms_of_a_page_exist(built_site: Path) -> None:
    count = 0
    for path in built_site.glob("*/*/index.html"):
        for href in re.findall(
            r'class="kp-foreign-term" href="\.\./glossary/#([^"]+)"', path.read_text("utf-8")
        ):
            said = json.loads((built_site / FOLDER / f"{path.parent.parent.name}.json").read_text("utf-8"))
            assert href in said, path
            count += 1
    assert count > 40
