"""A language is one catalogue, and the catalogues are complete."""

import json
from pathlib import Path

import pytest
from tools import catalogues

from kontrapunkt.core.registry import OWN, game_class
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import choice_name


def test_the_catalogues_lack_nothing() -> None:
    assert [*catalogues.faults(), *catalogues.script_faults()] == []


@pytest.mark.parametrize(
    ("finnish", "fault"),
    [
        ({}, "fi.json: a.b is missing"),
        ({"a.b": "{n} korttia", "a.c": "x"}, "fi.json: a.c is no key of en.json"),
        ({"a.b": "{m} korttia"}, "fi.json: a.b has no value {m}"),
    ],
)
def test_what_a_language_lacks_is_listed(tmp_path: Path, finnish: dict[str, str], fault: str) -> None:
    (tmp_path / "en.json").write_text(json.dumps({"a.b": "{n} cards"}))
    (tmp_path / "fi.json").write_text(json.dumps(finnish))
    assert list(catalogues.faults(tmp_path, ())) == [f"{tmp_path}/{fault}"]


def test_keys_are_in_order_and_once(tmp_path: Path) -> None:
    (tmp_path / "en.json").write_text('{"b": "x", "a": "y", "a": "z"}')
    first, second = catalogues.faults(tmp_path, ())
    assert first.endswith("en.json: a is there twice")
    assert "not in order" in second


def test_missing_key_is_listed(tmp_path: Path) -> None:
    (tmp_path / "en.json").write_text("{}")
    (tmp_path / "code.py").write_text('say("not.there", n=1)')
    assert list(catalogues.faults(tmp_path, (tmp_path,))) == [
        f"{tmp_path}/code.py: not.there is in no catalogue"
    ]


def test_violation_key_missing_from_catalogue_is_listed(tmp_path: Path) -> None:
    (tmp_path / "en.json").write_text("{}")
    (tmp_path / "code.py").write_text('return Violation(\n    rule, "not.there", n=1)')
    assert list(catalogues.faults(tmp_path, (tmp_path,))) == [
        f"{tmp_path}/code.py: not.there is in no catalogue"
    ]


@pytest.mark.parametrize(
    ("script", "fault"),
    [
        ('say("timer.over", { n: 1 });', "en.json: no script says script.timer.less"),
        ('say("timer.over", { n }) + say("timer.les")', "page.js: script.timer.les is in no catalogue"),
        ('say(n ? "timer.over" : "timer.les")', "page.js: script.timer.les is in no catalogue"),
        ('say("timer.over", { m: n }) + say("timer.less")', "page.js: script.timer.over is said without {n}"),
    ],
)
def test_fault_between_scripts_and_sentences_is_listed(tmp_path: Path, script: str, fault: str) -> None:
    (tmp_path / "en.json").write_text('{"script.timer.less": "x", "script.timer.over": "{n}", "other": "y"}')
    (tmp_path / "page.js").write_text(script)
    assert f"{tmp_path}/{fault}" in list(catalogues.script_faults(tmp_path / "en.json", tmp_path))


@pytest.mark.parametrize("script", ["say(`timer.${a}`)", "say(`${a}.over`, b)", 'each("timer")'])
def test_key_that_a_script_builds_counts_as_said(tmp_path: Path, script: str) -> None:
    (tmp_path / "en.json").write_text('{"script.timer.over": "{n}", "script.timer": "x"}')
    (tmp_path / "page.js").write_text(f'{script}; say("timer"); import "./timer.js"; f("timer.js")')
    assert list(catalogues.script_faults(tmp_path / "en.json", tmp_path)) == []


def test_refusal_keys_stand_literally_in_the_code() -> None:
    """So that a search for a sentence, then for its key, leads to the condition behind it."""
    code = "".join(path.read_text("utf-8") for path in Path("engine").rglob("*.py"))
    refusals = [
        key
        for key, _ in catalogues.by_key(catalogues.LANG / "en.json")
        if "refusal." in key and ".you" not in key
    ]
    assert len(refusals) > 190
    literal = [key.removesuffix(".you") for key in refusals]  # the same, said to the reader
    assert [key for key in literal if f'"{key}"' not in code] == []


def test_unfinished_language_falls_back_to_english() -> None:
    catalogue.register("fi", {"seat.N": "Pohjoinen"})
    with catalogue.use_language("fi"):
        assert catalogue.say("seat.N") == "Pohjoinen"
        assert catalogue.say("seat.E") == "East"
    with catalogue.use_language("xx"):
        assert catalogue.say("seat.N") == "North"


def test_shared_sentence_is_stored_once(tmp_path: Path) -> None:
    catalogue.register("en", {"test.cat,dog.legs,eyes": "some"})
    for key in ("test.cat.legs", "test.cat.eyes", "test.dog.legs", "test.dog.eyes"):
        assert catalogue.say(key) == "some"
    assert not catalogue.knows("test.cat,dog.legs,eyes")
    (tmp_path / "en.json").write_text('{"a,b.x": "{n}", "b.x": "{n}"}')
    (tmp_path / "fi.json").write_text('{"a.x": "{n}", "b.x": "{m}"}')
    assert list(catalogues.faults(tmp_path, ())) == [
        f"{tmp_path}/en.json: b.x is there twice",
        f"{tmp_path}/fi.json: b.x has no value {{m}}",
    ]


def test_numbers_below_nothing_have_a_true_minus() -> None:
    catalogue.register("en", {"test.minus": "{n} {n:chip|chips} for {seat}"})
    assert catalogue.say("test.minus", n=-3, seat="you-know-who") == "−3 chips for you-know-who"


@pytest.mark.parametrize("game_id", OWN)
def test_every_rule_and_every_option_is_told(game_id: str) -> None:
    game = game_class(game_id)
    for rule in game.rulebook.values():
        assert rule.statement.endswith((".", "”", ")"))
        assert rule.source
    for option in game.known_options:
        assert str(option.label)
        assert str(option.source)


@pytest.mark.parametrize("game_id", OWN)
def test_every_choice_of_every_option_has_a_label(game_id: str) -> None:
    for option in game_class(game_id).known_options:
        labels = [choice_name(option, choice) for choice in option.choices]
        assert len({*labels}) == len(labels), option.key
        for choice, label in zip(option.choices, labels, strict=True):
            named = catalogue.knows(f"option.{option.words}.{option.key}.{choice}") or label != choice
            assert named or choice.isdigit(), (option.key, choice)
            assert "_" not in label, (option.key, label)
