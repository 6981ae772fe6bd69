"""A wrong page stops the build with one sentence that names file and line, whichever command builds."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.site import built as anew
from tests.site.conftest import CONFIG
from tests.site.warm import kontrapunkt

HAND = """\
[Game "ristiklappi"]
[Position]
N: QS TS 7C 7D 5S
E: TD 8S 6S 6H 3S
S: KS KH 6C 4S 2S
W: KC 7H 5H 3C 3D
stock: -
lead: N
dirty: NS EW

9. N 7C  E 6S  S 2S
   W 7H -> W 0
10. W 3C
"""

FRONT = "---\ntitle: Mine\n---\n\n# Mine\n\n"


def example(record: str = HAND, options: str = "id=one") -> str:
    return f"{FRONT}```example {options}\n{record}```\n"


LINE = 8  # of the record's first line in such a page

LESSON = '''\
title = "Mine"
game = "ristikontra"
aim = "To take something."

[[step]]
id = "first"
title = "Four cards"
text = "Who has it?"
introduces = []

[step.puzzle]
kind = "trick"
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
'''

CASES = {
    "illegal play": (example(HAND.replace("E 6S", "E KS")), LINE + 10, "KS"),
    "wrong winner": (example(HAND.replace("-> W 0", "-> N 0")), LINE + 11, "West"),
    "wrong points": (example(HAND.replace("-> W 0", "-> W 3")), LINE + 11, "card points"),
    "unknown rule": (FRONT + "By [RL-R4] and\n[RL-R99].\n", 8, "there is no rule RL-R99"),
    "unknown rule in a comment": (
        example(HAND.replace("W 0", "W 0 {so\n  [RL-R99] has it}")),
        LINE + 12,
        "there is no rule RL-R99",
    ),
    "unknown rule paragraph": (FRONT + "§ RL-R99 Nothing.\n", 7, "there is no rule RL-R99"),
    "misspelt option": (example(options="id=one tittle=x"), 7, "did you mean title?"),
    "misspelt fence option value": (
        example(options="id=one game=ristiklapi"),
        7,
        "did you mean ristiklappi?",
    ),
    "misspelt key": (example(HAND.replace("dirty:", "dirtt:")), LINE + 8, "dirt"),
    "unreadable card": (example(HAND.replace("TS 7C", "TS 7X")), LINE + 2, "7X"),
    "unreadable card in a row": (FRONT + "```cards\n7C\n7X\n```\n", 9, "“7X” is not a card"),
    "inline look-alike": (FRONT + "Text\n\nand :1S: here.\n", 9, "“1S” is not a card"),
    "step too far": (example(options="id=one at=9"), 7, "9"),
    "misspelt fence": (FRONT + "```exmaple id=one\n7C\n```\n", 7, "did you mean example?"),
    "misspelt claim of completeness": ("---\nrules: complet\n---\n\nText.\n", 2, "takes “complete”"),
    "never closed": (FRONT + "```example id=one\n" + HAND, 7, "never closed"),
    "unreadable card in an editor": (
        FRONT + "```editor\n" + HAND.replace("TS 7C", "TS 7X") + "```\n",
        LINE + 2,
        "7X",
    ),
    "choice of a calculator": (
        FRONT + '```calculator game=kontra choose="foo=1"\n```\n',
        7,
        "“foo” cannot be “1”",
    ),
    "terms of a table": (FRONT + '```table id=t game=kontra terms="seat=Q"\n```\n', 7, "seat may be"),
    "two of one id": (FRONT + "```cards id=a\n7C\n```\n\n```cards id=a\n7C\n```\n", 11, "taken already"),
    "no such file": (FRONT + "```example id=one from=nowhere.record\n```\n", 7, "nowhere.record"),
    "failing cell": (
        FRONT + "```python id=a\nx = 1\n\nx / 0\n```\n",
        10,
        "ZeroDivisionError: division by zero",
    ),
    "file outside": (FRONT + "```example id=one from=../../etc/passwd\n```\n", 7, "out of the project"),
}


@pytest.mark.parametrize("name", CASES)
def test_every_error_names_its_place(name: str, little_site: Callable[..., Path]) -> None:
    page, line, words = CASES[name]
    built = kontrapunkt("build", folder=little_site(**{"docs/sub/page.md": page}))
    assert built.returncode == 1
    assert "Traceback" not in built.stderr
    first, last = built.stderr.splitlines()
    assert first.startswith(f"kontrapunkt: docs/sub/page.md, line {line}: ")
    assert words in first
    assert last == "kontrapunkt: the site was not built"


@pytest.mark.parametrize(
    "name",
    [
        "illegal play",
        "wrong winner",
        "unknown rule",
        "misspelt option",
        "misspelt key",
        "unreadable card",
    ],
)
def test_mkdocs_itself_stops_too(name: str, little_site: Callable[..., Path]) -> None:
    page, line, words = CASES[name]
    folder = little_site(**{"docs/page.md": page})
    built = anew.run("-m", "mkdocs", "build", "--strict", folder=folder)
    assert built.returncode == 1
    assert "Traceback" not in built.stderr
    (sentence,) = [each for each in built.stderr.splitlines() if "docs/page.md, line" in each]
    assert f"docs/page.md, line {line}: " in sentence
    assert words in sentence


def test_build_lists_all_errors_by_file_and_line(little_site: Callable[..., Path]) -> None:
    folder = little_site(
        **{
            "docs/b.md": "# B\n\n```cards\n7X\n```\n\n[RL-R99], then :1S: and [RL-R99].\n\nAnd [RL-R99].\n",
            "docs/a.md": f"{FRONT}§ RL-R98 Nothing.\n\n```cards colour=red\n7C\n```\n",
            "docs/c.md": "# C\n\n```python id=one\nx = 1 / 0\n```\n\n```python id=two\nprint(x)\n```\n",
            "docs/d.md": "# D\n\n```cards\n7C\n",
            "docs/e.md": "---\ntitle One\n---\n\n# E\n",
        }
    )
    (folder / "docs/f.md").write_bytes(b"# \xff\n")
    built = kontrapunkt("build", folder=folder)
    assert built.returncode == 1
    *listed, count, last = [each.removeprefix("kontrapunkt: ") for each in built.stderr.splitlines()]
    places = ["a.md, line 7", "a.md, line 9", "b.md, line 4", "b.md, line 7", "b.md, line 7", "b.md, line 9"]
    places += ["c.md, line 4", "d.md, line 3", "e.md, line 2", "f.md, line 1"]
    assert [each.partition(": ")[0] for each in listed] == [f"docs/{place}" for place in places]
    assert (count, last) == ("10 errors", "the site was not built")


def test_faults_of_shelf_and_lesson_are_listed(little_site: Callable[..., Path]) -> None:
    folder = little_site(
        **{
            "docs/a.md": "# A\n\n```puzzles from=tutorials/mine\n```\n",
            "docs/b.md": "# B\n\n```lesson from=tutorials/mine.lesson\n```\n",
            "tutorials/mine/one.toml": 'title = "One"\n',
            "tutorials/mine/two.toml": "title = Two\n",
            "tutorials/mine.lesson": LESSON.replace("introduces = []", 'introduces = ["what", "is"]'),
        }
    )
    built = kontrapunkt("build", folder=folder)
    told = built.stderr
    for file in ("mine/one.toml", "mine/two.toml", "mine.lesson"):
        assert f"kontrapunkt: tutorials/{file}, line " in told
    assert "is" in told


def test_at_most_fifty_errors_are_listed(little_site: Callable[..., Path]) -> None:
    page = "# Mine\n\n" + "".join(f"And [RL-R{number}].\n\n" for number in range(100, 173))
    built = kontrapunkt("build", folder=little_site(**{"docs/a.md": page}))
    *listed, count, _ = built.stderr.splitlines()
    assert len(listed) == 50
    assert count == "kontrapunkt: 73 errors; the first 50 are listed"


def test_mended_page_is_built_after_errors(little_site: Callable[..., Path]) -> None:
    """Nothing of a page with errors stays in the cache."""
    folder = little_site(**{"docs/a.md": "# A\n\n[RL-R99]\n\n```cards\n7X\n```\n"})
    assert len(kontrapunkt("build", folder=folder).stderr.splitlines()) == 4
    assert len(kontrapunkt("build", folder=folder).stderr.splitlines()) == 4
    (folder / "docs/a.md").write_text("# A\n\n```cards\n7S\n```\n")
    assert kontrapunkt("build", folder=folder).returncode == 0
    assert "kp-error" not in (folder / "site/a/index.html").read_text("utf-8")


def files_of(site: Path) -> dict[str, bytes]:
    """The files of a site with their content, hidden ones too."""
    return {str(path.relative_to(site)): path.read_bytes() for path in site.rglob("*") if path.is_file()}


@pytest.mark.parametrize("wrong", ["```cards\n7X\n```\n", "[nowhere](nowhere.md)\n", "{{ unknown"])
def test_failed_build_leaves_the_former_site(little_site: Callable[..., Path], wrong: str) -> None:
    """An error of ours, a warning of MkDocs, an error of a hook that comes when pages are written."""
    hook = "def on_post_page(output, **kwargs):\n    assert 'unknown' not in output\n    return output\n"
    config = f"{CONFIG}hooks: [hook.py]\n"
    folder = little_site(**{"mkdocs.yml": config, "hook.py": hook, "docs/a.md": "# A\n"})
    site = folder / "site"
    site.symlink_to("published")  # with what somebody else has put there
    (folder / "published").mkdir()
    (folder / "published/.git").write_text("gitdir: elsewhere")
    (folder / "published/old.html").write_text("Old")
    assert kontrapunkt("build", folder=folder).returncode == 0
    former = files_of(site)
    assert former[".git"] == b"gitdir: elsewhere"
    assert "a/index.html" in former
    assert "old.html" not in former
    (folder / "docs/b.md").write_text(f"# B\n\n{wrong}")
    (folder / "docs/a.md").unlink()
    assert kontrapunkt("build", folder=folder).returncode == 1
    assert files_of(site) == former
    (folder / "docs/b.md").write_text("# B\n")
    assert kontrapunkt("build", folder=folder).returncode == 0
    assert site.is_symlink()
    pages = {name for name in files_of(site) if name.endswith("index.html")}
    assert pages == {"index.html", "b/index.html"}


def test_missing_template_is_named(little_site: Callable[..., Path]) -> None:
    folder = little_site(**{"mkdocs.yml": f"{CONFIG}extra: {{analytics: {{provider: custom}}}}\n"})
    done = kontrapunkt("build", folder=folder)
    assert done.returncode == 2
    assert done.stderr.startswith("mkdocs.yml: 'partials/integrations/analytics/custom.html' not found")


def test_record_file_is_named_with_its_line(little_site: Callable[..., Path]) -> None:
    folder = little_site(
        **{
            "docs/page.md": FRONT + "```example id=one from=tutorials/a.record\n```\n",
            "tutorials/a.record": HAND.replace("E 6S", "E KS"),
        }
    )
    built = kontrapunkt("build", folder=folder)
    assert built.returncode == 1
    assert "tutorials/a.record, line 11: " in built.stderr


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("7S  E 5D", "6S  E 5D", 23, "6"),
        ("Who has it?", "Who trumps it?", 8, "uses the word “trump”"),
        ("Who has it?", "Who has it, by :1S:?", 8, "“1S” is not a card"),
        ('kind = "trick"', 'kind = "trikc"', 12, "did you mean trick?"),
        ('kind = "trick"', 'kind = "trick"\ndifficulty = 3', 11, "difficulty 3"),
        ("EW 49", "EW 50", 22, "add up"),
        ("introduces = []", 'rules = ["RK-R99"]', 9, "no rule RK-R99"),
    ],
)
def test_wrong_lesson_step_is_named_with_line(
    old: str, new: str, line: int, words: str, little_site: Callable[..., Path]
) -> None:
    assert old in LESSON
    folder = little_site(
        **{
            "docs/page.md": FRONT + "```lesson from=tutorials/mine.lesson table=page/\n```\n",
            "tutorials/mine.lesson": LESSON.replace(old, new),
            "tutorials/words.terms": '[[term]]\nword = "trump"\nforms = ["trumps"]\nmeans = "High."\n',
        }
    )
    built = kontrapunkt("build", folder=folder)
    assert built.returncode == 1
    first, last = built.stderr.splitlines()
    assert first.startswith(f"kontrapunkt: tutorials/mine.lesson, line {line}: ")
    assert words in first
    assert last == "kontrapunkt: the site was not built"


def test_a_rule_has_one_paragraph_in_a_site(little_site: Callable[..., Path]) -> None:
    folder = little_site(**{"docs/a.md": "§ RL-R4 One.\n", "docs/b.md": "\n§ RL-R4 Two.\n"})
    built = kontrapunkt("build", folder=folder)
    assert built.returncode == 1
    assert "docs/b.md, line 2: RL-R4 has its paragraph already: docs/a.md, line 1" in built.stderr


def test_complete_rules_are_complete(little_site: Callable[..., Path]) -> None:
    folder = little_site(**{"docs/a.md": "---\ntitle: x\nrules: complete\n---\n§ RL-R4 One.\n"})
    built = kontrapunkt("build", folder=folder)
    assert built.returncode == 1
    assert "docs/a.md, line 3: the page calls its rules complete, but lacks RL-R1, " in built.stderr


def test_broken_link_is_listed_with_its_line(little_site: Callable[..., Path]) -> None:
    page = "---\ntitle: A\n---\n\n# A\n\n[here](b.md), [there](nowhere.md) and [up](/top/)\n\n[RL-R99]\n"
    folder = little_site(**{"docs/a.md": page, "docs/b.md": "# B\n\n[c](c.md)\n"})
    config = (folder / "mkdocs.yml").read_text("utf-8")
    validation = "validation: {links: {absolute_links: warn}}\n"
    (folder / "mkdocs.yml").write_text(config + validation, "utf-8")
    built = kontrapunkt("build", folder=folder)
    first, second, third, fourth, count, last = built.stderr.splitlines()
    assert first.startswith("kontrapunkt: docs/a.md, line 7: the link “/top/” cannot be followed: ")
    assert second.startswith("kontrapunkt: docs/a.md, line 7: the link “nowhere.md” cannot be followed: ")
    assert third.startswith("kontrapunkt: docs/a.md, line 9: there is no rule RL-R99")
    assert fourth.startswith("kontrapunkt: docs/b.md, line 3: the link “c.md” cannot be followed: ")
    assert (count, last) == ("kontrapunkt: 4 errors", "kontrapunkt: the site was not built")
    assert built.returncode == 1


def test_a_broken_link_stops_the_build(little_site: Callable[..., Path]) -> None:
    built = kontrapunkt("build", folder=little_site(**{"docs/index.md": "[there](nowhere.md)\n"}))
    assert built.returncode == 1
    assert "nowhere.md" in built.stderr


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("build", "--config", "nothing.yml"), "nothing.yml"),
        (("serve", "--site-dir", "nothing"), "there is no site in nothing; run kontrapunkt build first"),
        (("serve", "--port", "70000"), "there is no port 70000"),
        (("bild",), "bild"),
    ],
)
def test_bad_input_is_one_line_and_2(words: tuple[str, ...], sentence: str, tmp_path: Path) -> None:
    done = anew.kontrapunkt(*words, folder=tmp_path)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert sentence in line


EDITORS = (
    ".#one.toml",
    "._one.toml",
    ".one.toml.swp",
    "one.toml~",
    "#one.toml#",
    "~$one.toml",
    ".x/one.toml",
)
"""What editors and systems put beside a file, or into a hidden folder."""


def test_files_of_editors_are_passed_over(little_site: Callable[..., Path]) -> None:
    puzzle = (anew.ROOT / "tutorials/ristikontra/fourth-nine.toml").read_text("utf-8")
    folder = little_site(
        **{"docs/index.md": f"{FRONT}```puzzles from=tutorials/few\n```\n", "tutorials/few/one.toml": puzzle},
        **{f"tutorials/few/{name}": "rubbish" for name in EDITORS},
        **{f"tutorials/few/{name.replace('toml', 'lesson')}": "rubbish" for name in EDITORS},
    )
    (folder / "tutorials/few/.#two.toml").symlink_to("somebody@somewhere.123")
    done = kontrapunkt("build", folder=folder)
    assert done.returncode == 0, done.stderr
    assert (folder / "site/one/index.html").exists()
    checked = kontrapunkt("check", "tutorials", folder=folder)
    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.parametrize(
    ("page", "line", "said"),
    [
        ("---\ntitle: [one\n---\n\n# Mine\n", 2, "the front matter cannot be read: "),
        ("---\ntitle: One: two\nhide: x\n---\n\n# Mine\n", 2, "the front matter cannot be read: "),
        ("---\ntitle One\n---\n\n# Mine\n", 2, "each line is a key and its value"),
        ("---\ntitle: One\n\n# Mine\n", 1, "the front matter has no end"),
    ],
)
def test_broken_front_matter_stops_the_build(
    little_site: Callable[..., Path], page: str, line: int, said: str
) -> None:
    done = kontrapunkt("build", folder=little_site(**{"docs/index.md": page}))
    assert done.returncode == 1
    assert f"docs/index.md, line {line}: " in done.stderr
    assert said in done.stderr


@pytest.mark.parametrize("page", ["---\n\nA rule first.\n\n---\n", "---\ntitle: One\n---\n\n---\n\nMine\n"])
def test_page_that_begins_with_a_rule_is_built(little_site: Callable[..., Path], page: str) -> None:
    done = kontrapunkt("build", folder=little_site(**{"docs/index.md": page}))
    assert done.returncode == 0, done.stderr
