"""The file of a puzzle: read, written, and refused with the line of what is wrong."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kontrapunkt.puzzles import Puzzle, PuzzleError, open_puzzle, read, write
from kontrapunkt.puzzles.model import THEMES, theme_label

TUTORIALS = Path(__file__).parents[2] / "tutorials"
TEN = (TUTORIALS / "ristiklappi/cleaning-hand-ten.toml").read_text("utf-8")

SEEN = st.characters(exclude_categories=["Cc", "Cs"], exclude_characters="\ufffe\uffff")
TEXTS = st.text(SEEN | st.sampled_from("\t\n\r"), max_size=60)
LINES = st.text(SEEN, min_size=1).filter(lambda text: text.strip() and len(text.splitlines()) == 1)
PUZZLES = st.builds(
    Puzzle,
    id=st.just("x"),
    kind=TEXTS,
    title=LINES,
    story=LINES,
    themes=st.lists(TEXTS, max_size=4).map(tuple),
    difficulty=st.integers(1, 5),
    record=TEXTS,
    side=st.sampled_from(["", "NS", "EW"]),
    goal=TEXTS,
    target=st.none() | st.integers(-200, 200),
    at=st.none() | st.integers(0, 99),
    question=TEXTS,
    answers=st.lists(TEXTS, max_size=5).map(tuple),
    hints=st.lists(TEXTS, max_size=5).map(tuple),
    explanation=TEXTS,
    replies=st.dictionaries(TEXTS, TEXTS, max_size=4),
)


@given(PUZZLES)
@settings(max_examples=200, deadline=None)
def test_what_is_written_reads_back(puzzle):
    assert read(write(puzzle), "x") == puzzle


def test_what_is_read():
    puzzle = read(TEN, "ten")
    assert (puzzle.id, puzzle.kind, puzzle.side, puzzle.goal) == ("ten", "play", "EW", "cleans NS")
    assert (puzzle.target, puzzle.at, puzzle.hints) == (None, None, ())
    assert puzzle.replies["E 3S"].startswith("This takes the trick")
    lines = TEN.split("\n")
    assert lines[puzzle.line("record") - 1] == '[Game "ristiklappi"]'
    assert lines[puzzle.line("goal") - 1] == 'goal = "cleans NS"'
    assert lines[puzzle.line("replies.E 8S") - 1].startswith('"E 8S"')
    assert puzzle.line("nothing") == 1


def line_of(text: str, start: str) -> int:
    return next(number for number, line in enumerate(text.split("\n"), 1) if line.startswith(start))


@pytest.mark.parametrize(
    ("old", "new", "where", "said"),
    [
        ('kind = "play"', 'kind = "pley"', "kind", "did you mean play?"),
        ('kind = "play"', 'kind = "chess"', "kind", "the kinds are play, sure, legal"),
        ('goal = "cleans NS"', 'gaol = "cleans NS"', "gaol", "did you mean goal?"),
        ('goal = "cleans NS"', 'colour = "red"', "colour", "no key “colour” here; the keys are kind"),
        ('goal = "cleans NS"', 'goal = "beats NS"', "goal", "is not a goal"),
        ('goal = "cleans NS"', 'goal = "points NS"', "goal", "target = ..."),
        ('goal = "cleans NS"', 'goal = "cleans NS"\ntarget = 1', "target", "take the target out"),
        ('goal = "cleans NS"', "goal = 3", "goal", "goal must be text"),
        ('side = "EW"', 'side = "N"', "side", "is not a side of this game; write NS or EW"),
        ('side = "EW"', 'side = "NS"', "side", "East is to act there"),
        ("difficulty = 3", "difficulty = 6", "difficulty", "from 1 (easy) to 5"),
        ("difficulty = 3", "difficulty = true", "difficulty", "whole number"),
        ("difficulty = 3", "difficulty = 3\nat = -1", "at", "whole number"),
        ("difficulty = 3", "difficulty = 3\nat = 7", "at", "has 6 steps"),
        ("difficulty = 3", 'difficulty = 3\nanswers = ["a"]', "answers", "has no “answers”"),
        ("difficulty = 3", "difficulty = 3\nhints = [1]", "hints", "list of texts"),
        ('title = "East has to choose"', 'title = ""', "title", "not empty"),
        ('"East has to', '"East \\u0007has to', "title", "has the control character U+0007"),
        ('"East has to', '"East\\u2028has to', "title", "one line of text"),
        ("difficulty = 3", 'difficulty = 3\nhints = ["a", "\\u001b"]', "hints", "character U+001B"),
        ("difficulty = 3", 'difficulty = 3\nquestion = "\\uffff"', "question", "character U+FFFF"),
        ('"E 8S" = ', '"E 8S" = "\\u0000" #', '"E 8S"', "the control character U+0000"),
        ("difficulty = 3", "difficulty = 3\ndifficulty = 4", "difficulty = 4", "not TOML"),
        ('"E 8S" = ', '"E 8S" = 4 #', '"E 8S"', "under the heading [replies]"),
        ("[replies]", "[[replies]]", "[[replies]]", "under the heading [replies]"),
        ('themes = ["keeping-dirty"', 'themes = ["laundry"', "themes", "there is no theme “laundry”"),
        ("S: KS KH 6C 4S 2S", "S: KS KH 6C 4S TD", "S: KS", "TD is both in"),
        ("10. W 3C  N QS", "10. W 3C  N QD", "10. W", "You do not hold the queen of diamonds"),
        ("10. W 3C  N QS", "10. W 3C  M QS", "10. W", "who does “M”?"),
        ("7H  -> W 0", "7H  -> W 5", "9. N", "counts no card points"),
        ('[Game "ristiklappi"]', '[Game "ristiklapi"]', "[Game", "did you mean ristiklappi?"),
        ("N: QS TS", "N: ? TS", "[Game", "hides cards"),
    ],
)
def test_errors_have_the_line(old: str, new: str, where: str, said: str):
    assert TEN.count(old) == 1
    text = TEN.replace(old, new)
    with pytest.raises(PuzzleError) as caught:
        open_puzzle(read(text, "x"))
    assert said in caught.value.text
    assert caught.value.line == line_of(text, where)
    assert str(caught.value) == f"{caught.value.line}: {caught.value.text}"


@pytest.mark.parametrize("key", ["kind", "title", "story", "themes", "difficulty", "record", "side", "goal"])
def test_a_missing_key_is_named(key: str):
    start = TEN.index(f"{key} = ")
    end = TEN.index('"""', TEN.index('"""', start) + 3) + 3 if key == "record" else TEN.index("\n", start)
    with pytest.raises(PuzzleError, match=f"does not say its {key}"):
        open_puzzle(read(TEN[:start] + TEN[end + 1 :], "x"))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("title = ", 1),
        ('title = "a"\n\nstory = "b\n', 3),
        ('record = """\nnever ends\n', 3),
        ("x = " + "[" * 5000, 1),
        ("x = " + "9" * 5000, 1),
        ("\0", 1),
    ],
)
def test_not_toml(text: str, line: int):
    with pytest.raises(PuzzleError, match=r"not TOML|cannot be read|too long to read") as caught:
        read(text, "x")
    assert caught.value.line <= max(line, text.count("\n") + 1)
    if text.startswith("title = \n"):
        assert caught.value.line == line


@given(st.binary(max_size=200).map(lambda data: data.decode("utf-8", "replace")))
@settings(max_examples=200, deadline=None)
def test_any_text_is_read_or_refused(text: str):
    with pytest.raises(PuzzleError):
        open_puzzle(read(text, "x"))


@given(st.integers(0, len(TEN) - 1), st.integers(0, 40), TEXTS)
@settings(max_examples=150, deadline=None)
def test_a_damaged_file_is_read_or_refused(start: int, length: int, text: str):
    try:
        kind = open_puzzle(read(TEN[:start] + text + TEN[start + length :], "x"))
    except PuzzleError as error:
        refused = error
    else:
        assert kind.question
        return
    assert refused.text
    assert 1 <= refused.line <= len(TEN.split("\n")) + 60


def test_quotes_that_are_escaped_end_no_text():
    long = 'question = """\nThey say \\"""\nkind = \\""" and mean it."""\n\n[replies]'
    puzzle = read(TEN.replace("[replies]", long), "x")
    assert puzzle.question == 'They say """\nkind = """ and mean it.'
    assert puzzle.line("kind") == line_of(TEN, "kind")


def test_record_may_begin_in_line_of_key():
    puzzle = replace(read(TEN, "x"), record='[Game "chess"]')
    with pytest.raises(PuzzleError) as caught:
        open_puzzle(read(write(puzzle), "x"))
    assert caught.value.line == line_of(write(puzzle), "record")


def test_every_theme_has_its_words():
    assert len(set(map(theme_label, THEMES))) == len(THEMES)
