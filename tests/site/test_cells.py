"""Live cells in pages: a cell that does not do what it says stops the build, at its line."""

import pytest

from kontrapunkt_site.problems import PageError
from tests.site.test_markdown import convert

F = "def f(): return 1 / 0"

WRONG = {
    "fails": (
        "```python id=a\nx = 1\n\nx / 0\n```",
        4,
        "the cell fails: ZeroDivisionError: division by zero",
    ),
    "fails in one above": (
        f"```python id=a\n{F}\n```\n\n```python id=b\n\nf()\n```",
        7,
        "line 1 of the cell “a”",
    ),
    "cannot be read": ("```python id=a\nx = 1\nif x\n```", 3, "SyntaxError: expected ':'"),
    "fails otherwise": ("```python id=a raises=KeyError\n1 / 0\n```", 2, "it was to raise KeyError"),
    "does not fail": ("```python id=a raises=KeyError\n1\n```", 2, "raises nothing"),
    "imports what browsers lack": (
        "```python id=a\nimport math\nfrom statistics import mean\n```",
        3,
        "statistics",
    ),
    "asks for a name of an exercise": (
        "```python id=a\n...\n=== check\nassert x\n=== solution\nx = 1\n```\n\n```python id=b\nx\n```",
        10,
        "NameError",
    ),
    "has nothing in it": ("```python id=a\n\n```", 1, "empty"),
    "has a part twice": ("```python id=a\n1\n=== check\n1\n=== check\n```", 5, "each once"),
    "has a part of another name": ("```python id=a\n1\n=== hint\n```", 3, "a part check and a part solution"),
    "is checked in vain": (
        "```python id=a\nx = 1\n=== check\nassert x\n=== solution\nx = 2\n```",
        1,
        "the check passes before",
    ),
    "has a solution that is none": (
        "```python id=a\nx = 1\n=== check\nassert x == 2, 'no'\n=== solution\nx = 3\n```",
        6,
        "Not yet: no",
    ),
    "has no solution": ("```python id=a\nx = 1\n=== check\nassert x == 2\n```", 1, "has a solution"),
    "has an id that is taken": ("```python id=a\n1\n```\n\n```python id=a\n1\n```", 5, "taken already"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_cell_is_named_with_its_line(what: str) -> None:
    page, line, words = WRONG[what]
    with pytest.raises(PageError) as caught:
        convert(page)
    assert (caught.value.path, caught.value.line) == ("docs/game/page.md", line)
    assert words in caught.value.sentence


def test_without_an_id_it_is_a_listing() -> None:
    html = convert("```python\n1 / 0\n```\n\n~~~~python id=a\n6 * 7\n~~~~")
    assert html.count('class="kp-cell"') == 1
    assert '<pre class="kp-cell-value">42</pre>' in html
