"""The sentences of rules and terms, and the links that show them."""

import json
import re
from pathlib import Path

import pytest

from kontrapunkt.core.registry import GAMES, game_class
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
