"""The map: its numbers are those of the list, and stand where the places are."""

import re

import pytest
from markdown import Markdown

from kontrapunkt_site.fences.map import HEIGHT, WIDTH, project
from kontrapunkt_site.markdown import KontrapunktExtension
from kontrapunkt_site.problems import PageError

PLACES = """\
```map
[[place]]
name = "Nokia"
at = [61.48, 23.51]
kind = "home"
text = "Kontra"

[[place]]
name = "Romania"
at = [45.8, 25]
kind = "relative"
text = "*Septica*"
```
"""


def html_of(source: str) -> str:
    return Markdown(extensions=[KontrapunktExtension(assets="none")]).convert(source)


def test_numbers_of_map_are_those_of_list() -> None:
    html = html_of(PLACES)
    marks = re.findall(r'data-kind="(\w+)"><circle.*?>(\d+)</text>', html)
    assert marks == [("home", "1"), ("relative", "2")]
    assert re.findall(r'<li data-kind="(\w+)"><p><strong>(\w+)', html) == [
        ("home", "Nokia"),
        ("relative", "Romania"),
    ]
    assert "<em>Septica</em>" in html


def test_places_lie_in_their_directions() -> None:
    (nokia_x, nokia_y), (rome_x, rome_y) = project(61.48, 23.51), project(41.9, 12.5)
    assert 0 < rome_x < nokia_x < WIDTH
    assert 0 < nokia_y < rome_y < HEIGHT + 20
    assert project(56.2, 13.5) == (WIDTH / 2, HEIGHT / 2)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("at = [45.8, 25]", "at = [45.8, 125]", "42 to 71.5 and -12 to 34 degrees"),
        ('kind = "relative"', 'kind = "cousin"', "kind is home or relative; not “cousin”"),
    ],
)
def test_wrong_place_is_an_error_with_line(old: str, new: str, said: str) -> None:
    with pytest.raises(PageError, match=re.escape(said)):
        html_of(PLACES.replace(old, new))
