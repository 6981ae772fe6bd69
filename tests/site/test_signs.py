"""Signs in a page's text, with words for screen readers."""

import pytest
from markdown import Markdown

from kontrapunkt.render.markup import spoken
from kontrapunkt_site.markdown import KontrapunktExtension
from kontrapunkt_site.signs import with_words_at_marks


def converted(text: str) -> str:
    return Markdown(extensions=[KontrapunktExtension(assets="none")]).convert(text)


def test_signs_in_text_have_words() -> None:
    made = with_words_at_marks(converted("*South* has −1 and the Q♠, **East +4**."))
    assert spoken(made) == "South has minus 1 and the queen of spades, East plus 4."
    assert with_words_at_marks(made) == made


@pytest.mark.parametrize("text", ["`+1`", "[next](page.md?by=+1)", "C++11", "<pre>Q♠</pre>"])
def test_signs_that_nobody_reads_are_not_marked(text: str) -> None:
    assert "kp-plain-sign" not in converted(text)


@pytest.mark.parametrize(
    "foreign", [r"\(x +1\)", "<svg><text>Q♠</text></svg>", "<script>show('<b>', '+1')</script>"]
)
def test_signs_of_other_plugins_stay(foreign: str) -> None:
    assert with_words_at_marks(foreign) == foreign
