"""Signs in text, with words for screen readers."""

import pytest

from kontrapunkt.render.markup import spoken
from kontrapunkt.render.signs import in_words, with_words


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("Q♠ and 10♥, not ♦", "queen of spades and ten of hearts, not diamonds"),
        ("North −1, East +4", "North minus 1, East plus 4"),
        ("5−3 and C++11", "5−3 and C++11"),
    ],
)
def test_sign_is_heard_in_words_and_seen_as_before(said: str, heard: str) -> None:
    assert in_words(said) == heard
    html = with_words(f"<p>{said}</p>")
    assert spoken(html) == heard
    assert with_words(html) == html


@pytest.mark.parametrize(
    "html",
    [
        '<p title="a > Q♠">one</p>',
        '<div data-spec=\'{"goal": "> 3 Q♠"}\'></div>',
        "<option>+1</option>",
        '<span aria-hidden="true">Q♠</span>',
        "<pre>Q♠</pre>",
    ],
)
def test_sign_that_is_not_read_stays(html: str) -> None:
    assert with_words(html) == html
