"""The theme's style sheet, with names for what it selects; see also tests/browser/test_steps.py."""

from pathlib import Path

import pytest
from mkdocs.utils import get_theme_dir

from kontrapunkt_site import theme


def test_what_any_element_would_match_has_a_name() -> None:
    (path,) = Path(get_theme_dir("material"), "assets/stylesheets").glob("main.*.min.css")
    given = path.read_text("utf-8")
    calmed = theme.name_elements(given)
    for each in ("table:not([class])", "+*", ".tabbed-labels>:nth", ".tabbed-content>:nth"):
        assert each in given, f"the theme is written otherwise: {each}"
        assert each not in calmed
    assert calmed.count("{") == given.count("{")


@pytest.mark.parametrize(
    ("written", "mended"),
    [
        ('<table class="mine">', '<table class="kp-own mine">'),
        ('<dl id="x" class="mine">', '<dl id="x" class="kp-own mine">'),
        ('<table class="kp-bars">', '<table class="kp-bars">'),
        ("<table>", "<table>"),
        ('<div class="mine">', '<div class="mine">'),
    ],
)
def test_table_with_class_keeps_authors_class(written: str, mended: str) -> None:
    assert theme.complete_markup(written) == mended


def test_section_of_navigation_is_named_by_its_title() -> None:
    """Its label has no text if it has a first page, and two without a name are one to a screen reader."""
    icon = '<span class="md-nav__icon md-icon"></span>'
    title = f'aria-expanded="true"><label class="md-nav__title" for="__nav_1">\n{icon}\nGames\n</label>'
    nav = '<nav class="md-nav" data-md-level="1"'
    written, named = f'{nav} aria-labelledby="__nav_1_label" {title}', f'{nav} aria-label="Games" {title}'
    assert theme.complete_markup(written) == named


def test_heading_and_header_are_read_once() -> None:
    link = '<h2 id="a">A<a class="headerlink" href="#a" title="Link">¶</a></h2>'
    assert 'headerlink" aria-hidden="true" tabindex="-1" href' in theme.complete_markup(link)
    topic = '<div class="md-header__topic" data-md-component="header-topic">'
    assert theme.complete_markup(topic) == topic.replace(">", ' aria-hidden="true">')
