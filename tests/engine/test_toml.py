"""TOML from strangers: what would take long to parse is refused before, wherever such a text is read."""

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kontrapunkt import app
from kontrapunkt.core.toml import MAX_DEPTH, MAX_LENGTH, TomlError, read_toml
from kontrapunkt.lessons.model import read as read_lesson
from kontrapunkt.puzzles import PuzzleError, read
from tests.site.built import kontrapunkt

BOMBS = {
    "dotted key": ".".join("a" * 50_000) + " = 1",
    "dotted key with quotes and blanks": " . ".join(['"x"'] * 50_000) + " = 1",
    "dotted heading": "[" + ".".join("a" * 50_000) + "]",
    "dotted heading of many": "[[" + ".".join("a" * 50_000) + "]]",
    "arrays in arrays": "a = " + "[" * 50_000,
    "tables in tables": "a = " + "{a = " * 20_000,
    "long": "#" * (MAX_LENGTH + 1),
    "after strings": 'a = """' + "'" * 3 + '""""\n' + "b = '''\"'''\n" + "c = " + "[" * 50_000,
}


@pytest.mark.parametrize("name", BOMBS)
def test_slow_documents_are_refused_before_parsing(name: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tomllib.loads", lambda text: pytest.fail("it is parsed"))
    for reader in (read, read_lesson):
        with pytest.raises(PuzzleError, match=r"cannot be read|too long to read"):
            reader(BOMBS[name], "x")


@pytest.mark.parametrize(
    "text",
    [
        'a = "' + "[{." * 99 + '"',
        "a = '" + "[{." * 99 + "'",
        'a = """' + "[{.\n" * 99 + '""""',
        "a = '''" + "[{.\n" * 99 + "'''",
        'a = "\\"' + "[{." * 99 + '"',
        "a = 1 # " + "[{." * 99,
        "a = [" + "1.5, " * 99 + "]",
        ".".join("a" * MAX_DEPTH) + " = 1",
        "a = " + "[" * MAX_DEPTH + "]" * MAX_DEPTH,
        "[[a]]\n[a.b]\nc = [[1], [2]]\n" * 40,
    ],
)
def test_signs_in_strings_and_comments_count_for_nothing(text: str):
    assert read_toml(text)


def test_the_line_of_a_deep_key_is_named():
    with pytest.raises(TomlError) as caught:
        read_toml("a = 1\n\n" + ".".join("a" * 99) + " = 1")
    assert caught.value.line == 3


@pytest.mark.parametrize(
    ("text", "line", "remedy"),
    [
        ('a = "open\nb = 1', 1, "close it, or put three quotation marks around several lines"),
        ('a = """open\nb = 1', 2, "a text in quotation marks has no end; close it"),
        ("a = 1\nb: 2", 2, "a line is written as key = value"),
        ('a = "He said "no"."', 1, 'write a quotation mark in a text as \\"'),
        ("a = word", 1, "a text has quotation marks around it"),
        ('a = "\\ "', 1, "a backslash in a text is written twice"),
        ("a = 1\na = 2", 2, "take one of the two out"),
        ("[a]\n[a]", 2, "take one of the two out"),
        ("a = [1, 2", 1, "a list has no end; close it with ]"),
    ],
)
def test_usual_mistakes_are_explained(text: str, line: int, remedy: str):
    with pytest.raises(TomlError) as caught:
        read_toml(text)
    assert caught.value.line == line
    assert str(caught.value).endswith(remedy)


@given(st.text("ab.=[]{}\"'#\\\n, 1", max_size=80))
@settings(max_examples=300, deadline=None)
def test_any_text_is_read_or_refused(text: str):
    with suppress(TomlError):
        assert isinstance(read_toml(text), dict)


def test_the_command_and_the_page_say_so(tmp_path: Path):
    bomb = BOMBS["dotted key"]
    (tmp_path / "bad.toml").write_text(bomb, "utf-8")
    done = kontrapunkt("check", tmp_path)
    assert done.returncode == 1
    assert "cannot be read" in done.stdout
    assert "Traceback" not in done.stderr
    spec = {"kind": "puzzle", "id": "x", "puzzle": bomb}
    assert "cannot be read" in json.loads(app.open("x", json.dumps(spec)))["error"]
