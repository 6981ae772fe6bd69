"""Lessons: their files, the words they show, and that those of the site are sound."""

import json
import re
import tomllib
from pathlib import Path

import pytest

from kontrapunkt.lessons.checking import Term, Vocabulary, faults, known_before, vocabulary_for
from kontrapunkt.lessons.model import ENDING, read
from kontrapunkt.puzzles.kind import open_puzzle
from kontrapunkt.puzzles.model import PuzzleError
from tests.engine.test_cli import run
from tests.site.test_errors import LESSON

ROOT = Path(__file__).parents[2]
OURS = sorted((ROOT / "tutorials").rglob(f"*{ENDING}"))

VOCABULARY = Vocabulary(
    {
        "trick": Term("trick", "four cards", ("tricks",)),
        "lead": Term("lead", "to begin one", ("leads",)),
        "trump": Term("trump", "what beats all", ("trumps",)),
        "card points": Term("card points", "what counts"),
    }
)

TEXT = '''\
title = "A lesson"
game = "ristikontra"
aim = "To take something."
knows = ["A trick is four cards."]

[[step]]
id = "first"
title = "Four cards"
text = """
Four cards are a
**trick**."""
introduces = ["trick"]
rules = ["RK-R8"]

[step.puzzle]
kind = "trick"
question = "Who has it?"
record = """
[Position]
N: 7S
E: 5D
S: AH
W: 3C
stock: -
lead: N
tricks: NS 6 EW 6
points: NS 60 EW 49
13. N 7S  E 5D  S AH  W 3C
"""

[step.puzzle.replies]
"N" = "Nobody had another seven."
"S" = "The ace is no higher."

[[step]]
id = "second"
title = "Sit down"
text = "Play."
table = "player=first-steps"
'''


def complaint(text: str) -> tuple[int, str]:
    """What reading says."""
    with pytest.raises(PuzzleError) as wrong:
        read(text, "x")
    return wrong.value.line, wrong.value.text


def line_of(part: str, text: str = TEXT) -> int:
    return text[: text.index(part)].count("\n") + 1


def found(text: str) -> list[tuple[int, str]]:
    """What checking says."""
    return [(fault.line, fault.text) for fault in faults(read(text, "x"), VOCABULARY)]


def test_a_lesson_is_read():
    lesson = read(TEXT, "mine")
    assert (lesson.id, lesson.game, [step.id for step in lesson.steps]) == (
        "mine",
        "ristikontra",
        ["first", "second"],
    )
    first, second = lesson.steps
    assert first.puzzle is not None
    assert first.puzzle.record.startswith('[Game "ristikontra"] [Position]')
    assert open_puzzle(first.puzzle).question == "Who has it?"
    assert first.puzzle.line("record") == line_of("[Position]")
    assert (second.table, second.puzzle) == ("player=first-steps", None)
    assert found(TEXT) == []


@pytest.mark.parametrize(
    ("old", "new", "at", "said"),
    [
        ("title = \"Four cards\"", "titel = \"Four cards\"", "titel", "did you mean title?"),
        ('id = "second"', 'id = "first"', 'id = "first"\ntitle = "Sit', "another step already has"),
        ('id = "second"', 'id = "Second One"', 'id = "Second', "small letters"),
        ('table = "player=first-steps"', "", "[[step]]\nid = \"second\"", "one thing to do"),
        ('title = "Four cards"', 'title = "Four\\u0008 cards"', 'title = "Four', "control character U+0008"),
        ("kind = \"trick\"", "kind = \"trick\"\ngaol = 1", "gaol", "did you mean goal?"),
        ("Play.", "Play. " * 80, 'text = "Play', "characters"),
        ('aim = "To take something."', "", "title", "aim"),
        ("knows = ", "nows = ", "nows = ", "did you mean knows?"),
        ("W: 3C\n", "W: 3C\n\"\"\"\n", "stock:", "TOML"),
    ],
)  # fmt: skip
def test_a_wrong_file_is_named_with_its_line(old: str, new: str, at: str, said: str):
    text = TEXT.replace(old, new, 1)
    assert text != TEXT
    line, sentence = complaint(text)
    assert said in sentence
    assert line == line_of(at, text), sentence


@pytest.mark.parametrize(
    ("old", "new", "at", "said"),
    [
        ("Four cards are a\n**trick**.", "Cards are a\n**trick**, or trumps.", "**trick**", "“trump”"),
        ('introduces = ["trick"]', "", "**trick**", "“trick”"),
        ('introduces = ["trick"]', 'introduces = ["trick", "lead"]', "introduces", "does not use it"),
        ('introduces = ["trick"]', 'introduces = ["trikc"]', "introduces", "did you mean trick?"),
        ('"Play."', '"The trick."\nintroduces = ["trick"]', 'introduces = ["trick"]\ntable', "already"),
        ("Who has it?", "Who Leads now?", "question", "“lead”"),
        ("no higher.", "no trump.", '"S" = ', "“trump”"),
        ('["A trick', '["No card points. A trick', "knows", "“card points”"),
        ("RK-R8", "RK-R99", "rules = ", "no rule RK-R99"),
        ("W 3C\n\"\"\"", "W 3D\n\"\"\"", "13. N", "W"),
        ("EW 49", "EW 50", "points:", "add up"),
        ('game = "ristikontra"', 'game = "ristikontre"', "game = ", "ristikontra"),
    ],
)  # fmt: skip
def test_a_wrong_step_is_found_with_its_line(old: str, new: str, at: str, said: str):
    text = TEXT.replace(old, new, 1)
    assert text != TEXT
    line, sentence = found(text)[0]
    assert said in sentence
    assert line == line_of(at, text), sentence


def test_engine_replies_use_no_unknown_term():
    (line, sentence), *_ = faults_of = found(TEXT.replace('"N" = "Nobody had another seven."', ""))
    assert len(faults_of) == 1
    assert line == line_of("[step.puzzle]")
    assert "the answer N uses the word “card points”" in sentence


def test_terms_match_whole_longest_first_outside_cards():
    said = "Card points [lead](https://x/trick) :TS: [RK-R8] leadership, TRUMPS."
    assert [word for word, _ in VOCABULARY.used(said)] == ["card points", "lead", "trump"]


def test_terms_file_is_read_and_nearest_counts(tmp_path: Path):
    (tmp_path / "words.terms").write_text('[[term]]\nword = "lead"\nmeans = "far"\n', "utf-8")
    (tmp_path / "game").mkdir()
    near = '[[term]]\nword = "lead"\nforms = ["leads"]\nmeans = "near"\n'
    (tmp_path / "game/words.terms").write_text(near, "utf-8")
    found = vocabulary_for(tmp_path / "game/one.lesson")
    assert found.terms["lead"].means == "near"
    (tmp_path / "game/words.terms").write_text('[[term]]\nword = "lead"\n\n[[term]]\nword = 1\n', "utf-8")
    with pytest.raises(PuzzleError) as wrong:
        vocabulary_for(tmp_path / "game/one.lesson")
    assert wrong.value.line == 1


def test_later_lesson_knows_earlier_terms(tmp_path: Path):
    (tmp_path / "one.lesson").write_text(TEXT, "utf-8")
    later = read(TEXT.replace('game = "', 'after = "one"\ngame = "', 1), "two")
    assert known_before(later, tmp_path) == {"trick"}
    (tmp_path / "one.lesson").write_text(TEXT.replace('game = "', 'after = "one"\ngame = "', 1), "utf-8")
    with pytest.raises(PuzzleError, match="circle"):
        known_before(later, tmp_path)
    (tmp_path / "one.lesson").unlink()
    with pytest.raises(PuzzleError, match="no lesson “one”"):
        known_before(later, tmp_path)


def test_check_reads_lessons(tmp_path: Path):
    (tmp_path / "words.terms").write_text('[[term]]\nword = "trick"\nmeans = "four"\n', "utf-8")
    (tmp_path / "good.lesson").write_text(TEXT, "utf-8")
    code, out, _ = run("check", str(tmp_path))
    assert (code, out.count("lesson, 2 steps, 1 question")) == (0, 1)
    (tmp_path / "bad.lesson").write_text(TEXT.replace("RK-R8", "RK-R99"), "utf-8")
    code, out, _ = run("check", str(tmp_path))
    assert code == 1
    assert f"line {line_of('rules = ')}: ristikontra has no rule RK-R99" in out
    code, out, _ = run("check", "--json", str(tmp_path / "bad.lesson"))
    assert [each["sound"] for each in json.loads(out)["lessons"]] == [False]


@pytest.mark.parametrize("path", OURS, ids=lambda path: "-".join(path.parts[-3::2]))
def test_our_lessons_are_sound(path: Path):
    lesson = read(path.read_text("utf-8"), path.stem)
    known = frozenset(known_before(lesson, path.parent))
    assert [f"{path}:{each.line}: {each.text}" for each in faults(lesson, vocabulary_for(path), known)] == []
    assert 8 <= len(lesson.steps) <= 12
    assert lesson.knows
    assert lesson.steps[-1].table is not None
    kinds = [step.puzzle.kind for step in lesson.steps if step.puzzle]
    if path.stem == "first-hand":
        assert kinds.count("trick") >= 3
        assert {"legal", "play"} <= {*kinds}
        assert {"worth", "score"} & {*kinds}


@pytest.mark.parametrize("path", OURS, ids=lambda path: "-".join(path.parts[-3::2]))
def test_glossary_terms_are_in_terms_file(path: Path):
    """What a glossary explains may not slip into a lesson unexplained."""
    lesson = read(path.read_text("utf-8"), path.stem)
    page = ROOT / f"docs/{lesson.game}/glossary.md"
    if not page.exists():
        return
    fences = re.findall(r"```glossary[^\n]*\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    terms = [term["word"] for body in fences for term in tomllib.loads(body)["term"]]
    glossary = Vocabulary({word: Term(word, "") for word in terms})
    known = vocabulary_for(path)
    used = {word for step in lesson.steps for _, said in step.texts() for word, _ in glossary.used(said)}
    assert {word for word in used if not [*known.used(word)]} == set()


@pytest.mark.parametrize(
    ("wrong", "says"),
    [("[[stp]]", "no key “stp” here; did you mean step"), ("[step]", r"write \[\[step\]\] here")],
)
@pytest.mark.parametrize("number", [1, 2, 3])
def test_misspelt_table_is_named_in_its_own_line(number: int, wrong: str, says: str) -> None:
    """TOML complains of the second `[step.puzzle]`, twenty lines below the heading that is wrong."""
    step = LESSON[LESSON.index("[[step]]") :]
    parts = [LESSON, *(step.replace('"first"', f'"step-{n}"') for n in (2, 3))]
    parts[number - 1] = parts[number - 1].replace("[[step]]", wrong)
    text = "\n".join(parts)
    with pytest.raises(PuzzleError, match=says) as caught:
        read(text, "mine")
    assert text.splitlines()[caught.value.line - 1] == wrong
