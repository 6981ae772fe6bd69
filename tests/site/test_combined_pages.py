"""A page of several pages, as print-site makes one: each id of ours is there once, our links lead right."""

import re

from kontrapunkt.render import sprite
from kontrapunkt_site.combined_pages import is_combined, repaired
from tests.site.checker import read

WIDGET = (
    '<div class="kp" id="kp-one" data-kp="table" data-steps="0123456789abcdef.json" '
    """data-spec='{"kind":"table","id":"one","title":"one"}'><i id="one-KS" aria-label="one card"></i>"""
    '<button popovertarget="one-keys">Keys</button><div id="one-keys" aria-labelledby="one-KS"></div></div>'
)


def page(*parts: str) -> str:
    """A page of several pages, with a section for each."""
    sections = (f'<section id="part-{n}">{part}{sprite()}</section>' for n, part in enumerate(parts, 1))
    return f"<html><body>{''.join(sections)}</body></html>"


def test_drawings_are_left_out() -> None:
    made = page("<p>one</p>", "<p>two</p>")
    assert is_combined(made)
    assert repaired(made, "") == made.replace(sprite(), "")


def test_second_widget_gets_an_id_of_its_own() -> None:
    made = repaired(page(WIDGET, f"{WIDGET}<a href='one/'>one</a>"), "")
    first, second = made.split('<section id="part-2">')
    assert WIDGET in first
    assert read(second).ids == ["kp-one-2", "one-2-KS", "one-2-keys"]
    assert """'{"kind":"table","id":"one-2","title":"one"}'""" in second
    assert '<button popovertarget="one-2-keys">' in second
    assert 'aria-labelledby="one-2-KS"' in second
    assert "data-steps" not in second  # they are the first one's
    assert 'aria-label="one card"></i>' in second
    assert "<a href='one/'>one</a>" in second


def test_new_id_is_free() -> None:
    made = repaired(page(WIDGET, '<i id="kp-one-2"></i>', WIDGET), "")
    assert [id for id in read(made).ids if id.startswith("kp-one")] == ["kp-one", "kp-one-2", "kp-one-3"]


def test_anchor_leads_into_its_own_part() -> None:
    links = (
        '<a href="#part-2-kp-one" data-kp-state="kp=one&amp;log=go.9">step</a>'
        '<a href="#part-1-kp-one">widget</a><a href="#part-2-KO-R1">rule</a><a href="#part-2-else">other</a>'
    )
    made = repaired(page(WIDGET, f'{WIDGET}<p id="KO-R1"></p>{links}'), "")
    assert re.findall(r'<a href="#(.*?)"', made) == ["kp-one-2", "kp-one", "KO-R1", "part-2-else"]
    assert 'data-kp-state="kp=one-2&amp;log=go.9"' in made


def test_puzzle_is_linked_from_where_it_is_shown() -> None:
    link = '<a href="#shelf-one" data-kp-page="shelf/one/">One</a>'
    assert '<a href="../shelf/one/" data-kp-page' in repaired(page(link), "print_page/")


def test_minified_page_is_repaired() -> None:
    widget = '<div class=kp id=kp-one data-spec="{&#34;id&#34;:&#34;one&#34;}"><i id=one-KS></i></div>'
    made = repaired(page(widget, widget), "")
    assert read(made).ids[1:3] == ["kp-one", "one-KS"]
    assert '<div class=kp id=kp-one-2 data-spec="{&#34;id&#34;:&#34;one-2&#34;}"><i id=one-2-KS>' in made
